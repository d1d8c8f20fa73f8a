internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds widgets and intents that open another store than the app whose objects they are to show.
struct ExtensionOpensOtherStore: ProjectRule {
  static let info = RuleInfo(
    id: "extension-opens-other-store", group: .dataAccess, severity: .warning,
    summary: "a widget opens another store than its app, for the same classes",
    why:
      "it finds none of what the user has entered in the app, and what it changes itself the app never sees",
    fix:
      "make the container with one function that both targets use, with the same name, group and place",
    limits:
      "only folders of widgets and share extensions whose only store is known, in apps that open known stores only",
    examples: .texts(
      flagged: """
        // file: Shared/Note.swift
        import SwiftData
        @Model final class Note { var title = ""; init() {} }
        enum Stores {
          static let container = try! ModelContainer(
            for: Note.self,
            configurations: ModelConfiguration("Notes", groupContainer: .identifier("group.notes")))
        }
        // file: NotesWidget/Provider.swift
        import SwiftData
        import WidgetKit
        struct Provider {
          let container = try? ↓ModelContainer(for: Note.self)
        }
        ---
        // file: App/Store.swift
        import SwiftData
        @Model final class Note { var title = ""; init() {} }
        enum Store {
          static func open() throws -> ModelContainer {
            try ModelContainer(for: Note.self, configurations: ModelConfiguration("Notes"))
          }
        }
        // file: TodayWidget/Today.swift
        import SwiftData
        import WidgetKit
        enum Today {
          static let container = try? ↓ModelContainer(
            for: Note.self, configurations: ModelConfiguration("Today"))
        }
        ---
        // file: App/Store.swift
        import SwiftData
        @Model final class Note { var title = ""; init() {} }
        enum Store { static let main = try! ModelContainer(for: Note.self) }
        // file: NotesWidgets/Store.swift
        import SwiftData
        import WidgetKit
        let widgetStore = try? ↓ModelContainer(
          for: Note.self,
          configurations: ModelConfiguration("Widgets", groupContainer: .identifier("group.notes")))
        """,
      clean: """
        // file: Shared/Note.swift
        import SwiftData
        @Model final class Note { var title = ""; init() {} }
        enum Stores {
          static let container = try? ModelContainer(
            for: Note.self,
            configurations: ModelConfiguration("Notes", groupContainer: .identifier("group.notes")))
        }
        // file: NotesWidget/Provider.swift
        import SwiftData
        import WidgetKit
        struct Provider { let container = Stores.container }
        ---
        // file: App/Store.swift
        import SwiftData
        @Model final class Note { var title = ""; init() {} }
        @Model final class Cover { var title = ""; init() {} }
        enum Store {
          static func open() throws -> ModelContainer {
            try ModelContainer(for: Note.self, configurations: ModelConfiguration("Notes"))
          }
        }
        // file: TodayWidget/Today.swift
        import SwiftData
        import WidgetKit
        enum Today {
          static let container = try? ModelContainer(
            for: Cover.self, configurations: ModelConfiguration("Covers"))
        }
        ---
        // file: App/Store.swift
        import SwiftData
        @Model final class Note { var title = ""; init() {} }
        enum Store { static let main = try? ModelContainer(for: Note.self) }
        // file: NotesWidgets/Store.swift
        import SwiftData
        import WidgetKit
        let widgetStore = try? ModelContainer(for: Note.self)
        ---
        // file: App/Store.swift
        import SwiftData
        @Model final class Note { var title = ""; init() {} }
        enum Store {
          static let group = "group.notes"
          static let main = try? ModelContainer(
            for: Note.self, configurations: ModelConfiguration("Notes", groupContainer: .identifier(group)))
        }
        // file: NotesWidgets/WidgetStore.swift
        import SwiftData
        import WidgetKit
        let widgetStore = try? ModelContainer(
          for: Note.self,
          configurations: ModelConfiguration("Notes", groupContainer: .identifier(Store.group)))
        ---
        // file: App/Store.swift
        import SwiftData
        @Model final class Note { var title = ""; init() {} }
        enum Store { static let main = try? ModelContainer(for: Note.self) }
        // file: App/App.entitlements
        <plist version="1.0"><dict>
        <key>com.apple.security.application-groups</key><array><string>group.notes</string></array>
        </dict></plist>
        // file: NotesWidgets/Store.swift
        import SwiftData
        import WidgetKit
        let widgetStore = try? ModelContainer(
          for: Note.self, configurations: ModelConfiguration(groupContainer: .identifier("group.notes")))
        """))

  func check(_ lint: LintContext, report: RuleReport) {
    guard lint.flows.placedStores.isEmpty else { return }
    let openings = lint.flows.openings.filter { !$0.isManaged }
    let guests = openings.filter { $0.location.isOfGuest }
    let own = openings.filter { !$0.location.isOfGuest && !$0.isOfExtension }
    // A group that goes by a name of the code alone may be any.
    guard !own.isEmpty, !own.contains(where: \.store.isOfUnnamedGroup) else { return }
    let stores = Set(own.map(\.store))
    for opening in guests.sorted(by: { $0.location.precedes($1.location) })
    where !stores.contains(opening.store) && !opening.store.isOfUnnamedGroup {
      guard
        let other = own.first(where: {
          !$0.models.isDisjoint(with: opening.models) || $0.models.isEmpty
        }),
        // The default store may be the group's.
        !lint.cloud.hasGroup
          || ![opening.store, other.store].allSatisfy({ $0.hasPrefix("the default store") })
      else { continue }
      report(
        "this opens \(opening.store), and the app \(other.store), \(other.location.path.lastPathComponent):"
          + "\(other.location.line ?? 0): the widget sees nothing of what the app has stored",
        at: opening.location,
        certainty: .inferred("the folders say that it belongs to an extension of the app"))
    }
  }
}

extension String {
  /// Whether the words for a store name its app group by what stands for it in the code: `AppGroup.id`.
  fileprivate var isOfUnnamedGroup: Bool {
    guard let range = ranges(of: " of ").last else { return false }
    var group = self[range.upperBound...]
    if group.hasPrefix("the group ") { group.removeFirst("the group ".count) }
    group = group.drop { $0 == "'" }
    return !group.hasPrefix("group.") && !group.hasPrefix(".")
  }
}
