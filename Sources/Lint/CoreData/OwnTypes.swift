internal import SwiftSyntax

extension Syntax {
  /// The name of a type at the top level of a file, which hides that of a framework.
  var ownType: String? {
    guard parent?.is(CodeBlockItemSyntax.self) ?? false,
      parent?.parent?.parent?.is(SourceFileSyntax.self) ?? false
    else { return nil }
    switch self.as(SyntaxEnum.self) {
    case .classDecl(let type): return type.name.text
    case .structDecl(let type): return type.name.text
    case .enumDecl(let type): return type.name.text
    case .typeAliasDecl(let type): return type.name.text
    default: return nil
    }
  }
}
