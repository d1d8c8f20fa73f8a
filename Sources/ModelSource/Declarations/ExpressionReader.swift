internal import StoreModel
internal import SwiftParser
internal import SwiftSyntax

/// Turns syntax nodes into `Expression`s and `TypeReference`s.
struct ExpressionReader {
  let source: SourceText
  /// Deeper expressions are kept as text only.
  private static let deepest = 32

  func expression(_ node: ExprSyntax, depth: Int = 0) -> Expression {
    Expression(
      kind: depth > Self.deepest ? .other : kind(node, depth: depth + 1),
      text: source.text(node), location: source.location(node))
  }

  private func kind(_ node: ExprSyntax, depth: Int) -> Expression.Kind {
    switch node.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr(let literal): return .integer(literal.literal.text)
    case .floatLiteralExpr(let literal): return .float(literal.literal.text)
    case .booleanLiteralExpr(let literal): return .boolean(literal.literal.text == "true")
    case .stringLiteralExpr(let literal):
      return literal.representedLiteralValue.map { .string($0) } ?? .other
    case .nilLiteralExpr: return .nothing
    case .arrayExpr(let array):
      return .list(array.elements.map { expression($0.expression, depth: depth) })
    case .dictionaryExpr(let dictionary): return self.dictionary(dictionary, depth: depth)
    case .declReferenceExpr(let name): return .reference([name.baseName.identifierText])
    case .memberAccessExpr(let access): return member(access, depth: depth)
    case .genericSpecializationExpr(let specialized):
      guard case .reference(let path) = kind(specialized.expression, depth: depth) else {
        return .other
      }
      return .type(.desugared(path, specialized.genericArgumentClause.types(by: self)))
    case .functionCallExpr(let call): return self.call(call, depth: depth)
    case .closureExpr: return .closure
    case .keyPathExpr(let keyPath):
      let text = source.text(keyPath).drop { $0 == "\\" }
      return .keyPath(String(text.filter { !$0.isWhitespace && $0 != "?" && $0 != "!" }))
    case .forceUnwrapExpr(let unwrap): return kind(unwrap.expression, depth: depth)
    case .tryExpr(let attempt): return kind(attempt.expression, depth: depth)
    case .awaitExpr(let awaited): return kind(awaited.expression, depth: depth)
    case .tupleExpr(let tuple):
      guard let only = tuple.elements.first, tuple.elements.count == 1, only.label == nil else {
        return .other
      }
      return expression(only.expression, depth: depth).kind
    case .prefixOperatorExpr(let prefix) where prefix.operator.text == "-":
      switch kind(prefix.expression, depth: depth) {
      case .integer(let text): return .integer("-" + text)
      case .float(let text): return .float("-" + text)
      default: return .other
      }
    case .optionalChainingExpr(let chain):
      let wrapped = expression(chain.expression, depth: depth)
      if case .reference(let path) = wrapped.kind {
        return .type(.optional(.named(path, arguments: [])))
      }
      return wrapped.namedType.map { .type(.optional($0)) } ?? .other
    case .sequenceExpr(let sequence): return self.sequence(sequence, depth: depth)
    case .asExpr(let cast):
      return .cast(expression(cast.expression, depth: depth), type(cast.type))
    default: return .other
    }
  }

  private func dictionary(_ node: DictionaryExprSyntax, depth: Int) -> Expression.Kind {
    guard case .elements(let elements) = node.content else { return .dictionary([]) }
    return .dictionary(
      elements.map {
        .init(key: expression($0.key, depth: depth), value: expression($0.value, depth: depth))
      })
  }

  /// Walks a chain of names without recursion, since a chain has no depth limit in the parser.
  private func member(_ node: MemberAccessExprSyntax, depth: Int) -> Expression.Kind {
    var names = [node.declName.baseName.identifierText]
    var base = node.base
    while let access = base?.as(MemberAccessExprSyntax.self), names.count < 64 {
      names.append(access.declName.baseName.identifierText)
      base = access.base
    }
    names.reverse()
    guard let base else {
      return names.count == 1 ? .implicitMember(names[0]) : .other
    }
    if let root = base.as(DeclReferenceExprSyntax.self) {
      names.insert(root.baseName.identifierText, at: 0)
      return names.last == "self" ? .metatype(names.dropLast()) : .reference(names)
    }
    if names == ["self"], case .type(.named(let path, _)) = kind(base, depth: depth) {
      return .metatype(path)
    }
    guard names.count == 1 else { return .other }
    return .member(expression(base, depth: depth), names[0])
  }

  private func call(_ node: FunctionCallExprSyntax, depth: Int) -> Expression.Kind {
    if let closure = node.calledExpression.as(ClosureExprSyntax.self), node.arguments.isEmpty,
      let result = PropertyReader(source: source, expressions: self)
        .result(of: closure.statements, depth: depth + 1)
    {
      return result.kind
    }
    var arguments = self.arguments(node.arguments, depth: depth)
    if let closure = node.trailingClosure {
      arguments.append(.init(label: nil, value: expression(ExprSyntax(closure), depth: depth)))
    }
    for closure in node.additionalTrailingClosures {
      arguments.append(
        .init(
          label: closure.label.identifierText,
          value: expression(ExprSyntax(closure.closure), depth: depth)))
    }
    return .call(expression(node.calledExpression, depth: depth), arguments)
  }

  func arguments(_ list: LabeledExprListSyntax, depth: Int = 0) -> [Expression.Argument] {
    list.map {
      .init(label: $0.label?.identifierText, value: expression($0.expression, depth: depth))
    }
  }

  /// The parser leaves operators unfolded: `a + b as [T]` is one flat list.
  private func sequence(_ node: SequenceExprSyntax, depth: Int) -> Expression.Kind {
    var terms: [Expression] = []
    var target: TypeReference?
    for element in node.elements {
      switch element.as(ExprSyntaxEnum.self) {
      case .binaryOperatorExpr(let op) where op.operator.text == "+": continue
      case .unresolvedAsExpr: continue
      case .typeExpr(let typed): target = type(typed.type)
      case .binaryOperatorExpr, .assignmentExpr, .unresolvedTernaryExpr, .arrowExpr,
        .unresolvedIsExpr:
        return .other
      default: terms.append(expression(element, depth: depth))
      }
    }
    guard let first = terms.first else { return .other }
    if let target, terms.count == 1 { return .cast(first, target) }
    return terms.count == 1 ? first.kind : .sum(terms)
  }

  func type(_ node: TypeSyntax, depth: Int = 0) -> TypeReference {
    guard depth <= Self.deepest else { return .other(source.text(node)) }
    switch node.as(TypeSyntaxEnum.self) {
    case .identifierType(let named):
      return .desugared(
        [named.name.identifierText],
        named.genericArgumentClause?.types(by: self, depth: depth) ?? [])
    case .memberType(let member):
      guard case .named(let base, _) = type(member.baseType, depth: depth + 1) else { break }
      return .desugared(
        base + [member.name.identifierText],
        member.genericArgumentClause?.types(by: self, depth: depth) ?? [])
    case .optionalType(let optional):
      return .optional(type(optional.wrappedType, depth: depth + 1))
    case .implicitlyUnwrappedOptionalType(let optional):
      return .optional(type(optional.wrappedType, depth: depth + 1))
    case .arrayType(let array): return .array(type(array.element, depth: depth + 1))
    case .dictionaryType(let dictionary):
      return .dictionary(
        type(dictionary.key, depth: depth + 1), type(dictionary.value, depth: depth + 1))
    case .attributedType(let attributed): return type(attributed.baseType, depth: depth + 1)
    case .tupleType(let tuple):
      guard let only = tuple.elements.first, tuple.elements.count == 1 else { break }
      return type(only.type, depth: depth + 1)
    default: break
    }
    return .other(source.text(node))
  }
}

extension GenericArgumentClauseSyntax {
  fileprivate func types(by reader: ExpressionReader, depth: Int = 0) -> [TypeReference] {
    arguments.map { argument in
      // A type by its declaration in swift-syntax 600, later one of several kinds of argument.
      guard let type = Syntax(argument.argument).as(TypeSyntax.self) else { return .other("") }
      return reader.type(type, depth: depth + 1)
    }
  }
}

extension TokenSyntax {
  /// The name without the backticks that let a keyword be a name.
  var identifierText: String {
    let text = self.text
    guard text.count > 2, text.first == "`", text.last == "`" else { return text }
    return String(text.dropFirst().dropLast())
  }
}
