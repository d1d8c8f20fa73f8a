internal import Diagnostics
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Finds containers that are made each time somebody asks for one.
struct ContainerMadeAnew: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "container-made-anew", group: .dataAccess, severity: .warning,
    summary: "a computed property or function makes a new container each time it is asked for one",
    why: "each container has its own objects and its own connection: views show old values, saves "
      + "meet each other's, and opening takes time on every read",
    fix: "make the container once: in a stored property, 'static let' or the initializer",
    limits:
      "of functions only those that more than one other calls to use what they give and forget it; stores in "
      + "memory and previews are left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        struct NotesApp: App {
          var container: ModelContainer? { try? ↓ModelContainer(for: Note.self) }
          var body: some Scene { WindowGroup { Text("") } }
        }
        ---
        enum Store {
          static var shared: ModelContainer {
            get throws {
              let schema = Schema([Note.self])
              return try ↓ModelContainer(for: schema)
            }
          }
        }
        ---
        enum Store {
          static var shared: ModelContainer { ↓makeContainer() }
          private static func makeContainer() -> ModelContainer {
            do { return try ModelContainer(for: Note.self) } catch { preconditionFailure("\\(error)") }
          }
        }
        ---
        struct Editor: View {
          var body: some View {
            if let container = try? ↓ModelContainer(for: Note.self) {
              Text("").modelContainer(container)
            }
          }
        }
        ---
        extension View { func withStore() -> some View { ↓modelContainer(for: Note.self) } }
        // file: Scenes.swift
        import SwiftUI

        struct NotesScenes: Scene {
          var body: some Scene {
            WindowGroup { Text("Notes").padding().withStore() }
            WindowGroup(id: "editor") { Text("Editor").padding().withStore() }
          }
        }
        ---
        class BaseModel {
          let container: ModelContainer?
          init() { container = try? ↓ModelContainer(for: Note.self) }
        }
        final class ListModel: BaseModel {}
        final class DetailModel: BaseModel {}
        ---
        enum Stores {
          static func makeContainer() -> ModelContainer? { try? ↓ModelContainer(for: Note.self) }
        }
        // file: Editor.swift
        struct Editor: View {
          var body: some View {
            if let container = Stores.makeContainer() { Text("").modelContainer(container) }
          }
        }
        ---
        enum Database {
          static func create(seeds: inout Bool) -> ModelContainer {
            let settings: ModelConfiguration
            settings = ModelConfiguration("notes")
            let container = try! ↓ModelContainer(for: Note.self, configurations: [settings])
            if seeds {
              container.mainContext.insert(Note())
              seeds = false
            }
            return container
          }
        }
        // file: NotesApp.swift
        import SwiftUI

        struct NotesApp: App {
          @AppStorage("isFirst") private var isFirst = true
          var body: some Scene {
            WindowGroup { Text(isFirst ? "Welcome" : "") }
              .modelContainer(Database.create(seeds: &isFirst))
          }
        }
        ---
        struct LiveStore {
          var container: ModelContainer { ↓Self.open() }
          private static func open() -> ModelContainer {
            do { return try ModelContainer(for: Note.self) } catch { fatalError("\\(error)") }
          }
        }
        """,
      clean: """
        struct Repair: View {
          var body: some View {
            Button("Retry") {
              Task {
                if let container = try? ModelContainer(for: Note.self) { print(container.schema) }
              }
            }
          }
        }
        ---
        enum Stores {
          static func makeContainer() -> ModelContainer? { try? ModelContainer(for: Note.self) }
        }
        // file: Editor.swift
        final class Editor {
          private let container = Stores.makeContainer()
          private var other: ModelContainer?
          func open() { other = Stores.makeContainer() }
        }
        ---
        struct NotesApp: App {
          let container: ModelContainer? = try? ModelContainer(for: Note.self)
          var body: some Scene { WindowGroup { Text("") } }
        }
        ---
        enum Store {
          static let shared: ModelContainer? = {
            let schema = Schema([Note.self])
            return try? ModelContainer(for: schema)
          }()
        }
        ---
        struct LiveStore {
          let container = LiveStore.open()
          private static func open() -> ModelContainer? { try? ModelContainer(for: Note.self) }
        }
        ---
        final class Store {
          private var made: ModelContainer?
          var container: ModelContainer? { made ?? open() }
          private func open() -> ModelContainer? {
            made = try? ModelContainer(for: Note.self)
            return made
          }
        }
        ---
        enum Notes {
          static let isForTrying = true
          static var container: ModelContainer? { open() }
          static func open() -> ModelContainer? {
            try? ModelContainer(for: Note.self, configurations: configuration)
          }
          static var configuration: ModelConfiguration {
            ModelConfiguration(isStoredInMemoryOnly: isForTrying)
          }
        }
        ---
        enum Samples {
          static var container: ModelContainer? {
            try? ModelContainer(
              for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
          }
        }
        """) + CoreDataText.containers + ofViews)

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  /// Functions that give a container, where more than one other asks for one and forgets it.
  func check(_ lint: LintContext, report: RuleReport) {
    checkInherited(lint, report)
    var users: [String: [ObjectFlows.Passing]] = [:]
    for call in lint.flows.passingContainers {
      for maker in call.makers { users[maker, default: []].append(call) }
    }
    let givers = Dictionary(
      lint.flows.containerGivers.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
    for opening in lint.flows.openings
    where !opening.isOfExtension
      && (opening.isMaker && !opening.isPutAway || opening.isOfModifier
        || givers[opening.function] != nil)
    {
      let giver = givers[opening.function] ?? opening.function
      let known = users[giver] ?? []
      if !opening.isOfModifier, let call = known.first(where: { $0.body != nil }) {
        report(
          "the body of '\(call.body ?? "")' calls '\(giver.lastPart)' whenever it is drawn, and each call "
            + "opens the store again: \(call.location.path.lastPathComponent):"
            + "\(call.location.line ?? 0)", at: opening.location)
        continue
      }
      let calls = known.filter { $0.body == nil }
      guard Set(calls.map(\.function)).count > 1 else { continue }
      let places = calls.map(\.location).sorted { $0.precedes($1) }.prefix(2).map {
        "\($0.path.lastPathComponent):\($0.line ?? 0)"
      }
      let name =
        opening.function.lastPart == "body" ? opening.function.holderType : giver.lastPart
      report(
        "each \(opening.isOfModifier ? "use" : "call") of '\(name)' opens the store again, as in "
          + places.joined(separator: " and "), at: opening.location,
        help: opening.isOfModifier
          ? "make one container, and give that one to 'modelContainer(_:)' everywhere" : nil)
    }
  }

  /// Classes whose initializer opens the store, with several classes below them: each object has its own.
  private func checkInherited(_ lint: LintContext, _ report: RuleReport) {
    let below = Dictionary(grouping: lint.flows.inheritances, by: \.from)
    for opening in lint.flows.openings
    where !opening.isOfExtension && opening.function.hasSuffix(".init") {
      let owner = opening.function.holderType
      let types = Set((below[owner] ?? []).map(\.type)).sorted()
      guard types.count > 1 else { continue }
      report(
        "each object of '\(owner)' opens the store again, as '\(types[0])' and '\(types[1])' do",
        at: opening.location)
    }
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      !checkView(call, in: file, report),
      call.receiver.map({ $0.isSelfName || $0.trimmedDescription == "Self" }) ?? true,
      let body = call.enclosingBody,
      body.is(AccessorBlockSyntax.self) || body.parent?.is(AccessorDeclSyntax.self) ?? false,
      let opened = call.openedStores(file), !opened.isInMemory, body.isHandwritten,
      !body.isInMemory, call.keepsInMemory != true,
      let binding = call.enclosing(PatternBindingSyntax.self).flatMap({ inner in
        inner.accessorBlock == nil ? body.enclosing(PatternBindingSyntax.self) : inner
      }), let name = binding.name, !binding.isStored,
      !call.isInAction(of: Syntax(binding)),
      // One that keeps what it has made assigns it somewhere.
      !body.keeps(call),
      !["preview", "sample", "mock"].contains(where: {
        (name + (call.ownerName ?? "")).lowercased().contains($0)
      })
    else { return }
    report("each read of '\(name)' opens the store again", at: file.location(call))
  }
}

extension Syntax {
  fileprivate var isInMemory: Bool {
    mentions(["isStoredInMemoryOnly", "inMemory", "NSInMemoryStoreType"])
      || trimmedDescription.contains("/dev/null")
  }
}
