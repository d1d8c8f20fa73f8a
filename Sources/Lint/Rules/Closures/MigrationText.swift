/// A plan of two versions with a custom stage, for examples.
enum MigrationText {
  /// Two versions of a class, of which the second has one property more.
  static func versions(adding property: String) -> String {
    """
    import SwiftData

    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note { var title = ""; init() {} }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note { var title = ""; \(property); init() {} }
    }
    """
  }

  static func plan(will: String? = nil, did: String? = nil) -> String {
    """
    \(versions(adding: "var words: Int?"))
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static var stages: [MigrationStage] { [toV2] }

      static let toV2 = MigrationStage.custom(
        fromVersion: V1.self, toVersion: V2.self,
        willMigrate: \(closure(will)),
        didMigrate: \(closure(did)))
    }
    """
  }

  private static func closure(_ body: String?) -> String {
    guard let body else { return "nil" }
    return "{ context in\n      \(body)\n    }"
  }
}

extension MigrationText {
  /// The same with a relationship.
  static func relationshipPlan(did: String) -> String {
    let folder = """
      @Model final class Folder {
          var name = ""
          @Relationship(inverse: \\Note.folder) var notes: [Note] = []
          init() {}
        }
      """
    return """
      import SwiftData

      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }
        @Model final class Note { var title = ""; var folder: Folder?; init() {} }
        \(folder)
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }
        @Model final class Note { var title = ""; var path: String?; var folder: Folder?; init() {} }
        \(folder)
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static let stages = [
          MigrationStage.custom(
            fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
            didMigrate: { context in
              \(did)
            })
        ]
      }
      """
  }
}
