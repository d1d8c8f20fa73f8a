internal import SwiftSyntax

/// Reads what a getter or function returns, when its body makes that from constants of its own:
/// `let first = …; return [first]`, or a list that grows by `+=` and `append`.
struct BodyReader {
  let expressions: ExpressionReader
  private var locals: [String: Value] = [:]

  fileprivate struct Value {
    var expression: Expression
    /// How many expressions it consists of; names can double it with each line.
    var size: Int
  }

  private static let largest = 4_096

  init(expressions: ExpressionReader) { self.expressions = expressions }

  /// Nil when something else than declarations and calls of others comes before the result.
  mutating func result(of body: CodeBlockItemListSyntax, depth: Int) -> Expression? {
    let body = body.asBuilt()
    for item in body {
      switch item.item {
      case .decl(let declaration):
        guard note(declaration, depth: depth) else { return nil }
      case .expr(let expression):
        if body.count == 1 { return value(expression, depth: depth)?.expression }
        guard apply(expression, depth: depth) else { return nil }
      case .stmt(let statement):
        return statement.as(ReturnStmtSyntax.self)?.expression.flatMap {
          value($0, depth: depth)?.expression
        }
      }
    }
    return nil
  }

  private mutating func note(_ declaration: DeclSyntax, depth: Int) -> Bool {
    for binding in declaration.as(VariableDeclSyntax.self)?.bindings ?? [] {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
        continue
      }
      guard let initializer = binding.initializer else { continue }
      guard let value = value(initializer.value, depth: depth) else { return false }
      locals[name.identifierText] = value
    }
    return true
  }

  /// A statement that lets a list grow, or that has nothing to do with the result.
  private mutating func apply(_ expression: ExprSyntax, depth: Int) -> Bool {
    if let call = expression.as(FunctionCallExprSyntax.self) {
      let callee = call.calledExpression.as(MemberAccessExprSyntax.self)
      guard let name = callee?.base.flatMap(local) else {
        return call.tokens(viewMode: .sourceAccurate).allSatisfy {
          locals[$0.identifierText] == nil
        }
      }
      guard callee?.declName.baseName.text == "append", call.arguments.count == 1,
        let argument = call.arguments.first, let added = value(argument.expression, depth: depth)
      else { return false }
      let isList = argument.label?.text == "contentsOf"
      return grow(name, by: isList ? added : added.listed)
    }
    guard let parts = expression.as(SequenceExprSyntax.self)?.elements.map(\.self),
      parts.count == 3, let name = local(parts[0]),
      parts[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "+=",
      let added = value(parts[2], depth: depth)
    else { return false }
    return grow(name, by: added)
  }

  private mutating func grow(_ name: String, by added: Value) -> Bool {
    guard let old = locals[name], old.size + added.size < Self.largest else { return false }
    var sum = old.expression
    sum.kind = .sum([old.expression, added.expression])
    locals[name] = Value(expression: sum, size: old.size + added.size + 1)
    return true
  }

  private func local(_ expression: ExprSyntax) -> String? {
    let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.identifierText
    return name.flatMap { locals[$0] == nil ? nil : $0 }
  }

  /// The expression with local names replaced by what they stand for.
  private func value(_ expression: ExprSyntax, depth: Int) -> Value? {
    var size = 0
    let result = resolved(expressions.expression(expression, depth: depth), size: &size)
    return size < Self.largest ? Value(expression: result, size: size) : nil
  }

  private func resolved(_ expression: Expression, size: inout Int) -> Expression {
    size += 1
    guard !locals.isEmpty, size < Self.largest else { return expression }
    var expression = expression
    switch expression.kind {
    case .reference(let path) where path.count == 1:
      guard let value = locals[path[0]] else { break }
      size += value.size
      return value.expression
    case .list(let elements):
      expression.kind = .list(elements.map { resolved($0, size: &size) })
    case .sum(let terms): expression.kind = .sum(terms.map { resolved($0, size: &size) })
    case .cast(let inner, let type):
      expression.kind = .cast(resolved(inner, size: &size), type)
    default: break
    }
    return expression
  }
}

extension CodeBlockItemListSyntax {
  /// With the branch of each `#if` that is built in its place.
  fileprivate func asBuilt(depth: Int = 0) -> [CodeBlockItemSyntax] {
    flatMap { item -> [CodeBlockItemSyntax] in
      guard depth < 32, case .decl(let declaration) = item.item,
        let choice = declaration.as(IfConfigDeclSyntax.self)
      else { return [item] }
      guard case .statements(let statements)? = choice.builtClause?.elements else { return [] }
      return statements.asBuilt(depth: depth + 1)
    }
  }
}

extension BodyReader.Value {
  fileprivate var listed: Self {
    var list = expression
    list.kind = .list([expression])
    return Self(expression: list, size: size + 1)
  }
}
