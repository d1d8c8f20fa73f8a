internal import Diagnostics

/// Examples of functions in Swift that are told the class and the predicate.
extension CoreDataText {
  static let toldForOne: [RuleExample] = .texts(
    in: telling,
    flagged: """
      func newest() -> CDNote? {
        store.↓fetch(CDNote.self, sort: [NSSortDescriptor(key: "createdAt", ascending: false)]).first
      }
      """,
    clean: """
      func note(_ title: String) -> CDNote? {
        store.fetch(CDNote.self, where: NSPredicate(format: "title == %@", title)).first
      }
      ---
      func all() -> [CDNote] { store.fetch(CDNote.self) }
      """)

  static let toldForAll: [RuleExample] = .texts(
    in: telling,
    flagged: """
      func notes(_ title: String) -> [CDNote] {
        store.↓fetch(CDNote.self).filter { $0.title == title }
      }
      """,
    clean: """
      func notes(_ title: String, before date: Date) -> [CDNote] {
        store.fetch(CDNote.self, where: NSPredicate(format: "createdAt < %@", date as NSDate))
          .filter { $0.title == title }
      }
      """)

  private static func telling(_ text: String) -> String {
    code(
      """
      final class Store {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) { self.container = container }
        func fetch<T: NSManagedObject>(
          _ type: T.Type, where condition: NSPredicate? = nil, sort: [NSSortDescriptor]? = nil
        ) -> [T] {
          let request = NSFetchRequest<T>(entityName: String(describing: type))
          request.predicate = condition
          request.sortDescriptors = sort
          do {
            return try container.viewContext.fetch(request)
          } catch {
            print(error)
            return []
          }
        }
      }
      final class Screen {
        let store: Store
        init(_ store: Store) { self.store = store }
        \(text)
      }
      final class CDNote: NSManagedObject {
        @NSManaged var title: String?
        @NSManaged var createdAt: Date?
      }
      """)
  }
}
