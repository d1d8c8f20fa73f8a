import Foundation
import SwiftData

/// 1.1.0, a stop on the way: a note has both its importance as text and the new number.
enum NotesSchemaV1_1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 1, 0)

  static var models: [any PersistentModel.Type] {
    [Folder.self, Note.self, Tag.self]
  }

  @Model
  final class Folder {
    @Attribute(.unique) var name: String
    var position: Int = 0
    @Relationship(deleteRule: .cascade, inverse: \Note.folder)
    var notes: [Note] = []

    init(name: String) {
      self.name = name
    }
  }

  @Model
  final class Note {
    @Attribute(.unique) var id: UUID
    var title: String
    var text: String
    var createdAt: Date
    var importance: String = "normal"
    /// Filled by the stage to 2.0.0; optional, so that rows of 1.0.0 need no value yet.
    var level: Int?
    var folder: Folder?
    @Relationship(inverse: \Tag.notes)
    var tags: [Tag] = []

    init(id: UUID, title: String, text: String, createdAt: Date) {
      self.id = id
      self.title = title
      self.text = text
      self.createdAt = createdAt
    }
  }

  @Model
  final class Tag {
    @Attribute(.unique) var name: String
    var notes: [Note] = []

    init(name: String) {
      self.name = name
    }
  }
}
