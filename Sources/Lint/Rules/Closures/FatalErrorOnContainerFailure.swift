internal import Diagnostics
internal import SwiftSyntax

/// Finds apps that stop for good when their store does not open.
struct FatalErrorOnContainerFailure: SourceRule {
  static let info = RuleInfo(
    id: "fatal-error-on-container-failure", group: .dataAccess, severity: .note,
    summary: "the app crashes when its container cannot be made",
    why: "a store that does not migrate makes every launch end there: the user can neither export "
      + "nor repair anything, and the cause is only in the device's log",
    fix: "keep the error and show a view that says so and offers a way out; leave the store as it "
      + "is",
    explanation: "swiftdata-load-issue-model-container",
    examples: [RuleExample].texts(
      flagged: """
        import SwiftData
        @Model class Note { var title = ""; init() {} }
        let container = ↓try! ModelContainer(for: Note.self)
        ---
        import SwiftData
        @Model class Note { var title = ""; init() {} }
        func make() -> ModelContainer {
          do { return try ModelContainer(for: Note.self) } catch { ↓preconditionFailure() }
        }
        enum Stores {
          static func open() throws -> ModelContainer { try ModelContainer(for: Note.self) }
        }
        func useStores() -> ModelContainer {
          do { return try Stores.open() } catch { ↓fatalError("\\(error)") }
        }
        enum Live {
          static func app() throws -> ModelContainer { try app(named: "Notes") }
          static func app(named name: String) throws -> ModelContainer {
            try ModelContainer(for: Note.self, configurations: ModelConfiguration(name))
          }
        }
        func useLive() -> ModelContainer {
          do { return try Live.app() } catch { ↓fatalError("\\(error)") }
        }
        func makeTwice() -> ModelContainer {
          do {
            do { return try ModelContainer(for: Note.self) } catch { ↓fatalError() }
          } catch { fatalError() }
        }
        ---
        import SwiftData
        @Model class Note { var title = ""; init() {} }
        func open(_ place: URL) -> ModelContainer {
          let configuration = ModelConfiguration(url: place)
          do { return try ModelContainer(for: Note.self, configurations: configuration) } catch {
            #if DEBUG
              removeStore(at: place)
              if let again = try? ModelContainer(for: Note.self, configurations: configuration) { return again }
            #endif
            ↓fatalError("no store: \\(error)")
          }
        }
        func removeStore(at place: URL) { try? FileManager.default.removeItem(at: place) }
        ---
        import SwiftData
        import SwiftUI

        @Model final class Trip { var name = ""; init() {} }

        @main
        struct TripsApp: App {
          let container: ModelContainer = {
            let schema = Schema([Trip.self])
            let configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: false)
            do {
              return try ModelContainer(for: schema, configurations: [configuration])
            } catch {
              ↓fatalError("no container: \\(error)")
            }
          }()

          var body: some Scene { WindowGroup { Text("Trips") }.modelContainer(container) }
        }
        ---
        import SwiftData

        @Model final class Trip { var name = ""; init() {} }
        final class Holder {
          let container: ModelContainer
          init() {
            do {
              #if DEMO
              container = try ModelContainer(
                for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
              #else
              container = try ModelContainer(for: Trip.self)
              #endif
            } catch {
              ↓fatalError("no container")
            }
          }
        }
        """,
      clean: """
        import SwiftData
        @Model class Note { var title = ""; init() {} }
        func make() -> Result<ModelContainer, any Error> {
          Result { try ModelContainer(for: Note.self) }
        }
        ---
        import SwiftData
        import SwiftUI

        @Model final class Trip { var name = ""; init() {} }
        #Preview {
          let container = try! ModelContainer(
            for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
          return Text("Trips").modelContainer(container)
        }
        ---
        import SwiftData

        @Model final class Trip { var name = ""; init() {} }
        func open() -> ModelContainer? {
          do {
            return try ModelContainer(for: Trip.self)
          } catch {
            print(error)
            return nil
          }
        }
        enum Live {
          static func app() throws -> Int { try app(named: "Trips") }
          static func app(named name: String) throws -> Int { name.count }
          static func count() -> Int { do { return try app() } catch { fatalError() } }
        }
        enum Samples {
          static func makeContainer() throws -> ModelContainer {
            try ModelContainer(
              for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
          }
          static func make() -> ModelContainer {
            do { return try makeContainer() } catch { fatalError() }
          }
        }
        func close() { do { try FileManager.default.removeItem(at: .temporaryDirectory) } catch { fatalError() } }
        """) + CoreDataText.stops + CoreDataText.storesThatCrash
      + CoreDataText.failedMigrations)

  static let nodes: [SyntaxKind] = [
    .tryExpr, .doStmt, .functionCallExpr, .ifExpr, .guardStmt, .switchExpr, .functionDecl,
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest else { return }
    if let function = node.as(FunctionDeclSyntax.self) {
      return checkFailedMigration(function, file, report)
    }
    let place: Syntax
    if let attempt = node.as(TryExprSyntax.self) {
      guard attempt.questionOrExclamationMark?.text == "!",
        let call = attempt.expression.call,
        ["ModelContainer", "addPersistentStore"].contains(call.name) && !call.arguments.isEmpty
          || call.callsContainerMaker
      else { return }
      place = node
    } else if let attempt = node.as(DoStmtSyntax.self), attempt.body.isHandwritten,
      attempt.body.statements.hasContainer, let stop = attempt.stop
    {
      place = stop
    } else if let stop = node.whenQuietlyNotOpened?.released.lazy.compactMap(\.stop).first {
      place = stop
    } else if let load = node.as(FunctionCallExprSyntax.self), let failed = load.whenNotLoaded,
      let stop = failed.lazy.compactMap(\.stop).first
    {
      place = stop
    } else if let failed = node.as(SwitchExprSyntax.self)?.whenNotOpened
      ?? node.whenResultIsFailure ?? node.whenKeptFailure,
      let stop = failed.lazy.compactMap(\.stop).first
    {
      place = stop
    } else {
      return
    }
    guard !place.isInMemory, !place.isThrowaway, !place.isLastResort else { return }
    report("the app ends here when the store does not open", at: file.location(place))
  }
}

