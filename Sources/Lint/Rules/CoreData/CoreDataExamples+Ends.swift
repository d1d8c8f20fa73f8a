internal import Diagnostics

/// Ends of the app that stand in a function of another type, and errors of loads that only look as if they were read.
extension CoreDataText {
  static let endsInHelpers: [RuleExample] =
    .texts(
      in: code,
      flagged: """
        final class Keeper {
          private let log = CrashLog()
          func keep(_ context: NSManagedObjectContext) {
            do { try context.save() } catch { ↓log.crash(error) }
          }
        }
        // file: CrashLog.swift
        import Foundation
        final class CrashLog {
          func crash(_ error: Error) {
            print(error)
            fatalError("\\(error)")
          }
        }
        """,
      clean: """
        final class Keeper {
          private let log = CrashLog()
          let show: (Error) -> Void
          init(show: @escaping (Error) -> Void) { self.show = show }
          func keep(_ context: NSManagedObjectContext) {
            do { try context.save() } catch {
              log.crash(error)
              show(error)
            }
          }
        }
        // file: CrashLog.swift
        import Foundation
        final class CrashLog {
          func crash(_ error: Error) {
            assertionFailure("\\(error)")
          }
        }
        """)
    + .texts(
      in: objectiveC,
      flagged: """
        - (void)fail:(NSError *)error {
          NSLog(@"%@", error);
          abort();
        }
        - (void)keep {
          NSError *error = nil;
          if (![self.managedObjectContext save:&error]) { ↓[self fail:error]; }
        }
        """,
      clean: """
        - (void)fail:(NSError *)error {
          if (error.code == 1) { abort(); }
          [self show:error];
        }
        - (void)keep {
          NSError *error = nil;
          if (![self.managedObjectContext save:&error]) { [self fail:error]; }
        }
        """)

  static let unreadLoads: [RuleExample] = .texts(
    in: code,
    flagged: """
      func move(_ container: NSPersistentContainer, to url: URL) {
        container.↓loadPersistentStores { description, error in
          guard let old = description.url else { return }
          do { try FileManager.default.removeItem(at: old.appendingPathExtension("old")) } catch {
            print(error)
          }
        }
      }
      ---
      func open(_ container: NSPersistentContainer) {
        container.↓loadPersistentStores { _, problem in
          guard problem == nil else { return }
          container.viewContext.automaticallyMergesChangesFromParent = true
        }
      }
      """,
    clean: """
      func open(_ container: NSPersistentContainer, _ show: @escaping (Error?) -> Void) {
        container.loadPersistentStores { description, error in
          guard error == nil, let url = description.url else { return show(error) }
          do { try FileManager.default.removeItem(at: url.appendingPathExtension("old")) } catch {
            print(error)
          }
        }
      }
      """)
}
