internal import Diagnostics

/// Objects that are looked for before they are made.
extension CoreDataText {
  static let failedLookups: [RuleExample] = .texts(
    in: code,
    flagged: """
      func note(_ title: String, _ context: NSManagedObjectContext) -> CDNote {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "title == %@", title)
        request.fetchLimit = 1
        if let known = try? context.↓fetch(request).first { return known }
        let made = CDNote(context: context)
        made.title = title
        return made
      }
      ---
      func note(_ title: String, _ context: NSManagedObjectContext) -> CDNote {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "title == %@", title)
        request.fetchLimit = 1
        let note = (try? context.↓fetch(request))?.first ?? CDNote(context: context)
        note.title = title
        return note
      }
      ---
      func note(_ title: String, _ context: NSManagedObjectContext) -> CDNote {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "title == %@", title)
        request.fetchLimit = 1
        do {
          if let known = try context.↓fetch(request).first { return known }
        } catch { print(error) }
        let made = CDNote(context: context)
        made.title = title
        return made
      }
      """,
    clean: """
      func note(_ title: String, _ context: NSManagedObjectContext) throws -> CDNote {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "title == %@", title)
        request.fetchLimit = 1
        if let known = try context.fetch(request).first { return known }
        let made = CDNote(context: context)
        made.title = title
        return made
      }
      @main final class AppDelegate: UIResponder, UIApplicationDelegate {
        var context: NSManagedObjectContext!
        func applicationDidEnterBackground(_ application: UIApplication) { keep() }
        func keep() { do { try context.save() } catch { print(error) } }
      }
      func title(_ title: String, _ context: NSManagedObjectContext) -> String {
        let request = NSFetchRequest<CDNote>(entityName: "Note")
        request.predicate = NSPredicate(format: "title == %@", title)
        request.fetchLimit = 1
        return (try? context.fetch(request))?.first?.title ?? ""
      }
      """)
}
