internal import Diagnostics
internal import SwiftSyntax

/// Finds code that empties a table before the objects that are to replace it have arrived.
struct DeletedBeforeArrival: SourceRule {
  static let info = RuleInfo(
    id: "deleted-before-arrival", group: .dataAccess, severity: .warning,
    summary: "all objects of a class are deleted before those that replace them have been received",
    why:
      "when the request fails, or the app ends while it waits, the old objects are gone and no new ones "
      + "are there: the app is empty until a later request succeeds",
    fix: "wait for the new objects first, then delete the old ones, insert and save together",
    limits: "silent where the function rolls the context back",
    examples: [RuleExample].texts(
      in: AccessText.models,
      flagged: """
        func refresh(_ api: NotesClient, _ context: ModelContext) async throws {
          try context.↓delete(model: Note.self)
          let titles = try await api.titles()
          for title in titles {
            let note = Note()
            note.title = title
            context.insert(note)
          }
          try context.save()
        }
        protocol NotesClient { func titles() async throws -> [String] }
        ---
        func refresh(_ context: ModelContext, _ url: URL) async {
          do {
            try context.↓delete(model: Folder.self)
            try context.save()
            let (data, _) = try await URLSession.shared.data(from: url)
            for _ in data { context.insert(Folder()) }
            try context.save()
          } catch {
            print(error)
          }
        }
        ---
        func refresh(_ api: NotesClient, _ context: ModelContext) async throws {
          let old = try context.fetch(FetchDescriptor<Note>())
          for note in old { context.↓delete(note) }
          try context.save()
          for title in try await api.titles() {
            let note = Note()
            note.title = title
            context.insert(note)
          }
        }
        protocol NotesClient { func titles() async throws -> [String] }
        ---
        actor Refresher {
          let context: ModelContext
          let client: NotesClient
          init(_ container: ModelContainer, _ client: NotesClient) {
            (context, self.client) = (ModelContext(container), client)
          }
          func refresh(_ places: [String]) async {
            ↓clear()
            for place in places { await load(place) }
          }
          private func clear() {
            do {
              try context.delete(model: Note.self)
              try context.save()
            } catch {
              print(error)
            }
          }
          private func load(_ place: String) async {
            do {
              let titles = try await client.titles()
              add(titles)
            } catch {
              print(place, error)
            }
          }
          private func add(_ titles: [String]) {
            for title in titles {
              let note = Note()
              note.title = title
              context.insert(note)
            }
            try? context.save()
          }
        }
        protocol NotesClient: Sendable { func titles() async throws -> [String] }
        """,
      clean: """
        actor Refresher {
          let context: ModelContext
          let client: NotesClient
          init(_ container: ModelContainer, _ client: NotesClient) {
            (context, self.client) = (ModelContext(container), client)
          }
          func refresh() async throws {
            let titles = try await client.titles()
            try clear()
            try await add(titles)
          }
          func leave() async throws {
            try clear()
            await tell()
          }
          private func clear() throws {
            try context.delete(model: Note.self)
            try context.save()
          }
          private func tell() async { _ = try? await client.titles() }
          private func add(_ titles: [String]) async throws {
            for _ in titles { context.insert(Note()) }
            try context.save()
          }
        }
        protocol NotesClient: Sendable { func titles() async throws -> [String] }
        ---
        func refresh(_ api: NotesClient, _ context: ModelContext) async throws {
          let titles = try await api.titles()
          try context.delete(model: Note.self)
          for title in titles {
            let note = Note()
            note.title = title
            context.insert(note)
          }
          try context.save()
        }
        protocol NotesClient { func titles() async throws -> [String] }
        ---
        func signOut(_ api: NotesClient, _ context: ModelContext) async throws {
          try context.delete(model: Note.self)
          try context.save()
          try await api.leave()
        }
        protocol NotesClient { func leave() async throws }
        ---
        func refresh(_ api: NotesClient, _ context: ModelContext) async {
          do {
            try context.delete(model: Note.self)
            for _ in try await api.titles() { context.insert(Note()) }
            try context.save()
          } catch {
            context.rollback()
          }
        }
        protocol NotesClient { func titles() async throws -> [String] }
        """) + saved)

  static let nodes: [SyntaxKind] = [.codeBlockItemList]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let items = node.as(CodeBlockItemListSyntax.self), items.isHandwritten, !file.isTest
    else { return }
    guard file.meansSwiftData else { return checkSaved(items, in: file, report) }
    var deleted: (name: String?, call: FunctionCallExprSyntax)?
    var waits = false
    for item in items {
      if let (name, call) = deleted {
        // One statement may wait for the list and insert what is in it.
        waits = waits || item.waitsForOthers
        if waits && item.inserts || item.loadsThroughFunction {
          guard !(node.enclosing(FunctionDeclSyntax.self)?.calls("rollback") ?? false) else {
            return
          }
          let objects = name.map { "all '\($0)' objects" } ?? "all objects"
          report(
            "\(objects) are deleted before what replaces them has arrived: when the request below fails, "
              + "they are gone",
            at: file.location(call.nameNode), entity: name)
          return
        }
      } else {
        deleted = item.wholeDeletion(file) ?? item.deletionOfFunction(file)
      }
    }
  }
}

