internal import StoreModel
internal import SwiftParser
package import SwiftSyntax

/// Parses files on several threads.
package enum ParsePool {
  static func parse(_ files: [SourceFile]) -> [FileDeclarations] {
    map(files) { source, tree in declarations(in: tree, source) }
  }

  /// What `body` makes of each file, in the order of the files. A tree lives only as long as `body`
  /// works on it. When nobody waits any more, files count as empty.
  package static func map<Result: Sendable>(
    _ files: [SourceFile], _ body: @escaping @Sendable (SourceText, SourceFileSyntax) -> Result
  ) -> [Result] {
    Workers.map(files.count) { index in
      let bytes = Workers.isAbandoned ? [] : files[index].bytes
      let tree = SpacedAttributes.joined(bytes).withUnsafeBufferPointer {
        Parser.parse(source: $0, maximumNestingLevel: deepestNesting)
      }
      return body(SourceText(files[index]), tree)
    }
  }

  /// A text that a parsed file held as one expression.
  package static func expression(_ text: String) -> ExprSyntax? {
    let tree = tree(of: text)
    return tree.statements.count == 1 ? tree.statements.first?.item.as(ExprSyntax.self) : nil
  }

  /// A text that is made of parts of parsed files.
  package static func tree(of text: String) -> SourceFileSyntax {
    var text = text
    return text.withUTF8 { Parser.parse(source: $0, maximumNestingLevel: deepestNesting) }
  }

  private static func declarations(
    in tree: SourceFileSyntax, _ source: SourceText
  ) -> FileDeclarations {
    var result = DeclarationReader(source: source).declarations(in: tree)
    if ContainerReader.mayFind(in: source.bytes) {
      (result.containers, result.configurations) =
        ContainerReader(source: source).containers(in: tree)
    }
    if tree.hasError, let (offset, what) = SyntaxProblems.first(in: Syntax(tree)) {
      result.problems.add(
        SyntaxProblems.message(what), topic: .syntax, location: source.location(offset: offset))
    }
    return result
  }

  static let deepestNesting = 128
}
