internal import Diagnostics

/// Finds migration code that works on classes of the version that is not there.
struct OldModelInDidMigrate: StrayModelRule {
  static let info = RuleInfo(
    id: "old-model-in-did-migrate", group: .migrationCode, severity: .error,
    summary: "'didMigrate' works on a class of another version than the new one",
    why: "the store has its new shape by then and its context knows only the new classes: the "
      + "fetch fails or the app crashes",
    fix: "read the old objects in 'willMigrate', or add a version in between that holds both",
    explanation: "swiftdata-what-kind-of-backing-data",
    examples: [
      .flagged(MigrationText.plan(did: "_ = try context.fetch(↓FetchDescriptor<V1.Note>())")),
      .flagged(MigrationText.plan(did: "try ↓context.delete(model: V1.Note.self)")),
      .flagged(
        MigrationText.plan(
          did: "typealias Old = V1\n      _ = try context.fetch(↓FetchDescriptor<Old.Note>())")),
      .clean(
        MigrationText.plan(
          did: "typealias New = V2\n      _ = try context.fetch(FetchDescriptor<New.Note>())")),
      .flagged(
        MigrationText.plan(
          will: "_ = try context.fetch(FetchDescriptor<V1.Note>())",
          did: """
            let old: ↓FetchDescriptor<V1.Note> = .init()
                  for note in try context.fetch(old) {
                    let copy = V2.Note()
                    copy.title = note.title.uppercased()
                    context.insert(copy)
                  }
                  try context.save()
            """)),
      .flagged(
        MigrationText.plan(did: "_ = try context.fetch(↓FetchDescriptor<Note>())")
          + "\n@Model final class Note { var title = \"\"; init() {} }"),
      .flagged(
        MigrationText.plan(did: "try Steps.tidy(context)")
          + """

          enum Steps {
            static func tidy(_ context: ModelContext) throws {
              for note in try context.fetch(↓FetchDescriptor<V1.Note>()) { context.delete(note) }
              try context.save()
            }
          }
          """),
      .flagged(
        MigrationText.versions(adding: "var words: Int?")
          + """

          enum Plan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
            static var stages: [MigrationStage] {
              [.custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: tidy)]
            }
            static func tidy(_ context: ModelContext) throws {
              for note in try context.fetch(↓FetchDescriptor<V1.Note>()) { note.title = "" }
              try context.save()
            }
          }
          """),
      .flagged(
        MigrationText.versions(adding: "var words: Int?")
          + """

          enum Plan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
            static var stages: [MigrationStage] {
              [
                .custom(
                  fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
                  didMigrate: Steps.tidy)
              ]
            }
          }
          // file: Steps.swift
          import SwiftData

          enum Steps {
            static func tidy(_ context: ModelContext) throws {
              for note in try context.fetch(↓FetchDescriptor<V1.Note>()) { note.title = "" }
              try context.save()
            }
          }
          """),
      .flagged(
        MigrationText.plan(
          did: """
            let work = Steps.tidy
                  try work(context)
            """)
            + """

            // file: Steps.swift
            import SwiftData

            enum Steps {
              static func tidy(_ context: ModelContext) throws {
                for note in try context.fetch(↓FetchDescriptor<V1.Note>()) { note.title = "" }
                try context.save()
              }
            }
            """),
      .clean(MigrationText.plan(will: "_ = try context.fetch(FetchDescriptor<V1.Note>())")),
      .clean(MigrationText.plan(did: "_ = try context.fetch(FetchDescriptor<V2.Note>())")),
      .clean(
        MigrationText.plan(
          did: "print(V1.versionIdentifier, try context.fetchCount(FetchDescriptor<V2.Note>()))")),
    ])

  static let isBefore = false
  static let lack = "the store no longer has then"
}
