internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// The property that is all that the code asks of the objects of a fetch; nil where it asks for anything else but
  /// their number, or hands the objects on.
  ///
  /// - Parameters:
  ///   - asked: the property that is asked of each element right behind a list: `….map(\.id)`.
  ///   - askedLater: the same of a list that is kept in a constant.
  func onlyProperty(
    _ asked: (Syntax) -> String?, ofKept askedLater: (Syntax) -> String?
  ) -> String? {
    var node = Syntax(self)
    for _ in 0..<16 {
      if let property = asked(node) { return property }
      guard let parent = node.parent else { return nil }
      if parent.isWrapper {
        node = parent
        continue
      }
      guard let binding = parent.parent?.as(PatternBindingSyntax.self), let name = binding.name,
        parent.is(InitializerClauseSyntax.self),
        binding.parent?.parent?.as(VariableDeclSyntax.self)?.isConstant ?? false,
        let body = enclosingBody, body.isHandwritten
      else { return nil }
      return body.onlyProperty(of: name, askedLater)
    }
    return nil
  }
}

extension Syntax {
  /// The same of a variable that nothing else of its name hides.
  fileprivate func onlyProperty(of list: String, _ asked: (Syntax) -> String?) -> String? {
    var found: Set<String> = []
    var isWhole = false
    var bindings = 0
    forEachDescendant { node in
      if node.as(IdentifierPatternSyntax.self)?.identifier.text == list { bindings += 1 }
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == list, use.isValue
      else { return !isWhole }
      let whole = Syntax(use).unwrapping
      if let property = asked(whole) {
        found.insert(property)
      } else if let access = whole.parent?.as(MemberAccessExprSyntax.self), !access.isCalled,
        ["count", "isEmpty"].contains(access.declName.baseName.text)
      {
        return true
      } else {
        isWhole = true
      }
      return !isWhole
    }
    return isWhole || bindings != 1 ? nil : found.onlyElement
  }
}
