import ModelSource
import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint
@testable import StoreDoctor

/// What views are shown with, on which thread code runs without saying so, and what nothing shows.
@Suite struct ShownCodeTests {
  private static let models = """
    import SwiftData
    @Model final class Note {
      var title = ""
      init() {}
    }
    @Model final class Tag {
      var name = ""
      init() {}
    }
    """

  private func found(_ files: [String: String], project: String = "") -> [String] {
    var input = LintInput(
      files: (files.merging(["Models.swift": Self.models]) { own, _ in own })
        .map { SourceFile(path: $0.key, text: $0.value) })
    // In an app of few files, what nothing calls yet is judged all the same.
    input.files += (0..<20).map { SourceFile(path: "Part\($0).swift", text: "enum Part\($0) {}") }
    input.files.sort { $0.path < $1.path }
    input.targets.note(Array(project.utf8))
    return Linter().lint(input).map { "\($0.rule) \($0.location?.line ?? 0)" }
  }

  @Test func codeOfAMainActorProjectRunsOnTheMainActor() {
    let text = """
      import SwiftData
      final class Tidier {
        private let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func start() { Task.detached { await self.tidy() } }
        private func tidy() async { print((try? context.fetch(FetchDescriptor<Note>())) ?? []) }
      }
      """
    #expect(found(["Tidier.swift": text]) == ["context-across-tasks 6"])
    #expect(
      found(["Tidier.swift": text], project: "SWIFT_DEFAULT_ACTOR_ISOLATION = MainActor;").isEmpty)
    #expect(
      found(["Tidier.swift": text], project: "SWIFT_DEFAULT_ACTOR_ISOLATION = nonisolated;")
        == ["context-across-tasks 6"])
  }

  /// What an extension adds and nothing calls costs as little as what a type has; whoever comes to call what ends
  /// the app learns of it.
  @Test(arguments: [(true, 2), (false, 1)])
  func whatNothingCallsIsLeftAlone(_ isCalled: Bool, _ expected: Int) {
    let app = """
      import SwiftData
      import SwiftUI
      @main struct NotesApp: App {
        @State private var store = NoteStore()
        var body: some Scene { WindowGroup { Text("\\(store.isReady)") }.modelContainer(for: [Note.self, Tag.self]) }
      }
      @MainActor final class NoteStore { var isReady = false }
      extension NoteStore {
        func long(_ context: ModelContext) throws -> [Note] {
          try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.isLong }))
        }
        func titled(_ title: String, _ context: ModelContext) throws -> [Note] {
          try context.fetch(FetchDescriptor<Note>()).filter { $0.title == title }
        }
      }
      extension Note { var isLong: Bool { title.count > 9 } }
      """
    let use = """
      import SwiftData
      public func use(_ store: NoteStore, _ context: ModelContext) throws {
        print(try store.long(context), try store.titled("", context))
      }
      """
    #expect(found(["App.swift": app, "Use.swift": isCalled ? use : ""]).count == expected)
  }

  /// What only code leads to that nothing calls, is none of the app's either.
  @Test(arguments: [("DetailView()", true), ("Text(\"\")", false)])
  func whatOnlyDeadCodeShowsIsLeftAlone(_ shown: String, _ isSaid: Bool) {
    let app = """
      import SwiftData
      import SwiftUI
      @main struct NotesApp: App {
        var body: some Scene { WindowGroup { \(shown) }.modelContainer(for: [Note.self, Tag.self]) }
      }
      """
    let detail = """
      import SwiftData
      import SwiftUI
      struct DetailView: View {
        @State private var isEditing = false
        var body: some View { Button("Edit") { isEditing = true }.sheet(isPresented: $isEditing) { EditSheet() } }
      }
      """
    let sheet = """
      import SwiftData
      import SwiftUI
      struct EditSheet: View {
        @Environment(\\.modelContext) private var context
        var body: some View {
          Button("Save") {
            context.insert(Note())
            try? context.save()
          }
        }
      }
      """
    let found = found(["App.swift": app, "DetailView.swift": detail, "EditSheet.swift": sheet])
    #expect(found.contains { $0.hasPrefix("swallowed-store-error") } == isSaid)
  }

  /// A view that only its own preview shows, and code that was commented out, is none of the app's.
  @Test func whatNothingShowsNeedsNoContainer() {
    let app = """
      import SwiftData
      import SwiftUI
      //  WindowGroup { TagsView() }
      @main struct NotesApp: App {
        var body: some Scene { WindowGroup { Text("") }.modelContainer(for: Note.self) }
      }
      """
    let view = """
      import SwiftData
      import SwiftUI
      struct TagsView: View {
        @Query private var tags: [Tag]
        var body: some View { List(tags) { Text($0.name) } }
      }
      #Preview {
        TagsView()
          .modelContainer(for: Tag.self, inMemory: true)
      }
      """
    #expect(found(["App.swift": app, "TagsView.swift": view]).isEmpty)
    let shown = app.replacing("Text(\"\")", with: "TagsView()")
    #expect(found(["App.swift": shown, "TagsView.swift": view]) == ["model-in-no-container 4"])
  }
}
