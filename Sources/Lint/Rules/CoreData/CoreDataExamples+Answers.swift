internal import Diagnostics

extension CoreDataText {
  /// Those of 'ContextAcrossTasks' in which Apple's frameworks call back on a queue of their own.
  static let answers: [RuleExample] = .texts(
    in: code,
    flagged: """
      import CloudKit
      final class Cloud {
        let container: NSPersistentContainer
        let database: CKDatabase
        init(_ container: NSPersistentContainer, _ database: CKDatabase) {
          (self.container, self.database) = (container, database)
        }
        func pull(_ query: CKQuery) {
          database.perform(query, inZoneWith: nil) { records, error in
            for record in records ?? [] {
              CDNote(context: ↓self.container.viewContext).title = record["title"] as? String
            }
          }
        }
      }
      ---
      final class Watcher {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) {
          self.container = container
          NotificationCenter.default.addObserver(
            self, selector: ↓#selector(reload), name: .NSPersistentStoreRemoteChange, object: nil)
        }
        @objc func reload() {
          do {
            print(try container.viewContext.count(for: CDNote.fetchRequest()))
          } catch { print(error) }
        }
      }
      ---
      func watch(_ container: NSPersistentContainer) {
        NotificationCenter.default.addObserver(
          forName: .NSPersistentStoreRemoteChange, object: nil, queue: nil
        ) { _ in
          ↓container.viewContext.refreshAllObjects()
        }
      }
      """,
    clean: """
      import CloudKit
      final class Cloud {
        let container: NSPersistentContainer
        let database: CKDatabase
        init(_ container: NSPersistentContainer, _ database: CKDatabase) {
          (self.container, self.database) = (container, database)
        }
        func pull(_ query: CKQuery) {
          database.perform(query, inZoneWith: nil) { records, error in
            self.container.viewContext.perform {
              for record in records ?? [] {
                CDNote(context: self.container.viewContext).title = record["title"] as? String
              }
              do { try self.container.viewContext.save() } catch { print(error) }
            }
          }
        }
      }
      ---
      final class Watcher {
        let container: NSPersistentContainer
        init(_ container: NSPersistentContainer) {
          self.container = container
          container.persistentStoreDescriptions.first?.setOption(
            true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
          NotificationCenter.default.addObserver(
            self, selector: #selector(reload), name: .NSPersistentStoreRemoteChange, object: nil)
        }
        @objc func reload() {
          DispatchQueue.main.async {
            do {
              print(try self.container.viewContext.count(for: CDNote.fetchRequest()))
            } catch { print(error) }
          }
        }
      }
      ---
      func watch(_ container: NSPersistentContainer) {
        container.persistentStoreDescriptions.first?.setOption(
          true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        NotificationCenter.default.addObserver(
          forName: .NSPersistentStoreRemoteChange, object: nil, queue: .main
        ) { _ in
          container.viewContext.refreshAllObjects()
        }
      }
      """)
}
