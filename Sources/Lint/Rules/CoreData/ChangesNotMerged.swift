internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds apps whose main context never learns what a context beside it has saved.
struct ChangesNotMerged: ProjectRule {
  static let info = RuleInfo(
    id: "changes-not-merged", group: .dataAccess, severity: .warning,
    summary: "the main context never learns what a background context has saved",
    why:
      "objects that the main context holds keep their old values, lists of fetched results do not move, and "
      + "when it saves an object that was changed in the store meanwhile, the save fails as a conflict",
    fix:
      "set 'viewContext.automaticallyMergesChangesFromParent = true', or call "
      + "'mergeChanges(fromContextDidSave:)' where 'NSManagedObjectContextDidSave' is posted",
    limits:
      "only in apps; silent as soon as any code merges, refreshes or resets a context, reads the history, or sets a parent for a "
      + "context that a queue of its own has",
    examples: .texts(
      in: { CoreDataText.code($0 + "\n// file: NotesApp.swift\n" + app) },
      flagged: """
        func load(_ titles: [String], into container: NSPersistentContainer) {
          container.↓performBackgroundTask { context in
            for title in titles { CDNote(context: context).title = title }
            try? context.save()
          }
        }
        func notes(_ container: NSPersistentContainer) throws -> [CDNote] {
          try container.viewContext.fetch(CDNote.fetchRequest())
        }
        ---
        func notes() throws -> [CDNote] {
          let container = ↓NSPersistentCloudKitContainer(name: "Notes")
          container.loadPersistentStores { _, error in show(error) }
          return try container.viewContext.fetch(CDNote.fetchRequest())
        }
        ---
        final class CloudContainer: NSPersistentCloudKitContainer, @unchecked Sendable {}
        func notes() throws -> [CDNote] {
          let container = ↓CloudContainer(name: "Notes")
          container.loadPersistentStores { _, error in show(error) }
          return try container.viewContext.fetch(CDNote.fetchRequest())
        }
        ---
        final class Stack {
          let container = NSPersistentContainer(name: "Notes")
          lazy var worker = container.↓newBackgroundContext()
          lazy var lists = NSFetchedResultsController(
            fetchRequest: CDNote.fetchRequest(), managedObjectContext: container.viewContext,
            sectionNameKeyPath: nil, cacheName: nil)
          func save() { worker.perform { try? self.worker.save() } }
        }
        """,
      clean: """
        func load(_ titles: [String], into container: NSPersistentContainer) {
          container.viewContext.automaticallyMergesChangesFromParent = true
          container.performBackgroundTask { context in
            for title in titles { CDNote(context: context).title = title }
            do { try context.save() } catch { show(error) }
          }
        }
        ---
        final class Writer {
          let container = NSPersistentContainer(name: "Notes")
          func load(_ title: String) {
            container.performBackgroundTask { context in
              CDNote(context: context).title = title
              do { try context.save() } catch { show(error) }
            }
          }
          func saveContext() throws { try container.viewContext.save() }
        }
        ---
        func export(_ container: NSPersistentContainer) {
          container.performBackgroundTask { context in print(try? context.count(for: CDNote.fetchRequest())) }
        }
        func notes(_ container: NSPersistentContainer) throws -> [CDNote] {
          try container.viewContext.fetch(CDNote.fetchRequest())
        }
        ---
        func notes() throws -> [CDNote] {
          let container = NSPersistentCloudKitContainer(name: "Notes")
          container.loadPersistentStores { _, error in show(error) }
          return try container.viewContext.fetch(CDNote.fetchRequest())
        }
        // file: Notes.entitlements
        <plist version="1.0"><dict/></plist>
        ---
        final class Stack {
          let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
          let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
          init(_ coordinator: NSPersistentStoreCoordinator) {
            writer.persistentStoreCoordinator = coordinator
            main.parent = writer
          }
          func save() throws { try main.save(); try writer.performAndWait { try self.writer.save() } }
        }
        """)
      + .texts(
        in: { CoreDataText.objectiveC($0 + "\n@end\n// file: main.m\n" + start) },
        flagged: """
          - (void)load:(NSArray *)titles {
            NSManagedObjectContext *main = [[NSManagedObjectContext alloc] initWithConcurrencyType:NSMainQueueConcurrencyType];
            main.persistentStoreCoordinator = self.coordinator;
            NSManagedObjectContext *worker = [[NSManagedObjectContext alloc] ↓initWithConcurrencyType:NSPrivateQueueConcurrencyType];
            worker.persistentStoreCoordinator = self.coordinator;
            [worker performBlock:^{ [worker save:nil]; }];
          }
          """,
        clean: """
          - (void)load:(NSArray *)titles {
            NSManagedObjectContext *main = [[NSManagedObjectContext alloc] initWithConcurrencyType:NSMainQueueConcurrencyType];
            NSManagedObjectContext *worker = [[NSManagedObjectContext alloc] initWithConcurrencyType:NSPrivateQueueConcurrencyType];
            worker.persistentStoreCoordinator = self.coordinator;
            main.parentContext = worker;
            [worker performBlock:^{ NSError *error; if (![worker save:&error]) { [self show:error]; } }];
          }
          """))

