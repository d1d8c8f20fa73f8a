internal import SwiftSyntax

/// Names that a loop's pattern gives to parts of what it goes through.
extension PatternSyntax {
  /// What a name of `note` or `(index, note)` is of what is looped over.
  func origin(of name: String, in sequence: ExprSyntax) -> NameOrigin {
    if self.is(IdentifierPatternSyntax.self) { return .element(of: sequence) }
    guard let list = sequence.enumerated, let parts = self.as(TuplePatternSyntax.self)?.elements,
      parts.count == 2, parts.last?.pattern.boundNames.contains(name) ?? false
    else { return .unknown }
    return .element(of: list)
  }
}

extension ExprSyntax {
  /// `notes` of `notes.enumerated()` and `Array(notes.enumerated())`.
  var enumerated: ExprSyntax? {
    guard let call else { return nil }
    if call.name == "enumerated" { return call.receiver }
    return call.name == "Array" ? call.arguments.first?.expression.enumerated : nil
  }
}
