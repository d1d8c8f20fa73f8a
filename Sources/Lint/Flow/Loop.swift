internal import SwiftSyntax

/// A loop: `for note in notes { … }`, `while let note = notes.popLast() { … }`, `repeat { … }`, or a
/// method of a collection that calls its closure for each element.
struct Loop {
  /// What is looped over; the condition of `while` and `repeat`.
  let sequence: ExprSyntax
  /// The names that stand for an element.
  let names: Set<String>
  let body: CodeBlockItemListSyntax
  /// `while` and `repeat`, which may end for what they find.
  let isConditional: Bool
  /// Whether `for await` waits for each element.
  let isAwaited: Bool

  /// `note` of `for (index, note) in …` and of `{ index, note in … }`.
  private(set) var secondName: String?

  /// The kinds of nodes that may be loops.
  static let nodes: [SyntaxKind] = [.forStmt, .whileStmt, .repeatStmt, .functionCallExpr]

  /// The methods that run their closure for every element, whatever it returns.
  static let complete: Set = ["forEach", "map", "compactMap", "flatMap", "filter", "reduce"]

  /// Those that run their closure for pairs of elements, more often than there are elements.
  static let comparing: Set = ["sort", "sorted", "min", "max"]

  /// Nil for anything else, and for bodies no person wrote.
  ///
  /// - Parameter calls: the methods of a collection that count as loops over it.
  init?(_ node: Syntax, calls: Set<String> = ["forEach"]) {
    isConditional = node.is(WhileStmtSyntax.self) || node.is(RepeatStmtSyntax.self)
    isAwaited = node.as(ForStmtSyntax.self)?.awaitKeyword != nil
    if let loop = node.as(ForStmtSyntax.self) {
      sequence = loop.sequence
      names = loop.pattern.boundNames
      secondName = loop.pattern.as(TuplePatternSyntax.self)?.elements.last?.pattern.boundNames.first
      body = loop.body.statements
    } else if let loop = node.as(WhileStmtSyntax.self) {
      guard let first = loop.conditions.first else { return nil }
      let bindings = loop.conditions.compactMap {
        $0.condition.as(OptionalBindingConditionSyntax.self)
      }
      guard let value = bindings.first?.initializer?.value ?? first.condition.as(ExprSyntax.self)
      else { return nil }
      sequence = value
      names = bindings.reduce(into: loop.body.statements.steppedNames) {
        $0.formUnion($1.pattern.boundNames)
      }
      body = loop.body.statements
    } else if let loop = node.as(RepeatStmtSyntax.self) {
      sequence = loop.condition
      names = loop.body.statements.steppedNames
      body = loop.body.statements
    } else if let call = node.as(FunctionCallExprSyntax.self), calls.contains(call.name),
      !call.isOfPublisher, let receiver = call.receiver ?? call.ownList,
      let closure = call.trailingClosure
        ?? call.arguments.first?.expression.as(ClosureExprSyntax.self)
    {
      sequence = receiver
      let given = closure.parameterNames
      names =
        if call.name == "reduce" {
          given.isEmpty ? ["$1"] : Set(given.suffix(1))
        } else if Self.comparing.contains(call.name) {
          given.isEmpty ? ["$0", "$1"] : Set(given)
        } else {
          given.isEmpty ? ["$0"] : Set(given)
        }
      if call.name != "reduce", !Self.comparing.contains(call.name), given.count == 2 {
        secondName = given[1]
      }
      body = closure.statements
    } else {
      return nil
    }
    guard body.isHandwritten else { return nil }
  }

  /// The loop of a method that is given a function by its name: `notes.forEach(store.add)`. Its body is
  /// elsewhere.
  init?(reference call: FunctionCallExprSyntax) {
    guard call.functionForEach != nil, let receiver = call.receiver else { return nil }
    (sequence, names, body) = (receiver, ["$0"], [])
    (isConditional, isAwaited) = (false, false)
  }

  /// The name of the element, when it has exactly one.
  var name: String? { names.count == 1 ? names.first : nil }

  /// Whether other work of an iteration, such as a download, takes longer than any fetch.
  var waits: Bool {
    if isFilledByWaiting { return true }
    return body.hasDescendant { node in
      if node.as(FunctionCallExprSyntax.self)?.beginsRequest ?? false { return true }
      guard let wait = node.as(AwaitExprSyntax.self) else { return false }
      // What stands in the closure is looked at by itself.
      if wait.isHop { return false }
      // Waiting for a context of Core Data is what its work takes.
      guard let call = wait.expression.call else { return true }
      return !call.isPerform && !["fetch", "fetchCount", "save"].contains(call.name)
    }
  }

