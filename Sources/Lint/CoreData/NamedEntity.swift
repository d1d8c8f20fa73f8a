internal import SwiftSyntax

/// What conditions around code have found the entity of an object to be.
extension ExprSyntax {
  /// `Note` after `guard object.entity.name == "Note"`, inside of an `if` or a case that says so.
  func namedEntity(_ file: LintFile) -> String? {
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
    var inner = Syntax(self)
    for _ in 0..<64 {
      guard let scope = inner.parent else { return nil }
      if let choice = scope.as(IfExprSyntax.self), choice.body.id == inner.id,
        let found = choice.conditions.entity(of: name, file)
      {
        return found
      }
      if let list = scope.as(CodeBlockItemListSyntax.self) {
        for item in list where item.endPosition <= inner.position {
          if let found = item.item.as(GuardStmtSyntax.self)?.conditions.entity(of: name, file) {
            return found
          }
        }
      }
      if let branch = scope.as(SwitchCaseSyntax.self), let found = branch.entity(of: name, file) {
        return found
      }
      if scope.is(FunctionDeclSyntax.self) || scope.is(MemberBlockItemSyntax.self) { return nil }
      inner = scope
    }
    return nil
  }

  /// Whether it is `object.entity.name` of a variable.
  fileprivate func isEntityName(of name: String) -> Bool {
    let parts = trimmedDescription.filter { $0 != "?" && $0 != "!" }
    return parts == "\(name).entity.name" || parts == "\(name).entity.managedObjectClassName"
  }
}

extension ConditionElementListSyntax {
  fileprivate func entity(of name: String, _ file: LintFile) -> String? {
    for element in self {
      guard
        let terms = element.condition.as(ExprSyntax.self)?.as(SequenceExprSyntax.self)?.elements,
        terms.count == 3, let first = terms.first, let last = terms.last,
        terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text == "=="
      else { continue }
      if first.isEntityName(of: name) { return file.constantText(last) }
      if last.isEntityName(of: name) { return file.constantText(first) }
    }
    return nil
  }
}

extension SwitchCaseSyntax {
  fileprivate func entity(of name: String, _ file: LintFile) -> String? {
    guard let choice = parent?.parent?.as(SwitchExprSyntax.self),
      choice.subject.isEntityName(of: name), case .case(let label) = self.label,
      label.caseItems.count == 1,
      let text = label.caseItems.first?.pattern.as(ExpressionPatternSyntax.self)?.expression
    else { return nil }
    return file.constantText(text)
  }
}
