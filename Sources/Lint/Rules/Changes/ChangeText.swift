/// Examples around one class in two versions.
enum ChangeText {
  /// The members of `Note` in either version, and the stage between them.
  static func note(
    _ old: String, _ new: String,
    stage: String = "MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)"
  ) -> String {
    versions(
      "@Model final class Note { \(old); init() {} }",
      "@Model final class Note { \(new); init() {} }", stage: stage)
  }

  /// The declarations of two versions, and the stage between them.
  static func versions(
    _ old: String, _ new: String, models: String = "Note.self", newModels: String? = nil,
    stage: String = "MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)"
  ) -> String {
    """
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [\(models)] }
      \(old)
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [\(newModels ?? models)] }
      \(new)
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static var stages: [MigrationStage] { [step] }
      static let step = \(stage)
    }
    """
  }
}

extension ChangeText {
  /// A custom stage with the given statements in its closures.
  static func custom(will: String? = nil, did: String? = nil) -> String {
    func closure(_ body: String?) -> String {
      body.map { "{ context in\n      \($0)\n      try context.save()\n    }" } ?? "nil"
    }
    return """
      MigrationStage.custom(
          fromVersion: V1.self, toVersion: V2.self,
          willMigrate: \(closure(will)),
          didMigrate: \(closure(did)))
      """
  }
}

extension ChangeText {
  /// Two versions of a model of the model editor; the second is the current one.
  static func editor(_ old: String, _ new: String) -> String {
    func version(_ name: String, _ entities: String) -> String {
      """
      // file: Notes.xcdatamodeld/\(name).xcdatamodel/contents
      <model type="com.apple.IDECoreDataModeler.DataModel">
      \(entities)
      </model>
      """
    }
    return """
      \(version("Notes", old))
      \(version("Notes 2", new))
      // file: Notes.xcdatamodeld/.xccurrentversion
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>_XCCurrentVersionName</key><string>Notes 2.xcdatamodel</string>
      </dict></plist>
      """
  }

  /// The entity `Note` of the model editor with some lines inside.
  static func entity(
    _ lines: String, name: String = "Note", identifier: String? = nil, mark: String = ""
  ) -> String {
    let renaming = identifier.map { " elementID=\"\($0)\"" } ?? ""
    return "\(mark)<entity name=\"\(name)\"\(renaming)>\n\(lines)\n</entity>"
  }

  /// An attribute of the model editor.
  static func attribute(
    _ name: String, _ settings: String = "optional=\"YES\"", type: String = "String"
  )
    -> String
  {
    "<attribute name=\"\(name)\" \(settings) attributeType=\"\(type)\"/>"
  }
}
