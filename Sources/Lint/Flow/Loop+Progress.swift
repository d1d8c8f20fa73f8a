internal import SwiftSyntax

/// Loops whose turns must come in order, one finished before the next begins.
extension Loop {
  private static let words: Set = [
    "checkpoint", "cursor", "last", "latest", "processed", "progress",
  ]

  /// Whether each turn puts away how far it has come, from which the next run goes on:
  /// `storage.latestChange = change.number`.
  var keepsProgress: Bool {
    let changing = changingNames
    return body.hasDescendant { node in
      guard let terms = node.as(ExprListSyntax.self), terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let target = terms.first?.as(MemberAccessExprSyntax.self), let base = target.base,
        !base.mentions(changing), let value = terms.last, !value.is(FunctionCallExprSyntax.self),
        value.mentions(changing)
      else { return false }
      return target.declName.baseName.text.camelWords.contains(where: Self.words.contains)
    }
  }

  /// Whether the loop ends with the first element for which something is found:
  /// `for name in names { guard found == nil else { break }; found = find(name) }`.
  var endsWhenFound: Bool {
    guard let check = body.first?.item.as(GuardStmtSyntax.self),
      check.body.statements.count == 1, let leave = check.body.statements.first?.item,
      leave.is(BreakStmtSyntax.self) || leave.is(ReturnStmtSyntax.self),
      let terms = check.conditions.first?.condition.as(SequenceExprSyntax.self)?.elements,
      terms.count == 3, terms.last?.is(NilLiteralExprSyntax.self) ?? false,
      terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text == "==",
      let found = terms.first?.lastName
    else { return false }
    return body.hasDescendant { node in
      guard let set = node.as(ExprListSyntax.self), set.count == 3 else { return false }
      return set.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
        && set.first?.lastName == found
    }
  }
}
