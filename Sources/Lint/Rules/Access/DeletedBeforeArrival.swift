internal import Diagnostics
internal import SwiftSyntax

/// Finds code that empties a table before the objects that are to replace it have arrived.
struct DeletedBeforeArrival: SourceRule {
  static let info = RuleInfo(
    id: "deleted-before-arrival", group: .dataAccess, severity: .warning,
    summary:
      "all objects of a class are deleted before those that replace them have been received or read",
    why:
      "when the request fails, the file cannot be decoded, or the app ends in between, the old objects are "
      + "gone and no new ones are there",
    fix: "wait for the new objects first, then delete the old ones, insert and save together",
    limits:
      "silent where the function rolls the context back, and where it reads what the app ships",
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
        """) + saved + read + batches)

  static let nodes: [SyntaxKind] = [.codeBlockItemList]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let items = node.as(CodeBlockItemListSyntax.self), items.isHandwritten, !file.isTest
    else { return }
    checkFiles(items, in: file, report)
    checkBatches(items, in: file, report)
    guard file.meansSwiftData else { return checkSaved(items, in: file, report) }
    var deleted: WholeDeletion?
    var (waits, reads) = (false, false)
    for item in items {
      if let done = deleted {
        deleted?.isSaved = done.isSaved || item.savesAlways
        // One statement may wait for the list and insert what is in it.
        waits = waits || item.waitsForOthers
        reads = reads || item.readsForeignData
        let arrives = waits && item.inserts || item.loadsThroughFunction
        guard arrives && (done.isSaved || done.isDirect) || reads && item.inserts && done.stays
        else { continue }
        guard !(node.enclosing(FunctionDeclSyntax.self)?.calls("rollback") ?? false) else { return }
        let objects = done.name.map { "all '\($0)' objects" } ?? "all objects"
        report(
          arrives
            ? "\(objects) are deleted before what replaces them has arrived: when the request below fails, "
              + "they are gone"
            : "\(objects) are deleted before what replaces them has been read: when the data below cannot "
              + "be read or decoded, they are gone",
          at: file.location(done.call.nameNode), entity: done.name,
          help: arrives
            ? nil
            : "read and decode the data first, then delete the old objects, insert and save together"
        )
        return
      } else {
        deleted = item.emptying(file)
      }
    }
  }
}

/// A statement that deletes all objects of a class.
private struct WholeDeletion {
  let name: String?
  let call: FunctionCallExprSyntax
  /// Whether it is in the code itself, and in no function that is called.
  var isDirect = false
  var isSaved = false

  /// Whether what fails below leaves the deletion in place: one that is not saved goes with a context of the
  /// function's own.
  var stays: Bool {
    isSaved || !isDirect || !(call.receiver?.resolved.makesNewContext() ?? false)
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

  /// The deletion that the statement is, also under a condition of its own: `if isReplacing { clearNotes() }`.
  fileprivate func emptying(_ file: LintFile) -> WholeDeletion? {
    if let own = wholeDeletion() ?? deletionOfFunction(file) { return own }
    guard
      let check = (item.as(ExpressionStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self))?
        .as(IfExprSyntax.self), check.elseBody == nil, check.body.statements.count < 4,
      !check.body.hasDescendant(where: {
        $0.is(ReturnStmtSyntax.self) || $0.is(ThrowStmtSyntax.self)
      })
    else { return nil }
    return check.body.statements.lazy
      .compactMap { $0.wholeDeletion() ?? $0.deletionOfFunction(file) }.first
  }

  /// The call of a function that deletes all objects of a class and inserts none: `clearNotes()`.
  private func deletionOfFunction(_ file: LintFile) -> WholeDeletion? {
    guard let call = item.plainCall, call.trailingClosure == nil,
      !(call.isContextMethod && call.isOnContext),
      let body = call.calledFunction?.body, body.isHandwritten
    else { return nil }
    let items = body.statements.flatMap(\.withoutAttempt)
    guard let deletion = items.lazy.compactMap({ $0.wholeDeletion() }).first,
      !Syntax(body).inserts(1), deletion.stays || items.contains(where: \.savesAlways)
    else { return nil }
    return .init(name: deletion.name, call: call, isSaved: items.contains(where: \.savesAlways))
  }

  /// A deletion of all objects of a class: at once, or one by one of a fetch without a condition.
  private func wholeDeletion() -> WholeDeletion? {
    if let call = item.plainCall, call.name == "delete", call.isOnContext,
      call.arguments.count == 1, let type = call.argument("model")?.metatypeName
    {
      return .init(name: type.lastPart, call: call, isDirect: true)
    }
    let loop = Syntax(item.as(ForStmtSyntax.self)) ?? item.plainCall.map { Syntax($0) }
    guard let loop, let list = DeletedOneByOne.deletedList(loop),
      let fetched = FetchedObjects.behind(list)?.0, fetched.isWhole, !fetched.isCoreData
    else { return nil }
    var deletion: FunctionCallExprSyntax?
    loop.forEachDescendant { node in
      if deletion == nil, let call = node.as(FunctionCallExprSyntax.self), call.name == "delete",
        call.isOnContext
      {
        deletion = call
      }
      return deletion == nil
    }
    guard let call = deletion ?? item.plainCall else { return nil }
    return .init(name: fetched.entity, call: call, isDirect: deletion != nil)
  }
}
