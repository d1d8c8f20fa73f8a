internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds containers of CloudKit whose only stores are described without CloudKit.
struct DescriptionWithoutMirror: SourceRule {
  static let info = RuleInfo(
    id: "description-without-mirror", group: .cloudKit, severity: .warning,
    summary:
      "an 'NSPersistentCloudKitContainer' is given only descriptions that do not name its CloudKit container",
    why:
      "the container puts the 'cloudKitContainerOptions' into the description that it makes itself: one that is made by "
      + "hand has none, so the store is not mirrored and nothing says so",
    fix:
      "set 'cloudKitContainerOptions' of the new description, or change the one in 'persistentStoreDescriptions' instead",
    limits:
      "descriptions that are made in the same function and given in any case, in files that give no such options",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        func open(_ url: URL) -> NSPersistentCloudKitContainer {
          let container = NSPersistentCloudKitContainer(name: "Notes")
          let description = NSPersistentStoreDescription(url: url)
          description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
          container.↓persistentStoreDescriptions = [description]
          container.loadPersistentStores { _, error in show(error) }
          return container
        }
        ---
        final class Stack {
          lazy var container: NSPersistentCloudKitContainer = {
            let container = NSPersistentCloudKitContainer(name: "Notes")
            guard let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.notes")
            else { return container }
            container.↓persistentStoreDescriptions = [
              NSPersistentStoreDescription(url: folder.appendingPathComponent("Notes.sqlite"))
            ]
            container.loadPersistentStores { _, error in show(error) }
            return container
          }()
        }
        ---
        final class Stack {
          let container: NSPersistentCloudKitContainer
          init(_ url: URL) {
            container = NSPersistentCloudKitContainer(name: "Notes")
            let description = NSPersistentStoreDescription()
            description.url = url
            container.↓persistentStoreDescriptions = [description]
          }
        }
        ---
        final class CloudContainer: NSPersistentCloudKitContainer, @unchecked Sendable {
          static func forApp(_ url: URL) -> CloudContainer {
            let container = CloudContainer(name: "Notes")
            container.↓persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
            container.loadPersistentStores { _, error in show(error) }
            return container
          }
          static func forWidget() -> CloudContainer {
            let container = CloudContainer(name: "Notes")
            container.persistentStoreDescriptions.first?.cloudKitContainerOptions = nil
            container.loadPersistentStores { _, error in show(error) }
            return container
          }
        }
        """,
      clean: """
        func open(_ url: URL) -> NSPersistentCloudKitContainer {
          let container = NSPersistentCloudKitContainer(name: "Notes")
          let description = NSPersistentStoreDescription(url: url)
          description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(containerIdentifier: "iCloud.notes")
          container.persistentStoreDescriptions = [description]
          return container
        }
        ---
        func open(_ url: URL, isInMemory: Bool) -> NSPersistentCloudKitContainer {
          let container = NSPersistentCloudKitContainer(name: "Notes")
          if isInMemory {
            container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))]
          }
          return container
        }
        ---
        func open(_ url: URL) -> NSPersistentContainer {
          let container = NSPersistentContainer(name: "Notes")
          container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
          return container
        }
        ---
        func open(_ url: URL) -> NSPersistentCloudKitContainer {
          let container = NSPersistentCloudKitContainer(name: "Notes")
          container.persistentStoreDescriptions.append(NSPersistentStoreDescription(url: url))
          return container
        }
        """))

  static let nodes: [SyntaxKind] = [.sequenceExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard file.loadsManagedStores, !file.isTest,
      let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let target = terms.first?.as(MemberAccessExprSyntax.self),
      target.declName.baseName.text == "persistentStoreDescriptions",
      let container = target.base, container.isMirroring(file),
      let list = terms.last?.resolved.as(ArrayExprSyntax.self), !list.elements.isEmpty,
      list.elements.allSatisfy({ $0.expression.isNewDescription }),
      let body = node.enclosingBody, body.isHandwritten, !node.isUnderCondition(in: body),
      !body.mentions(["NSInMemoryStoreType", "inMemory"]),
      !body.hasDescendant(where: {
        $0.as(ExprSyntax.self)?.literalText?.hasPrefix("/dev/null") ?? false
      }),
      !file.tree.mentions(["NSPersistentCloudKitContainerOptions"]), !file.tree.setsMirror
    else { return }
    report(
      "none of these descriptions has 'cloudKitContainerOptions', so no store of the container is mirrored",
      at: file.location(target.declName))
  }
}

extension SourceFileSyntax {
  /// Whether any code gives a description options for CloudKit, and not only takes them away.
  fileprivate var setsMirror: Bool {
    hasDescendant { node in
      guard let name = node.as(DeclReferenceExprSyntax.self),
        name.baseName.text == "cloudKitContainerOptions"
      else { return false }
      let terms = name.parent?.parent?.as(ExprListSyntax.self)
      return !(terms?.last?.is(NilLiteralExprSyntax.self) ?? false)
    }
  }
}

extension ExprSyntax {
  /// Whether it is a container of CloudKit: where it is made or what it is declared to be.
  fileprivate func isMirroring(_ file: LintFile) -> Bool {
    guard
      let name = unwrapped.as(DeclReferenceExprSyntax.self)
        ?? unwrapped.as(MemberAccessExprSyntax.self).flatMap({
          $0.base?.isSelfName ?? false ? $0.declName : nil
        })
    else { return false }
    let kind: String?
    switch name.nameOrigin {
    case .local(let type, let value):
      kind = type.map { WrittenType($0)?.name } ?? value?.call?.calledExpression.dottedName
    case .property(let binding, _):
      kind =
        binding.typeAnnotation.map { WrittenType($0.type)?.name }
        ?? binding.initializer?.value.call?.calledExpression.dottedName
    case .parameter(let type, _): kind = WrittenType(type)?.name
    default: kind = nil
    }
    guard let kind else { return false }
    let mirror = "NSPersistentCloudKitContainer"
    return kind == mirror || file.ask(.adopting(mirror)).contains(kind)
  }

  /// A description that is made here, and that nobody else is given.
  fileprivate var isNewDescription: Bool {
    if unwrapped.makesDescription { return true }
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self),
      let value = name.localValue, value.makesDescription, let body = name.enclosingBody
    else { return false }
    return !body.hasDescendant { node in
      guard let argument = node.as(LabeledExprSyntax.self) else { return false }
      return argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
        == name.baseName.text
    }
  }

  private var makesDescription: Bool {
    call?.calledExpression.dottedName == "NSPersistentStoreDescription"
  }
}

extension Syntax {
  /// Whether code runs only where a condition holds.
  fileprivate func isUnderCondition(in body: Syntax) -> Bool {
    var node = self
    for _ in 0..<64 {
      guard let next = node.parent, next.id != body.id else { return false }
      if next.is(IfExprSyntax.self) || next.is(SwitchExprSyntax.self)
        || next.is(GuardStmtSyntax.self)
        || next.is(IfConfigDeclSyntax.self)
      {
        return true
      }
      node = next
    }
    return true
  }
}
