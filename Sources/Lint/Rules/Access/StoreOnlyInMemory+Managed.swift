internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// The same of Core Data: its only container is given a store in memory, whatever happens.
extension StoreOnlyInMemory {
  func checkManaged(_ lint: LintContext, _ report: RuleReport) {
    let parts = Dictionary(grouping: lint.flows.managedStores, by: \.kind)
    let memory = parts[.memory] ?? []
    guard parts[.container]?.count == 1, parts[.other] == nil, !memory.isEmpty,
      (parts[.description] ?? []).count <= memory.count, lint.containers.isEmpty, lint.hasStart(),
      let first = memory.map(\.location).min(by: { $0.precedes($1) })
    else { return }
    report(
      "the app's only store is kept in memory: what users enter is gone when it quits", at: first,
      help: "leave the type and the URL of the store's description as they are outside of previews "
        + "and tests")
  }
}

extension ObjectFlows {
  /// What the app says of its stores of Core Data, beside previews and tests.
  struct ManagedStore: Sendable, Codable {
    enum Kind: String, Sendable, Codable {
      case container
      /// A description without any setting.
      case description
      /// One that is kept in memory, whatever happens.
      case memory
      /// One on disk, or under conditions that only a run knows.
      case other
    }
    var kind: Kind
    var location: Location
  }
}

extension FlowReader {
  /// `NSPersistentContainer(…)`, `NSPersistentStoreDescription()`, `addPersistentStore(…)`
  mutating func noteManagedStore(_ call: FunctionCallExprSyntax) {
    let kind: ObjectFlows.ManagedStore.Kind
    switch call.name {
    case "NSPersistentContainer", "NSPersistentCloudKitContainer": kind = .container
    case "NSPersistentStoreDescription":
      kind =
        call.arguments.isEmpty
        ? .description : call.isPlainMemory(call.argument("url")) ? .memory : .other
    case "addPersistentStore":
      kind = call.isPlainMemory(call.argument("ofType") ?? call.argument("type")) ? .memory : .other
    default: return
    }
    note(kind, Syntax(call))
  }

  /// `description.type = NSInMemoryStoreType`, `description.url = URL(fileURLWithPath: "/dev/null")`
  mutating func noteManagedStore(_ terms: SequenceExprSyntax) {
    guard terms.elements.count == 3,
      let target = terms.elements.first?.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
      ["persistentStoreDescriptions", "type", "url"].contains(target),
      terms.elements.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let value = terms.elements.last
    else { return }
    guard target != "persistentStoreDescriptions" else {
      if terms.isUnderCondition { note(.other, Syntax(terms)) }
      return
    }
    let isMemory = value.hasDescendant { $0.saysManagedMemory } || Syntax(value).saysManagedMemory
    guard isMemory else {
      if value.mentions(["NSSQLiteStoreType"]) { note(.other, Syntax(terms)) }
      return
    }
    note(terms.isForTheOnlyStore ? .memory : .other, Syntax(terms))
  }

  private mutating func note(_ kind: ObjectFlows.ManagedStore.Kind, _ node: Syntax) {
    guard !file.isTest, !file.isOfExtension, !node.isOfPreviews else { return }
    flows.managedStores.append(.init(kind: kind, location: file.location(node)))
  }
}

extension SyntaxProtocol {
  /// Whether an argument says that the store is in memory, and nothing decides whether it is reached.
  fileprivate func isPlainMemory(_ argument: ExprSyntax?) -> Bool {
    guard let argument, !isUnderCondition else { return false }
    return Syntax(argument).saysManagedMemory
      || argument.hasDescendant { $0.saysManagedMemory }
  }

  /// Whether the code that makes the container says it, or what gives the description.
  fileprivate var isForTheOnlyStore: Bool {
    guard !isUnderCondition else { return false }
    var node = Syntax(self)
    while let next = node.parent {
      let type: TypeSyntax?
      let name =
        next.as(FunctionDeclSyntax.self)?.name.text ?? next.as(PatternBindingSyntax.self)?.name
      if let name = name?.lowercased(),
        ["emergency", "fallback", "temporary"].contains(where: name.contains)
      {
        return false
      }
      if let function = next.as(FunctionDeclSyntax.self) {
        type = function.signature.returnClause?.type
      } else if let binding = next.as(PatternBindingSyntax.self),
        binding.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) ?? false
      {
        type = binding.typeAnnotation?.type
      } else if next.is(InitializerDeclSyntax.self) {
        type = nil
      } else if next.is(MemberBlockSyntax.self) {
        return false
      } else {
        node = next
        continue
      }
      return type?.mentions(["NSPersistentStoreDescription"]) ?? false
        || next.hasDescendant { part in
          ["NSPersistentContainer", "NSPersistentCloudKitContainer"].contains(
            part.as(FunctionCallExprSyntax.self)?.name)
        }
    }
    return false
  }

  /// Whether something decides whether the code runs: a branch, a failure, or who calls a closure.
  fileprivate var isUnderCondition: Bool {
    var node = Syntax(self)
    while let next = node.parent, !next.is(MemberBlockSyntax.self) {
      switch next.kind {
      case .ifExpr, .switchExpr, .guardStmt, .catchClause, .ternaryExpr, .unresolvedTernaryExpr,
        .ifConfigDecl:
        return true
      case .closureExpr:
        // `lazy var container = { … }()`
        guard
          next.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id
            == next.as(ExprSyntax.self)?.id
        else { return true }
      default: break
      }
      node = next
    }
    return false
  }
}
