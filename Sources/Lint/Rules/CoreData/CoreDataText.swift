/// A model of the model editor with code around it, for examples.
enum CoreDataText {
  static let model = """
    // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
    <model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Note" representedClassName="CDNote">
      <attribute name="title" optional="YES" attributeType="String"/>
      <attribute name="createdAt" optional="YES" attributeType="Date"/>
      <relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder" inverseName="notes" inverseEntity="Folder"/>
    </entity>
    <entity name="Folder" representedClassName="CDFolder">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="notes" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Note" inverseName="folder" inverseEntity="Note"/>
    </entity>
    </model>
    """

  /// `Note` with a title, a date and a folder, and `Folder` with a name and notes.
  static func code(_ text: String) -> String {
    """
    // file: Notes.swift
    import CoreData
    \(text)
    \(model)
    """
  }

  /// What a widget asks for its timeline, which shows a note's title.
  static func provider(_ declaration: String) -> String {
    """
    \(declaration) {
      let container: NSPersistentContainer
      func timeline(for intent: Choice, in context: Context) async -> Timeline<Entry> {
        let worker = container.newBackgroundContext()
        let title = await worker.perform {
          let request = CDNote.fetchRequest()
          request.fetchLimit = 1
          return try? worker.fetch(request).first?.title
        }
        return Timeline(entries: [Entry(title ?? "")], policy: .atEnd)
      }
    }
    """
  }
}
