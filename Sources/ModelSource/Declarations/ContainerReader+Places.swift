internal import SwiftSyntax

extension Syntax {
  /// The block that a declaration is local to; nil for members of types and globals.
  var localBlock: Range<Int>? {
    var node = self
    while let next = node.parent {
      if next.is(MemberBlockSyntax.self) || next.is(SourceFileSyntax.self) { return nil }
      if let block = next.as(CodeBlockItemListSyntax.self),
        !(block.parent?.is(SourceFileSyntax.self) ?? false)
      {
        return block.position.utf8Offset..<block.endPosition.utf8Offset
      }
      node = next
    }
    return nil
  }

  /// Whether only Xcode's canvas runs it: `#Preview { … }`, a `PreviewProvider`, and a member that is called
  /// after previews, as `previewContainer`.
  var isOfPreviews: Bool {
    switch self.as(SyntaxEnum.self) {
    case .macroExpansionExpr(let macro): macro.macroName.text == "Preview"
    case .macroExpansionDecl(let macro): macro.macroName.text == "Preview"
    case .structDecl(let type):
      type.inheritanceClause?.inheritedTypes.contains {
        $0.type.trimmedDescription == "PreviewProvider"
      } ?? false
    case .variableDecl(let variable):
      variable.bindings.count == 1
        && variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
          .lowercased().hasPrefix("preview") ?? false
    case .functionDecl(let function): function.name.text.lowercased().hasPrefix("preview")
    default: false
    }
  }
}