  private static let app = "@main struct NotesApp { func start() { load(); notes(); export() } }"
  private static let start =
    "int main(int argc, char *argv[]) { return UIApplicationMain(argc, argv, nil, @\"AppDelegate\"); }"

  /// Stands for a context that is given a parent.
  static let parent = "parentContext"
  private static let main: Set = [
    "mainQueueConcurrencyType", "viewContext", "NSMainQueueConcurrencyType",
  ]
  private static let merging: Set = [
    "automaticallyMergesChangesFromParent", "mergeChanges",
    "mergeChangesFromContextDidSaveNotification", "mergeChangesFromRemoteContextSave",
    "NSManagedObjectContextDidSave", "NSManagedObjectContextDidSaveNotification",
    "didSaveObjectsNotification", "NSPersistentHistoryChangeRequest",
    "NSPersistentStoreRemoteChange", "NSPersistentStoreRemoteChangeNotification", "refresh",
    "refreshAllObjects", "refreshObject", "reset", "stalenessInterval",
  ]
  static let words = main.union(merging).union([parent, "setParentContext"])

  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    let isMerged =
      !code.mergeWords.isDisjoint(with: Self.merging)
      || Self.merging.subtracting(["refresh", "reset"]).contains(where: lint.isWordElsewhere)
    guard code.saves || code.otherWriters.contains(where: \.isMirror), !isMerged,
      !code.mergeWords.isDisjoint(with: Self.main), lint.hasStart()
    else {
      return
    }
    let hasParents = !code.mergeWords.isDisjoint(with: [Self.parent, "setParentContext"])
    // A container that is named after CloudKit mirrors nothing in an app without an iCloud container.
    let writers = code.otherWriters.filter {
      (!hasParents || $0.isOfContainer) && !($0.isMirror && lint.cloud.isRuledOut)
    }
    .sorted {
      ($0.location.path, $0.location.line ?? 0) < ($1.location.path, $1.location.line ?? 0)
    }
    guard let first = writers.first else { return }
    let others = writers.count == 1 ? "" : "; so it is with \(writers.count - 1) more"
    report(
      first.isMirror
        ? "what iCloud brings from other devices, the main thread's context is never told of"
        : "what this context saves, the main thread's context is never told of\(others)",
      at: first.location,
      certainty: .inferred("the objects in question may never be in memory there"))
  }
}

/// A context beside the main one that is saved into the store itself.
struct OtherWriter: Sendable, Codable {
  /// Whether the container makes it, so that it has no other context for a parent.
  var isOfContainer: Bool
  /// Whether it is the mirror of a container, which brings what other devices have saved.
  var isMirror = false
  var location: Location
}

extension CoreDataCode {
  mutating func noteMerge(_ name: DeclReferenceExprSyntax) {
    guard ChangesNotMerged.words.contains(name.baseName.text),
      // Where the main context is only saved, as a template does, nothing of it is ever shown.
      !(name.enclosing(FunctionDeclSyntax.self)?.name.text.hasPrefix("save") ?? false)
    else { return }
    mergeWords.insert(name.baseName.text)
  }

