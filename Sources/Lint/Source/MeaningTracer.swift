internal import SwiftSyntax

/// Follows expressions to the values that they stand for: through variables, parameters, functions and
/// computed properties of any file, static and implicit members, and choices.
struct MeaningTracer {
  /// Functions that call each other, and long chains, end here.
  private var steps = 120
  private static let deepest = 10

  mutating func meanings(of given: Meaning, as type: String? = nil, _ depth: Int = deepest)
    -> [Meaning]
  {
    steps -= 1
    let node = given.value.unwrapped.withoutCast.unwrapped
    let here = Meaning(node, given.scope)
    guard depth > 0, steps > 0 else { return [here] }
    let next: [Meaning]?
    switch node.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let name): next = meant(name, here, type, depth)
    case .memberAccessExpr(let access): next = meant(access, here, type, depth)
    case .functionCallExpr(let call): next = meant(call, here, type, depth)
    case .ifExpr(let choice): next = results(of: choice, here.scope, type, depth)
    case .switchExpr(let choice): next = results(of: choice, here.scope, type, depth)
    case .sequenceExpr(let terms): next = meant(Array(terms.elements), here, type, depth)
    case .prefixOperatorExpr: next = truth(of: [node], here.scope, depth).map { [.truth($0)] }
    default: next = nil
    }
    guard let next, !next.isEmpty else { return [here] }
    return next
  }

  // MARK: - Names

  private mutating func meant(
    _ name: DeclReferenceExprSyntax, _ here: Meaning, _ expected: String?, _ depth: Int
  ) -> [Meaning]? {
    let text = name.baseName.text
    if text == "self" {
      return here.scope.own.map { meanings(of: $0, depth - 1) }
    }
    if let value = name.localValue {
      return meanings(of: Meaning(value, here.scope), as: name.declaredType ?? expected, depth - 1)
    }
    switch name.nameOrigin {
    case .local(let type?, nil):
      // `let configuration: ModelConfiguration`, which each branch below sets.
      guard let body = name.enclosingBody, body.isHandwritten else { return nil }
      let written = WrittenType(type)?.name
      return body.values(of: text).flatMap {
        meanings(of: Meaning($0, here.scope), as: written, depth - 1)
      }
    case .parameter(let type, let function):
      if let given = here.scope.arguments[text] {
        return meanings(of: given, as: WrittenType(type)?.name, depth - 1)
      }
      guard here.scope.isCalled, let value = function.defaultValue(of: text) else { return nil }
      return meanings(of: Meaning(value), as: WrittenType(type)?.name, depth - 1)
    case .property(let binding, let owner):
      return values(of: binding, text, of: owner, here.scope, depth)
    case nil:
      guard name.isValue || name.parent?.is(LabeledExprSyntax.self) ?? false,
        let owner = name.ownerName, let binding = name.projectBinding(text, of: owner)
      else { return nil }
      return values(of: binding, text, of: owner, here.scope, depth)
    default: return nil
    }
  }

  private mutating func meant(
    _ access: MemberAccessExprSyntax, _ here: Meaning, _ type: String?, _ depth: Int
  ) -> [Meaning]? {
    let name = access.declName.baseName.text
    guard let base = access.base else {
      guard let type, let binding = access.projectBinding(name, of: type) else { return nil }
      return values(of: binding, name, of: type, .none, depth)
    }
    if let written = base.dottedName, !["self"].contains(written),
      written.lastPart.first?.isUppercase ?? false
    {
      let owner = written == "Self" ? access.ownerName ?? written : written.lastPart
      guard let binding = access.projectBinding(name, of: owner) else { return nil }
      return values(of: binding, name, of: owner, .none, depth)
    }
    if base.isSelfName {
      guard let owner = access.ownerName, let binding = access.projectBinding(name, of: owner)
      else {
        return nil
      }
      return values(of: binding, name, of: owner, here.scope, depth)
    }
    guard let owner = FileMemo.current?.types.type(of: base), !owner.isList,
      let binding = access.projectBinding(name, of: owner.name)
    else { return nil }
    let own = MeaningScope(arguments: [:], own: Meaning(base, here.scope))
    return values(of: binding, name, of: owner.name, own, depth)
  }

  /// The value of a constant, of a computed property, or that the initializer of its type was given.
  private mutating func values(
    of binding: PatternBindingSyntax, _ name: String, of owner: String, _ scope: MeaningScope,
    _ depth: Int
  ) -> [Meaning]? {
    let type = binding.typeAnnotation.flatMap { WrittenType($0.type)?.name }
    if let items = binding.accessorBlock?.getter {
      return items.isHandwritten ? results(of: items, scope, type, depth) : nil
    }
    if let made = scope.own {
      let made = meanings(of: made, depth - 1)
      if made.count == 1, made[0].value.call?.name == owner,
        let given = made[0].value.call?.argument(name)
      {
        return meanings(of: Meaning(given, made[0].scope), as: type, depth - 1)
      }
    }
    return binding.onlyValue.map { meanings(of: Meaning($0), as: type, depth - 1) }
  }

  // MARK: - Calls

  private mutating func meant(
    _ call: FunctionCallExprSyntax, _ here: Meaning, _ type: String?, _ depth: Int
  ) -> [Meaning]? {
    if let closure = call.calledExpression.as(ClosureExprSyntax.self), call.arguments.isEmpty {
      return results(of: closure.statements, here.scope, type, depth)
    }
    guard call.name.first?.isLowercase ?? false, call.name != "init",
      let function = call.tracedFunction(as: type), let body = function.body, body.isHandwritten
    else { return nil }
    var arguments: [String: Meaning] = [:]
    for argument in call.arguments {
      if let name = function.parameter(for: argument, of: call.arguments) {
        arguments[name] = Meaning(argument.expression, here.scope)
      }
    }
    let own: Meaning? =
      if let receiver = call.receiver, !receiver.isSelfName {
        Meaning(receiver, here.scope)
      } else {
        here.scope.own
      }
    let scope = MeaningScope(arguments: arguments, own: own)
    let result = function.signature.returnClause.flatMap { WrittenType($0.type)?.name }
    return results(of: body.statements, scope, result, depth)
  }

  /// `a ? b : c` and `a ?? b`.
  private mutating func meant(
    _ terms: [ExprSyntax], _ here: Meaning, _ type: String?, _ depth: Int
  ) -> [Meaning]? {
    if let sign = terms.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      sign + 2 == terms.count,
      let first = terms[sign].as(UnresolvedTernaryExprSyntax.self)?.thenExpression
    {
      let truth = truth(of: Array(terms[..<sign]), here.scope, depth)
      let chosen = truth.map { $0 ? [first] : [terms[sign + 1]] } ?? [first, terms[sign + 1]]
      return chosen.flatMap { meanings(of: Meaning($0, here.scope), as: type, depth - 1) }
    }
    let sign = terms.count == 3 ? terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text : nil
    if sign == "==" || sign == "!=" {
      return truth(of: terms, here.scope, depth).map { [.truth($0)] }
    }
    guard sign == "??" else { return nil }
    return [terms[0], terms[2]].flatMap {
      meanings(of: Meaning($0, here.scope), as: type, depth - 1)
    }
  }
}