extension FatalErrorOnContainerFailure {
  /// `func migrationFailed(error: Error) { fatalError("\(error)") }`
  private func checkFailedMigration(
    _ function: FunctionDeclSyntax, _ file: LintFile, _ report: RuleReport
  ) {
    let words = function.name.text.camelWords
    guard words.contains(where: { ["migrating", "migration"].contains($0) }),
      words.contains(where: { ["error", "fail", "failed", "failure"].contains($0) }),
      function.signature.parameterClause.parameters.contains(where: {
        $0.type.trimmedDescription.has("Error")
      }), let body = function.body, body.isHandwritten, file.usesStores,
      let stop = body.statements.lazy.compactMap(\.stop).first, !stop.isThrowaway
    else { return }
    report(
      "the app ends here when the migration of the store fails, and so at each launch",
      at: file.location(stop),
      help: "keep the old store, and show what has happened with a way to send it in")
  }
}

extension CodeBlockItemListSyntax {
  /// Whether a container is made here whose error reaches the 'catch': not in one of the attempts
  /// inside, which catches it itself.
  fileprivate var hasContainer: Bool {
    var found = false
    forEachDescendant { node in
      if found || node.is(FunctionDeclSyntax.self)
        || node.as(TryExprSyntax.self)?.questionOrExclamationMark != nil
      {
        return false
      }
      if let inner = node.as(DoStmtSyntax.self),
        inner.catchClauses.last?.catchItems.isEmpty ?? false
      {
        return false
      }
      if let call = node.as(FunctionCallExprSyntax.self) {
        found =
          call.name == "ModelContainer"
          || call.name == "addPersistentStore"
            && !call.mentions(["NSInMemoryStoreType", "inMemory"])
          || call.callsContainerMaker
      }
      return !found
    }
    return found
  }
}

extension SyntaxProtocol {
  /// Whether the code around has already taken the store away and tries a new one: there is nothing left
  /// to show or to keep.
  fileprivate var isLastResort: Bool {
    enclosingBody?.hasDescendant { node in
      guard node.position < position, let call = node.as(FunctionCallExprSyntax.self),
        // What only builds for authors do, '#if DEBUG', leaves users where they were.
        !call.isInDebugOnly || isInDebugOnly
      else { return false }
      let name = call.name.lowercased()
      // What removes a file where a store did not open, removes the store.
      if name == "removeitem", call.enclosing(CatchClauseSyntax.self) != nil { return true }
      return ["delete", "destroy", "remove", "reset", "wipe"].contains { name.hasPrefix($0) }
        && ["database", "sqlite", "store"].contains { name.contains($0) }
    } ?? false
  }

  private var isInDebugOnly: Bool {
    enclosing(IfConfigClauseSyntax.self).map { Syntax($0).isDebugOnly } ?? false
  }

  /// Part of a preview, or of code that keeps its objects in memory only.
  var isThrowaway: Bool {
    var node = parent
    for _ in 0..<256 {
      guard let next = node else { return false }
      if let macro = next.as(MacroExpansionExprSyntax.self), macro.macroName.text == "Preview" {
        return true
      }
      if let macro = next.as(MacroExpansionDeclSyntax.self), macro.macroName.text == "Preview" {
        return true
      }
      if let named = next.asProtocol((any NamedDeclSyntax).self) {
        if named.name.text.isForTrial { return true }
      }
      if let variable = next.as(VariableDeclSyntax.self) {
        if variable.bindings.first?.name?.isForTrial ?? false { return true }
      }
      if next.parent?.is(SourceFileSyntax.self) ?? true { return false }
      if next.is(CodeBlockItemListSyntax.self), next.isHandwritten, next.isInMemory { return true }
      node = next.parent
    }
    return false
  }

  /// What is in memory in some cases, as when tests run, is a file in the others.
  fileprivate var isInMemory: Bool {
    var found = false
    forEachDescendant { node in
      if node.is(IfExprSyntax.self) || node.is(SwitchExprSyntax.self)
        || node.is(IfConfigDeclSyntax.self)
        || node.as(SequenceExprSyntax.self)?.elements
          .contains(where: { $0.is(UnresolvedTernaryExprSyntax.self) }) ?? false
      {
        return false
      }
      if let argument = node.as(LabeledExprSyntax.self),
        ["isStoredInMemoryOnly", "inMemory"].contains(argument.label?.text ?? ""),
        argument.expression.as(BooleanLiteralExprSyntax.self)?.literal.text == "true"
      {
        found = true
      }
      return !found
    }
    return found
  }
}

extension String {
  /// Whether a name says that what it names is for trying out: `mockStore`, `TestStack`, and not `latestNote`.
  /// Where the app has a class of that name, as `Sample`, the word says nothing.
  fileprivate var isForTrial: Bool {
    let small = lowercased()
    if ["preview", "mock", "fake", "inmemory"].contains(where: { small.contains($0) }) {
      return true
    }
    let words = camelWords
    return ["Sample", "Test"].contains { name in
      words.contains { $0.hasPrefix(name.lowercased()) }
        && !(FileMemo.current?.types.isStored(name) ?? false)
    }
  }
}
