/// Models with a container that mirrors them, for examples.
enum CloudKitText {
  static func mirrored(
    _ models: String, types: String = "Note.self", database: String = ".private(\"iCloud.notes\")"
  ) -> String {
    """
    import SwiftData

    \(models)

    func open() throws -> ModelContainer {
      try ModelContainer(
        for: \(types), configurations: ModelConfiguration(cloudKitDatabase: \(database)))
    }
    """
  }

  /// A model of the model editor.
  static func editor(_ entities: String) -> String {
    """

    // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
    <model type="com.apple.IDECoreDataModeler.DataModel">
    \(entities)
    </model>
    """
  }

  /// The entitlements of an app with an iCloud container.
  static func entitlements(_ path: String, containers: String = "<string>iCloud.notes</string>")
    -> String
  {
    """
    // file: \(path)
    <plist version="1.0"><dict>
    <key>com.apple.developer.icloud-container-identifiers</key>
    <array>\(containers)</array>
    </dict></plist>
    """
  }

  /// A class that can be mirrored.
  static let note = """
    @Model final class Note {
      var id: UUID = UUID()
      var title: String = ""
      var body: String?
      init(title: String) { self.title = title }
    }
    """

  /// Two classes that can be mirrored, with a relationship.
  static let folders = """
    @Model final class Note {
      var title = ""
      var folder: Folder?
      init() {}
    }
    @Model final class Folder {
      var name = ""
      @Relationship(deleteRule: .cascade, inverse: \\Note.folder) var notes: [Note]? = []
      init() {}
    }
    """

  /// The many side of a relationship in the model editor.
  static let noteInFolder = """
    <entity name="Note">
      <relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder" inverseName="notes" inverseEntity="Folder"/>
    </entity>
    """

  /// The other side of it.
  static let folder = """
    <entity name="Folder">
      <relationship name="notes" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Note" inverseName="folder" inverseEntity="Note"/>
    </entity>
    """

  /// What marks a property of the model editor as encrypted.
  static let encrypted = mark("NSPersistentCloudKitContainerEncryptedAttributeKey")
  /// What keeps a property of the model editor out of the mirror.
  static let ignored = mark("NSCloudKitMirroringDelegateIgnoredPropertyKey")

  private static func mark(_ key: String) -> String {
    "<userInfo><entry key=\"\(key)\" value=\"YES\"/></userInfo>"
  }
}
