internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// A parsed Swift file under the eyes of the source rules. It keeps the answers that they have got, and
/// every reader of it holds the same.
final class LintFile {
  let source: SourceText
  let tree: SourceFileSyntax
  /// Modules the file imports, by their first name.
  let imports: Set<String>
  /// Whether the file holds tests, where speed and recovery do not matter.
  let isTest: Bool
  private let lint: LintContext
  /// Every question asked, with its answer.
  private(set) var answers: [ModelQuestion: [String]] = [:]
  /// Whether a context with a queue of its own may be made here; most files need no closer look.
  private(set) lazy var makesOwnContexts = Self.makers.contains(where: source.bytes.has)
  /// Whether the file loads stores of Core Data; most files need no closer look.
  private(set) lazy var loadsManagedStores = source.bytes.has("ersistentStore")
  private lazy var asking = Set(ask(.askingMembers))
  private lazy var sending = Set(ask(.sendingMembers))

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
    isTest =
      imports.contains("XCTest") || imports.contains("Testing")
      || Location(path: source.path).isInTests || Self.isPreview(source.path)
  }

  /// Whether only the canvas runs the file: `Preview Content/…`, `NoteList+Previews.swift`,
  /// `Previewer.swift`, `PreviewContainer.swift`. A view may well be called `PreviewView`.
  static func isPreview(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard let file = parts.last?.lowercased() else { return false }
    // `UITestDataSeeder.swift` fills the store for a run of tests.
    if file.hasPrefix("uitest") { return true }
    return parts.dropLast().contains { ["Preview Content", "Previews"].contains($0) }
      || file.hasSuffix("previews.swift") || file == "previewer.swift"
      || file.contains("preview")
        && ["container", "data", "factory", "fixture", "mock", "sample", "scenario", "seed"]
          .contains {
            file.contains($0)
          }
  }

  /// Asks about the models of the input.
  func ask(_ question: ModelQuestion) -> [String] {
    if let known = answers[question] { return known }
    let answer = lint.answer(question)
    answers[question] = answer
    return answer
  }

  /// Whether a member of the name may be computed by asking or changing a store.
  func mayAsk(_ member: String) -> Bool { asking.contains(member) }

  /// Whether a function of the name may send code to another thread.
  func maySend(_ function: String) -> Bool { sending.contains(function) }

  /// Parts of the names that such a context is made by.
  private static let makers: [StaticString] = ["BackgroundContext", "privateQueue", ".perform"]

  /// Whether a node is a model class that only versions which have shipped hold.
  func isShipped(_ node: Syntax) -> Bool {
    guard let declaration = node.as(ClassDeclSyntax.self), declaration.attribute("Model") != nil
    else { return false }
    return !ask(.isShipped(at: location(declaration.name))).isEmpty
  }

  /// Where a node begins, without the trivia before it.
  func location(_ node: some SyntaxProtocol) -> Location { source.location(node) }

  /// A node as written, without the trivia around it; long texts are cut.
  func text(_ node: some SyntaxProtocol) -> String { source.text(node) }
}

extension Syntax {
  /// The part of `#if DEBUG` and `#if targetEnvironment(simulator)` that no user runs.
  var isDebugOnly: Bool {
    guard let condition = self.as(IfConfigClauseSyntax.self)?.condition else { return false }
    let terms = condition.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? [condition]
    return terms.allSatisfy { $0.as(BinaryOperatorExprSyntax.self)?.operator.text ?? "&&" == "&&" }
      && terms.contains { term in
        term.as(DeclReferenceExprSyntax.self)?.baseName.text == "DEBUG"
          || term.call.map {
            $0.name == "targetEnvironment" && $0.arguments.first?.expression.lastName == "simulator"
          } ?? false
      }
  }

  /// What only Xcode's canvas runs: `#Preview { … }`, a `PreviewProvider`.
  var isPreview: Bool {
    if let macro = self.as(MacroExpansionExprSyntax.self) {
      return macro.macroName.text == "Preview"
    }
    if let macro = self.as(MacroExpansionDeclSyntax.self) {
      return macro.macroName.text == "Preview"
    }
    // `static var preview: Store = { let store = Store(inMemory: true) … }()`
    if let variable = self.as(VariableDeclSyntax.self) {
      return !variable.isInstance
        && variable.bindings.onlyElement?.name?.camelWords.contains("preview") ?? false
    }
    return self.as(StructDeclSyntax.self)?.inheritanceClause?.inheritedTypes.contains {
      $0.type.as(IdentifierTypeSyntax.self)?.name.text == "PreviewProvider"
    } ?? false
  }
}
