internal import Diagnostics
internal import ModelSource
internal import StoreEngine
internal import StoreModel

/// Finds stores that one app opens with two containers.
struct StoreOpenedTwice: ProjectRule {
  static let info = RuleInfo(
    id: "store-opened-twice", group: .dataAccess, severity: .warning,
    summary: "two containers open the same store",
    why:
      "each has its own main context: what one of them saves, the views of the other show late or "
      + "never, and what both change meets in conflicts; with other models, one of them migrates the "
      + "store away from the other",
    fix: "make one container, and hand it to whoever needs a context: 'ModelContext(container)'",
    limits:
      "only where both say which file they open; tests, previews, stores in memory, second tries "
      + "in 'catch', widgets and other extensions are left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct NotesApp: App {
          var body: some Scene { WindowGroup { Text("") }.modelContainer(for: Note.self) }
        }
        // file: Importer.swift
        import SwiftData

        struct Importer {
          func add(_ title: String) throws {
            let container = try ↓ModelContainer(for: Note.self)
            let context = ModelContext(container)
            context.insert(Note())
            try context.save()
          }
        }
        ---
        // file: App/NotesApp.swift
        import SwiftData
        import SwiftUI
        @Model final class Leaf { var text = ""; init() {} }
        @main struct LeafApp: App {
          var body: some Scene { WindowGroup { LeafList() }.modelContainer(for: Leaf.self) }
        }
        // file: Views/LeafList.swift
        import SwiftData
        import SwiftUI
        struct LeafList: View {
          @State private var isAdding = false
          var body: some View {
            Button("Add") { isAdding = true }
              .sheet(isPresented: $isAdding) { LeafForm().↓modelContainer(for: Leaf.self) }
          }
        }
        struct LeafForm: View { var body: some View { Text("") } }
        ---
        // file: NotesClient/NotesApp.swift
        import SwiftData
        import SwiftUI
        @Model final class Leaf { var text = ""; init() {} }
        struct LeafApp: App {
          var body: some Scene { WindowGroup { Text("") }.modelContainer(for: Leaf.self) }
        }
        // file: NotesClient/Importer.swift
        import SwiftData
        let second = try? ↓ModelContainer(for: Leaf.self)
        ---
        enum Store {
          static let shared = try? ModelContainer(for: Note.self, Folder.self)
        }
        final class Worker {
          let container: ModelContainer?
          init() {
            let schema = Schema([Note.self])
            container = try? ↓ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema)])
          }
        }
        ---
        enum Files { static let notes = URL.documentsDirectory.appending(path: "notes.store") }
        func openFirst() throws -> ModelContainer {
          try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: Files.notes))
        }
        func openAgain() throws -> ModelContainer {
          let configuration = ModelConfiguration(url: Files.notes)
          return try ↓ModelContainer(for: Note.self, configurations: configuration)
        }
        func open() throws { print(try openFirst().configurations, try openAgain().configurations) }
        ---
        enum Files {
          static let name = "notes"
          static var configuration: ModelConfiguration { ModelConfiguration(name) }
        }
        let notes = try? ModelContainer(for: Note.self, configurations: Files.configuration)
        final class Worker {
          let container = try? ↓ModelContainer(for: Note.self, configurations: ModelConfiguration("notes"))
        }
        ---
        enum Factory {
          static let shared = try? make(isTrial: false)
          static func make(isTrial: Bool) throws -> ModelContainer {
            let configuration: ModelConfiguration
            if isTrial {
              configuration = ModelConfiguration(isStoredInMemoryOnly: true)
            } else {
              configuration = ModelConfiguration("notes", cloudKitDatabase: .none)
            }
            return try ModelContainer(for: Note.self, configurations: configuration)
          }
        }
        final class Worker {
          let container = try? ↓ModelContainer(for: Note.self, configurations: ModelConfiguration("notes"))
        }
        """,
      clean: """
        func open(_ isFirst: Bool) throws -> ModelContainer {
          do {
            return isFirst
              ? try ModelContainer(for: Note.self) : try ModelContainer(for: Note.self, Folder.self)
          } catch {
            return try ModelContainer(for: Note.self)
          }
        }
        ---
        let notes = try? ModelContainer(for: Note.self)
        enum Stores {
          static func makeUnused() throws -> ModelContainer { try ModelContainer(for: Note.self) }
        }
        ---
        let notes = try? ModelContainer(for: Note.self)
        let cache = try? ModelContainer(
          for: Trip.self, configurations: ModelConfiguration("Cache", isStoredInMemoryOnly: false))
        let memory = try? ModelContainer(
          for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        ---
        let notes = try? ModelContainer(for: Note.self)
        enum SampleData {
          static let container = try? ModelContainer(for: Note.self)
        }
        // file: NotesWidget.swift
        import SwiftData
        import WidgetKit

        let shown = try? ModelContainer(for: Note.self)
        """) + makers + others)

  func check(_ lint: LintContext, report: RuleReport) {
    checkMakers(lint, report)
    checkOthers(lint, report)
    let running = lint.flows.openings.filter { opening in
      // A function that makes a container does so when somebody calls it.
      let name = opening.function.lastPart
      return !opening.isOfExtension
        && (!opening.isMaker || lint.flows.openers.contains(name) || lint.isWordElsewhere(name))
    }
    let stores = Dictionary(grouping: running, by: \.store)
    for (store, openings) in stores.sorted(by: { $0.key < $1.key }) {
      let sorted = openings.sorted { $0.location.precedes($1.location) }
      guard
        let first = sorted.first(where: { $0.isOfApp })
          ?? sorted.first(where: { $0.isShared }) ?? sorted.first
      else { continue }
      for other in sorted
      where other.location != first.location && (other.mayMeet(first) || lint.hasOneApp)
        && other.function != first.function && !other.isOfOtherApp(than: first)
        && !other.isAlternative(to: first)
      {
        report(
          "\(store) is opened here and in "
            + "\(first.location.path.lastPathComponent):\(first.location.line ?? 0), each time with a "
            + "container of its own", at: other.location,
          help: other.isManaged
            ? "make one container, and hand out its 'viewContext', or contexts of "
              + "'newBackgroundContext()'" : nil,
          certainty: .inferred("both places may belong to different apps"))
      }
    }
  }
}

extension LintContext {
  /// Whether one place alone starts an app, so that all folders are of that one.
  fileprivate var hasOneApp: Bool {
    let files = allFiles().filter { !$0.path.isEmpty && !Location(path: $0.path).isInTests }
    let starting = WordsOfFiles.positions(
      of: ["UIApplicationMain", "NSApplicationMain", "main"], in: files)
    let starts = starting.filter { position in
      let file = files[position]
      guard !Location(path: file.path).isOfGuest else { return false }
      let text = String(decoding: file.bytes, as: UTF8.self)
      return ["@main", "@UIApplicationMain", "@NSApplicationMain"].contains(where: text.contains)
        && !text.contains("WidgetBundle") && !text.contains(": Widget ")
    }
    return starts.count == 1
  }
}

extension ObjectFlows.Opening {
  /// Whether the place is the app itself.
  fileprivate var isOfApp: Bool { isOfMain || function.hasSuffix(".body") }

  /// Whether one type makes both of a container of Core Data: it keeps the one that was made first.
  fileprivate func isAlternative(to other: Self) -> Bool {
    isManaged && other.isManaged && function.holderType == other.function.holderType
      && function.contains(".") && function.first != "."
  }

  fileprivate func isOfOtherApp(than other: Self) -> Bool {
    isOfMain && other.isOfMain && function.holderType != other.function.holderType
  }

  /// Whether both may be of one app: two folders side by side may be two apps, as two types of one name
  /// and two with '@main' are.
  fileprivate func mayMeet(_ other: Self) -> Bool {
    location.path.split(separator: "/").dropLast().first
      == other.location.path.split(separator: "/").dropLast().first
  }
}
