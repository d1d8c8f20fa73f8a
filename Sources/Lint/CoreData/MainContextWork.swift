internal import StoreModel
internal import SwiftSyntax

/// A call of a function on another thread, which may work with the main thread's context.
struct ThreadCall: Sendable, Codable {
  /// With the type that it belongs to: `Store.clean`.
  var name: String
  /// Where it runs, in words.
  var place: String
  var location: Location
  var labels: [String] = []
}

extension FunctionDeclSyntax {
  /// `Store.clean` of a function that works with the main thread's context, outside of its `perform`.
  func workOnMain(in file: LintFile) -> String? {
    guard !file.isTest, !file.ask(.usesCoreData).isEmpty, worksOnMain(in: file, Self.mostSteps)
    else { return nil }
    return ownerName.map { "\($0).\(name.text)" } ?? name.text
  }

  /// The same of a function that takes a context and works with the main thread's one where it is given
  /// none, with the label: `func all(in context: NSManagedObjectContext = Stack.shared.viewContext)`.
  func workOnMainByDefault(in file: LintFile) -> (name: String, label: String)? {
    guard !file.isTest, let body, body.isHandwritten, attribute("MainActor") == nil,
      let parameter = signature.parameterClause.parameters.first(where: {
        WrittenType($0.type)?.name == "NSManagedObjectContext" && $0.firstName.text != "_"
      }), let given = parameter.defaultValue?.value
    else { return nil }
    let name = (parameter.secondName ?? parameter.firstName).text
    let other = given.is(NilLiteralExprSyntax.self) ? body.standIn(for: name) : given
    let isMain = other.map { file.queue(of: $0) == .main || $0.lastName == "viewContext" }
    guard isMain ?? body.worksOnMain(without: name, in: file) else { return nil }
    let isUsed = body.hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self),
        let context = call.queueBoundContext(file)?.unwrapped.as(DeclReferenceExprSyntax.self)
      else { return false }
      return context.baseName.text == name && call.performCall == nil
    }
    guard isUsed else { return nil }
    return (
      ownerName.map { "\($0).\(self.name.text)" } ?? self.name.text, parameter.firstName.text
    )
  }

  private static let mostSteps = 3

  /// Whether it, or a function of its file that it calls, does so.
  private func worksOnMain(in file: LintFile, _ steps: Int) -> Bool {
    guard steps > 0, let body, body.isHandwritten, attribute("MainActor") == nil else {
      return false
    }
    // What is done where no context is given says nothing about callers that give one.
    let contexts = Set(
      signature.parameterClause.parameters.filter {
        WrittenType($0.type)?.name == "NSManagedObjectContext"
      }.map { ($0.secondName ?? $0.firstName).text })
    // Whoever gives one, as `workOnMainByDefault` has it, is spared: `let context = context ?? viewContext`.
    guard !contexts.contains(where: { body.standIn(for: $0) != nil }) else { return false }
    var isFound = false
    body.forEachDescendant { node in
      guard !isFound, !node.returnsToMain, !node.isLeft(to: contexts) else { return false }
      guard let call = node.as(FunctionCallExprSyntax.self) else { return true }
      if call.isPerform || call.otherThread != nil { return false }
      // A default that callers may replace says nothing about them.
      if let context = call.queueBoundContext(file), file.queue(of: context) == .main {
        isFound = true
      } else if call.isOfSameType, let called = call.functionOfFile, called.id != id {
        isFound = called.worksOnMain(in: file, steps - 1)
      }
      return !isFound
    }
    return isFound
  }
}

extension FunctionDeclSyntax {
  /// The calls of an async function that is bound to no actor: it never runs on the main thread, nor does what it
  /// calls without waiting for it.
  func callsOnNoActor(in file: LintFile) -> [ThreadCall] {
    guard !file.isTest, signature.effectSpecifiers?.asyncSpecifier != nil, let body,
      body.isHandwritten, !file.ask(.usesCoreData).isEmpty,
      !modifiers.contains(where: { $0.detail?.detail.text == "nonsending" }), isOnNoActor(file)
    else { return [] }
    let types = TypeReader(file: file)
    let place = "by the async function '\(name.text)', which is bound to no actor"
    var found: [ThreadCall] = []
    body.statements.forEachDescendant { node in
      if node.leavesThread { return false }
      guard let call = node.as(FunctionCallExprSyntax.self) else { return true }
      if call.isPerform || call.otherThread != nil { return false }
      // What is waited for may go to the main actor by itself.
      if call.enclosing(AwaitExprSyntax.self) == nil, let name = call.nameWithOwner(types) {
        found.append(
          .init(
            name: name, place: place, location: file.location(call.nameNode),
            labels: call.arguments.compactMap(\.label?.text)))
      }
      return true
    }
    return found
  }
}

extension SyntaxProtocol {
  /// Whether it is the block for the case that none of these contexts was given:
  /// `if let context {…} else {…}`, `guard let context else {…}`, `if context == nil {…}`.
  fileprivate func isLeft(to names: Set<String>) -> Bool {
    guard !names.isEmpty, let block = self.as(CodeBlockSyntax.self), let parent = block.parent
    else { return false }
    if let choice = parent.as(GuardStmtSyntax.self) {
      return choice.conditions.contains { $0.asks(for: names, with: "!=") }
    }
    guard let choice = parent.as(IfExprSyntax.self) else { return false }
    let isBody = choice.body.id == block.id
    return choice.conditions.contains { $0.asks(for: names, with: isBody ? "==" : "!=") }
  }
}

