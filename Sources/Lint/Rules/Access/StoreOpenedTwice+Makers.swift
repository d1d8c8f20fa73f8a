internal import Diagnostics
internal import ModelSource
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Stores that several types open through one function: each call makes a container of its own.
extension StoreOpenedTwice {
  func checkMakers(_ lint: LintContext, _ report: RuleReport) {
    guard !lint.flows.ownContainers.isEmpty else { return }
    let users: [String: [ObjectFlows.OwnContainer]] = Dictionary(
      grouping: lint.flows.ownContainers, by: { $0.maker })
    for opening in lint.flows.openings
    where opening.isMaker && !opening.isPutAway && !opening.isOfExtension {
      let name = opening.function
      let calls: [ObjectFlows.OwnContainer] = users[name] ?? []
      let others = calls.filter { $0.owner != name.holderType }
      var owners: Set<String> = []
      // `static let shared = makeContainer()` beside the function, where anybody uses it.
      let shared = calls.first {
        $0.owner == name.holderType && $0.isShared && lint.isNamed($0.scope)
      }
      let own = others.sorted { $0.location.precedes($1.location) }
        .filter { owners.insert($0.owner).inserted }
      guard let first = shared ?? own.first(where: { $0.isOfMain }) ?? own.first else { continue }
      // What is made and forgotten in several functions, 'container-made-anew' says.
      let passing = lint.flows.passingContainers.filter {
        $0.body == nil && $0.makers.contains(name)
      }
      guard Set(passing.map(\.function)).count < 2 else { continue }
      for other in own where other.location != first.location {
        report(
          "\(opening.store) is opened here and in \(first.location.path.lastPathComponent):"
            + "\(first.location.line ?? 0), each time by '\(name.lastPart)' and with a container of its own",
          at: other.location,
          help:
            "call '\(name.lastPart)' once, keep its container, and hand that one to all who need it",
          certainty: .inferred("both places may belong to different apps"))
      }
    }
  }

  static let makers: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      extension ModelConfiguration {
        static func notes(isPrivate: Bool) -> ModelConfiguration {
          if isPrivate {
            return ModelConfiguration(isStoredInMemoryOnly: true)
          } else {
            return ModelConfiguration("notes", url: URL.documentsDirectory.appending(path: "a"))
          }
        }
        static func makeContainer(isPrivate: Bool = false) throws -> ModelContainer {
          try ModelContainer(for: Note.self, configurations: notes(isPrivate: isPrivate))
        }
      }
      @main struct NotesApp: App {
        private let container = try? ModelConfiguration.makeContainer()
        var body: some Scene { WindowGroup { Text(container == nil ? "none" : "") } }
      }
      // file: Importer.swift
      import SwiftData

      @MainActor final class Importer {
        let context: ModelContext
        init() {
          let container: ModelContainer
          do {
            container = try ModelConfiguration.↓makeContainer()
          } catch { fatalError("\\(error)") }
          context = ModelContext(container)
        }
      }
      ---
      enum Stores {
        static let shared: ModelContainer = makeContainer()
        static func makeContainer() -> ModelContainer {
          do {
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration("Notes"))
          } catch { fatalError("\\(error)") }
        }
      }
      struct NoteForm: View {
        @State private var title = ""
        @Environment(\\.dismiss) private var dismiss
        var body: some View {
          Button("Save") {
            let container = Stores.↓makeContainer()
            let context = ModelContext(container)
            context.insert(Note())
            do { try context.save(); dismiss() } catch { print(error) }
          }
        }
      }
      @main struct NotesApp: App {
        var body: some Scene { WindowGroup { NoteForm() }.modelContainer(Stores.shared) }
      }
      """,
    clean: """
      enum Stores {
        static let shared = try? makeContainer()
        static func makeContainer(isPrivate: Bool = false) throws -> ModelContainer {
          try ModelContainer(
            for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: isPrivate))
        }
      }
      @main struct NotesApp: App {
        private let container = try? Stores.makeContainer()
        var body: some Scene { WindowGroup { Text(container == nil ? "none" : "") } }
      }
      // file: Samples.swift
      import SwiftData

      struct SampleNotes {
        let container = try? Stores.makeContainer()
      }
      """)
}

extension ObjectFlows {
  /// A call of a function that gives a container, by a type that keeps or uses it for itself.
  struct OwnContainer: Sendable, Codable {
    /// `Database.open`; `.open` outside of types.
    var maker: String
    var owner: String
    var isOfMain: Bool
    /// The member around the call, and whether it keeps the container for all: `Stores.shared`.
    var scope = ""
    var isShared = false
    var location: Location
  }
}

extension FlowReader {
  /// `private let container = try? Database.open()`
  mutating func noteOwnContainer(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, !file.isOfExtension, call.name != "ModelContainer", !call.isContextMethod,
      let owner = call.ownerName, call.isKeptByType, !call.isForOthersThanTheApp,
      !call.isSecondTry, let owners = owners(of: call.receiver, at: call),
      types.type(of: ExprSyntax(call))?.name == "ModelContainer", call.keepsInMemory != true
    else { return }
    for maker in owners.map({ "\($0).\(call.name)" }) {
      flows.ownContainers.append(
        .init(
          maker: maker, owner: owner, isOfMain: call.isOfMain, scope: call.scopeName,
          isShared: call.isOfStaticMember, location: file.location(call.nameNode)))
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether a property or the initializer of a type makes the call when an object comes to be, or a function
  /// for itself; not what only gives the container to whoever asks.
  fileprivate var isKeptByType: Bool {
    if let function = enclosing(FunctionDeclSyntax.self) { return !function.returnsContainer }
    if enclosing(InitializerDeclSyntax.self) != nil { return true }
    guard
      let binding = enclosing(MemberBlockItemSyntax.self)?.decl.as(VariableDeclSyntax.self)?
        .bindings.first
    else { return false }
    return binding.isStored || isInAction
  }

  /// Whether a button of a view makes the call, or what the view does when it appears.
  private var isInAction: Bool {
    var node = parent
    for _ in 0..<64 {
      guard let next = node, !next.is(MemberBlockItemSyntax.self) else { return false }
      if let closure = next.as(ClosureExprSyntax.self), let user = closure.userCall,
        ["Button", "onAppear", "onSubmit", "onTapGesture", "refreshable", "task"].contains(
          user.name)
      {
        return true
      }
      node = next.parent
    }
    return false
  }

  /// Whether it is what a stored property of the type itself is made by.
  fileprivate var isOfStaticMember: Bool {
    guard enclosing(FunctionDeclSyntax.self) == nil,
      let variable = enclosing(MemberBlockItemSyntax.self)?.decl.as(VariableDeclSyntax.self)
    else { return false }
    return !variable.isInstance && variable.bindings.onlyElement?.isStored ?? false
  }
}

extension LintContext {
  /// Whether any code names a member of a type: `Stores.shared`.
  fileprivate func isNamed(_ member: String) -> Bool {
    allFiles().contains { file in
      String(decoding: file.bytes, as: UTF8.self).contains(member)
    }
  }
}
