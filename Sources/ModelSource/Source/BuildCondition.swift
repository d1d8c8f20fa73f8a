internal import SwiftSyntax

/// Decides `#if` conditions as a release build for iOS with a current compiler would.
enum BuildCondition {
  /// What can be imported: everything iOS has, or only what a plan run by this tool has.
  enum Imports { case iOS, planRun }

  static func holds(
    _ condition: ExprSyntax, in imports: Imports = .iOS, depth: Int = 0
  ) -> Bool {
    guard depth < 32 else { return false }
    switch condition.as(ExprSyntaxEnum.self) {
    case .booleanLiteralExpr(let literal): return literal.literal.text == "true"
    case .prefixOperatorExpr(let prefix):
      return prefix.operator.text == "!" && !holds(prefix.expression, in: imports, depth: depth + 1)
    case .tupleExpr(let tuple):
      return tuple.elements.first.map {
        holds($0.expression, in: imports, depth: depth + 1)
      } ?? false
    case .functionCallExpr(let call): return holds(call, in: imports)
    case .sequenceExpr(let sequence): return holds(sequence, in: imports, depth: depth + 1)
    case .infixOperatorExpr(let infix):
      let left = holds(infix.leftOperand, in: imports, depth: depth + 1)
      let right = holds(infix.rightOperand, in: imports, depth: depth + 1)
      let isAnd = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text == "&&"
      return isAnd ? left && right : left || right
    default: return false  // `DEBUG` and other flags are off in a release build
    }
  }

  /// `||` binds weaker than `&&`.
  private static func holds(
    _ sequence: SequenceExprSyntax, in imports: Imports, depth: Int
  ) -> Bool {
    var alternatives = [true]
    for element in sequence.elements {
      if let binary = element.as(BinaryOperatorExprSyntax.self) {
        if binary.operator.text == "||" { alternatives.append(true) }
      } else {
        alternatives[alternatives.count - 1] =
          alternatives[alternatives.count - 1] && holds(element, in: imports, depth: depth)
      }
    }
    return alternatives.contains(true)
  }

  private static func holds(_ call: FunctionCallExprSyntax, in imports: Imports) -> Bool {
    let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
    let argument = call.arguments.first?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
    switch name {
    case "os": return argument == "iOS"
    case "canImport":
      switch imports {
      case .iOS: return !["AppKit", "Cocoa", "WatchKit", "TVUIKit"].contains(argument ?? "")
      case .planRun: return AppleNames.modules.contains(argument ?? "")
      }
    case "swift", "compiler", "hasFeature", "hasAttribute": return true
    case "arch": return argument == "arm64"
    default: return false
    }
  }
}

extension IfConfigDeclSyntax {
  /// The clause that a release build for iOS has.
  var builtClause: IfConfigClauseSyntax? {
    clauses.first { clause in clause.condition.map { BuildCondition.holds($0) } ?? true }
  }
}
