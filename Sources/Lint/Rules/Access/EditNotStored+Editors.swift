internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

extension ObjectFlows {
  /// A property of an observed class that is filled from an attribute, and that the class itself never writes back,
  /// as it does with another one.
  struct EditorField: Sendable, Codable {
    var owner: String
    var name: String
    var entity: String
    var property: String
    /// The other one.
    var stored: String
    var location: Location
  }
}

/// The same in view models: `note = todo.note` in the initializer, `$editor.note` in a view, and no `todo.note = note`.
extension EditNotStored {
  func check(_ lint: LintContext, report: RuleReport) {
    let fields = lint.flows.editorFields
    guard !fields.isEmpty else { return }
    for field in fields where !lint.flows.extended.contains("\(field.owner).\(field.name)") {
      guard lint.isOnlyBound(field.name, of: field.owner) else { continue }
      report(
        "'\(field.name)' is taken from '\(field.entity).\(field.property)' and edited by a view, and nothing writes it "
          + "back, as '\(field.stored)' is",
        at: field.location, entity: field.entity, property: field.property,
        certainty: .inferred("other code may store it"))
    }
  }

  static let editors: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      @Model final class Show { var title = ""; var text = ""; init() {} }
      @MainActor @Observable final class ShowEditor {
        var title: String
        var ↓text: String
        private let show: Show
        init(show: Show) {
          self.show = show
          title = show.title
          text = show.text
        }
        func save() { show.title = title }
      }
      // file: ShowForm.swift
      import SwiftUI
      struct ShowForm: View {
        @Bindable var editor: ShowEditor
        var body: some View {
          TextField("Title", text: $editor.title)
          TextField("Text", text: $editor.text)
          Button("Save") { editor.save() }
        }
      }
      ---
      @Model final class Show { var title = ""; var stars: Int?; init() {} }
      @MainActor final class ShowEditor: ObservableObject {
        @Published var title = ""
        @Published var ↓stars = 0
        func load(_ show: Show) {
          self.title = show.title
          self.stars = show.stars ?? 0
        }
        func store(in show: Show) { show.title = self.title }
      }
      struct ShowForm: View {
        @StateObject private var editor = ShowEditor()
        var body: some View {
          TextField("Title", text: $editor.title)
          Stepper("Stars", value: $editor.stars)
        }
      }
      """,
    clean: """
      @Model final class Show { var title = ""; var text = ""; init() {} }
      @MainActor @Observable final class ShowEditor {
        var title: String
        var text: String
        let show: Show
        init(show: Show) {
          self.show = show
          title = show.title
          text = show.text
        }
        func save() { show.title = title }
      }
      struct ShowForm: View {
        @Bindable var editor: ShowEditor
        var body: some View {
          TextField("Title", text: $editor.title)
          TextField("Text", text: $editor.text)
          Button("Save") {
            editor.save()
            editor.show.text = editor.text
          }
        }
      }
      ---
      @Model final class Show { var title = ""; var text = ""; init() {} }
      @MainActor @Observable final class ShowHeader {
        var title: String
        var text: String
        init(show: Show) {
          title = show.title
          text = show.text
        }
        func rename(_ show: Show) { show.title = title }
      }
      struct HeaderView: View {
        let header: ShowHeader
        var body: some View { Text(header.title + header.text) }
      }
      """)
}

extension FlowReader {
  mutating func noteEditor(_ type: ClassDeclSyntax) {
    guard !file.isTest, file.meansSwiftData,
      type.attribute("Observable") != nil
        || type.inheritanceClause?.mentions(["ObservableObject"]) ?? false,
      case let blocks = file.tree.memberBlocks(of: type.name.text),
      blocks.allSatisfy({ $0.isReadable && $0.isHandwritten })
    else { return }
    var places: [String: PatternBindingSyntax] = [:]
    for member in type.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isInstance,
        !variable.isConstant, !variable.modifiers.contains(where: { $0.name.text == "private" }),
        let binding = variable.bindings.onlyElement, binding.isStored, let name = binding.name
      else { continue }
      places[name] = binding
    }
    guard places.count > 1 else { return }
    let fields = FormFields(blocks.map { Syntax($0) }, Set(places.keys), types)
    guard let stored = fields.stored.sorted().first else { return }
    for (name, copy) in fields.copied.sorted(by: { $0.key < $1.key }) {
      guard let binding = places[name], !fields.used.contains(name), !fields.stored.contains(name)
      else { continue }
      flows.editorFields.append(
        .init(
          owner: type.name.text, name: name, entity: copy.entity, property: copy.property,
          stored: stored, location: file.location(binding.pattern)))
    }
  }
}

extension LintContext {
  /// Whether views that name the class bind something of that name, and nothing reads it off what edits it:
  /// `$editor.text`, and no `editor.text`.
  fileprivate func isOnlyBound(_ name: String, of owner: String) -> Bool {
    let files = allFiles()
    var isBound = false
    for position in WordsOfFiles.positions(of: [name], in: files) {
      let text = String(decoding: files[position].bytes, as: UTF8.self)
      for line in text.split(whereSeparator: \.isNewline) {
        for range in line.ranges(of: ".\(name)") {
          let after = line[range.upperBound...].first
          guard !(after.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false) else { continue }
          let chain = String(
            line[..<range.lowerBound].reversed()
              .prefix { $0.isLetter || $0.isNumber || "_.?!$".contains($0) }.reversed())
          if chain.hasPrefix("$"), chain.dropFirst().first?.isLetter ?? false {
            // Another class may have one of the name.
            isBound = isBound || text.contains(owner)
          } else if Self.editors.contains(where: chain.lowercased().hasSuffix) {
            return false
          }
        }
      }
    }
    return isBound
  }

  /// How views call what they edit with.
  private static let editors = [
    "controller", "draft", "editor", "form", "model", "state", "store", "vm",
  ]
}
