internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds two stores of a container that are one file.
struct StoreDescribedTwice: SourceRule {
  static let info = RuleInfo(
    id: "store-described-twice", group: .dataAccess, severity: .error,
    summary: "a container is given two descriptions of one store file",
    why:
      "each description opens a store of its own: the second one does not open, or both write into one file, and what "
      + "is meant for the one is found in the other",
    fix: "give each description a URL of its own",
    limits:
      "descriptions that one function makes and gives in one list, with the URLs written there or copied from another "
      + "one",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        func open(_ container: NSPersistentContainer, _ url: URL) {
          let local = NSPersistentStoreDescription(url: url)
          local.configuration = "Local"
          let cloud = NSPersistentStoreDescription(url: url)
          cloud.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(containerIdentifier: "iCloud.notes")
          container.↓persistentStoreDescriptions = [local, cloud]
        }
        ---
        func open(_ container: NSPersistentContainer) {
          guard let own = container.persistentStoreDescriptions.first,
            let shared = own.copy() as? NSPersistentStoreDescription
          else { return }
          shared.isReadOnly = true
          container.↓persistentStoreDescriptions = [own, shared]
        }
        ---
        func open(_ container: NSPersistentContainer, _ folder: URL) {
          let own = container.persistentStoreDescriptions.first!
          own.url = folder.appendingPathComponent("Notes.sqlite")
          let shared = own.copy() as! NSPersistentStoreDescription
          container.persistentStoreDescriptions.↓append(shared)
        }
        """,
      clean: """
        func open(_ container: NSPersistentContainer, _ folder: URL) {
          let local = NSPersistentStoreDescription(url: folder.appendingPathComponent("Local.sqlite"))
          let cloud = NSPersistentStoreDescription(url: folder.appendingPathComponent("Cloud.sqlite"))
          container.persistentStoreDescriptions = [local, cloud]
        }
        ---
        func open(_ container: NSPersistentContainer, _ folder: URL) {
          let own = container.persistentStoreDescriptions.first!
          let shared = own.copy() as! NSPersistentStoreDescription
          shared.url = folder.appendingPathComponent("Shared.sqlite")
          container.persistentStoreDescriptions.append(shared)
        }
        ---
        func open(_ container: NSPersistentContainer, _ url: URL) {
          let one = NSPersistentStoreDescription(url: url)
          let other = NSPersistentStoreDescription(url: url)
          other.url = url.appendingPathExtension("other")
          container.persistentStoreDescriptions = [one, other]
        }
        ---
        func open(_ container: NSPersistentContainer, _ url: URL) {
          let local = NSPersistentStoreDescription(url: url)
          container.persistentStoreDescriptions = [local]
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr, .sequenceExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.loadsManagedStores, let body = node.enclosingBody, body.isHandwritten
    else { return }
    var given: [DeclReferenceExprSyntax] = []
    let place: Syntax
    if let terms = node.as(SequenceExprSyntax.self)?.elements {
      guard terms.count == 3, terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let target = terms.first?.as(MemberAccessExprSyntax.self),
        target.declName.baseName.text == "persistentStoreDescriptions",
        let list = terms.last?.as(ArrayExprSyntax.self)
      else { return }
      given = list.elements.compactMap { $0.expression.as(DeclReferenceExprSyntax.self) }
      place = Syntax(target.declName)
      guard given.count == list.elements.count, given.count > 1 else { return }
    } else {
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == "append",
        call.receiver?.lastName == "persistentStoreDescriptions",
        let added = call.arguments.onlyElement?.expression.as(DeclReferenceExprSyntax.self),
        added.localValue?.isCopy ?? false
      else { return }
      given = [added]
      place = call.nameNode
    }
    // One that is given another URL later, is no longer the same.
    guard !given.contains(where: { body.setsURL(of: $0.baseName.text) })
    else { return }
    let urls = given.compactMap { $0.localValue?.describedURL }
    let isCopied = given.contains { $0.localValue?.isCopy ?? false }
    guard isCopied || Set(urls).count < urls.count else { return }
    report(
      isCopied
        ? "the copy of a description has its URL, too: both are one store file"
        : "two of these descriptions have the same URL: both are one store file",
      at: file.location(place))
  }
}

extension ExprSyntax {
  /// `own.copy() as! NSPersistentStoreDescription`
  fileprivate var isCopy: Bool {
    guard let call = withoutCast.call else { return false }
    return ["copy", "mutableCopy"].contains(call.name) && call.arguments.isEmpty
  }

  /// The URL of `NSPersistentStoreDescription(url: url)`, as written.
  fileprivate var describedURL: String? {
    guard let call, call.calledExpression.dottedName == "NSPersistentStoreDescription" else {
      return nil
    }
    return call.argument("url")?.trimmedDescription
  }
}

extension Syntax {
  /// Whether code sets the URL of a description, or gives it to other code that may.
  fileprivate func setsURL(of name: String) -> Bool {
    hasDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name, use.isValue
      else { return false }
      if let access = use.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id == ExprSyntax(use).id
      {
        return access.declName.baseName.text == "url"
          && access.parent?.as(ExprListSyntax.self)?.first?.id == ExprSyntax(access).id
      }
      guard let call = use.parent?.parent?.parent?.as(FunctionCallExprSyntax.self) else {
        return false
      }
      return call.name != "append"
    }
  }
}
