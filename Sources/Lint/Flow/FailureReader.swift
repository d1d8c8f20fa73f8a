internal import SwiftSyntax

/// Works out what code goes on with where one of its fetches fails: the value that stands for "nothing there".
///
/// It follows values through variables, members of lists, functions, getters and closures, also those of other
/// files, and through every way to write that an error does not matter: `try?`, `catch`, `Result`.
struct FailureReader {
  /// What comes of an expression, or of a function, when a fetch fails below it.
  enum Outcome {
    /// The error goes on to whoever calls.
    case thrown(EmptyFetch)
    case value(Value, EmptyFetch)

    var fetch: EmptyFetch {
      switch self {
      case .thrown(let fetch), .value(_, let fetch): fetch
      }
    }

    /// Where the code that is being read leads to the fetch.
    func at(_ place: Syntax) -> Outcome {
      var fetch = fetch
      fetch.place = place
      switch self {
      case .thrown: return .thrown(fetch)
      case .value(let value, _): return .value(value, fetch)
      }
    }
  }

  enum Value {
    /// nil
    case absent
    /// A list, set or dictionary without elements.
    case empty
    case zero, yes, no
    /// `Result.failure`
    case failure
  }

  let types: TypeReader
  /// How many functions and variables deep to look.
  var depth = 6

  private var deeper: FailureReader? {
    guard depth > 0 else { return nil }
    var inner = self
    inner.depth -= 1
    return inner
  }

  func outcome(of expression: ExprSyntax) -> Outcome? {
    guard let inner = deeper else { return nil }
    switch expression.as(ExprSyntaxEnum.self) {
    case .tryExpr(let attempt):
      let found = outcome(of: attempt.expression)
      switch (attempt.questionOrExclamationMark?.text, found) {
      case ("?"?, .thrown(let fetch)?): return .value(.absent, fetch)
      case ("!"?, _): return nil
      default: return found
      }
    case .awaitExpr(let waiting): return outcome(of: waiting.expression)
    case .optionalChainingExpr(let chain): return outcome(of: chain.expression)
    case .tupleExpr(let tuple):
      return tuple.elements.onlyElement.flatMap { outcome(of: $0.expression) }
    case .prefixOperatorExpr(let not):
      guard not.operator.text == "!" else { return nil }
      return outcome(of: not.expression)?.negated
    case .sequenceExpr(let sequence): return outcome(of: Array(sequence.elements)[...])
    case .memberAccessExpr(let access):
      if let base = access.base, let found = outcome(of: base) {
        return found.member(access.declName.baseName.text)
      }
      return inner.outcome(ofProperty: ExprSyntax(access))?.at(access, in: access)
    case .subscriptCallExpr(let place):
      guard case .value(let value, let fetch)? = outcome(of: place.calledExpression),
        value == .absent || value == .empty
      else { return nil }
      return .value(.absent, fetch)
    case .functionCallExpr(let call): return outcome(of: call)
    case .declReferenceExpr(let name):
      return inner.outcome(ofLocal: name.baseName.text, at: Syntax(name))
        ?? inner.outcome(ofProperty: expression)?.at(name, in: name)
    default: return nil
    }
  }

  private func outcome(of call: FunctionCallExprSyntax) -> Outcome? {
    if ["fetch", "fetchCount", "fetchIdentifiers"].contains(call.name), call.isOnContext {
      return call.asFailingFetch.map { .thrown($0) }
    }
    guard let inner = deeper else { return nil }
    if let receiver = call.receiver, let found = outcome(of: receiver) {
      return found.called(call)
    }
    if call.receiver == nil || call.receiver?.isSelfName ?? false,
      let first = call.arguments.first?.expression,
      ["Array", "Dictionary", "IndexSet", "Set"].contains(call.name)
    {
      guard let found = outcome(of: first) else { return nil }
      if case .value(let value, _) = found, value != .empty { return nil }
      return found
    }
    if call.name == "Result",
      let closure = call.lastClosure
        ?? call.argument("catching")?
        .as(ClosureExprSyntax.self)
    {
      guard case .thrown(let fetch)? = inner.outcome(of: closure.statements) else { return nil }
      return .value(.failure, fetch)
    }
    if let closure = call.calledClosure {
      return inner.outcome(of: closure.statements)?.at(call, in: call)
    }
    guard
      types.file.mayAsk(call.name + "()") || call.functionOfFile != nil
        || call.overloadOfFile != nil,
      let function = call.overloadOfFile ?? call.meantFunction ?? call.tracedFunction(as: nil),
      let body = function.body, body.isHandwritten
    else { return nil }
    guard var found = inner.outcome(of: body.statements) else { return nil }
    if case .thrown = found, function.signature.effectSpecifiers?.throwsClause == nil { return nil }
    found = found.at(call, in: call)
    // What a generic function fetches, its caller says.
    if !types.isModel(found.fetch.entity),
      let given = call.arguments.first?.expression.resolved.call,
      let entity = given.describedEntity
    {
      found = found.of(entity, given)
    }
    return found
  }

