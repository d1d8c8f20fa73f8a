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
}
