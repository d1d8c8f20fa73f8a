internal import Diagnostics
internal import SwiftSyntax

/// Finds transient properties that have no value when an object is loaded.
struct TransientWithoutDefault: SourceRule {
  static let info = RuleInfo(
    id: "transient-without-default", group: .declarations, severity: .error,
    summary: "a @Transient property has no default value",
    why: "objects that are loaded from the store get their transient properties from the "
      + "declaration, so without a value there the class does not compile",
    fix: "give the property a value where it is declared, or make it optional",
    examples: .texts(
      flagged: """
        @Model class Note { @Transient var ↓isOpen: Bool; init() { isOpen = false } }
        ---
        @Model class Note { @Transient var ↓count: Int; init(count: Int) { self.count = count } }
        ---
        import SwiftData

        @Model
        final class Song {
          var title: String
          @Transient
          var ↓player: Player

          init(title: String, player: Player) {
            self.title = title
            self.player = player
          }
        }
        """,
      clean: """
        @Model class Note { @Transient var isOpen = false; init() {} }
        ---
        @Model class Note { @Transient var cache: [String]?; init() {} }
        ---
        import SwiftData

        @Model
        final class Song {
          var seconds: Int
          @Transient var length: String { "\\(seconds) s" }
          init(seconds: Int) { self.seconds = seconds }
        }
        """))

  static let nodes: [SyntaxKind] = [.variableDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let variable = node.as(VariableDeclSyntax.self), file.meansSwiftData,
      variable.attribute("Transient") != nil, variable.attributes.count == 1,
      let model = variable.model, variable.isInstance, !variable.isLazy
    else { return }
    for binding in variable.bindings
    where binding.isStored && binding.initializer == nil && !binding.isOptional {
      guard let name = binding.name, binding.typeAnnotation != nil else { continue }
      report(
        "'\(model.name.text).\(name)' is transient and has no default value",
        at: file.location(binding.pattern), entity: model.name.text, property: name)
    }
  }
}
