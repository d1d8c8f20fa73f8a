internal import Diagnostics
internal import StoreModel

/// Finds widgets that open a store in their own folder, where the app never writes.
struct WidgetWithoutGroup: ProjectRule {
  static let info = RuleInfo(
    id: "widget-without-group", group: .dataAccess, severity: .warning,
    summary: "a widget opens a store of Core Data outside of an app group's folder",
    why:
      "a widget has a container of its own: 'NSPersistentContainer(name:)' opens a new, empty store there, and what the "
      + "app saves in its own folder it never sees",
    fix:
      "let app and widget open the file at 'FileManager.default.containerURL(forSecurityApplicationGroupIdentifier:)', "
      + "which a description's 'url' names, and move the store of former versions there",
    limits:
      "providers of timelines whose file reads Core Data: where the file makes the container and gives it no "
      + "description, or where nothing in the project speaks of an app group's folder",
    examples: .texts(
      in: { CoreDataText.code(widget + $0) },
      flagged: """
        struct Provider: TimelineProvider {
          let container: NSPersistentContainer = {
            let container = ↓NSPersistentContainer(name: "Notes")
            container.loadPersistentStores { _, error in show(error) }
            return container
          }()
        }
        ---
        \(CoreDataText.provider("struct ↓Provider: AppIntentTimelineProvider"))
        ---
        struct Provider: TimelineProvider {
          let container: NSPersistentContainer
          init() {
            container = ↓NSPersistentCloudKitContainer(name: "Notes")
            container.viewContext.automaticallyMergesChangesFromParent = true
            container.loadPersistentStores { _, error in show(error) }
          }
        }
        """,
      clean: """
        struct Provider: TimelineProvider {
          let container: NSPersistentContainer = {
            let container = NSPersistentContainer(name: "Notes")
            let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.notes")!
            container.persistentStoreDescriptions.first?.url = folder.appending(path: "Notes.sqlite")
            container.loadPersistentStores { _, error in show(error) }
            return container
          }()
        }
        ---
        \(CoreDataText.provider("struct Provider: AppIntentTimelineProvider"))
        // file: Folder.swift
        import Foundation
        let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.notes")
        ---
        struct Provider: TimelineProvider {
          func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
            completion(Timeline(entries: [Entry("")], policy: .never))
          }
        }
        """))

  private static let widget = """
    import WidgetKit
    func changed() { WidgetCenter.shared.reloadAllTimelines() }

    """
  private static let groups: Set = [
    "containerURL", "containerURLForSecurityApplicationGroupIdentifier",
    "forSecurityApplicationGroupIdentifier",
  ]

  func check(_ lint: LintContext, report: RuleReport) {
    let widgets = lint.coreData.code.widgets.sorted { $0.location.precedes($1.location) }
    guard let first = widgets.first else { return }
    if let made = widgets.lazy.compactMap(\.container).first {
      report(
        "this opens a store in the widget's own folder, which the app does not write", at: made)
    } else if WordsOfFiles.positions(of: Self.groups, in: lint.allFiles()).isEmpty {
      report(
        "nothing in the project opens the store in an app group's folder: what this widget reads is another, empty one",
        at: first.location,
        certainty: .inferred("a package that is not among the files may open it there"))
    }
  }
}
