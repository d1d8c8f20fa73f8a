internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds observers of changes of a store that no store is asked to tell of.
struct RemoteChangeNotPosted: ProjectRule {
  static let info = RuleInfo(
    id: "remote-change-not-posted", group: .dataAccess, severity: .warning,
    summary: "changes by other processes are waited for, and no store is asked to tell of them",
    why:
      "a store posts 'NSPersistentStoreRemoteChange' only where its description has the option for it, also in an "
      + "'NSPersistentCloudKitContainer': without it the observer is never called",
    fix:
      "set 'NSPersistentStoreRemoteChangeNotificationPostOptionKey' of the description before the store is loaded",
    limits: "projects without SwiftData, whose stores post it",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        final class Follower {
          func start(_ container: NSPersistentContainer) {
            NotificationCenter.default.addObserver(
              self, selector: #selector(follow), name: .↓NSPersistentStoreRemoteChange,
              object: container.persistentStoreCoordinator)
          }
          @objc func follow() {}
        }
        ---
        func watch(_ container: NSPersistentContainer) async {
          let changes = NotificationCenter.default.notifications(named: Notification.Name.↓NSPersistentStoreRemoteChange)
          for await _ in changes { print("changed") }
        }
        """,
      clean: """
        func watch(_ container: NSPersistentContainer) async {
          container.persistentStoreDescriptions.first?.setOption(
            true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
          for await _ in NotificationCenter.default.notifications(named: .NSPersistentStoreRemoteChange) {}
        }
        ---
        import SwiftData
        func watch() async {
          for await _ in NotificationCenter.default.notifications(named: .NSPersistentStoreRemoteChange) {}
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (void)start {
            [NSNotificationCenter.defaultCenter addObserver:self selector:@selector(follow) name:↓NSPersistentStoreRemoteChangeNotification object:nil];
          }
          """,
        clean: """
          - (void)start {
            [self.description setOption:@YES forKey:NSPersistentStoreRemoteChangeNotificationPostOptionKey];
            [NSNotificationCenter.defaultCenter addObserver:self selector:@selector(follow) name:NSPersistentStoreRemoteChangeNotification object:nil];
          }
          """))

  /// What asks a store to post it, or posts it without being asked.
  private static let askers: Set = [
    "NSPersistentStoreRemoteChangeNotificationOptionKey",
    "NSPersistentStoreRemoteChangeNotificationPostOptionKey", "SwiftData",
  ]

  func check(_ lint: LintContext, report: RuleReport) {
    let places = lint.coreData.code.remoteObservers
    guard let first = places.first,
      WordsOfFiles.positions(of: Self.askers, in: lint.allFiles()).isEmpty
    else { return }
    report(
      "no store is asked to post this notification, so nobody is called", at: first,
      likewise: Array(places.dropFirst()))
  }
}
