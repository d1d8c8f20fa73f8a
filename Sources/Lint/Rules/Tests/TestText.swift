/// A plan of two versions and tests of it, for examples.
enum TestText {
  static func migration(_ tests: String) -> String {
    """
    // file: Sources/Plan.swift
    \(MigrationText.versions(adding: "var body: String?"))
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static var stages: [MigrationStage] {
        [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
      }
    }
    // file: Tests/PlanTests.swift
    import Foundation
    import SwiftData
    import Testing

    \(tests)
    """
  }

  /// A test as it should be.
  static let onFile = """
    @Test func migratesFromV1() throws {
      let url = URL.temporaryDirectory.appending(path: "notes.store")
      do {
        let old = try ModelContainer(
          for: Schema(versionedSchema: V1.self), configurations: ModelConfiguration(url: url))
        let context = ModelContext(old)
        context.insert(V1.Note())
        try context.save()
      }
      let new = try ModelContainer(
        for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self,
        configurations: ModelConfiguration(url: url))
      #expect(try ModelContext(new).fetchCount(FetchDescriptor<V2.Note>()) == 1)
    }
    """
}