extension ConditionElementSyntax {
  /// Whether it is true with one of these values (`!=`), or without it (`==`).
  fileprivate func asks(for names: Set<String>, with comparison: String) -> Bool {
    switch condition {
    case .optionalBinding(let binding):
      let name =
        binding.initializer?.value.lastName
        ?? binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      return comparison == "!=" && name.map(names.contains) ?? false
    case .expression(let expression):
      guard let terms = expression.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        let name = terms.first?.lastName, names.contains(name),
        terms.last?.is(NilLiteralExprSyntax.self) ?? false
      else { return false }
      return terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text == comparison
    default: return false
    }
  }
}

extension CodeBlockSyntax {
  /// Whether it works with the main thread's context where it is given none.
  fileprivate func worksOnMain(without name: String, in file: LintFile) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self),
        let context = call.queueBoundContext(file), file.queue(of: context) == .main
      else { return false }
      var place = Syntax(call)
      while let outer = place.parent, outer.id != id {
        if outer.isLeft(to: [name]) { return true }
        place = outer
      }
      return false
    }
  }

  /// `Stack.shared.viewContext` of `let context = context ?? Stack.shared.viewContext`.
  fileprivate func standIn(for name: String) -> ExprSyntax? {
    var found: ExprSyntax?
    forEachDescendant { node in
      guard found == nil, let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        terms.first?.lastName == name,
        terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
      else { return found == nil }
      found = terms.last
      return false
    }
    return found
  }
}

extension FunctionCallExprSyntax {
  /// `clean()`, `self.clean()`.
  fileprivate var isOfSameType: Bool {
    guard let access = calledExpression.as(MemberAccessExprSyntax.self) else { return true }
    return ["self", "Self"].contains(access.base?.dottedName)
  }

  /// The calls in the closure of the call, where that runs on a thread of no context, or on the queue of a
  /// background one.
  func threadCalls(in file: LintFile) -> [ThreadCall] {
    if let call = remoteChangeCall(in: file) { return [call] }
    guard !file.isTest, !file.ask(.usesCoreData).isEmpty, let work = foreignWork(in: file),
      !work.isGuess,
      let closure = lastClosure, closure.isHandwritten,
      !closure.isOnMainActor
    else { return [] }
    let types = TypeReader(file: file)
    var found: [ThreadCall] = []
    closure.statements.forEachDescendant { node in
      if node.returnsToMain { return false }
      guard let call = node.as(FunctionCallExprSyntax.self) else { return true }
      if call.isPerform || call.otherThread != nil { return false }
      // What is waited for may go to the main actor by itself.
      guard !(call.parent?.is(AwaitExprSyntax.self) ?? false), let name = call.nameWithOwner(types)
      else { return true }
      found.append(
        .init(
          name: name, place: work.place, location: file.location(call.nameNode),
          labels: call.arguments.compactMap(\.label?.text)))
      return true
    }
    return found
  }

  /// The method that hears of remote changes:
  /// `center.addObserver(self, selector: #selector(merge), name: .NSPersistentStoreRemoteChange, object: nil)`.
  private func remoteChangeCall(in file: LintFile) -> ThreadCall? {
    guard hearsOfRemoteChange, !file.isTest, !file.ask(.usesCoreData).isEmpty,
      arguments.first?.expression.isSelfName ?? false, let owner = ownerName,
      let selector = argument("selector")?.as(MacroExpansionExprSyntax.self),
      let method = selector.arguments.first?.expression.selectedMethod
    else { return nil }
    return ThreadCall(
      name: "\(owner).\(method)", place: Self.remoteChange, location: file.location(selector))
  }

  /// `Store.clean` of `clean()`, `self.clean()`, `Store.clean()`, `Store.shared.clean()`, `store.clean()`.
  func nameWithOwner(_ types: TypeReader) -> String? {
    guard name.first?.isLowercase ?? false else { return nil }
    guard let access = calledExpression.as(MemberAccessExprSyntax.self) else {
      guard calledExpression.is(DeclReferenceExprSyntax.self) else { return nil }
      return ownerName.map { "\($0).\(name)" } ?? name
    }
    let owner =
      access.ownerOfMember ?? access.sharedOwner
      ?? access.base.flatMap { base in
        types.type(of: base).flatMap { $0.isList ? nil : $0.name }
      }
    return owner.map { "\($0).\(name)" }
  }
}

extension ExprSyntax {
  /// `merge` of `merge`, `merge(_:)`, `self.merge` and `Store.merge(_:)`.
  fileprivate var selectedMethod: String? {
    self.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? self.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }
}

extension MemberAccessExprSyntax {
  /// `Store` of `Store.sharedStore.clean`: what such a property gives is one of its type.
  fileprivate var sharedOwner: String? {
    guard let shared = base?.unwrapped.as(MemberAccessExprSyntax.self),
      ["shared", "default", "instance"].contains(where: shared.declName.baseName.text.hasPrefix),
      let owner = shared.base?.dottedName?.lastPart, owner.first?.isUppercase ?? false
    else { return nil }
    return owner
  }
}

extension ContextAcrossTasks {
  /// Functions that work with the main thread's context and are called on another one.
  func checkCalls(_ lint: LintContext, _ report: RuleReport) {
    let code = lint.coreData.code
    for call in code.threadCalls {
      guard let worker = code.defaultWorkers.first(where: { $0.name == call.name }),
        !call.labels.contains(worker.label)
      else { continue }
      report(
        "'\(call.name.lastPart)' works with the main thread's context where it is given none, and is called "
          + call.place, at: call.location,
        help: "hand over the context of the block with '\(worker.label):'")
    }
    for call in code.threadCalls where code.mainWorkers.contains(call.name) {
      report(
        "'\(call.name.lastPart)' works with the main thread's context, and is called \(call.place)",
        at: call.location,
        help: "let it take a context, or do its work inside 'perform' of the one it uses")
    }
  }
}
