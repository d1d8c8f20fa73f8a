internal import StoreModel
internal import SwiftParser
internal import SwiftSyntax

/// Statements that only tell somebody something, as calls of loggers and of analytics do: nobody
/// uses their value, and all they are given is texts, numbers and errors. Where the one they tell
/// is not there, the code around them does the same without them. So it does without statements
/// whose value nobody uses and that turn to a class of Apple's systems.
struct ReportCall {
  /// The statement.
  let range: Range<Int>
  /// The variable that it declares, for what is told later: `let span = Tracer.begin("move")`.
  var variable: String?

  /// The statement around a place, when what the compiler does not know there is the one it calls.
  ///
  /// - Parameters:
  ///   - modules: those that the file imports and that are not there; a name behind such a
  ///     qualifier is not there either, wherever in the call the compiler stumbles.
  ///   - gone: variables of such statements that are left out already.
  init?(around offset: Int, in bytes: [UInt8], modules: Set<String>, gone: Set<String>) {
    let tree = bytes.withUnsafeBufferPointer {
      Parser.parse(source: $0, maximumNestingLevel: ParsePool.deepestNesting)
    }
    let place = AbsolutePosition(utf8Offset: offset)
    guard let token = tree.token(at: place), let item = token.enclosing(CodeBlockItemSyntax.self),
      let (action, variable) = Self.action(in: item),
      let base = action.firstToken(viewMode: .sourceAccurate)
    else { return nil }
    if base.id == token.id || modules.contains(base.text) {
      let isReport =
        gone.contains(base.text) ? Self.isCallOfTold(action) : Self.isReport(action)
      guard isReport || Self.isAddressed(to: base.text, action) else { return nil }
    } else {
      guard variable == nil, Self.isReport(action), Self.reports(token, of: base, action) else {
        return nil
      }
    }
    range =
      item.positionAfterSkippingLeadingTrivia
      .utf8Offset..<item.endPositionBeforeTrailingTrivia.utf8Offset
    self.variable = variable
  }

  /// `X.y(…)`, `X.y = …` or `let z = X.y(…)`, also after `try` and `await`.
  private static func action(in item: CodeBlockItemSyntax) -> (ExprSyntax, variable: String?)? {
    switch item.item {
    case .expr(let expression): return (expression.withoutEffects, nil)
    case .decl(let declaration):
      guard let bindings = declaration.as(VariableDeclSyntax.self)?.bindings, bindings.count == 1,
        let binding = bindings.first, let value = binding.initializer?.value.withoutEffects,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      else { return nil }
      return (value, name)
    default: return nil
    }
  }

  /// Whether a place is the function that is called, of a type and with a name for telling: `Usage.shared.log(…)`
  /// after `log` was left out.
  private static func reports(
    _ token: TokenSyntax, of base: TokenSyntax, _ action: ExprSyntax
  ) -> Bool {
    let called = action.as(FunctionCallExprSyntax.self)?.calledExpression
    guard let function = called?.as(MemberAccessExprSyntax.self)?.declName.baseName,
      function.id == token.id, base.text.first?.isUppercase ?? false
    else { return false }
    return verbs.contains { function.text.hasPrefix($0) }
  }

  private static let verbs = [
    "capture", "debug", "error", "event", "info", "log", "measure", "notice", "record", "report",
    "send", "signal", "trace", "track", "warn",
  ]

  /// Whether a call or an assignment goes to a class of Apple's systems, and nothing else is done
  /// on the way: what is called there might change objects.
  private static func isAddressed(to name: String, _ action: ExprSyntax) -> Bool {
    guard AppleNames.isUnavailable(name) else { return false }
    let isAssignment =
      action.as(SequenceExprSyntax.self)?.elements.dropFirst().first?.is(AssignmentExprSyntax.self)
      ?? false
    guard isAssignment || action.is(FunctionCallExprSyntax.self) else { return false }
    var waiting = [Syntax(action)]
    while let node = waiting.popLast() {
      if node.is(ClosureExprSyntax.self) { return false }
      if let call = node.as(FunctionCallExprSyntax.self),
        !(call.firstToken(viewMode: .sourceAccurate).map { AppleNames.isUnavailable($0.text) }
          ?? false)
      {
        return false
      }
      waiting += node.children(viewMode: .sourceAccurate)
    }
    return true
  }

  private static func isReport(_ action: ExprSyntax) -> Bool {
    isCallOfTold(action)
      && action.as(FunctionCallExprSyntax.self)?.arguments.contains { isText($0.expression) }
        ?? false
  }

  private static func isCallOfTold(_ action: ExprSyntax) -> Bool {
    guard let call = action.as(FunctionCallExprSyntax.self) else { return false }
    return call.trailingClosure == nil && call.arguments.allSatisfy { isTold($0.expression) }
  }

  private static func isText(_ expression: ExprSyntax) -> Bool {
    if expression.is(StringLiteralExprSyntax.self) { return true }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      return names.contains(member.declName.baseName.text)
    }
    guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text else {
      return false
    }
    return texts.contains(name)
  }

  private static let texts: Set = ["error", "message"]
  private static let names: Set = [
    "description", "localizedDescription", "name", "rawValue", "title",
  ]
  /// Of an event, and of a list.
  private static let parts: Set = ["attributes", "count", "metadata", "parameters", "values"]

  /// Nothing that the one who is told could change.
  private static func isTold(_ expression: ExprSyntax) -> Bool {
    if isText(expression) { return true }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      return member.base == nil || parts.contains(member.declName.baseName.text)
    }
    if let list = expression.as(ArrayExprSyntax.self) {
      return list.elements.allSatisfy { isTold($0.expression) }
    }
    if let pairs = expression.as(DictionaryExprSyntax.self) {
      guard case .elements(let elements) = pairs.content else { return true }
      return elements.allSatisfy { isTold($0.key) && isTold($0.value) }
    }
    let literals: [SyntaxKind] = [
      .booleanLiteralExpr, .floatLiteralExpr, .integerLiteralExpr, .nilLiteralExpr,
    ]
    return literals.contains(expression.kind)
  }
}

extension ExprSyntax {
  /// Without `try` and `await`.
  fileprivate var withoutEffects: ExprSyntax {
    var expression = self
    while let inner = expression.as(TryExprSyntax.self)?.expression
      ?? expression.as(AwaitExprSyntax.self)?.expression
    {
      expression = inner
    }
    return expression
  }
}

extension SyntaxProtocol {
  fileprivate func enclosing<T: SyntaxProtocol>(_ type: T.Type) -> T? {
    var node = Syntax(self).parent
    while let next = node {
      if let found = next.as(T.self) { return found }
      node = next.parent
    }
    return nil
  }
}
