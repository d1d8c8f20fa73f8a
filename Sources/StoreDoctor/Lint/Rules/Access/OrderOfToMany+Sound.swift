internal import SwiftSyntax

extension SyntaxProtocol {
  /// `folder.notes.count == 1 ? folder.notes[0] : …`
  var isTheOnlyOne: Bool {
    var node = parent
    for _ in 0..<8 {
      guard let next = node, !next.is(CodeBlockItemSyntax.self) else { return false }
      if let terms = next.as(SequenceExprSyntax.self)?.elements,
        terms.contains(where: { $0.is(UnresolvedTernaryExprSyntax.self) })
      {
        return terms.prefix(3).map(\.trimmedDescription).joined(separator: " ").hasSuffix(
          ".count == 1")
      }
      node = next.parent
    }
    return false
  }
}

extension MemberAccessExprSyntax {
  /// `if let known = note.links.first { return known }` in a function that else makes the one there is.
  var isMadeOtherwise: Bool {
    guard let function = enclosing(FunctionDeclSyntax.self)?.name.text,
      ["OrCreate", "OrMake", "OrInsert", "ensure"].contains(where: function.contains)
    else { return false }
    return enclosing(OptionalBindingConditionSyntax.self) != nil
  }

  /// `folder.notes.first != nil` asks whether there are any.
  var isOnlyAsked: Bool {
    parent?.as(ExprListSyntax.self)?.contains { $0.is(NilLiteralExprSyntax.self) } ?? false
  }
}
