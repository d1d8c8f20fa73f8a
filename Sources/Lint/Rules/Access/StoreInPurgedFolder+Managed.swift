internal import Diagnostics
internal import StoreEngine
internal import StoreModel

extension StoreInPurgedFolder {
  /// Stores of Core Data, in either language.
  static let managed: [RuleExample] =
    .texts(
      in: CoreDataText.code,
      flagged: """
        final class Stack {
          func open(_ coordinator: NSPersistentStoreCoordinator) throws {
            let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
            let url = folder.appendingPathComponent("Notes.sqlite")
            try coordinator.↓addPersistentStore(
              ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
          }
        }
        ---
        final class Stack {
          lazy var folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
          func open(_ container: NSPersistentContainer) {
            container.persistentStoreDescriptions = [
              ↓NSPersistentStoreDescription(url: self.folder!.appendingPathComponent("Notes.sqlite"))
            ]
          }
        }
        """,
      clean: """
        final class Stack {
          func open(_ coordinator: NSPersistentStoreCoordinator) throws {
            let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
            let pictures = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
            let url = folder.appendingPathComponent("Notes.sqlite")
            print(pictures)
            try coordinator.addPersistentStore(
              ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
          }
        }
        ---
        final class AnswerCache {
          func open(_ coordinator: NSPersistentStoreCoordinator) throws {
            let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
            try coordinator.addPersistentStore(
              ofType: NSSQLiteStoreType, configurationName: nil,
              at: folder.appendingPathComponent("Answers.sqlite"), options: nil)
          }
        }
        """)
    + .texts(
      in: CoreDataText.objectiveC,
      flagged: """
        - (void)open {
          NSURL *url = [[self folder] URLByAppendingPathComponent:@"Notes.sqlite"];
          NSError *error;
          if (![self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:↓url options:@{} error:&error]) { [self show:error]; }
        }
        - (NSURL *)folder {
          return [[[NSFileManager defaultManager] URLsForDirectory:NSCachesDirectory inDomains:NSUserDomainMask] lastObject];
        }
        """,
      clean: """
        - (void)open {
          NSURL *url = [[self folder] URLByAppendingPathComponent:@"Notes.sqlite"];
          NSError *error;
          if (![self.coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:@{} error:&error]) { [self show:error]; }
        }
        - (NSURL *)folder {
          return [[[NSFileManager defaultManager] URLsForDirectory:NSDocumentDirectory inDomains:NSUserDomainMask] lastObject];
        }
        """)
}

extension StoreInPurgedFolder: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    body.method.body.messages { message, _ in
      guard message.has("addPersistentStoreWithType"), let url = message.argument("URL"),
        let place = url.first?.token.offset,
        !body.file.path.lastPathComponent.lowercased().contains("cache"),
        body.leadsToCaches(url, 4)
      else { return }
      report(Self.message("'Caches'"), at: body.file.location(place), certainty: Self.certainty)
    }
  }
}

extension ObjCBody {
  private static let directory = "NSCachesDirectory"

  fileprivate func leadsToCaches(_ nodes: [ObjCNode], _ steps: Int) -> Bool {
    guard steps > 0 else { return false }
    if nodes.mentions(Self.directory) { return true }
    var isFound = false
    nodes.messages { message, _ in
      isFound = isFound || giver(of: message)?.method.body.mentions(Self.directory) ?? false
    }
    nodes.walk { place in
      guard !isFound, place.node.isWord, let value = values[place.node.text]?.onlyElement else {
        return
      }
      isFound = leadsToCaches(value, steps - 1)
    }
    return isFound
  }
}