  /// Whether a loop before has waited for each element: `for url in urls { pages.append(try await load(url)) }`.
  var isFilledByWaiting: Bool {
    guard !isConditional, let name = sequence.unwrapped.as(DeclReferenceExprSyntax.self),
      case .local? = name.nameOrigin, let around = name.enclosingBody, around.isHandwritten
    else { return false }
    return around.hasDescendant { node in
      guard let other = node.as(ForStmtSyntax.self), other.endPosition < sequence.position,
        let loop = Loop(node)
      else { return false }
      let fills = loop.body.hasDescendant { part in
        guard let call = part.as(FunctionCallExprSyntax.self) else { return false }
        return call.name == "append" && call.receiver?.lastName == name.baseName.text
      }
      return fills && loop.waits
    }
  }

  /// Whether each turn waits for what is done with a file or page of its own: `for url in urls`.
  var readsFiles: Bool {
    let isOfURLs = sequence.unwrapped.lastName?.lowercased().hasSuffix("urls") ?? false
    return isOfURLs && body.hasDescendant { $0.is(AwaitExprSyntax.self) }
  }

  /// Reads page by page, or goes on for as long as it finds something.
  var isPaging: Bool {
    guard isConditional else { return false }
    return body.mentions(["fetchOffset", "isCancelled", "sleep"])
  }

  /// The element's names, and what the body makes of them.
  var changingNames: Set<String> {
    var result = names.union(body.steppedNames)
    body.forEachDescendant { node in
      if let binding = node.as(PatternBindingSyntax.self), let name = binding.name,
        binding.initializer?.mentions(result) ?? false
      {
        result.insert(name)
      } else if let binding = node.as(OptionalBindingConditionSyntax.self),
        binding.initializer?.mentions(result) ?? false
      {
        result.formUnion(binding.pattern.boundNames)
      } else {
        result.formUnion(node.namesMatched(in: result))
      }
      return true
    }
    return result
  }

  /// The calls that run in every iteration: not those of inner loops and of closures that are kept
  /// for later.
  func forEachCall(_ visit: (FunctionCallExprSyntax) -> Void) {
    forEachNode { if let call = $0.as(FunctionCallExprSyntax.self) { visit(call) } }
  }

  /// The same for all nodes.
  func forEachNode(_ visit: (Syntax) -> Void) {
    body.forEachDescendant { node in
      // `case .delete(let id)` names a case, and calls nothing.
      if node.is(ForStmtSyntax.self) || node.is(FunctionDeclSyntax.self)
        || node.is(ExpressionPatternSyntax.self) || node.is(WhileStmtSyntax.self)
        || node.is(RepeatStmtSyntax.self)
      {
        return false
      }
      // What one case of many does, is done for few elements.
      if node.is(SwitchCaseListSyntax.self),
        node.parent?.as(SwitchExprSyntax.self)?.isOfManyCases ?? false
      {
        return false
      }
      if let closure = node.as(ClosureExprSyntax.self) { return closure.runsEachTurn }
      if node.as(FunctionCallExprSyntax.self).map(runsRarely) != true { visit(node) }
      return true
    }
  }
}

extension AwaitExprSyntax {
  /// Whether it only waits for code that stands here to run on another thread: `Task { … }.value`,
  /// `MainActor.run { … }`.
  var isHop: Bool {
    if let call = expression.call {
      let actor = call.receiver?.lastName ?? ""
      return call.name == "run" && actor.first?.isUppercase ?? false && actor.hasSuffix("Actor")
    }
    let value = expression.unwrapped.as(MemberAccessExprSyntax.self)
    return value?.base?.call?.isWaitedTask ?? false
  }
}

extension FunctionCallExprSyntax {
  /// `Task { … }` of `try await Task { … }.value`: it has run when the code goes on.
  var isWaitedTask: Bool {
    guard ["Task", "detached"].contains(name), lastClosure != nil,
      let access = parent?.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "value"
    else { return false }
    return access.base?.id == ExprSyntax(self).id
  }