  /// What the getter of a property gives.
  private func outcome(ofProperty expression: ExprSyntax) -> Outcome? {
    guard let (name, owner) = expression.property(types), name.first?.isLowercase ?? false,
      types.file.mayAsk(name) || expression.sourceFile?.binding(name, of: owner) != nil,
      let items = expression.projectBinding(name, of: owner)?.accessorBlock?.getter,
      items.isHandwritten
    else { return nil }
    return outcome(of: items)
  }

  // MARK: - Operators

  /// What an expression of operators comes to, by what binds them least.
  private func outcome(of terms: ArraySlice<ExprSyntax>) -> Outcome? {
    guard let first = terms.first else { return nil }
    guard terms.count > 1 else { return outcome(of: first) }
    func sign(_ index: Int) -> String? {
      terms[index].as(BinaryOperatorExprSyntax.self)?.operator.text
    }
    func split(_ signs: Set<String>) -> Int? {
      terms.indices.dropFirst().dropLast().first { sign($0).map(signs.contains) ?? false }
    }
    guard
      !terms.contains(where: {
        $0.is(AssignmentExprSyntax.self) || $0.is(UnresolvedTernaryExprSyntax.self)
      })
    else { return nil }
    if let place = split(["||"]) ?? split(["&&"]) {
      let isOr = sign(place) == "||"
      let sides = [outcome(of: terms[..<place]), outcome(of: terms[(place + 1)...])].compactMap(
        \.self)
      // One that is certain decides; where the other is not known, the code may go either way.
      let deciding: Value = isOr ? .yes : .no
      if let found = sides.first(where: { $0.value == deciding }) { return found }
      return isOr ? nil : sides.first { $0.value == .yes }
    }
    if let place = split(["==", "!=", ">", "<", ">=", "<="]), let sign = sign(place) {
      let (left, right) = (terms[..<place], terms[(place + 1)...])
      if right.count == 1, let other = right.first {
        return outcome(of: left)?.compared(sign, other)
      }
      if left.count == 1, let other = left.first, ["==", "!="].contains(sign) {
        return outcome(of: right)?.compared(sign, other)
      }
      return nil
    }
    if let place = split(["??"]) {
      guard let left = outcome(of: terms[..<place]) else { return nil }
      guard left.value == .absent else { return left }
      let rest = terms[(place + 1)...]
      if rest.count == 1, let constant = rest.first?.constantValue {
        return .value(constant, left.fetch)
      }
      return outcome(of: rest)
    }
    // `… as? Note`
    if terms.count == 3, terms[terms.startIndex + 1].is(UnresolvedAsExprSyntax.self) {
      return outcome(of: first)
    }
    return nil
  }
}

extension FunctionCallExprSyntax {
  /// What a fetch asks for, as far as it says so.
  fileprivate var asFailingFetch: EmptyFetch? {
    if let known = asEmptyFetch { return known }
    guard let argument = arguments.first?.expression else { return nil }
    let source = DescriptorSource(argument)
    let entity = source.declared ?? source.made?.describedEntity
    return entity.map {
      .init(
        fetch: self, place: Syntax(nameNode), entity: $0, isOfAll: false, predicate: nil)
    }
  }

  /// The closure that a variable or property holds which is called.
  fileprivate var calledClosure: ClosureExprSyntax? {
    guard let name = calledExpression.as(DeclReferenceExprSyntax.self) else { return nil }
    switch name.nameOrigin {
    case .local(_, let value?)?: return value.as(ClosureExprSyntax.self)
    case .property(let binding, _)?: return binding.initializer?.value.as(ClosureExprSyntax.self)
    default: return nil
    }
  }
}
