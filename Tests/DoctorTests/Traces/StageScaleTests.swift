import StoreDoctor
import Testing

@testable import DoctorCLI

/// Stages whose closures ask once per object, and such that do not, told apart by running them.
@Suite("Growth of migration stages", .serialized, .enabled(if: PlanFixture.isAvailable))
struct StageScaleTests {
  private static func plan(_ prefetch: String) -> @Sendable (String) -> String {
    { plan in
      plan.withWillMigrate(
        """
              var descriptor = FetchDescriptor<NotesSchemaV1_1.Note>()
        \(prefetch)
              for note in try context.fetch(descriptor) { note.level = note.tags.count }
              try context.save()
        """)
    }
  }

  private static let loop = plan("")
  private static let prefetched = plan(
    "descriptor.relationshipKeyPathsForPrefetching = [\\.tags]")

  private func verify(_ plan: (String) -> String, _ options: [String] = []) throws -> (
    text: String, code: Int32
  ) {
    let fixture = try PlanFixture { plan($0) }
    return fixture.run(
      ["verify", "--model", fixture.path("Sources"), "--n-plus-one", "--quiet"] + options)
  }

  @Test("a query per object grows with the data and is found at its closure")
  func loops() throws {
    let result = try verify(Self.loop)
    #expect(result.code == 1, "\(result.text)")
    #expect(
      result.text.contains(
        "the queries for 'Note.tags' grow with the data: 40, then 80 [n-plus-one]"),
      "\(result.text)")
    #expect(result.text.contains("[n-plus-one]"))
    #expect(result.text.contains("relationshipKeyPathsForPrefetching = [\\Note.tags]"))
    #expect(result.text.contains("Sources/NotesMigrationPlan.swift:"))
    let json = try verify(Self.loop, ["--format", "json"]).text
    #expect(json.contains("\"growth\":\"linear\"") || json.contains("\"growth\": \"linear\""))
  }

  @Test("prefetching does not grow")
  func prefetching() throws {
    let result = try verify(Self.prefetched)
    #expect(result.code == 0, "\(result.text)")
    #expect(!result.text.contains("n-plus-one"))
    #expect(result.text.contains("run as often on both"))
  }

  @Test("a traced migration finds the loops of its closures, an untraced one does not look")
  func traced() throws {
    let fixture = try PlanFixture { Self.loop($0) }
    let traced = fixture.migrate(["--trace=\(fixture.path("trace.log"))"])
    #expect(traced.code == 1, "\(traced.text)")
    #expect(traced.text.contains("'Note.tags' fires one query per object"), "\(traced.text)")
    #expect(traced.text.contains("Sources/NotesMigrationPlan.swift:"))
    #expect(fixture.migrate().code == 0)
    let fine = try PlanFixture { Self.prefetched($0) }
    #expect(fine.migrate(["--trace=\(fine.path("trace.log"))"]).code == 0)
  }
}
