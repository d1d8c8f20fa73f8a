import Foundation
import Testing

@testable import DoctorCLI
@testable import Lint

/// What is one decision is one finding, however many places it concerns.
@Suite struct GatheredDecisionsTests {
  @Test func predicatesThatCompareOneEnumAreSaidOnce() throws {
    let folder = try LintFolder([
      "Notes.swift": """
      import SwiftData
      enum Mood: String, Codable { case good, bad }
      @Model final class Note { var mood = Mood.good; init() {} }
      func good(_ mood: Mood) -> Predicate<Note> { #Predicate<Note> { $0.mood == mood } }
      func other(_ mood: Mood) -> Predicate<Note> { #Predicate<Note> { $0.mood != mood } }
      """
    ])
    let text = folder.run("lint {}").text
    #expect(text.components(separatedBy: "is compared with a 'Mood'").count == 2, "\(text)")
    #expect(text.contains("likewise Notes.swift:5"), "\(text)")
  }

  @Test func listsOfOneClassThatAreShownAsTheyComeAreSaidOnce() throws {
    let folder = try LintFolder([
      "Trip.swift": """
      import SwiftData
      import SwiftUI
      @Model final class Trip {
        @Relationship(inverse: \\Stop.trip) var stops: [Stop] = []
        @Relationship(inverse: \\Guest.trip) var guests: [Guest] = []
        init() {}
      }
      @Model final class Stop { var name = ""; var trip: Trip?; init() {} }
      @Model final class Guest { var name = ""; var trip: Trip?; init() {} }
      struct TripView: View {
        let trip: Trip
        var body: some View {
          List(trip.stops) { Text($0.name) }
          List(trip.guests) { Text($0.name) }
        }
      }
      """
    ])
    let text = folder.run("lint {}").text
    #expect(text.components(separatedBy: "these rows come in any order").count == 2, "\(text)")
    #expect(text.contains("likewise 'guests'"), "\(text)")
  }

  /// The query is mended before what it loads; a call that has no place in a body is one fault.
  @Test func whatGoesWithItsCauseIsNotSaidBesideIt() throws {
    let folder = try LintFolder([
      "Views.swift": """
      import SwiftData
      import SwiftUI
      @Model final class Note { var title = ""; init() {} }
      struct NotesView: View {
        let store: NoteStore
        var body: some View { Text("\\(store.refill())") }
      }
      @MainActor final class NoteStore {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func refill() -> Int {
          context.insert(Note())
          let notes = (try? context.fetch(FetchDescriptor<Note>())) ?? []
          return notes.map(\\.title).joined().count
        }
      }
      """
    ])
    let text = folder.run("lint {}").text
    #expect(text.contains("change-in-body"), "\(text)")
    #expect(!text.contains("fetch-in-body"), "\(text)")
  }

  /// A query that is to be deleted needs no prefetching, and files of one name are told apart by their folders.
  @Test func oneQueryGetsOneAdviceAndEachFileItsName() throws {
    let folder = try LintFolder([
      "Note.swift": """
      import SwiftData
      @Model final class Note { var title = ""; init() {} }
      @Model final class Tag { var name = ""; init() {} }
      """,
      "List/Row.swift": """
      import SwiftData
      import SwiftUI
      struct NotesView: View {
        @Query private var notes: [Note]
        var body: some View { List(notes) { NoteRow(note: $0) } }
      }
      struct NoteRow: View {
        let note: Note
        @Query private var tags: [Tag]
        var body: some View { Text(note.title) }
      }
      """,
      "Detail/Row.swift": """
      import SwiftData
      import SwiftUI
      struct DetailRow: View {
        let title: String
        @Query private var tags: [Tag]
        var body: some View { Text(title) }
      }
      """,
    ])
    let text = folder.run("lint {}").text
    #expect(text.contains("never looks at them; likewise List/Row.swift:9"), "\(text)")
    #expect(!text.contains("n-plus-one"), "\(text)")
  }

  /// Which versions are tested is one look at the tests.
  @Test func untestedVersionsAreSaidOnce() throws {
    let versions = (1...5).map { number in
      """
      enum V\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var title = ""; var p\(number): Int?; init() {} }
      }
      """
    }
    let folder = try LintFolder([
      "Sources/Plan.swift": "import SwiftData\n" + versions.joined(separator: "\n") + """

        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] {
            [V1.self, V2.self, V3.self, V4.self, V5.self]
          }
          static var stages: [MigrationStage] { [] }
        }
        """,
      "Tests/PlanTests.swift": """
      import SwiftData
      import Testing
      func open(_ url: URL) throws {
        _ = try ModelContainer(
          for: Schema(versionedSchema: V1.self), configurations: ModelConfiguration(url: url))
      }
      """,
    ])
    let text = folder.run("lint {}").text
    #expect(text.components(separatedBy: "no test opens").count == 2, "\(text)")
    #expect(text.contains("'V2'") && text.contains("likewise in lines 12, 17"), "\(text)")
  }
}