extension FunctionDeclSyntax {
  fileprivate func calls(_ name: String) -> Bool {
    body?.hasDescendant { $0.as(FunctionCallExprSyntax.self)?.name == name } ?? false
  }
}

extension Syntax {
  /// Whether code puts objects into a context, itself or through functions of the file.
  fileprivate func inserts(_ steps: Int) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
      if call.name == "insert", call.isOnContext { return true }
      guard steps > 0, !call.isOnContext, call.receiver?.isSelfName ?? true,
        let body = call.functionOfFile?.body, body.isHandwritten
      else { return false }
      return Syntax(body).inserts(steps - 1)
    }
  }
}

extension CodeBlockItemSyntax {
  /// Whether the statement waits for something that may fail, and that is no work on the store.
  fileprivate var waitsForOthers: Bool {
    hasDescendant { node in
      guard let wait = node.as(AwaitExprSyntax.self), wait.parent?.is(TryExprSyntax.self) ?? false,
        let call = wait.expression.call, !call.isOnContext
      else { return false }
      return wait.waitsForNetwork || !(call.receiver?.isSelfName ?? true)
    }
  }

  fileprivate var inserts: Bool { Syntax(self).inserts(2) }

  /// Whether a function of the file that the statement waits for loads what is missing and puts it into the store:
  /// `await sync(source)`.
  fileprivate var loadsThroughFunction: Bool {
    hasDescendant { node in
      guard let call = node.as(AwaitExprSyntax.self)?.expression.call,
        call.receiver?.isSelfName ?? true, let body = call.functionOfFile?.body, body.isHandwritten
      else { return false }
      var waits = false
      for item in body.statements.flatMap(\.withoutAttempt) {
        waits = waits || item.waitsForNetworkThatFails
        if waits, item.inserts { return true }
      }
      return false
    }
  }

  /// The statement, or those of `do { … }`.
  private var withoutAttempt: [CodeBlockItemSyntax] {
    item.as(DoStmtSyntax.self)?.body.statements.map(\.self) ?? [self]
  }

  private var waitsForNetworkThatFails: Bool {
    hasDescendant { node in
      node.is(AwaitExprSyntax.self)
        && node.parent?.as(TryExprSyntax.self)?.waitsForNetwork ?? false
    }
  }

  /// The call of a function of the file that deletes all objects of a class, saves that and does nothing else:
  /// `clearNotes()`.
  fileprivate func deletionOfFunction(
    _ file: LintFile
  ) -> (name: String?, call: FunctionCallExprSyntax)? {
    guard let call = item.plainCall, call.receiver?.isSelfName ?? true, call.trailingClosure == nil,
      let body = call.functionOfFile?.body, body.isHandwritten
    else { return nil }
    let items = body.statements.flatMap(\.withoutAttempt)
    guard let deletion = items.lazy.compactMap({ $0.wholeDeletion(file) }).first,
      items.contains(where: \.savesAlways),
      !Syntax(body).inserts(1)
    else { return nil }
    return (deletion.name, call)
  }

  /// A deletion of all objects of a class: at once, or one by one of a fetch without a condition.
  fileprivate func wholeDeletion(
    _ file: LintFile
  ) -> (name: String?, call: FunctionCallExprSyntax)? {
    if let call = item.plainCall, call.name == "delete", call.isOnContext,
      call.arguments.count == 1, let type = call.argument("model")?.metatypeName
    {
      return (type.lastPart, call)
    }
    guard let loop = item.as(ForStmtSyntax.self),
      loop.whereClause == nil, let name = loop.pattern.as(IdentifierPatternSyntax.self),
      loop.body.statements.count == 1,
      let call = loop.body.statements.first?.item.plainCall, call.name == "delete",
      call.isOnContext,
      call.arguments.first?.expression.trimmedDescription == name.identifier.text,
      let fetch = loop.sequence.resolved.calledFetch,
      let descriptor = fetch.arguments.first?.expression.resolved.call,
      descriptor.argument("predicate") == nil, descriptor.name == "FetchDescriptor"
    else { return nil }
    let type = descriptor.calledExpression.as(GenericSpecializationExprSyntax.self)?
      .genericArgumentClause.onlyName?.lastPart
    return (type, call)
  }
}

extension ExprSyntax {
  /// The fetch that gives a list, behind `try`, `try?` and a default.
  fileprivate var calledFetch: FunctionCallExprSyntax? {
    var found: FunctionCallExprSyntax?
    forEachDescendant { node in
      if found == nil, let call = node.as(FunctionCallExprSyntax.self), call.name == "fetch",
        call.isOnContext
      {
        found = call
      }
      return found == nil && !node.is(ClosureExprSyntax.self)
    }
    return found
  }
}
