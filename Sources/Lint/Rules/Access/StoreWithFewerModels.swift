internal import Diagnostics
internal import ModelSource
internal import StoreEngine
internal import StoreModel

/// Finds stores that an app and its extension open with different lists of models.
struct StoreWithFewerModels: ProjectRule {
  static let info = RuleInfo(
    id: "store-with-fewer-models", group: .dataAccess, severity: .warning,
    summary: "an extension and its app open one store with different models",
    why:
      "a store is made to fit whoever opens it: the one with fewer models drops the tables of the others with "
      + "all that is in them, and the next one makes them again, empty",
    fix:
      "open the store everywhere with one list of models, in a file that belongs to both targets",
    limits:
      "only where both name the same file or app group, or the entitlements beside both name the same group, all "
      + "classes could be read, and folders tell which file belongs to an extension; watches have stores of "
      + "their own",
    examples: .texts(
      in: models,
      flagged: """
        // file: Notes/NotesStore.swift
        import SwiftData
        let appStore = try? ModelContainer(
          for: Note.self, Tag.self,
          configurations: ModelConfiguration(groupContainer: .identifier("group.notes")))
        // file: NotesWidget/WidgetStore.swift
        import SwiftData
        let widgetStore = try? ↓ModelContainer(
          for: Note.self, configurations: ModelConfiguration(groupContainer: .identifier("group.notes")))
        ---
        // file: Notes/NotesStore.swift
        import SwiftData
        enum AppStore {
          static func open() throws -> ModelContainer {
            let schema = Schema([Note.self, Tag.self])
            let configuration = ModelConfiguration(schema: schema, url: Files.store)
            return try ModelContainer(for: schema, configurations: [configuration])
          }
        }
        let opened = try? AppStore.open()
        enum Files { static let store = URL.applicationSupportDirectory.appending(path: "notes.store") }
        // file: ShareExtension/ShareStore.swift
        import SwiftData
        final class ShareStore {
          let container: ModelContainer?
          init() {
            let schema = Schema([Note.self])
            let configuration = ModelConfiguration(schema: schema, url: Files.store)
            container = try? ↓ModelContainer(for: schema, configurations: [configuration])
          }
        }
        ---
        // file: Notes/Stack.swift
        import SwiftData
        enum Stack {
          static let group = "group.notes"
          static var folder: URL {
            FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)!
          }
          static var storeURL: URL { folder.appending(path: "Notes.store") }
          static let shared = try? ModelContainer(
            for: Note.self, Tag.self, configurations: ModelConfiguration(url: storeURL))
        }
        // file: NotesWidget/WidgetStore.swift
        import SwiftData
        let place = FileManager.default.containerURL(
          forSecurityApplicationGroupIdentifier: "group.notes")!
        let widgetStore = try? ↓ModelContainer(
          for: Note.self,
          configurations: ModelConfiguration(url: place.appendingPathComponent("Notes.store")))
        ---
        // file: Notes/NotesStore.swift
        import SwiftData
        let appStore = try? ModelContainer(for: Note.self, Tag.self)
        // file: NotesWidget/WidgetStore.swift
        import SwiftData
        let widgetStore = try? ↓ModelContainer(for: Note.self)
        \(group("Notes"))
        \(group("NotesWidget"))
        """,
      clean: """
        // file: Notes/NotesStore.swift
        import SwiftData
        let appStore = try? ModelContainer(
          for: Note.self, Tag.self,
          configurations: ModelConfiguration(groupContainer: .identifier("group.notes")))
        // file: NotesWidget/WidgetStore.swift
        import SwiftData
        let widgetStore = try? ModelContainer(
          for: Folder.self, Tag.self,
          configurations: ModelConfiguration(groupContainer: .identifier("group.notes")))
        ---
        // file: Notes/NotesStore.swift
        import SwiftData
        let appStore = try? ModelContainer(for: Note.self, Tag.self)
        // file: NotesWidget/WidgetStore.swift
        import SwiftData
        let widgetStore = try? ModelContainer(for: Note.self)
        \(group("Notes"))
        ---
        // file: Notes/NotesStore.swift
        import SwiftData
        let appStore = try? ModelContainer(
          for: Note.self, Tag.self,
          configurations: ModelConfiguration(groupContainer: .identifier("group.notes")))
        // file: NotesWatch/WatchStore.swift
        import SwiftData
        let watchStore = try? ModelContainer(
          for: Note.self, configurations: ModelConfiguration(groupContainer: .identifier("group.notes")))
        """))

  private static func group(_ folder: String) -> String {
    """
    // file: \(folder)/\(folder).entitlements
    <plist version="1.0"><dict>
    <key>com.apple.security.application-groups</key><array><string>group.notes</string></array>
    </dict></plist>
    """
  }

  private static func models(_ text: String) -> String {
    """
    // file: Shared/Models.swift
    import SwiftData
    @Model final class Note { var title = ""; var folder: Folder?; init() {} }
    @Model final class Folder {
      var name = ""
      @Relationship(inverse: \\Note.folder) var notes: [Note] = []
      init() {}
    }
    @Model final class Tag { var name = ""; init() {} }
    \(text)
    """
  }

  func check(_ lint: LintContext, report: RuleReport) {
    guard let model = ModelInNoContainer.liveModel(of: lint) else { return }
    let uses = Dictionary(
      lint.containers.map { ($0.location, $0) }, uniquingKeysWith: { first, _ in first })
    var stores: [String: [(opening: ObjectFlows.Opening, held: Set<String>)]] = [:]
    for opening in lint.flows.openings where !opening.isManaged && !opening.location.isOfWatch {
      guard let store = lint.sharedStore(opening), let use = uses[opening.location],
        let held = use.held(in: model)
      else { continue }
      stores[store, default: []].append((opening, held))
    }
    for openings in stores.values where openings.contains(where: { $0.opening.location.isOfGuest })
    {
      let all = openings.reduce(into: Set<String>()) { $0.formUnion($1.held) }
      for (opening, held) in openings {
        guard let missing = all.subtracting(held).sorted().first,
          let other = openings.filter({
            $0.held.contains(missing) && $0.opening.location.isOfGuest != opening.location.isOfGuest
          }).map(\.opening.location).min(by: { $0.precedes($1) })
        else { continue }
        report(
          "this container opens the store without '\(missing)', which \(other.path.lastPathComponent):"
            + "\(other.line ?? 0) opens it with: what '\(missing)' has stored is dropped here",
          at: opening.location, entity: missing,
          certainty: .inferred("the folders say that both belong to one app"))
      }
    }
  }
}

extension ContainerUse {
  /// The classes of the store, where all of them are known.
  fileprivate func held(in model: DataModel) -> Set<String>? {
    guard isListed, !isUnread, !types.isEmpty, versionedSchema == nil, !hasPlan,
      types.allSatisfy({ resolved[$0] != nil })
    else { return nil }
    let names = types.map(\.lastPart)
    return names.allSatisfy { model.entity(named: $0) != nil } ? model.held(by: Set(names)) : nil
  }
}

extension LintContext {
  /// The store in words that mean the same to an app and its extensions; nil for one that each of them has
  /// for itself.
  fileprivate func sharedStore(_ opening: ObjectFlows.Opening) -> String? {
    let store = opening.store
    if store.hasPrefix("the store at") || store.contains(" of the group '") { return store }
    guard !store.contains(" of ") else { return nil }
    return cloud.group(at: opening.location.path).map { "\(store) of the group '\($0)'" }
  }
}

extension Location {
  fileprivate var isOfWatch: Bool {
    path.split(separator: "/").dropLast().contains { $0.lowercased().contains("watch") }
  }
}
