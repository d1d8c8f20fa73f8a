internal import Diagnostics
internal import SwiftSyntax

/// Finds `@Model` where no class follows.
struct ModelNotClass: SourceRule {
  static let info = RuleInfo(
    id: "model-not-class", group: .declarations, severity: .error,
    summary: "@Model is applied to a type that is not a class",
    why: "a model is an object that a context tracks and changes in place, so the macro only "
      + "accepts classes and the file does not compile",
    fix: "make it a 'final class' with an initializer",
    examples: .texts(
      flagged: """
        @Model struct ↓Note { var title = "" }
        ---
        @Model actor ↓Note { var title = "" }
        ---
        import SwiftData

        enum SchemaV1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Recipe.self] }

          @Model
          struct ↓Recipe {
            @Attribute(.unique) var id: UUID
            var title: String
          }
        }
        """,
      clean: """
        @Model final class Note { var title = ""; init() {} }
        ---
        import SwiftData

        @Model
        class Trip {
          var name: String
          var stay: Stay
          init(name: String, stay: Stay) {
            self.name = name
            self.stay = stay
          }
        }
        struct Stay: Codable { var nights: Int }
        ---
        import Blueprints
        @Model struct Drawing { var title = "" }
        """))

  static let nodes: [SyntaxKind] = [.structDecl, .enumDecl, .actorDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard file.meansSwiftData, let type = node.asProtocol((any WithAttributesSyntax).self),
      type.attribute("Model") != nil, let name = node.asProtocol((any NamedDeclSyntax).self)?.name
    else { return }
    report(
      "'\(name.text)' cannot be a model: @Model needs a class", at: file.location(name),
      entity: name.text)
  }
}
