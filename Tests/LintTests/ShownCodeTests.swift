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
