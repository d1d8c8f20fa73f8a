/// Examples with a lock file.
enum LockText {
  /// A plan with one version of `Note`, and a lock that froze it with the given properties.
  ///
  /// - Parameter plan: what the plan was called then.
  static func example(
    _ members: String, frozen: String, version: String = "V1", name: String = "V1",
    plan: String = "Plan"
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
    \(lock(schema: plan, version: "V1", frozen))
    """
  }

  /// A lock of one version with the class `Note`.
  ///
  /// - Parameter hash: the entity's, which proves that the properties are all there is to know of it.
  static func lock(
    schema: String, version: String, _ properties: String, hash: String? = nil
  ) -> String {
    let hash = hash.map { "\"hash\": \"\($0)\", " } ?? ""
    return """
      // file: storedoctor.lock
      {
        "format": 1,
        "schemas": [{
          "name": "\(schema)",
          "versions": [{
            "name": "\(version)",
            "identifier": "1.0.0",
            "entities": { "Note": { \(hash)"properties": { \(properties) } } }
          }]
        }]
      }
      """
  }

  /// Two versions in no plan, some code, and a lock of the plan `Plan` that had them.
  static func unplanned(_ code: String) -> String {
    func version(_ number: Int, _ property: String) -> String {
      """
      enum V\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var \(property) = ""; init() {} }
      }
      """
    }
    func locked(_ number: Int, _ property: String) -> String {
      """
      {
        "name": "V\(number)", "identifier": "\(number).0.0",
        "entities": { "Note": { "properties": { "\(property)": "String" } } }
      }
      """
    }
    return """
      \(version(1, "title"))
      \(version(2, "heading"))
      \(code)
      // file: storedoctor.lock
      {
        "format": 1,
        "schemas": [{
          "name": "Plan", "versions": [\(locked(1, "title")), \(locked(2, "heading"))]
        }]
      }
      """
  }

  /// Models without versions, of which `Note` had a title alone when they were locked.
  static let unversioned = lock(
    schema: "live", version: "live", "\"title\": \"String\"",
    hash: "f4e76260ebfaa584a54d5f407d702a6a2e0f3db4720c925a6579a1393136ab16")
}
