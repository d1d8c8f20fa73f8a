internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds widgets that show a store and that nothing tells when it changes.
struct WidgetNotReloaded: ProjectRule {
  static let info = RuleInfo(
    id: "widget-not-reloaded", group: .dataAccess, severity: .note,
    summary: "a widget shows what is stored, and the app never tells it that something was",
    why:
      "a widget is asked for what it shows when its timeline says so, which may be hours later or never, and saving in "
      + "the app is no reason: it goes on showing what has been changed or deleted",
    fix:
      "call 'WidgetCenter.shared.reloadAllTimelines()' behind saves that change what the widget shows",
    limits:
      "providers of timelines whose file reads a store, in projects whose code saves or inserts; silent as soon as any "
      + "code speaks of 'WidgetCenter'",
    examples: swiftData
      + .texts(
        in: { CoreDataText.code(widget + $0) },
        flagged: """
          \(CoreDataText.provider("struct ↓Provider: AppIntentTimelineProvider"))
          ---
          final class ↓Notes: TimelineProvider {
            func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
              Stack.shared.container.performBackgroundTask { worker in
                let number = (try? worker.count(for: CDNote.fetchRequest())) ?? 0
                completion(Timeline(entries: [Entry(number)], policy: .atEnd))
              }
            }
            let container: NSPersistentContainer? = nil
          }
          ---
          \(CoreDataText.provider("struct ↓Provider: IntentTimelineProvider"))
          """,
        clean: """
          \(CoreDataText.provider("struct Provider: AppIntentTimelineProvider"))
          func changed() { WidgetCenter.shared.reloadAllTimelines() }
          ---
          \(CoreDataText.provider("struct Provider: AppIntentTimelineProvider"))
          // file: Reloading.swift
          import WidgetKit
          func changed() { WidgetCenter.shared.reloadTimelines(ofKind: "notes") }
          ---
          struct Reader { let container: NSPersistentContainer }
          """))

  private static let swiftData: [RuleExample] = .texts(
    in: { AccessText.models(adding + $0) },
    flagged: """
      // file: NotesWidget/Provider.swift
      import SwiftData
      import WidgetKit
      struct ↓Provider: TimelineProvider {
        let store: ModelContext
        func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
          let number = (try? store.fetchCount(FetchDescriptor<Note>())) ?? 0
          completion(Timeline(entries: [Entry(number)], policy: .atEnd))
        }
      }
      """,
    clean: """
      // file: NotesWidget/Provider.swift
      import SwiftData
      import WidgetKit
      struct Provider: TimelineProvider {
        let store: ModelContext
        func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
          let number = (try? store.fetchCount(FetchDescriptor<Note>())) ?? 0
          completion(Timeline(entries: [Entry(number)], policy: .atEnd))
        }
      }
      // file: Notes/Reloading.swift
      import WidgetKit
      func changed() { WidgetCenter.shared.reloadAllTimelines() }
      """)

  private static let adding = """
    func add(_ title: String, _ context: ModelContext) throws {
      let note = Note()
      note.title = title
      context.insert(note)
      try context.save()
    }

    """

  private static let widget = """
    import WidgetKit
    struct Group { let url = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.notes") }
    func save(_ context: NSManagedObjectContext) throws { try context.save() }

    """
  private static let telling: Set = ["WidgetCenter", "reloadAllTimelines", "reloadTimelines"]

  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    let widgets =
      (code.saves ? code.widgets.map(\.location) : [])
      + (lint.flows.furtherRows.isEmpty ? [] : lint.flows.widgets)
    guard let first = widgets.min(by: { $0.precedes($1) }),
      WordsOfFiles.positions(of: Self.telling, in: lint.allFiles()).isEmpty
    else { return }
    report(
      "nothing in the project tells this widget that the store has changed, so it shows what was there when its "
        + "timeline was made", at: first)
  }
}

extension FlowReader {
  private static let providers: Set = [
    "AppIntentTimelineProvider", "IntentTimelineProvider", "TimelineProvider",
  ]
  private static let reading: Set = [
    "FetchDescriptor", "ModelContainer", "ModelContext", "mainContext",
  ]

  /// `struct Provider: TimelineProvider` in a file that reads a store.
  mutating func noteWidget(_ name: TokenSyntax, _ inherited: InheritanceClauseSyntax?) {
    guard !file.isTest, file.imports.contains("SwiftData"),
      inherited?.mentions(Self.providers) ?? false, file.tree.mentions(Self.reading)
    else { return }
    flows.widgets.append(file.location(name))
  }
}
