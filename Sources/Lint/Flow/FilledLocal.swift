internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// The variable that the result is put into, which is empty until then: `notes` of
  /// `var notes: [Note] = []; do { notes = try context.fetch(all) } catch { … }`.
  ///
  /// - Returns: the name on the left, which is no use of the objects. Whether something else fills it too, its
  ///   other uses say.
  var filledLocal: DeclReferenceExprSyntax? {
    var node = Syntax(self)
    for _ in 0..<8 {
      guard let parent = node.parent else { return nil }
      if let terms = parent.as(SequenceExprSyntax.self)?.elements,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
      {
        // `notes = try context.fetch(all) as [Note]`
        let isPlain =
          terms.count == 3
          || terms.count == 5 && terms.dropFirst(3).first?.is(UnresolvedAsExprSyntax.self) ?? false
        guard isPlain, let target = terms.first?.as(DeclReferenceExprSyntax.self),
          case .local(_, let value)? = target.nameOrigin, value?.isEmptyList ?? true
        else { return nil }
        return target
      }
      guard parent.isWrapper || parent.is(ExprListSyntax.self) else { return nil }
      node = parent
    }
    return nil
  }
}

extension ExprSyntax {
  /// `[]`, `[Note]()`
  fileprivate var isEmptyList: Bool {
    if let list = self.as(ArrayExprSyntax.self) { return list.elements.isEmpty }
    guard let call = self.as(FunctionCallExprSyntax.self) else { return false }
    return call.arguments.isEmpty && call.calledExpression.is(ArrayExprSyntax.self)
  }
}