  mutating func noteWriter(_ call: FunctionCallExprSyntax, in file: LintFile) {
    if !file.isTest, call.makesMirror(file) {
      otherWriters.append(
        .init(isOfContainer: true, isMirror: true, location: file.location(call.nameNode)))
    }
    guard file.makesOwnContexts, !file.isTest else { return }
    let isSaved: Bool
    var isOfContainer = true
    switch call.name {
    case "performBackgroundTask":
      isSaved = call.lastClosure?.savesSomething ?? false
    case "newBackgroundContext":
      isSaved = call.isInSavingCode
    case "NSManagedObjectContext":
      isOfContainer = false
      let around = call.enclosingBody ?? call.enclosing(MemberBlockSyntax.self).map(Syntax.init)
      isSaved =
        call.mentions(["privateQueueConcurrencyType"])
        && around?.mentions(["persistentStoreCoordinator"]) ?? false && call.isInSavingCode
    default: return
    }
    guard isSaved else { return }
    otherWriters.append(
      .init(isOfContainer: isOfContainer, location: file.location(call.nameNode)))
  }

  mutating func noteWriters(_ body: ObjCBody) {
    body.method.body.messages { message, _ in
      let kind = message.argument("initWithConcurrencyType")?.name
      let isOfContainer = ["newBackgroundContext", "performBackgroundTask:"]
        .contains(message.selector)
      guard isOfContainer || kind == "NSPrivateQueueConcurrencyType",
        isOfContainer || body.method.body.mentions("persistentStoreCoordinator")
          || body.method.body.mentions("setPersistentStoreCoordinator"),
        body.file.methods.contains(where: { $0.body.savesSomething })
      else { return }
      otherWriters.append(
        .init(isOfContainer: isOfContainer, location: body.file.location(message.offset)))
    }
  }
}

extension FunctionCallExprSyntax {
  /// `NSPersistentCloudKitContainer(name: "Notes")`, also of a class of the app's.
  fileprivate func makesMirror(_ file: LintFile) -> Bool {
    let mirror = "NSPersistentCloudKitContainer"
    if name == mirror { return true }
    guard argument("name") != nil, name.hasSuffix("Container"), name != "NSPersistentContainer"
    else { return false }
    return file.ask(.adopting(mirror)).contains(name)
  }

  /// Whether the function around saves, where the context does not leave it.
  fileprivate var isInSavingCode: Bool {
    let isLocal = enclosing(CodeBlockItemSyntax.self)?.madeContextName != nil
    if isLocal, let body = enclosingBody, body.isHandwritten, !body.givesBack(self) {
      return body.savesSomething
    }
    // What is kept or given away is saved by whoever uses it.
    return true
  }
}

extension CodeBlockItemSyntax {
  /// `worker` of `let worker = container.newBackgroundContext()`.
  fileprivate var madeContextName: String? {
    item.as(DeclSyntax.self)?.as(VariableDeclSyntax.self)?.bindings.onlyElement?.name
  }
}

extension Syntax {
  /// Whether the variable that a context is put into is what the code returns.
  fileprivate func givesBack(_ call: FunctionCallExprSyntax) -> Bool {
    guard let name = call.enclosing(CodeBlockItemSyntax.self)?.madeContextName else { return false }
    return hasDescendant { node in
      node.as(ReturnStmtSyntax.self)?.expression?.lastName == name
    }
  }
}

extension SyntaxProtocol {
  /// Whether something is called whose name begins with `save`.
  fileprivate var savesSomething: Bool {
    Syntax(self).hasDescendant { node in
      node.as(FunctionCallExprSyntax.self)?.name.hasPrefix("save") ?? false
    }
  }
}

extension [ObjCNode] {
  fileprivate var savesSomething: Bool {
    var isFound = false
    messages { message, _ in isFound = isFound || message.selector.hasPrefix("save") }
    return isFound
  }
}

extension SequenceExprSyntax {
  /// `context.parent = writer`
  var setsParentContext: Bool {
    guard elements.count == 3, elements.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let target = elements.first?.as(MemberAccessExprSyntax.self),
      target.declName.baseName.text == "parent", let base = target.base?.lastName?.lowercased()
    else { return false }
    return ["context", "moc", "main", "worker", "child", "private", "background"]
      .contains(where: base.contains)
  }
}
