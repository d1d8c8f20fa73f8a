internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds settings of a store's description that come when the store is loaded already.
struct OptionAfterLoading: SourceRule {
  static let info = RuleInfo(
    id: "option-after-loading", group: .dataAccess, severity: .warning,
    summary: "the description of a store is changed after the store has been loaded",
    why:
      "'loadPersistentStores' opens the stores with what their descriptions say at that moment, and never looks at "
      + "them again: no history is kept, no notification is posted, another file stays open",
    fix: "change the description before 'loadPersistentStores' is called",
    limits:
      "only where both stand in one function, the setting behind the loading or in its completion handler, and nothing "
      + "loads again behind it",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        func open() -> NSPersistentContainer {
          let container = NSPersistentCloudKitContainer(name: "Notes")
          container.loadPersistentStores { _, error in show(error) }
          container.viewContext.automaticallyMergesChangesFromParent = true
          container.persistentStoreDescriptions.first?.↓setOption(
            true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
          return container
        }
        ---
        final class Stack {
          let container = NSPersistentContainer(name: "Notes")
          init(_ url: URL) {
            guard let description = container.persistentStoreDescriptions.first else { return }
            container.loadPersistentStores { _, error in show(error) }
            description.↓url = url
          }
        }
        ---
        final class Store {
          let container: NSPersistentContainer
          init(_ url: URL) {
            container = NSPersistentContainer(name: "Notes")
            let description = NSPersistentStoreDescription(url: url)
            container.persistentStoreDescriptions = [description]
            container.loadPersistentStores { _, error in show(error) }
            description.↓setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
          }
        }
        ---
        func open(_ container: NSPersistentContainer) {
          container.loadPersistentStores { description, error in
            description.↓shouldInferMappingModelAutomatically = false
            show(error)
          }
        }
        """,
      clean: """
        func open(_ url: URL) -> NSPersistentContainer {
          let container = NSPersistentCloudKitContainer(name: "Notes")
          container.persistentStoreDescriptions.first?.setOption(
            true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
          container.persistentStoreDescriptions.first?.url = url
          container.loadPersistentStores { _, error in show(error) }
          return container
        }
        ---
        func open(_ one: NSPersistentContainer, _ other: NSPersistentContainer) {
          one.loadPersistentStores { _, error in show(error) }
          other.persistentStoreDescriptions.first?.shouldMigrateStoreAutomatically = true
        }
        ---
        func open(_ container: NSPersistentContainer, _ url: URL) {
          container.loadPersistentStores { _, error in show(error) }
          let copy = NSPersistentStoreDescription(url: url)
          copy.isReadOnly = true
          container.persistentStoreDescriptions = [copy]
        }
        ---
        func reopen(_ container: NSPersistentContainer) {
          container.loadPersistentStores { _, error in
            guard error != nil else { return }
            container.persistentStoreDescriptions.first?.type = NSInMemoryStoreType
            container.loadPersistentStores { _, error in show(error) }
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr, .sequenceExpr]

  private static let settings: Set = [
    "cloudKitContainerOptions", "configuration", "isReadOnly", "shouldAddStoreAsynchronously",
    "shouldInferMappingModelAutomatically", "shouldMigrateStoreAutomatically", "type", "url",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard file.loadsManagedStores, !file.isTest, let (description, place) = node.storeSetting,
      let body = node.enclosingBody, body.isHandwritten,
      let load = description.load(before: node, in: body),
      !body.hasDescendant(where: { other in
        other.position > node.position
          && other.as(FunctionCallExprSyntax.self)?.name == "loadPersistentStores"
      })
    else { return }
    report(
      "the store is loaded in line \(file.location(load.nameNode).line ?? 0), so this comes too late and has no "
        + "effect", at: file.location(place))
  }
}

extension Syntax {
  /// The description that a call or an assignment changes, and the name of what is changed.
  fileprivate var storeSetting: (ExprSyntax, Syntax)? {
    if let call = self.as(FunctionCallExprSyntax.self) {
      guard call.name == "setOption", let receiver = call.receiver else { return nil }
      return (receiver.unwrapped, call.nameNode)
    }
    guard let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let target = terms.first?.unwrapped.as(MemberAccessExprSyntax.self), let base = target.base,
      OptionAfterLoading.isSetting(target.declName.baseName.text)
    else { return nil }
    return (base.unwrapped, Syntax(target.declName))
  }
}

extension OptionAfterLoading {
  fileprivate static func isSetting(_ member: String) -> Bool { settings.contains(member) }
}

extension ExprSyntax {
  /// The call that has loaded the store of this description when a statement runs.
  fileprivate func load(before place: Syntax, in body: Syntax) -> FunctionCallExprSyntax? {
    let own = self.as(DeclReferenceExprSyntax.self)
    // What the completion handler is given.
    if let own, let closure = place.enclosing(ClosureExprSyntax.self),
      closure.parameterNames.contains(own.baseName.text)
    {
      return closure.userCall.flatMap { $0.name == "loadPersistentStores" ? $0 : nil }
    }
    var made = self
    if let own {
      guard let value = own.givenDescription else { return nil }
      made = value
    }
    let given = own.flatMap { $0.containerGiven(made, in: body, before: place) }
    guard let container = given ?? made.describedContainer else { return nil }
    var found: FunctionCallExprSyntax?
    body.forEachDescendant { node in
      guard found == nil, let call = node.as(FunctionCallExprSyntax.self),
        call.name == "loadPersistentStores", call.position < place.position,
        call.receiver?.lastName == container,
        call.enclosing(CodeBlockItemListSyntax.self)?.contains(place) ?? false
      else { return found == nil }
      found = call
      return false
    }
    return found
  }

  /// `container` of `container.persistentStoreDescriptions.first`.
  private var describedContainer: String? {
    var node = unwrapped
    for _ in 0..<6 {
      if let access = node.as(MemberAccessExprSyntax.self), let base = access.base {
        if access.declName.baseName.text == "persistentStoreDescriptions" { return base.lastName }
        node = base.unwrapped
      } else if let element = node.as(SubscriptCallExprSyntax.self) {
        node = element.calledExpression.unwrapped
      } else {
        return nil
      }
    }
    return nil
  }
}

extension DeclReferenceExprSyntax {
  /// What a variable was given: `if let description = container.persistentStoreDescriptions.first`.
  fileprivate var givenDescription: ExprSyntax? {
    guard case .local(_, let value?)? = nameOrigin else { return nil }
    return value.unwrapped
  }

  /// `container` of `container.persistentStoreDescriptions = [description]`, for a description that the function
  /// makes itself.
  fileprivate func containerGiven(
    _ made: ExprSyntax, in body: Syntax, before place: Syntax
  ) -> String? {
    guard made.call?.name == "NSPersistentStoreDescription" else { return nil }
    var found: [String] = []
    body.forEachDescendant { node in
      guard node.position < place.position else { return false }
      let target: ExprSyntax?
      let value: ExprSyntax?
      if let terms = node.as(ExprListSyntax.self), terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
      {
        (target, value) = (terms.first, terms.last)
      } else if let call = node.as(FunctionCallExprSyntax.self), call.name == "append" {
        (target, value) = (call.receiver, call.arguments.onlyElement?.expression)
      } else {
        return true
      }
      if let access = target?.unwrapped.as(MemberAccessExprSyntax.self),
        access.declName.baseName.text == "persistentStoreDescriptions",
        let name = access.base?.lastName, value?.mentions([baseName.text]) ?? false
      {
        found.append(name)
      }
      return true
    }
    return found.count == 1 ? found[0] : nil
  }
}
