internal import SwiftSyntax

extension ExprSyntaxProtocol {
  /// Whether the code around a place asks first that this list has one element: `guard notes.count == 1`,
  /// `if notes.count == 1, …`, `notes.count == 1 ? … : …`, `notes.count == 1 && …`, `switch notes.count`.
  func hasOneElement(at place: some SyntaxProtocol) -> Bool {
    let count = "\(trimmedDescription).count"
    let asked = "\(count) == 1"
    func ask(_ conditions: ConditionElementListSyntax) -> Bool {
      conditions.contains { $0.condition.trimmedDescription.hasPrefix(asked) }
    }
    var below = Syntax(place)
    for _ in 0..<64 {
      guard let node = below.parent, !node.is(FunctionDeclSyntax.self) else { return false }
      if let terms = node.as(SequenceExprSyntax.self)?.elements,
        terms.prefix(3).map(\.trimmedDescription).joined(separator: " ") == asked
      {
        return true
      }
      if let conditions = node.as(ConditionElementListSyntax.self), ask(conditions) { return true }
      if let choice = node.as(IfExprSyntax.self), !below.is(ConditionElementListSyntax.self),
        below.id == choice.body.id, ask(choice.conditions)
      {
        return true
      }
      if let choice = node.as(SwitchCaseSyntax.self), choice.label.trimmedDescription == "case 1:",
        choice.enclosing(SwitchExprSyntax.self)?.subject.trimmedDescription == count
      {
        return true
      }
      if let items = node.as(CodeBlockItemListSyntax.self) {
        let guards = items.prefix { $0.position < below.position }
          .compactMap { $0.item.as(StmtSyntax.self)?.as(GuardStmtSyntax.self) }
        if guards.contains(where: { ask($0.conditions) }) { return true }
      }
      below = node
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
