internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds apps all of whose containers keep their objects in memory.
struct StoreOnlyInMemory: ProjectRule {
  static let info = RuleInfo(
    id: "store-only-in-memory", group: .dataAccess, severity: .warning,
    summary: "the app's only container keeps everything in memory",
    why:
      "all that users enter is gone when the app quits; the setting is meant for previews and tests, and "
      + "is easily left over from them",
    fix:
      "leave out 'isStoredInMemoryOnly', or use a container on disk outside of previews and tests",
    limits:
      "only apps that begin among the files, and only where every container that is made says so in "
      + "so many words; code whose names speak of previews, samples or tests does not count",
    examples: .texts(
      flagged: """
        @Model final class Note { var title = ""; init() {} }
        @main struct TheApp: App {
          var body: some Scene { WindowGroup { List {} }.↓modelContainer(for: Note.self, inMemory: true) }
        }
        ---
        @Model final class Note { var title = ""; init() {} }
        final class Keeper {
          let container: ModelContainer
          init() throws {
            let memory = ModelConfiguration(isStoredInMemoryOnly: true)
            container = try ↓ModelContainer(for: Note.self, configurations: memory)
          }
        }
        @main struct TheApp: App {
          let keeper = try? Keeper()
          var body: some Scene { WindowGroup { List {} } }
        }
        ---
        @Model final class Note { var title = ""; init() {} }
        @main struct TheApp: App {
          let container = try! ↓ModelContainer(
            for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
          var body: some Scene { WindowGroup { List {} }.modelContainer(container) }
        }
        #Preview { List {}.modelContainer(for: Note.self, inMemory: true) }
        """,
      clean: """
        @Model final class Note { var title = ""; init() {} }
        @main struct TheApp: App {
          var body: some Scene { WindowGroup { List {} }.modelContainer(for: Note.self) }
        }
        enum Scratch {
          static let container = try? ModelContainer(
            for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
        ---
        @Model final class Note { var title = ""; init() {} }
        @main struct TheApp: App {
          static let isTesting = CommandLine.arguments.contains("test")
          let container = try? ModelContainer(
            for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: isTesting))
          var body: some Scene { WindowGroup { List {} } }
        }
        ---
        @Model final class Note { var title = ""; init() {} }
        @Model final class Visit { var count = 0; init() {} }
        @main struct TheApp: App {
          let container = try? ModelContainer(
            for: Note.self, Visit.self,
            configurations: [
              ModelConfiguration("Notes", schema: Schema([Note.self])),
              ModelConfiguration(
                "Visits", schema: Schema([Visit.self]), isStoredInMemoryOnly: true),
            ])
          var body: some Scene { WindowGroup { List {} } }
        }
        ---
        @Model final class Note { var title = ""; init() {} }
        enum Scratch {
          static let container = try? ModelContainer(
            for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
        ---
        @Model final class Note { var title = ""; init() {} }
        @main struct TheApp: App { var body: some Scene { WindowGroup { List {} } } }
        enum PreviewData {
          static let container = try? ModelContainer(
            for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
        """))

  func check(_ lint: LintContext, report: RuleReport) {
    checkManaged(lint, report)
    let uses = lint.containers.filter { $0.call != "Schema" && !$0.location.isInTests }
    guard !lint.flows.madeContainers.isEmpty, lint.unreadContainers.isEmpty,
      uses.allSatisfy({ $0.isStoredInMemoryOnly && !$0.hasUnknownConfiguration }), lint.hasStart()
    else { return }
    let places = Set(uses.map(\.location))
    let own = lint.flows.madeContainers.filter { places.contains($0.call) }.map(\.name)
    guard let first = own.min(by: { $0.precedes($1) }) else { return }
    report(
      "the app's only container keeps everything in memory: what users enter is gone when it quits",
      at: first)
  }
}

extension ObjectFlows {
  /// Where the app itself makes a container: the whole call, and its name.
  struct MadeContainer: Sendable, Codable {
    var call: Location
    var name: Location
  }
}

extension FlowReader {
  mutating func noteContainer(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, ["ModelContainer", "modelContainer"].contains(call.name),
      !call.isOfPreviews
    else { return }
    flows.madeContainers.append(
      .init(call: file.location(call), name: file.location(call.nameNode)))
  }
}

extension SyntaxProtocol {
  private static var words: [String] { ["demo", "inmemory", "mock", "preview", "sample", "test"] }

  /// Whether the name of a function, variable or type around the code says that no user runs it.
  var isOfPreviews: Bool {
    var node = parent
    for _ in 0..<256 {
      guard let next = node else { return false }
      let names =
        next.as(VariableDeclSyntax.self)?.bindings.compactMap(\.name)
        ?? next.asProtocol((any NamedDeclSyntax).self).map { [$0.name.text] } ?? []
      if names.contains(where: { name in Self.words.contains { name.lowercased().contains($0) } }) {
        return true
      }
      node = next.parent
    }
    return false
  }
}
