/// Examples with a lock file.
enum LockText {
  /// A plan with one version of `Note`, and a lock that froze it with the given properties.
  static func example(
    _ members: String, frozen: String, version: String = "V1", name: String = "V1"
  ) -> String {
    """
    enum \(version): VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note { \(members); init() {} }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [\(name).self] }
      static let stages: [MigrationStage] = []
    }
    \(lock(schema: "Plan", version: "V1", frozen))
    """
  }

  /// A lock of one version with the class `Note`.
  static func lock(schema: String, version: String, _ properties: String) -> String {
    """
    // file: storedoctor.lock
    {
      "format": 1,
      "schemas": [{
        "name": "\(schema)",
        "versions": [{
          "name": "\(version)",
          "entities": { "Note": { "properties": { \(properties) } } }
        }]
      }]
    }
    """
  }
}
