internal import Diagnostics
internal import SwiftSyntax

/// Finds objects that are looked for, waited for, and inserted although another call may have done that meanwhile.
struct CheckedBeforeWait: SourceRule {
  static let info = RuleInfo(
    id: "checked-before-wait", group: .dataAccess, severity: .warning,
    summary:
      "a function looks for an object, waits for something else, and inserts the object without looking again",
    why:
      "while an actor waits it takes other calls: two of them find nothing, and each inserts the object",
    fix: "look again behind the 'await', or make the attribute that is asked for unique",
    limits:
      "only functions of actors and of types of the main actor that return when the object is there; silent where a "
      + "mark, a task that is kept or a unique attribute sees to it",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        @ModelActor actor Notes {
          func note(_ title: String, _ server: Server) async throws {
            let descriptor = FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })
            if try modelContext.fetch(descriptor).first != nil { return }
            let rank = try await server.rank(title)
            let note = Note()
            note.title = title
            note.rank = rank
            modelContext.↓insert(note)
            try modelContext.save()
          }
        }
        protocol Server: Sendable { func rank(_ title: String) async throws -> Int }
        ---
        @MainActor final class Trips {
          let context: ModelContext
          init(context: ModelContext) { self.context = context }
          func fill(_ server: Server) async throws {
            guard try context.fetchCount(FetchDescriptor<Trip>()) == 0 else { return }
            for name in try await server.names() {
              let trip = Trip()
              trip.name = name
              context.↓insert(trip)
            }
          }
        }
        protocol Server: Sendable { func names() async throws -> [String] }
        ---
        actor Notes {
          let context: ModelContext
          init(_ container: ModelContainer) { context = ModelContext(container) }
          func add(_ title: String, _ server: Server) async throws {
            let found = try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title }))
            guard found.isEmpty else { return }
            let note = Note()
            note.rank = try await server.rank(title)
            context.↓insert(note)
          }
        }
        protocol Server: Sendable { func rank(_ title: String) async throws -> Int }
        """,
      clean: """
        @ModelActor actor Notes {
          func note(_ title: String, _ server: Server) async throws {
            let rank = try await server.rank(title)
            let descriptor = FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })
            if try modelContext.fetchCount(descriptor) > 0 { return }
            let note = Note()
            note.rank = rank
            modelContext.insert(note)
            try modelContext.save()
          }
        }
        protocol Server: Sendable { func rank(_ title: String) async throws -> Int }
        ---
        @ModelActor actor Folders {
          func folder(_ code: String, _ server: Server) async throws {
            let descriptor = FetchDescriptor<Folder>(predicate: #Predicate { $0.code == code })
            if try modelContext.fetch(descriptor).first != nil { return }
            let name = try await server.name(code)
            let folder = Folder()
            folder.code = code
            folder.name = name
            modelContext.insert(folder)
            try modelContext.save()
          }
        }
        protocol Server: Sendable { func name(_ code: String) async throws -> String }
        ---
        @MainActor final class Trips {
          let context: ModelContext
          private var isLoading = false
          init(context: ModelContext) { self.context = context }
          func fill(_ server: Server) async throws {
            guard !isLoading, try context.fetchCount(FetchDescriptor<Trip>()) == 0 else { return }
            isLoading = true
            for _ in try await server.names() { context.insert(Trip()) }
          }
        }
        protocol Server: Sendable { func names() async throws -> [String] }
        """))

  static let nodes: [SyntaxKind] = [.functionDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let function = node.as(FunctionDeclSyntax.self),
      function.signature.effectSpecifiers?.asyncSpecifier != nil, let body = function.body,
      body.isHandwritten,
      let type = function.enclosingType,
      type.is(ActorDeclSyntax.self)
        || type.asProtocol((any WithAttributesSyntax).self)?.attribute("MainActor") != nil
        || function.attribute("MainActor") != nil,
      !type.is(StructDeclSyntax.self), !body.keepsOthersOut
    else { return }
    let types = TypeReader(file: file)
    var items = Array(body.statements)
    // `do { … } catch { … }` around all of it.
    if items.count < 3, let attempt = items.lazy.compactMap({ $0.item.as(DoStmtSyntax.self) }).first
    {
      items = Array(attempt.body.statements)
    }
    var asked: String?
    var waits = false
    for item in items {
      if asked != nil, item.hasDescendant(where: { $0.isWaitForOthers }) { waits = true }
      if let entity = asked, waits, let insert = item.insert(of: entity, types) {
        report(
          "while this waited for what it has asked for, another call may have inserted the '\(entity)' that was not "
            + "there before", at: file.location(insert.nameNode), entity: entity)
        return
      }
      guard let entity = item.returnsIfThere(before: items) else {
        // Whoever looks again knows.
        if waits, let entity = asked, item.fetches(entity) { return }
        continue
      }
      (asked, waits) = (isUnique(entity, file) ? nil : entity, false)
    }
  }

  private func isUnique(_ entity: String, _ file: LintFile) -> Bool {
    file.ask(.attributes(of: entity)).contains {
      !file.ask(.isUnique($0, of: entity)).isEmpty
        || !file.ask(.isInUniqueness($0, of: entity)).isEmpty
    }
  }
}

extension CodeBlockSyntax {
  private static let words: Set = [
    "active", "busy", "flight", "importing", "loading", "lock", "pending", "refreshing", "running",
    "syncing", "task",
    "tasks", "working",
  ]

  /// Whether a name in it says that the function keeps a second call waiting or away.
  fileprivate var keepsOthersOut: Bool {
    hasDescendant { node in
      guard let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text,
        name.first?.isLowercase ?? false
      else {
        return false
      }
      return name.camelWords.contains(where: Self.words.contains)
    }
  }
}

extension Syntax {
  /// An `await` that does not only wait for the actor's own work.
  fileprivate var isWaitForOthers: Bool {
    guard let wait = self.as(AwaitExprSyntax.self) else {
      return self.as(ForStmtSyntax.self)?.awaitKeyword != nil
    }
    return wait.expression.call.map { !$0.isOnContext } ?? true
  }
}

extension CodeBlockItemSyntax {
  /// The class of objects that the statement looks for, to return when there are some.
  fileprivate func returnsIfThere(before items: [CodeBlockItemSyntax]) -> String? {
    let conditions: ConditionElementListSyntax
    let exit: CodeBlockItemListSyntax
    if let check = item.as(GuardStmtSyntax.self) {
      (conditions, exit) = (check.conditions, check.body.statements)
    } else if let choice = item.onlyExpression?.as(IfExprSyntax.self), choice.elseBody == nil {
      (conditions, exit) = (choice.conditions, choice.body.statements)
    } else {
      return nil
    }
    guard exit.last?.item.is(ReturnStmtSyntax.self) ?? false else { return nil }
    var found: String?
    conditions.forEachDescendant { node in
      guard found == nil else { return false }
      if let call = node.as(FunctionCallExprSyntax.self), call.looksForObjects {
        found = call.lookedFor
      } else if let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
        let call = name.localValue?.fetchCall
      {
        found = call.lookedFor
      }
      return found == nil
    }
    return found
  }

  fileprivate func insert(of entity: String, _ types: TypeReader) -> FunctionCallExprSyntax? {
    var found: FunctionCallExprSyntax?
    forEachDescendant { node in
      if found == nil, let call = node.as(FunctionCallExprSyntax.self),
        let (name, action) = call.changedModel(types),
        name == entity, action == "inserted"
      {
        found = call
      }
      return found == nil
    }
    return found
  }

  fileprivate func fetches(_ entity: String) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.looksForObjects else {
        return false
      }
      return call.lookedFor == entity
    }
  }
}

extension ExprSyntax {
  /// The fetch that a value comes of: `try context.fetch(descriptor).first`.
  fileprivate var fetchCall: FunctionCallExprSyntax? {
    var node = unwrapped
    for _ in 0..<8 {
      if let call = node.as(FunctionCallExprSyntax.self) {
        if call.looksForObjects { return call }
        guard let receiver = call.receiver else { return nil }
        node = receiver.unwrapped
      } else if let access = node.as(MemberAccessExprSyntax.self), let base = access.base {
        node = base.unwrapped
      } else {
        return nil
      }
    }
    return nil
  }
}

extension FunctionCallExprSyntax {
  fileprivate var looksForObjects: Bool {
    ["fetch", "fetchCount", "fetchIdentifiers"].contains(name) && isOnContext
  }

  fileprivate var lookedFor: String? {
    guard let argument = arguments.first?.expression else { return nil }
    let source = DescriptorSource(argument)
    return source.declared ?? source.made?.describedEntity
  }
}
