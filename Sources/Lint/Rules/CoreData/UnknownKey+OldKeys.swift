internal import Diagnostics

/// Keys that only versions have which the app no longer runs with.
extension UnknownKey {
  static let oldKeys: [RuleExample] = [
    .flagged(versions("Notes.swift", "↓")), .clean(versions("NoteMigration.swift", "")),
  ]

  private static func versions(_ file: String, _ mark: String) -> String {
    """
    // file: \(file)
    import CoreData
    func find(_ text: String, _ context: NSManagedObjectContext) throws -> [NSManagedObject] {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      request.predicate = NSPredicate(format: \(mark)"headline == %@", text)
      return try context.fetch(request)
    }
    \(ChangeText.editor(
      ChangeText.entity(ChangeText.attribute("headline")),
      ChangeText.entity(ChangeText.attribute("title", "optional=\"YES\" elementID=\"headline\""))))
    """
  }
}
