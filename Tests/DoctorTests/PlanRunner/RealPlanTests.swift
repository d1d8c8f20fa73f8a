import Foundation
import Testing

/// What plans of real apps showed to be said wrongly.
@Suite("Plans as apps have them", .serialized, .enabled(if: PlanFixture.isAvailable))
struct RealPlanTests {
  private func source(
    _ old: String, _ new: String, _ stage: String, more: String = "", entities: String = "Note.self"
  ) -> String {
    """
    import Foundation
    import SwiftData
    \(more)
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [\(entities)] }
      \(old)
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [\(entities)] }
      \(new)
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static var stages: [MigrationStage] { [stage] }
      nonisolated(unsafe) static var kept: [(String, [String])] = []
      static let stage: MigrationStage = \(stage)
    }
    """
  }

  private func run(_ source: String, _ words: [String]) throws -> (text: String, code: Int32) {
    let fixture = try PlanFixture()
    let path = fixture.path("Models.swift")
    try source.write(toFile: path, atomically: true, encoding: .utf8)
    return fixture.run(words.map { $0 == "MODEL" ? path : $0 })
  }

  @Test("children that are deleted with their owner have one in what verify makes up")
  func ownedChildren() throws {
    func models(_ part: String) -> String {
      """
      @Model final class Note {
        var title = ""
        @Relationship(deleteRule: .cascade, inverse: \\Part.note) var parts: [Part] = []
        init() {}
      }
      @Model final class Part {
        \(part)
        var note: Note?
        init() { fatalError() }
      }
      """
    }
    let text = source(
      models("var text = \"\""), models("var text = \"\"\n  var rank: Int"),
      """
      .custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: { context in
        for note in try context.fetch(FetchDescriptor<V1.Note>()) { context.delete(note) }
        try context.save()
      }, didMigrate: nil)
      """, entities: "Note.self, Part.self")
    let answer = try run(text, ["verify", "--model", "MODEL"])
    #expect(answer.code == 0 && answer.text.contains("3 migrations: 3 ok"), "\(answer)")
  }

  @Test("a helper that needs Apple's frameworks makes a migration not run, and not failed")
  func applesHelpers() throws {
    let text = source(
      "@Model final class Note { var lines: Data?; init() {} }",
      "@Model final class Note { var lines: Data?; var title: String?; init() {} }",
      """
      .custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: { context in
        for note in try context.fetch(FetchDescriptor<V1.Note>()) where note.lines?.hasStrokes != true {
          context.delete(note)
        }
        try context.save()
      }, didMigrate: nil)
      """,
      more: """
        import PencilKit
        extension Data { var hasStrokes: Bool { (try? PKDrawing(data: self)) != nil } }
        """)
    let answer = try run(text, ["verify", "--model", "MODEL"])
    #expect(answer.text.contains("3 not run") && !answer.text.contains("FAILED"), "\(answer)")
    #expect(answer.text.contains("it needs 'PKDrawing'"), "\(answer)")
  }

  private static let tracking = """
    import Remote
    protocol Tracking { func log(_ name: String, _ values: [String: Any]) }
    struct Event { let name: String; var values: [String: Any] = [:] }
    final class Usage: Tracking {
      nonisolated(unsafe) static let shared = Usage()
      private let client = RemoteClient.current()
      func log(_ name: String, _ values: [String: Any] = [:]) { client.send(name, values) }
    }
    nonisolated(unsafe) let begun = Event(name: "begun")
    extension Plan { nonisolated(unsafe) static let tracker: any Tracking = Usage.shared }
    """

  private func tracked(_ code: String) throws -> (text: String, code: Int32) {
    let text = source(
      "@Model final class Note { var title = \"\"; init() {} }",
      "@Model final class Note { var title = \"\"; var mark = \"\"; init() {} }",
      """
      .custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: { context in
        \(code)
        for note in try context.fetch(FetchDescriptor<V2.Note>()) { note.mark = "moved" }
        try context.save()
      })
      """, more: Self.tracking
    )
    return try run(text, ["verify", "--model", "MODEL"])
  }

  @Test("a plan does without those it tells of its work, also through what has them")
  func tracking() throws {
    let answer = try tracked(
      """
      let span = RemoteClient.begin(name: "move", operation: "store")
      defer { span.finish() }
      tracker.log(begun.name, begun.values)
      Usage.shared.log(begun.name)
      """)
    #expect(answer.code == 0 && answer.text.contains("3 migrations: 3 ok"), "\(answer)")
  }

  @Test("what a plan does with something that is not there is not left out, and its cause is named")
  func neededTracking() throws {
    let answer = try tracked(
      """
      let span = RemoteClient.begin(name: "move", operation: "store")
      context.author = span.title
      """)
    #expect(answer.text.contains("3 not run"), "\(answer)")
    #expect(
      answer.text.contains("cannot find 'RemoteClient' in scope, which 'span' needs"), "\(answer)")
  }

  @Test("a plan that no container has stops no app")
  func unusedPlans() throws {
    let live = "@Model final class Note { var title = \"\"; init() {} }"
    let text = source(
      "", "", ".lightweight(fromVersion: V1.self, toVersion: V2.self)",
      more: live + "\nlet container = try! ModelContainer(for: Note.self)")
    let unused = try run(text, ["plan", "--model", "MODEL"])
    #expect(!unused.text.contains("CRASH AT LAUNCH"), "\(unused)")
    let used = try run(
      text.replacing("(for: Note.self)", with: "(for: Note.self, migrationPlan: Plan.self)"),
      ["plan", "--model", "MODEL"])
    #expect(used.text.contains("CRASH AT LAUNCH"), "\(used)")
  }
}
