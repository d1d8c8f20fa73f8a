import Testing

@testable import DoctorCLI
@testable import Lint

/// Few rows, objects that nobody looks at, and services that a container gives.
@Suite struct ChosenRowsTests {
  private static let models = """
    import SwiftData
    import SwiftUI
    @Model final class Note {
      var title = ""
      var tags: [Tag] = []
      init() {}
    }
    @Model final class Tag {
      var name = ""
      @Relationship(inverse: \\Note.tags) var notes: [Note] = []
      init() {}
    }

    """

  private static func text(_ code: String, _ others: [String: String] = [:]) throws -> String {
    let folder = try LintFolder(
      ["Code.swift": models + code].merging(others, uniquingKeysWith: { first, _ in first }))
    return folder.run("lint {}").text
  }

  @Test func rowsThatSomebodyHasChosenAreNotAllRows() throws {
    let text = try Self.text(
      """
      struct NotesView: View {
        @Query private var notes: [Note]
        @State private var selected: Set<PersistentIdentifier> = []
        var body: some View {
          List(notes, selection: $selected) { Text($0.title) }.closing(with: untag)
        }
        private func untag() {
          let chosen = notes.filter { selected.contains($0.persistentModelID) }
          for note in chosen { for tag in note.tags { print(tag.name) } }
        }
      }
      """)
    #expect(!text.contains("n-plus-one"), "\(text)")
  }

  @Test func whatAFunctionIgnoresIsNotUsedThere() throws {
    func code(_ size: String) -> String {
      """
      final class Painter {
        func paint(_ note: Note) {
          DispatchQueue.global().async {
            let size = self.size(for: note)
            DispatchQueue.main.async { print(note.title, size) }
          }
        }
        private func size(for note: Note) -> Int { \(size) }
      }
      """
    }
    let ignored = try Self.text(code("12"))
    #expect(!ignored.contains("context-across-tasks"), "\(ignored)")
    let read = try Self.text(code("note.title.count"))
    #expect(read.contains("context-across-tasks"), "\(read)")
  }

  @Test func whatGoesWrongComesSeldom() throws {
    let text = try Self.text(
      """
      @Model final class Problem { var text = ""; init(text: String) { self.text = text } }
      enum Problems {
        static func addError(_ text: String, _ context: ModelContext) throws {
          let same = FetchDescriptor<Problem>(predicate: #Predicate { $0.text == text })
          if try context.fetchCount(same) == 0 { context.insert(Problem(text: text)) }
        }
      }
      func load(_ lines: [String], _ context: ModelContext) throws {
        for line in lines {
          guard line.count > 3 else {
            try Problems.addError(line, context)
            continue
          }
          context.insert(Note())
        }
        try context.save()
      }
      """)
    #expect(!text.contains("count-in-loop"), "\(text)")
  }

  @Test func aNumberThatIsComparedNeedsAHandfulOfRows() throws {
    let text = try Self.text(
      """
      struct NotesView: View {
        @Query private var notes: [Note]
        var body: some View {
          Button("Merge") {}.disabled(notes.count < 2)
          if notes.count > 0 { Text("some") }
        }
      }
      """)
    #expect(text.contains("only compares their number"), "\(text)")
    #expect(text.contains("a 'fetchLimit' of one more"), "\(text)")
  }

  @Test func servicesOfAContainerNeedNoName() throws {
    let text = try Self.text(
      """
      final class NoteStore {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func add(_ note: Note) {
          context.insert(note)
          do { try context.save() } catch { print(error) }
        }
      }
      """,
      [
        "Container+Stores.swift": """
        import Factory
        extension Container {
          var noteStore: Factory<NoteStore> { self { NoteStore(context: Stack.context) } }
        }
        """,
        "AddView.swift": """
        import Factory
        import SwiftUI
        struct AddView: View {
          @Environment(\\.dismiss) private var dismiss
          let notes = Container.shared.noteStore()
          var body: some View { Button("Add") { add() } }
          private func add() {
            notes.add(Note())
            dismiss()
          }
        }
        """,
      ])
    #expect(text.contains("AddView.swift:8:11: warning: 'add' keeps the error"), "\(text)")
  }
}
