internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Containers of the default store in apps whose own store lies elsewhere.
extension StoreOpenedTwice {
  func checkOthers(_ lint: LintContext, _ report: RuleReport) {
    let openings = lint.flows.openings.filter { !$0.isOfExtension && !$0.isManaged }
    let own = (openings + lint.flows.placedStores).filter { opening in
      !opening.models.isEmpty && !opening.isOfExtension
        && (opening.isOfMain
          || ["shared", "sharedModelContainer"].contains(opening.function.lastPart))
    }
    // An app that opens the default store as well has its reasons.
    guard !own.isEmpty, own.allSatisfy({ $0.store != Self.standard }) else { return }
    for other in openings
    where other.store == Self.standard && !other.isOfMain && !other.isOfModifier && !other.isMaker {
      guard !other.models.isEmpty, !lint.flows.secondTries.contains(other.location),
        let app = own.first(where: { $0.models.isSuperset(of: other.models) }),
        openings.count(where: { $0.store == Self.standard }) == 1
      else { continue }
      report(
        "this opens the default store, where nobody keeps anything: the app's objects are in "
          + "\(app.store), see \(app.location.path.lastPathComponent):\(app.location.line ?? 0)",
        at: other.location, entity: other.models.onlyElement,
        help: "hand over the app's container, or give this one the same configuration")
    }
  }

  private static let standard = "the default store"

  /// Those of 'checkOthers'.
  static let others: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      @main struct NotesApp: App {
        let container = NotesApp.open()
        var body: some Scene { WindowGroup { Text("").onAppear { Reminders().plan() } } }
        static func open() -> ModelContainer? {
          let schema = Schema([Note.self, Folder.self])
          let place = URL.applicationSupportDirectory.appending(path: "Notes.store")
          return try? ModelContainer(
            for: schema, configurations: ModelConfiguration(schema: schema, url: place))
        }
      }
      // file: Reminders.swift
      import SwiftData
      final class Reminders {
        func plan() {
          guard let container = try? ↓ModelContainer(for: Note.self) else { return }
          let notes = (try? container.mainContext.fetch(FetchDescriptor<Note>())) ?? []
          print(notes.map(\\.title))
        }
      }
      """,
    clean: """
      @main struct NotesApp: App {
        let container = try? ModelContainer(
          for: Note.self, configurations: ModelConfiguration("Notes"))
        var body: some Scene { WindowGroup { Text(container == nil ? "" : "\\(Cache().container)") } }
      }
      // file: Cache.swift
      import SwiftData
      final class Cache {
        let container = try? ModelContainer(for: Trip.self)
      }
      """)
}
