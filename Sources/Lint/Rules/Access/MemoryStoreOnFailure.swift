internal import Diagnostics
internal import SwiftSyntax

/// Finds apps that go on in memory when their store does not open.
struct MemoryStoreOnFailure: SourceRule {
  static let info = RuleInfo(
    id: "memory-store-on-failure", group: .dataAccess, severity: .warning,
    summary: "when the store does not open, the app goes on in memory and says nothing",
    why: "the user sees an empty app, and what is entered from then on is gone at the next launch",
    fix: "keep the error, and show that the data cannot be read and that nothing is kept",
    limits:
      "only where all that is done with the error is to print or log it; tests, previews, "
      + "widgets and share extensions are left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        func open() -> ModelContainer? {
          do { return try ModelContainer(for: Note.self) } catch {
            print("no store", error)
            let memory = ModelConfiguration(isStoredInMemoryOnly: true)
            return try? ↓ModelContainer(for: Note.self, configurations: memory)
          }
        }
        ---
        enum Store {
          static let shared: ModelContainer = {
            do {
              return try ModelContainer(for: Note.self)
            } catch {
              return try! ↓ModelContainer(
                for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            }
          }()
        }
        ---
        @MainActor final class Store {
          private(set) var container: ModelContainer
          init() {
            do { container = try Self.makeContainer() } catch {
              print(error)
              container = try! ↓Self.inMemory()
            }
          }
          private static func makeContainer() throws -> ModelContainer {
            try ModelContainer(for: Note.self)
          }
          private static func inMemory() throws -> ModelContainer {
            try ModelContainer(
              for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
          }
        }
        ---
        func openPlainly(_ isShared: Bool) throws -> ModelContainer {
          do { return try ModelContainer(for: Note.self) } catch {
            let memory: ModelConfiguration
            memory = ModelConfiguration(isStoredInMemoryOnly: true)
            return try ↓ModelContainer(for: Note.self, configurations: memory)
          }
        }
        ---
        func open() throws -> ModelContainer {
          if let container = try? ModelContainer(for: Note.self) { return container }
          return try ↓ModelContainer(
            for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
        ---
        struct NotesApp {
          let container: ModelContainer
          init() {
            let factory = Factory()
            if ProcessInfo.processInfo.arguments.contains("-tests") {
              container = try! factory.make(.memory)
            } else if let opened = try? factory.make(.disk) {
              container = opened
            } else {
              container = try! ↓factory.make(.memory)
            }
          }
        }
        // file: Factory.swift
        import SwiftData
        enum Kind { case disk, memory }
        struct Factory {
          func make(_ kind: Kind) throws -> ModelContainer {
            switch kind {
            case .disk: return try ModelContainer(for: Note.self)
            case .memory:
              return try ModelContainer(
                for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            }
          }
        }
        ---
        @MainActor enum Stores {
          static let shared: ModelContainer = {
            do { return try make() } catch { return ↓preview }
          }()
          static var preview: ModelContainer {
            do {
              let container = try make(inMemory: true)
              container.mainContext.insert(Note())
              return container
            } catch { fatalError("no preview") }
          }
          static func make(inMemory: Bool = false) throws -> ModelContainer {
            try ModelContainer(
              for: Note.self, configurations: ModelConfiguration("Notes", isStoredInMemoryOnly: inMemory))
          }
        }
        ---
        extension ModelConfiguration {
          static var volatile: ModelConfiguration { ModelConfiguration(isStoredInMemoryOnly: true) }
        }
        func open() throws -> ModelContainer {
          if let container = try? ModelContainer(for: Note.self) { return container }
          return try ↓ModelContainer(for: Note.self, configurations: .volatile)
        }
        ---
        func open() throws -> ModelContainer {
          do { return try ModelContainer(for: Note.self) } catch {
            print("no store: \\(type(of: error)), \\(String(describing: error))")
            return try ↓ModelContainer(
              for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
          }
        }
        """,
      clean: """
        func open(_ tell: (String) -> Void) throws -> ModelContainer {
          do { return try ModelContainer(for: Note.self) } catch {
            tell("no store: \\(type(of: error))")
            return try ModelContainer(
              for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
          }
        }
        ---
        @MainActor final class Store {
          var failure: (any Error)?
          func open() throws -> ModelContainer {
            do { return try ModelContainer(for: Note.self) } catch {
              failure = error
              return try ModelContainer(
                for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            }
          }
        }
        ---
        // file: NotesWidgets/Today.swift
        import SwiftData

        func open() throws -> ModelContainer {
          do { return try ModelContainer(for: Note.self) } catch {
            return try ModelContainer(
              for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
          }
        }
        ---
        func open(_ isTest: Bool) throws -> ModelContainer {
          try ModelContainer(
            for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: isTest))
        }
        ---
        func open() throws -> ModelContainer {
          do {
            return try ModelContainer(
              for: Note.self, configurations: ModelConfiguration("Main"))
          } catch {
            let local = ModelConfiguration("Main", isStoredInMemoryOnly: false)
            return try ModelContainer(for: Note.self, configurations: local)
          }
        }
        ---
        func open(_ tell: (any Error) -> Void) throws -> ModelContainer {
          do { return try ModelContainer(for: Note.self) } catch {
            tell(error)
            return try ModelContainer(
              for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
          }
        }
        """))

  static let nodes: [SyntaxKind] = [
    .doStmt, .ifExpr, .guardStmt, .sequenceExpr, .forStmt, .functionCallExpr, .switchExpr,
  ]

  static let message =
    "when the store does not open, what the user enters is kept in memory alone"

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData || file.imports.contains("CoreData"),
      node.isHandwritten, !file.isOfGuest
    else { return }
    if file.meansSwiftData, let place = node.silentFallback, !node.isOfSamples {
      say(place, file, report)
    }
    for items in StoreDeletedOnFailure.failures(node)
    where items.contains(where: \.keepsInMemory) {
      guard !items.contains(where: \.tellsOfFailure), let place = items.memoryContainer else {
        continue
      }
      say(place, file, report)
    }
  }

  private func say(_ place: Syntax, _ file: LintFile, _ report: RuleReport) {
    report(Self.message, at: file.location(place))
  }
}

extension [CodeBlockItemSyntax] {
  /// The container in memory: one that says so, or the first that may be one. A new one on disk may be tried
  /// before it.
  fileprivate var memoryContainer: Syntax? {
    var possible: Syntax?
    for item in self {
      var found: Syntax?
      item.forEachDescendant { node in
        guard found == nil else { return false }
        if let call = node.as(FunctionCallExprSyntax.self) {
          if call.makesMemoryStore || call.opensMemoryStore {
            found = Syntax(call)
          } else if call.name == "ModelContainer", call.argument("for") != nil {
            switch call.keepsInMemory {
            case true: found = Syntax(call)
            case nil: possible = possible ?? Syntax(call)
            default: break
            }
          }
        }
        if node.saysManagedMemory || node.as(ExprSyntax.self)?.namesMemoryContainer ?? false {
          found = node
        }
        return found == nil
      }
      if let found { return found }
    }
    return possible
  }
}

extension CodeBlockItemSyntax {
  private static let quiet: Set = [
    "ModelConfiguration", "ModelContainer", "Schema", "assertionFailure", "debug", "debugPrint",
    "error", "fault", "info", "log", "NSLog", "notice", "os_log", "print", "warning", "Logger",
    "critical", "fatalError", "preconditionFailure",
  ]

  var keepsInMemory: Bool {
    hasDescendant { node in
      node.saysInMemory || node.saysManagedMemory
        || node.as(FunctionCallExprSyntax.self).map {
          $0.makesMemoryStore || $0.opensMemoryStore
            || $0.name == "ModelContainer" && $0.keepsInMemory == true
        } ?? false
        || node.as(ExprSyntax.self)?.namesMemoryContainer ?? false
    }
  }

  /// Whether it keeps the error, throws it, or gives it to code that may show it.
  var tellsOfFailure: Bool {
    hasDescendant { node in
      if node.is(ThrowStmtSyntax.self) { return true }
      if let terms = node.as(SequenceExprSyntax.self)?.elements,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
      {
        if let target = terms.first, target.isSettingOfStore { return false }
        guard let made = terms.last?.call else { return true }
        return !["ModelConfiguration", "ModelContainer", "Schema"].contains(made.name)
          && !made.makesMemoryStore
      }
      guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
      let isLog =
        call.name.lowercased().hasPrefix("log")
        || call.receiver?.lastName?.lowercased().hasPrefix("log") ?? false
      return !isLog && !Self.quiet.contains(call.name)
        && call.arguments.contains { $0.mentions(["error"]) } && !isPrinted(call)
    }
  }

  /// Whether a call only makes the text of one that prints: `print("no store: \(type(of: error))")`.
  private func isPrinted(_ call: FunctionCallExprSyntax) -> Bool {
    var node = Syntax(call)
    while node.id != id, let next = node.parent {
      if let outer = next.as(FunctionCallExprSyntax.self) {
        let words = [outer.name, outer.receiver?.lastName ?? ""].map { $0.lowercased() }
        if Self.quiet.contains(outer.name) || words.contains(where: { $0.hasPrefix("log") }) {
          return true
        }
      }
      if next.is(ClosureExprSyntax.self) { return false }
      node = next
    }
    return false
  }
}

extension ExprSyntax {
  private static let settings: Set = [
    "configuration", "container", "mergePolicy", "options", "persistentContainer",
    "persistentStoreDescriptions", "shouldAddStoreAsynchronously", "store", "type", "url",
  ]

  /// `description.type`, `container.persistentStoreDescriptions`: what is set there tells nobody anything.
  fileprivate var isSettingOfStore: Bool { lastName.map(Self.settings.contains) ?? false }
}

extension Syntax {
  /// `NSInMemoryStoreType`, `type: .inMemory`, `/dev/null` of Core Data.
  var saysManagedMemory: Bool {
    if let name = self.as(DeclReferenceExprSyntax.self)?.baseName.text {
      return name == "NSInMemoryStoreType"
    }
    if let access = self.as(MemberAccessExprSyntax.self) {
      return access.declName.baseName.text == "inMemory" && !access.isCalled
    }
    return self.as(StringLiteralExprSyntax.self).map { ExprSyntax($0).literalText == "/dev/null" }
      ?? false
  }

  /// `isStoredInMemoryOnly: true`
  var saysInMemory: Bool {
    guard let argument = self.as(LabeledExprSyntax.self) else { return false }
    return argument.label?.text == "isStoredInMemoryOnly"
      && argument.expression.trimmedDescription == "true"
  }
}

extension FunctionCallExprSyntax {
  /// Whether it calls a function that opens a store of Core Data in memory, and tells nobody.
  fileprivate var opensMemoryStore: Bool {
    guard name.first?.isLowercase ?? false, let body = calledFunction?.body, body.isHandwritten
    else { return false }
    return body.hasDescendant { $0.saysManagedMemory }
      && body.hasDescendant { node in
        ["addPersistentStore", "loadPersistentStores"].contains(
          node.as(FunctionCallExprSyntax.self)?.name)
      } && !body.statements.contains { $0.tellsOfFailure }
  }

  /// Whether it calls a function that makes a container in memory.
  var makesMemoryStore: Bool {
    if name != "ModelContainer", let known = keepsInMemory { return known }
    guard let function = ownFunction, function.returnsContainer, let body = function.body else {
      return false
    }
    return body.isHandwritten
      && body.hasDescendant { $0.saysInMemory || $0.saysManagedMemory }
  }
}
