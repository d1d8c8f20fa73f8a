internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// A parsed Swift file under the eyes of the source rules.
struct LintFile {
  let source: SourceText
  let tree: SourceFileSyntax
  /// Modules the file imports, by their first name.
  let imports: Set<String>
  let lint: LintContext

  var path: String { source.path }

  init(source: SourceText, tree: SourceFileSyntax, lint: LintContext) {
    self.source = source
    self.tree = tree
    self.lint = lint
    var imports: Set<String> = []
    var waiting = Array(tree.statements)
    while let statement = waiting.popLast() {
      if let node = statement.item.as(ImportDeclSyntax.self) {
        if let name = node.path.first?.name.text { imports.insert(name) }
      } else if let node = statement.item.as(IfConfigDeclSyntax.self) {
        // `#if canImport(SwiftData)` around an import.
        for case .statements(let statements)? in node.clauses.map(\.elements) {
          waiting += statements
        }
      }
    }
    self.imports = imports
  }

  /// Where a node begins, without the trivia before it.
  func location(_ node: some SyntaxProtocol) -> Location { source.location(node) }

  /// A node as written, without the trivia around it; long texts are cut.
  func text(_ node: some SyntaxProtocol) -> String { source.text(node) }

  /// The model class that a declaration declares, in the version it belongs to.
  func entity(of declaration: ClassDeclSyntax) -> Entity? {
    lint.entity(at: location(declaration.name))
  }
}
