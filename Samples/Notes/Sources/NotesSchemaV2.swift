import Foundation
import SwiftData

// storedoctor:ignore[property-dropped] 'fillLevel' turns the text into 'level' before it goes
/// 2.0.0, the current version: the text is gone, notes can be pinned, and `text` is called `body`.
enum NotesSchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)

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
    @Attribute(originalName: "text") var body: String
    var createdAt: Date
    var level: Int?
    var isPinned: Bool = false
    var folder: Folder?
    @Relationship(inverse: \Tag.notes)
    var tags: [Tag] = []

    init(id: UUID, title: String, body: String, createdAt: Date) {
      self.id = id
      self.title = title
      self.body = body
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
