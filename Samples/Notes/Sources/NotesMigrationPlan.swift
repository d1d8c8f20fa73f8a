import Foundation
import SwiftData

typealias Folder = NotesSchemaV2.Folder
typealias Note = NotesSchemaV2.Note
typealias Tag = NotesSchemaV2.Tag

/// From the first version to the current one: a lightweight stage that adds the number, and a
/// custom stage that fills it while the text is still there.
enum NotesMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [NotesSchemaV1.self, NotesSchemaV1_1.self, NotesSchemaV2.self]
  }

  static var stages: [MigrationStage] {
    [addLevel, fillLevel]
  }

  static let addLevel = MigrationStage.lightweight(
    fromVersion: NotesSchemaV1.self,
    toVersion: NotesSchemaV1_1.self
  )

  static let fillLevel = MigrationStage.custom(
    fromVersion: NotesSchemaV1_1.self,
    toVersion: NotesSchemaV2.self,
    willMigrate: { context in
      let levels = ["low": 0, "normal": 1, "high": 2]
      for note in try context.fetch(FetchDescriptor<NotesSchemaV1_1.Note>()) {
        note.level = levels[note.importance]
      }
      try context.save()
    },
    didMigrate: nil
  )
}
