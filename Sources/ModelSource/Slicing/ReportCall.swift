internal import StoreModel
internal import SwiftParser
internal import SwiftSyntax

/// Statements that only tell somebody something, as calls of loggers and of analytics do: nobody
/// uses their value, and all they are given is texts, numbers and errors. Where the one they tell
/// is not there, the code around them does the same without them. So it does without statements
/// whose value nobody uses and that turn to a class of Apple's systems.
enum ReportCall {
  /// The statement around a place, when what the compiler does not know there is the one it calls.
  ///
  /// - Parameter modules: those that the file imports and that are not there; a name behind such a
  ///   qualifier is not there either, wherever in the call the compiler stumbles.
  static func range(around offset: Int, in bytes: [UInt8], modules: Set<String>) -> Range<Int>? {
    let tree = bytes.withUnsafeBufferPointer {
      Parser.parse(source: $0, maximumNestingLevel: ParsePool.deepestNesting)
    }
    let place = AbsolutePosition(utf8Offset: offset)
    guard let token = tree.token(at: place),
      let item = token.enclosing(CodeBlockItemSyntax.self), let action = action(in: item),
      let base = action.firstToken(viewMode: .sourceAccurate)
    else { return nil }
    let isBase = base.id == token.id || modules.contains(base.text)
    guard isBase, isReport(action) || isAddressed(to: base.text, action) else { return nil }
    let start = item.positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<item.endPositionBeforeTrailingTrivia.utf8Offset
  }

  /// `X.y(…)` or `X.y = …`, also after `try` and `await`.
  private static func action(in item: CodeBlockItemSyntax) -> ExprSyntax? {
    guard case .expr(var expression) = item.item else { return nil }
    while true {
      if let tried = expression.as(TryExprSyntax.self) {
        expression = tried.expression
      } else if let awaited = expression.as(AwaitExprSyntax.self) {
        expression = awaited.expression
      } else {
        return expression
      }
    }
  }

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
    guard let call = action.as(FunctionCallExprSyntax.self) else { return false }
    return call.trailingClosure == nil && call.arguments.contains { isText($0.expression) }
      && call.arguments.allSatisfy { isTold($0.expression) }
  }

  private static func isText(_ expression: ExprSyntax) -> Bool {
    if expression.is(StringLiteralExprSyntax.self) { return true }
    guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text else {
      return false
    }
    return texts.contains(name)
  }

  private static let texts: Set = ["error", "message"]
  private static let numbers: Set = ["count", "description", "localizedDescription", "rawValue"]

  /// Nothing that the one who is told could change.
  private static func isTold(_ expression: ExprSyntax) -> Bool {
    if isText(expression) { return true }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      return member.base == nil || numbers.contains(member.declName.baseName.text)
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
