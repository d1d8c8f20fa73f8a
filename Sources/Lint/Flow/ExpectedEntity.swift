internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// The class of a descriptor that is made here and names none, by what it becomes: a variable or result of
  /// a written type, the argument of a fetch that fills a list, or what another part of the call says.
  var expectedEntity: String? {
    guard makesDescriptor else { return nil }
    if let own = describedEntity { return own }
    guard let parent else { return nil }
    if let value = parent.as(InitializerClauseSyntax.self) {
      return value.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type.describedEntity
    }
    if let argument = parent.as(LabeledExprSyntax.self) {
      guard let fetch = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
        fetch.isContextMethod
      else { return nil }
      return fetch.filledType
    }
    let isOnly =
      parent.as(CodeBlockItemSyntax.self)?.parent?.as(CodeBlockItemListSyntax.self)?.count == 1
    guard isOnly || parent.is(ReturnStmtSyntax.self) else { return nil }
    var node = parent
    for _ in 0..<16 {
      guard let next = node.parent, !next.is(ClosureExprSyntax.self),
        !next.is(MemberBlockSyntax.self)
      else { return nil }
      if let function = next.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause?.type.describedEntity
      }
      if let binding = next.as(PatternBindingSyntax.self) {
        return binding.typeAnnotation?.type.describedEntity
      }
      node = next
    }
    return nil
  }
}
