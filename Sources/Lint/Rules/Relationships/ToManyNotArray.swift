internal import Diagnostics
internal import StoreModel

/// Finds collections of models that are no arrays.
struct ToManyNotArray: ModelRule {
  static let info = RuleInfo(
    id: "to-many-not-array", group: .relationships, severity: .error,
    summary: "a to-many relationship is not an array",
    why: "SwiftData traps with 'expected only Arrays for Relationships' when the property is used",
    fix: "make it an array; keep an order or a key in a property of the other class",
    explanation: "swiftdata-expected-only-arrays",
    examples: .texts(
      flagged: """
        @Model class Note { var ↓tags: Set<Tag> = [] }
        @Model class Tag { var name = ""; init() {} }
        ---
        @Model final class Album {
          @Relationship(inverse: \\Song.album) var ↓songs: Set<Song>
          init() { songs = [] }
        }
        @Model final class Song { var album: Album?; init() {} }
        ---
        @Model final class Library {
          var ↓books: [String: Book] = [:]
          init() {}
        }
        @Model final class Book { var isbn = ""; init() {} }
        """,
      clean: """
        @Model class Album { var songs: [Song] = []; var moods: Set<String> = [] }
        @Model class Song { var album: Album? }
        ---
        @Model class Album { var songs: Array<Song>? = []; var notes: [String: String] = [:] }
        @Model class Song { var album: Album? }
        ---
        @Model class Album {
          var songs: [Song] = []
          var uniqueSongs: Set<Song> { Set(songs) }
          @Transient var cache: [String: Song] = [:]
        }
        @Model class Song { var album: Album? }
        """))

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    guard model.source == .swift else { return }
    for entity in model.entities {
      for relationship in entity.relationships
      where relationship.isToMany && relationship.swiftType?.hasPrefix("Set<") == true {
        report(
          "'\(entity.name).\(relationship.name)' is a set of '\(relationship.destination)'",
          about: relationship, of: entity)
      }
      for attribute in entity.attributes where attribute.type == .undefined {
        guard let type = attribute.swiftType, type.hasPrefix("["), type.hasSuffix("]"),
          let colon = type.lastIndex(of: ":")
        else { continue }
        let name = String(type[colon...].dropFirst().dropLast().drop { $0 == " " })
        guard model.entity(named: name) != nil else { continue }
        report(
          "'\(entity.name).\(attribute.name)' is a dictionary of '\(name)'", about: attribute,
          of: entity)
      }
    }
  }
}
