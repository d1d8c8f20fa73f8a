/// Sources in which `--fix` has something to do, written as apps write them: `#` stands for what makes
/// a name one of its own.
enum FixedSource {
  /// Models that the code below works with.
  private static let models = """
    import Foundation
    import SwiftData

    @Model final class Note# {
      var title = ""
      var rank = 0
      var folder: Folder#?
      init() {}
    }
    @Model final class Folder# {
      var name = ""
      @Relationship(deleteRule: .cascade, inverse: \\Note#.folder) var notes: [Note#] = []
      init() {}
    }

    """

  /// One text for each case, with the rule that mends it.
  static let all: [(rule: String, text: String)] =
    declarations.map { ($0.0, "import Foundation\nimport SwiftData\n\n" + $0.1) }
    + code.map { ($0.0, models + $0.1) }

  private static let declarations: [(String, String)] = [
    (
      "constant-in-model",
      """
      @Model public final class Book# {
        /// Never changes.
        @Attribute(.unique) public let id: UUID
        fileprivate let code: String = "a"
        let made = Date()
        private let secret: Int
        public init(id: UUID) { self.id = id; secret = 3 }
      }
      """
    ),
    (
      "unknown-option",
      """
      @Model final class Team# {
        @Attribute(.indexed) var name = ""
        @Attribute(.unique, .primaryKey) var id: UUID
        @Relationship(.cascade, inverse: \\Player#.team) var players: [Player#] = []
        @Relationship(
          deleteRule: .cascade, minimum: 0,
          maximum: 11,
          inverse: \\Player#.bench
        )
        var bench: [Player#] = []
        init(id: UUID) { self.id = id }
      }
      @Model final class Player# { var team: Team#?; var bench: Team#?; init() {} }
      """
    ),
    (
      "inverse-on-both-sides",
      """
      @Model final class Author# {
        @Relationship(deleteRule: .cascade, inverse: \\Book#.author) var books: [Book#] = []
        @Relationship(inverse: \\Book#.editors) var edited: [Book#] = []
        @Relationship(
          deleteRule: .nullify,
          inverse: \\Book#.readers)
        var read: [Book#] = []
        init() {}
      }
      @Model final class Book# {
        @Relationship(inverse: \\Author#.books) var author: Author#?
        @Relationship(inverse: \\Author#.edited, hashModifier: "a") var editors: [Author#] = []
        @Relationship(
          deleteRule: .nullify,
          originalName: "fans",
          inverse: \\Author#.read
        )
        var readers: [Author#] = []
        init() {}
      }
      """
    ),
    (
      "uninferred-inverse",
      """
      @Model final class Recipe# {
        /// What it is about.
        public private(set) var tags: [Tag#] = []
        @Relationship(deleteRule: .nullify) var cooks: [Cook#] = []
        @Relationship
        var guests: [Guest#] = []
        @Relationship() var rooms: [Room#] = []
        @Relationship(deleteRule: .nullify, hashModifier: "b") var plates: [Plate#] = []
        init() {}
      }
      @Model final class Tag# { var recipes: [Recipe#] = []; init() {} }
      @Model final class Cook# { @Relationship var recipes: [Recipe#] = []; init() {} }
      @Model final class Guest# { @Relationship var recipes: [Recipe#] = []; init() {} }
      @Model final class Room# { @Relationship var recipe: Recipe#?; init() {} }
      @Model final class Plate# { @Relationship var recipe: Recipe#?; init() {} }
      """
    ),
    // What is private is seen by nobody else.
    (
      "uninferred-inverse",
      """
      @Model final class Recipe# { var tags: [Tag#] = []; init() {} }
      @Model final class Tag# {
        private var recipes: [Recipe#] = []
        init() {}
      }
      """
    ),
    (
      "index-on-missing-property",
      """
      @Model final class Trip# {
        #Index<Trip#>([\\.titel], [\\.titel, \\.start])
        #Unique<Trip#>([\\.titel, \\.start])
        var title = ""
        var start = Date()
        init() {}
      }
      """
    ),
    (
      "unknown-configuration-argument",
      """
      @Model final class Note# { var title = ""; init() {} }
      func open#(_ url: URL) throws -> ModelContainer {
        let first = ModelConfiguration(isHistoryEnabled: true, isStoredInMemoryOnly: false)
        let last = ModelConfiguration(
          "notes",
          schema: Schema([Note#.self]),
          isHistoryEnabled: true
        )
        let only = ModelConfiguration(isHistoryEnabled: true)
        let middle = ModelConfiguration(
          url: url, isHistoryEnabled: true,
          cloudKitDatabase: .none)
        return try ModelContainer(for: Note#.self, configurations: first, last, only, middle)
      }
      """
    ),
    (
      "swallowed-migration-error",
      """
      enum V1#: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var title = ""; init() {} }
      }
      enum V2#: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var title = ""; var words = 0; init() {} }
      }
      enum Plan#: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1#.self, V2#.self] }
        static var stages: [MigrationStage] { [first] }
        static var first: MigrationStage {
          .custom(
            fromVersion: V1#.self, toVersion: V2#.self,
            willMigrate: { context in
              try? context.save()
              try? context.delete(model: V2#.Note.self)
            },
            didMigrate: { context in
              let notes = (try? context.fetch(FetchDescriptor<V2#.Note>())) ?? []
              if notes.isEmpty { try? context.delete(model: V2#.Note.self) }
              notes.forEach { note in
                note.words = 1
                try? context.save()
              }
              func finish() { try? context.save() }
              defer { try? context.save() }
              finish()
              try? context.transaction { try? context.save() }
            })
        }
      }
      """
    ),
  ]
}
