internal import Diagnostics
internal import SwiftSyntax

/// Finds property observers that never run.
struct ObserverInModel: SourceRule {
  static let info = RuleInfo(
    id: "observer-in-model", group: .declarations, severity: .warning,
    summary: "a stored property of a model has 'willSet' or 'didSet'",
    why: "the macro turns the property into a computed one and drops the observer, so its code "
      + "never runs and nothing says so",
    fix: "do the work in a method that sets the property, or observe the object from outside",
    examples: .texts(
      flagged: """
        @Model class Note { var title = "" { ↓didSet { changed = .now } }; var changed = Date(); init() {} }
        ---
        @Model class Note { var pages: Int = 0 { ↓willSet { print(newValue) } ↓didSet {} }; init() {} }
        ---
        import SwiftData

        @Model
        final class Task {
          var title: String
          var isDone: Bool = false {
            ↓didSet {
              doneAt = isDone ? Date() : nil
            }
          }
          var doneAt: Date?

          init(title: String) { self.title = title }
        }
        """,
      clean: """
        @Model class Note { @Transient var isOpen = false { didSet { print(isOpen) } }; init() {} }
        ---
        @Model class Note { var title = ""; var shout: String { get { title } set { title = newValue } }; init() {} }
        ---
        import SwiftData

        @Model final class Task {
          var isDone = false
          var doneAt: Date?
          func finish() { isDone = true; doneAt = .now }
          init() {}
        }
        @Observable final class TaskList { var tasks: [Task] = [] { didSet { print(tasks.count) } } }
        """))

  static let nodes: [SyntaxKind] = [.accessorDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let accessor = node.as(AccessorDeclSyntax.self), file.meansSwiftData,
      ["willSet", "didSet"].contains(accessor.accessorSpecifier.text),
      let binding = accessor.enclosing(PatternBindingSyntax.self), let name = binding.name,
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self), variable.isInstance,
      variable.attribute("Transient") == nil, let model = variable.model
    else { return }
    report(
      "'\(accessor.accessorSpecifier.text)' of '\(model.name.text).\(name)' never runs",
      at: file.location(accessor.accessorSpecifier), entity: model.name.text, property: name)
  }
}
