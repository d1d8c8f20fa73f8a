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
  /// Whether only what the code does besides says so.
  var isGuess = false
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

  /// Whether it, or a function or property of its file that it asks, does so.
  fileprivate func worksOnMain(in file: LintFile, _ steps: Int) -> Bool {
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
    return Syntax(body).worksOnMain(in: file, steps, without: contexts)
  }
}

extension VariableDeclSyntax {
  /// `Store.viewer` of a computed property that works with the main thread's context:
  /// `var viewer: Viewer? { try? container.viewContext.fetch(request).first }`.
  func workOnMain(in file: LintFile) -> String? {
    guard !file.isTest, let name = bindings.first?.name, let owner = ownerName, name != "body",
      !file.ask(.usesCoreData).isEmpty, worksOnMain(in: file, 2)
    else { return nil }
    return "\(owner).\(name)"
  }

  fileprivate func worksOnMain(in file: LintFile, _ steps: Int) -> Bool {
    guard steps > 0, let getter = bindings.onlyElement?.accessorBlock, getter.isHandwritten,
      attribute("MainActor") == nil
    else { return false }
    return Syntax(getter).worksOnMain(in: file, steps, without: [])
  }
}

extension Syntax {
  /// Whether code works with the main thread's context where it runs itself, or asks what does.
  ///
  /// - Parameter contexts: those that callers give it; what is done without them says nothing about these.
  fileprivate func worksOnMain(
    in file: LintFile, _ steps: Int, without contexts: Set<String>
  ) -> Bool {
    var isFound = false
    forEachDescendant { node in
      guard !isFound, !node.returnsToMain, !node.isLeft(to: contexts) else { return false }
      if node.getterOfFile?.worksOnMain(in: file, steps - 1) ?? false { isFound = true }
      guard let call = node.as(FunctionCallExprSyntax.self) else { return !isFound }
      if call.isPerform || call.otherThread != nil { return false }
      // A default that callers may replace says nothing about them.
      if let context = call.queueBoundContext(file), file.queue(of: context) == .main {
        isFound = true
      } else if call.isOfSameType, let called = call.functionOfFile, !called.contains(self) {
        isFound = called.worksOnMain(in: file, steps - 1)
      }
      return !isFound
    }
    return isFound
  }

  /// The computed property of the type around the code that is read: `viewer`, `self.viewer`.
  private var getterOfFile: VariableDeclSyntax? {
    let name: DeclReferenceExprSyntax
    if let access = self.as(MemberAccessExprSyntax.self) {
      guard access.base?.isSelfName ?? false else { return nil }
      name = access.declName
    } else if let own = self.as(DeclReferenceExprSyntax.self),
      !(own.parent?.is(MemberAccessExprSyntax.self) ?? false) || own.isValue
    {
      name = own
    } else {
      return nil
    }
    guard let binding = ownGetter(name), !binding.contains(self) else { return nil }
    return binding.parent?.parent?.as(VariableDeclSyntax.self)
  }

  private func ownGetter(_ name: DeclReferenceExprSyntax) -> PatternBindingSyntax? {
    guard let owner = ownerName, name.baseName.text.first?.isLowercase ?? false,
      let binding = sourceFile?.binding(name.baseName.text, of: owner),
      binding.accessorBlock != nil
    else { return nil }
    if parent?.is(MemberAccessExprSyntax.self) ?? false || self.is(MemberAccessExprSyntax.self) {
      return binding
    }
    if case .property? = name.nameOrigin { return binding }
    return nil
  }
}

extension FunctionDeclSyntax {
  /// The calls of an async function that is bound to no actor: it never runs on the main thread, nor does what it
  /// calls without waiting for it.
  func callsOnNoActor(in file: LintFile) -> [ThreadCall] {
    guard !file.isTest, signature.effectSpecifiers?.asyncSpecifier != nil, let body,
      body.isHandwritten, !file.ask(.usesCoreData).isEmpty,
      !modifiers.contains(where: { $0.detail?.detail.text == "nonsending" }), isOnNoActor(file)
    else { return ownThreadCalls(in: file) }
    let place = "by the async function '\(name.text)', which is bound to no actor"
    return Syntax(body.statements).calls(running: place, in: file) { $0.leavesThread }
  }
}

extension Syntax {
  /// What code calls and reads that runs in a place, but for what goes elsewhere.
  func calls(
    running place: String, in file: LintFile, leaving: (Syntax) -> Bool
  ) -> [ThreadCall] {
    let types = TypeReader(file: file)
    var found: [ThreadCall] = []
    forEachDescendant { node in
      if leaving(node) { return false }
      // What is waited for may go to the main actor by itself.
      if let read = node.readMember(types), !isWaitedFor(node) {
        let member = node.as(MemberAccessExprSyntax.self).map { Syntax($0.declName) } ?? node
        found.append(.init(name: read, place: place, location: file.location(member)))
      }
      guard let call = node.as(FunctionCallExprSyntax.self) else { return true }
      if call.isPerform || call.otherThread != nil { return false }
      if !isWaitedFor(node), let name = call.nameWithOwner(types) {
        found.append(
          .init(
            name: name, place: place, location: file.location(call.nameNode),
            labels: call.arguments.compactMap(\.label?.text)))
      }
      return true
    }
    return found
  }

  /// Whether code in here waits for a call: not with an `await` that stands around all of it.
  private func isWaitedFor(_ node: Syntax) -> Bool {
    node.enclosing(AwaitExprSyntax.self).map { contains(Syntax($0)) } ?? false
  }

  /// `Store.viewer` of `self.viewer`, `Store.shared.viewer` and `store.viewer`.
  private func readMember(_ types: TypeReader) -> String? {
    if let name = self.as(DeclReferenceExprSyntax.self) {
      guard name.baseName.text.first?.isLowercase ?? false,
        name.parent?.as(MemberAccessExprSyntax.self)?.declName.id != name.id,
        name.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id != ExprSyntax(name).id,
        case .property(let binding, let owner)? = name.nameOrigin, binding.accessorBlock != nil
      else { return nil }
      return "\(owner).\(name.baseName.text)"
    }
    guard let access = self.as(MemberAccessExprSyntax.self), let base = access.base,
      access.declName.baseName.text.first?.isLowercase ?? false,
      access.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id != ExprSyntax(access).id
    else { return nil }
    let owner =
      access.ownerOfMember ?? access.sharedOwner
      ?? types.type(of: base).flatMap { $0.isList ? nil : $0.name }
    return owner.map { "\($0).\(access.declName.baseName.text)" }
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
    if let call = selectorCall(in: file) { return [call] }
    guard !file.isTest, let closure = lastClosure, closure.isHandwritten, !closure.isOnMainActor,
      !file.ask(.usesCoreData).isEmpty
    else { return [] }
    let place: String
    if let work = foreignWork(in: file) {
      guard !work.isGuess else { return [] }
      place = work.place
    } else if hopsFromAnswer(closure, in: file) {
      place = "where '\(name)' answers, and only another part of this work goes to the main thread"
      return Syntax(closure.statements).calls(running: place, in: file) { $0.leavesThread }
        .map { call in
          var call = call
          call.isGuess = true
          return call
        }
    } else {
      return []
    }
    return Syntax(closure.statements).calls(running: place, in: file) { $0.returnsToMain }
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
        help: "let it take a context, or do its work inside 'perform' of the one it uses",
        certainty: call.isGuess ? Self.hopCertainty : .certain)
    }
  }
}