  /// What only publishers of Combine have, and lists do not.
  private static let publishing: Set = [
    "debounce", "eraseToAnyPublisher", "publisher", "receive", "sink",
    "throttle",
  ]

  /// Whether the values come one by one, whenever there is one: `$query.debounce(…).map { … }.sink { … }`.
  fileprivate var isOfPublisher: Bool {
    var before = receiver
    for _ in 0..<16 {
      guard let call = before?.call else { break }
      if Self.publishing.contains(call.name) { return true }
      before = call.receiver
    }
    if let name = before?.lastName,
      name.hasPrefix("$") && name.dropFirst().first?.isLetter ?? false
        || ["Publisher", "publisher", "Subject", "subject"].contains(where: name.hasSuffix)
    {
      return true
    }
    var behind = Syntax(self)
    for _ in 0..<16 {
      guard let access = behind.parent?.as(MemberAccessExprSyntax.self),
        access.base.map({ Syntax($0).id == behind.id }) ?? false,
        let call = access.parent?.as(FunctionCallExprSyntax.self)
      else { return false }
      if Self.publishing.contains(call.name) { return true }
      behind = Syntax(call)
    }
    return false
  }

  /// What stands for the list in an extension of lists, where nothing is before the dot: `map { … }`.
  fileprivate var ownList: ExprSyntax? {
    guard calledExpression.is(DeclReferenceExprSyntax.self),
      let type = enclosingType?.as(ExtensionDeclSyntax.self)?.extendedType,
      type.is(ArrayTypeSyntax.self)
        || ["Array", "Collection", "Sequence", "Set"].contains(where: {
          type.dottedName?.hasSuffix($0) ?? false
        })
    else { return nil }
    return calledExpression
  }
}

extension ClosureExprSyntax {
  /// Whether it runs once for each call it is handed to: `group.addTask { … }`, `autoreleasepool { … }`.
  var runsEachTurn: Bool {
    runsWithinCall
      || ["addTask", "addTaskUnlessCancelled", "Task", "detached"].contains(userCall?.name ?? "")
  }
}

extension CodeBlockItemListSyntax {
  /// Names that are counted up or down, or taken from a list: `index += 1`, `let id = ids[index]`.
  var steppedNames: Set<String> {
    var result: Set<String> = []
    forEachDescendant { node in
      if let terms = node.as(SequenceExprSyntax.self)?.elements,
        ["+=", "-="].contains(
          terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""),
        let name = terms.first?.as(DeclReferenceExprSyntax.self)
      {
        result.insert(name.baseName.text)
      } else if let binding = node.as(PatternBindingSyntax.self), let name = binding.name,
        let value = binding.initializer?.value.call,
        ["removeFirst", "removeLast", "popFirst", "popLast", "next", "dequeue"].contains(value.name)
      {
        result.insert(name)
      } else if let binding = node.as(OptionalBindingConditionSyntax.self),
        let value = binding.initializer?.value.call,
        ["popFirst", "popLast", "next", "dequeue"].contains(value.name)
      {
        result.formUnion(binding.pattern.boundNames)
      }
      return true
    }
    return result
  }
}

extension PatternSyntax {
  /// The names a pattern binds: two of `(index, note)`.
  var boundNames: Set<String> {
    if let name = self.as(IdentifierPatternSyntax.self) { return [name.identifier.text] }
    var names: Set<String> = []
    forEachDescendant { node in
      if let name = node.as(IdentifierPatternSyntax.self) { names.insert(name.identifier.text) }
      return true
    }
    return names
  }
}

extension Syntax {
  /// The names that a `switch`, `if case` or inner loop over something of the given names binds:
  /// `case .note(let note)` of `switch item`.
  fileprivate func namesMatched(in names: Set<String>) -> Set<String> {
    if let choice = self.as(SwitchExprSyntax.self), choice.subject.mentions(names) {
      return choice.cases.reduce(into: []) { result, part in
        guard let label = part.as(SwitchCaseSyntax.self)?.label.as(SwitchCaseLabelSyntax.self)
        else {
          return
        }
        for item in label.caseItems { result.formUnion(item.pattern.boundNames) }
      }
    }
    if let match = self.as(MatchingPatternConditionSyntax.self),
      match.initializer.mentions(names)
    {
      return match.pattern.boundNames
    }
    if let loop = self.as(ForStmtSyntax.self), loop.sequence.mentions(names) {
      return loop.pattern.boundNames
    }
    return []
  }
}
