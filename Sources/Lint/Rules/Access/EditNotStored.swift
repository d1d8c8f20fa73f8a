internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds fields of a form that are filled from an object, edited, and left out when the form stores the others.
struct EditNotStored: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "edit-not-stored", group: .dataAccess, severity: .warning,
    summary: "a form takes a value of an object over and lets users edit it, and never stores it",
    why:
      "the form looks as if it saved everything: what the user has entered there is gone as soon as it closes",
    fix: "assign the value to the object where the others are assigned",
    limits:
      "only '@State' properties of views, and properties of observed classes, that are filled from an attribute, bound "
      + "to a control and used for nothing else, beside another one that is written back",
    examples: editors
      + .texts(
        in: AccessText.models,
        flagged: """
          @Model final class Show { var title = ""; var text = ""; init() {} }
          struct ShowForm: View {
            let show: Show
            @State private var title: String
            @State private var text: String
            init(show: Show) {
              self.show = show
              _title = State(initialValue: show.title)
              _text = State(initialValue: show.text)
            }
            var body: some View {
              TextField("Title", text: $title)
              TextField("Text", text: ↓$text)
              Button("Save") { show.title = title }
            }
          }
          ---
          @Model final class Show { var title = ""; var stars = 0; var isSeen = false; init() {} }
          struct ShowForm: View {
            @Bindable var show: Show
            @Environment(\\.dismiss) private var dismiss
            @State private var title = ""
            @State private var stars = 0
            @State private var isSeen = false
            var body: some View {
              Form {
                TextField("Title", text: $title)
                Stepper("Stars", value: $stars)
                Toggle("Seen", isOn: ↓$isSeen)
              }
              .onAppear {
                title = show.title
                stars = show.stars
                isSeen = show.isSeen
              }
              .toolbar { Button("Done", action: store) }
            }
            private func store() {
              show.title = title.trimmingCharacters(in: .whitespaces)
              show.stars = stars
              dismiss()
            }
          }
          ---
          @Model final class Show { var title = ""; var text: String?; init() {} }
          struct ShowForm: View {
            var show: Show?
            @State private var title = ""
            @State private var text = ""
            var body: some View {
              TextField("Title", text: $title)
              TextEditor(text: ↓$text)
                .task {
                  guard let show else { return }
                  title = show.title
                  text = show.text ?? ""
                }
              Button("Save") { save() }
            }
          }
          extension ShowForm {
            private func save() {
              if let show { show.title = title }
            }
          }
          """,
        clean: """
          @Model final class Show { var title = ""; var text = ""; init() {} }
          struct ShowForm: View {
            let show: Show
            @State private var title: String
            @State private var text: String
            init(show: Show) {
              self.show = show
              _title = State(initialValue: show.title)
              _text = State(initialValue: show.text)
            }
            var body: some View {
              TextField("Title", text: $title)
              TextField("Text", text: $text)
              Button("Save") {
                show.title = title
                show.text = text
              }
            }
          }
          ---
          @Model final class Show { var title = ""; var text = ""; init() {} }
          struct ShowForm: View {
            let show: Show
            @State private var title = ""
            @State private var text = ""
            var body: some View {
              TextField("Title", text: $title)
                .onAppear { title = show.title; text = show.text }
              TextField("Find", text: $text)
              Button("Save") { show.title = title }
              Results(text: text)
            }
          }
          """))

  static let nodes: [SyntaxKind] = [.structDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let view = node.as(StructDeclSyntax.self),
      view.inheritanceClause?.mentions(["View"]) ?? false,
      case let blocks = file.tree.memberBlocks(of: view.name.text),
      blocks.allSatisfy({ $0.isReadable && $0.isHandwritten })
    else { return }
    let states = Set(
      view.memberBlock.members.compactMap { member -> String? in
        guard let variable = member.decl.as(VariableDeclSyntax.self),
          variable.attribute("State") != nil,
          variable.modifiers.contains(where: { $0.name.text == "private" })
        else { return nil }
        return variable.bindings.onlyElement?.name
      })
    guard states.count > 1 else { return }
    let fields = FormFields(blocks.map { Syntax($0) }, states, TypeReader(file: file))
    guard let stored = fields.stored.sorted().first else { return }
    for (name, copy) in fields.copied.sorted(by: { $0.key < $1.key }) {
      guard let bound = fields.bound[name], !fields.used.contains(name) else { continue }
      report(
        "'\(name)' is taken from '\(copy.entity).\(copy.property)' and edited here, and nothing writes it back, as "
          + "'\(stored)' is",
        at: file.location(bound), entity: copy.entity, property: copy.property)
    }
  }
}
