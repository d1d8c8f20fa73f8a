internal import Diagnostics

/// Finds migration code that works on classes the store does not have yet.
struct NewModelInWillMigrate: StrayModelRule {
  static let info = RuleInfo(
    id: "new-model-in-will-migrate", group: .migrationCode, severity: .error,
    summary: "'willMigrate' works on a class of another version than the old one",
    why: "the store still has its old shape and its context knows only the old classes: the fetch "
      + "or insert fails or the app crashes",
    fix: "keep the values in a variable, and make the new objects in 'didMigrate'",
    explanation: "swiftdata-failed-to-cast-model",
    examples: [
      .flagged(MigrationText.plan(will: "_ = try context.fetch(↓FetchDescriptor<V2.Note>())")),
      .flagged(
        MigrationText.plan(will: "context.insert(↓V2.Note())\n      try context.save()")),
      .flagged(
        MigrationText.plan(
          will: """
            let old = try context.fetch(FetchDescriptor<V1.Note>())
                  let new = try context.fetch(↓FetchDescriptor<V2.Note>())
                  for (note, copy) in zip(old, new) { copy.title = note.title }
                  try context.save()
            """)),
      .flagged(
        MigrationText.plan(
          will: """
            for old in try context.fetch(FetchDescriptor<V1.Note>()) {
                    let new = V2.Note()
                    new.title = old.title
                    context.insert(↓new)
                  }
                  try context.save()
            """)),
      .flagged(
        MigrationText.plan(will: "_ = try context.fetch(↓FetchDescriptor<Note>())")
          + "\ntypealias Note = V2.Note"),
      .flagged(
        MigrationText.plan(will: "try Steps.prepare(context)")
          + """

          typealias Note = V2.Note
          // file: Steps.swift
          import SwiftData

          enum Steps {
            static func prepare(_ context: ModelContext) throws {
              for note in try context.fetch(↓FetchDescriptor<Note>()) where note.title.isEmpty {
                context.delete(note)
              }
              try context.save()
            }
          }
          """),
      .clean(
        MigrationText.plan(will: "try Steps.prepare(context)")
          + """

          typealias Note = V2.Note
          // file: Steps.swift
          import SwiftData

          enum Steps {
            static func prepare(_ context: ModelContext) throws {
              for note in try context.fetch(FetchDescriptor<V1.Note>()) where note.title.isEmpty {
                context.delete(note)
              }
              try context.save()
            }
            static func show(_ context: ModelContext) throws {
              print(try context.fetchCount(FetchDescriptor<Note>()))
            }
          }
          """),
      .clean(
        MigrationText.plan(
          will: """
            made = try context.fetch(FetchDescriptor<V1.Note>()).map { _ in V2.Note() }
            """,
          did: "made.forEach { context.insert($0) }\n      try context.save()")),
      .clean(
        MigrationText.plan(
          will: """
            titles = try context.fetch(FetchDescriptor<V1.Note>()).map(\\.title)
            """,
          did: "print(titles.count, try context.fetchCount(FetchDescriptor<V2.Note>()))")),
      .clean(MigrationText.plan(did: "context.insert(V2.Note())\n      try context.save()")),
      .clean(
        MigrationText.plan(
          will: "try context.delete(model: V1.Note.self)\n      try context.save()")),
    ])

  static let isBefore = true
  static let lack = "the store does not have yet"
}
