internal import Diagnostics
internal import SwiftSyntax

/// Finds `let` properties of models.
struct ConstantInModel: SourceRule {
  static let info = RuleInfo(
    id: "constant-in-model", group: .declarations, severity: .warning,
    summary: "a stored property of a model is a constant",
    why: "the macro turns stored properties into computed ones, which a 'let' cannot be: the "
      + "compiler warns, and in the Swift 6 language mode it refuses",
    fix: "write 'private(set) var' instead of 'let'",
    examples: .texts(
      flagged: """
        @Model class Note { ↓let id = UUID(); var title = ""; init() {} }
        ---
        @Model class Note { @Attribute(.unique) ↓let id: UUID; init(id: UUID) { self.id = id } }
        ---
        import SwiftData

        @Model
        public final class Measurement {
          public ↓let date: Date
          public var value: Double

          public init(date: Date = .now, value: Double) {
            self.date = date
            self.value = value
          }
        }
        """,
      clean: """
        @Model class Note { private(set) var id = UUID(); init() {} }
        ---
        @Model class Note { static let limit = 20; @Transient let cache = Cache(); init() {} }
        ---
        struct Point: Codable { let x: Double; let y: Double }
        @Model final class Place {
          var point: Point
          init(point: Point) {
            let copy = point
            self.point = copy
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.variableDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let variable = node.as(VariableDeclSyntax.self), variable.isConstant,
      variable.isInstance, file.meansSwiftData, variable.attribute("Transient") == nil,
      let model = variable.model, let name = variable.bindings.first?.name
    else { return }
    let keyword = variable.bindingSpecifier
    let start = keyword.positionAfterSkippingLeadingTrivia.utf8Offset
    let isPrivate = variable.modifiers.contains { $0.name.text == "private" }
    report(
      "'\(model.name.text).\(name)' is a constant, which the Swift 6 language mode refuses in a "
        + "model", at: file.location(keyword), entity: model.name.text, property: name,
      edits: [
        TextEdit(
          path: file.path, range: start..<start + keyword.text.utf8.count,
          replacement: isPrivate ? "var" : "private(set) var")
      ])
  }
}
