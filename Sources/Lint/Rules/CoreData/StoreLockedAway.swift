internal import Diagnostics
internal import ModelSource
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Finds stores that are encrypted while the device is locked, in apps that use them then.
struct StoreLockedAway: ProjectRule {
  static let info = RuleInfo(
    id: "store-locked-away", group: .dataAccess, severity: .warning,
    summary:
      "a store can only be read while the device is unlocked, and the app works in the background, too",
    why:
      "with 'FileProtectionType.complete' the files are closed a few seconds after the device is locked: a background "
      + "task or a widget that fetches or saves then gets 'disk I/O error' or no store at all",
    fix:
      "use 'completeUntilFirstUserAuthentication', which is what a store has of itself, or wait for "
      + "'isProtectedDataAvailable' before the store is used",
    limits:
      "apps with background tasks, background fetches or silent notifications, or with a widget that reads a store; "
      + "silent where code asks for protected data",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        func open(_ container: NSPersistentContainer) {
          container.persistentStoreDescriptions.first?.↓setOption(
            FileProtectionType.complete as NSObject, forKey: NSPersistentStoreFileProtectionKey)
          container.loadPersistentStores { _, error in show(error) }
        }
        // file: Refresh.swift
        import BackgroundTasks
        func register(_ refresh: @escaping (BGTask) -> Void) {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "refresh", using: nil, launchHandler: refresh)
        }
        ---
        func open(_ url: URL) -> NSPersistentStoreDescription {
          let description = NSPersistentStoreDescription(url: url)
          description.↓setOption(FileProtectionType.complete.rawValue as NSString, forKey: NSPersistentStoreFileProtectionKey)
          return description
        }
        // file: AppDelegate.swift
        import UIKit
        final class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didReceiveRemoteNotification info: [AnyHashable: Any]
          ) async -> UIBackgroundFetchResult { .newData }
        }
        ---
        func open(_ description: NSPersistentStoreDescription) {
          description.↓setOption(FileProtectionType.complete as NSObject, forKey: NSPersistentStoreFileProtectionKey)
        }
        // file: Widget.swift
        import CoreData
        import WidgetKit
        \(CoreDataText.provider("struct Provider: AppIntentTimelineProvider"))
        """,
      clean: """
        func open(_ description: NSPersistentStoreDescription) {
          description.setOption(FileProtectionType.complete as NSObject, forKey: NSPersistentStoreFileProtectionKey)
        }
        ---
        func open(_ description: NSPersistentStoreDescription) {
          description.setOption(
            FileProtectionType.completeUntilFirstUserAuthentication as NSObject,
            forKey: NSPersistentStoreFileProtectionKey)
        }
        // file: Refresh.swift
        import BackgroundTasks
        func register(_ refresh: @escaping (BGTask) -> Void) {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "refresh", using: nil, launchHandler: refresh)
        }
        ---
        func open(_ description: NSPersistentStoreDescription) {
          description.setOption(FileProtectionType.complete as NSObject, forKey: NSPersistentStoreFileProtectionKey)
        }
        // file: Refresh.swift
        import BackgroundTasks
        import UIKit
        func register(_ refresh: @escaping (BGTask) -> Void) {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "refresh", using: nil) { task in
            guard UIApplication.shared.isProtectedDataAvailable else { return task.setTaskCompleted(success: false) }
            refresh(task)
          }
        }
        """))

  private static let asking: Set = [
    "isProtectedDataAvailable", "protectedDataDidBecomeAvailableNotification",
    "applicationProtectedDataDidBecomeAvailable",
  ]

  /// What runs while the device may be locked.
  private static let background: Set = [
    "BGAppRefreshTask", "BGProcessingTask", "BGTaskScheduler", "didReceiveRemoteNotification",
    "performFetchWithCompletionHandler",
  ]

  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    guard let first = code.lockedStores.min(by: { $0.precedes($1) }),
      case let files = lint.allFiles().filter({ !Location(path: $0.path).isInTests }),
      WordsOfFiles.positions(of: Self.asking, in: files).isEmpty
    else { return }
    let users =
      WordsOfFiles.positions(of: Self.background, in: files).map { files[$0].path }
      + code.widgets.map(\.location.path)
    guard let user = users.min() else { return }
    report(
      "no file of this store can be read while the device is locked, when '\(user.lastPathComponent)' may use it",
      at: first, certainty: .inferred("what runs in the background may leave the store alone"))
  }
}

extension FunctionCallExprSyntax {
  /// `description.setOption(FileProtectionType.complete as NSObject, forKey: NSPersistentStoreFileProtectionKey)`
  var locksStore: Bool {
    guard name == "setOption",
      argument("forKey")?.lastName == "NSPersistentStoreFileProtectionKey",
      let value = arguments.first?.expression
    else { return false }
    return value.hasDescendant { node in
      node.as(DeclReferenceExprSyntax.self)?.baseName.text == "complete"
    }
  }
}
