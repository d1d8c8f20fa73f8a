internal import SwiftSyntax

/// Where code ends the program.
extension CodeBlockItemSyntax {
  private static let ends: Set = ["fatalError", "preconditionFailure", "abort", "exit", "_exit"]
  private static let modules: Set = ["Darwin", "Foundation", "Glibc", "Swift"]

  /// The call that ends the program.
  var stop: Syntax? {
    // `switch error.code { … default: fatalError() }`
    let choice =
      item.as(ExprSyntax.self)?.as(SwitchExprSyntax.self)
      ?? item.as(StmtSyntax.self)?.as(ExpressionStmtSyntax.self)?.expression.as(
        SwitchExprSyntax.self)
    if let choice {
      return choice.cases.lazy.compactMap { $0.as(SwitchCaseSyntax.self) }
        .flatMap(\.statements).lazy.compactMap(\.stop).first
    }
    // `#if DEBUG … #else fatalError() #endif`
    if let conditions = item.as(DeclSyntax.self)?.as(IfConfigDeclSyntax.self) {
      return conditions.releasedStatements.lazy.compactMap(\.stop).first
    }
    let value = item.as(ExprSyntax.self) ?? item.as(ReturnStmtSyntax.self)?.expression
    guard let call = value?.call else { return nil }
    if Self.ends.contains(call.name) {
      let isOwn = call.receiver.map { Self.modules.contains($0.trimmedDescription) } ?? true
      return isOwn ? Syntax(call) : nil
    }
    // A function that never returns, and does more than end: it may show something first.
    guard let function = call.functionOfFile,
      function.signature.returnClause?.type.dottedName == "Never", let body = function.body,
      body.isHandwritten, body.statements.contains(where: { $0.stop != nil })
    else { return nil }
    return Syntax(call)
  }
}

extension IfConfigDeclSyntax {
  /// What users run: all but the part of `#if DEBUG`, and but what stands behind `#if !DEBUG`.
  fileprivate var releasedStatements: [CodeBlockItemSyntax] {
    var found: [CodeBlockItemSyntax] = []
    for clause in clauses where !Syntax(clause).isDebugOnly {
      guard case .statements(let items)? = clause.elements else { continue }
      found += items
      if clause.condition?.trimmedDescription == "!DEBUG" { break }
    }
    return found
  }
}
