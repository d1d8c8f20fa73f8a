internal import Diagnostics
internal import SwiftSyntax

/// Finds apps that stop when a save or a fetch fails.
struct FatalErrorOnFailedSave: SourceRule {
  static let info = RuleInfo(
    id: "fatal-error-on-failed-save", group: .dataAccess, severity: .note,
    summary: "the app crashes when a save or a fetch fails",
    why:
      "a save fails for a required value, a conflict or a full disk: the crash takes all that was not yet "
      + "saved, and what the save stumbled over is often there again at the next one; a fetch "
      + "fails where the store cannot be read; Xcode's template has the call for development only",
    fix: "catch the error, roll the context back or try again, and tell the user",
    limits:
      "tests, previews, stores in memory and what only the end of the app runs are left alone",
    examples: CoreDataText.savesThatCrash + CoreDataText.endsInHelpers
      + .texts(
        in: AccessText.models,
        flagged: """
          func keep(_ note: Note, _ context: ModelContext) {
            context.insert(note)
            ↓try! context.save()
          }
          ---
          @MainActor final class Store {
            let modelContext: ModelContext
            init(modelContext: ModelContext) { self.modelContext = modelContext }
            func save() {
              guard modelContext.hasChanges else { return }
              do { try modelContext.save() } catch { ↓fatalError("not saved: \\(error)") }
            }
          }
          ---
          func keep(_ note: Note, _ context: ModelContext) {
            context.insert(note)
            do { try context.save() } catch let problem {
              if note.title.isEmpty { print(problem) } else { ↓preconditionFailure("\\(problem)") }
            }
          }
          """,
        clean: """
          func keep(_ note: Note, _ context: ModelContext) throws {
            context.insert(note)
            try context.save()
          }
          ---
          func keep(_ note: Note, _ context: ModelContext) {
            context.insert(note)
            do { try context.save() } catch { assertionFailure("\\(error)"); report(error) }
          }
          ---
          enum Samples {
            static let preview: ModelContainer? = {
              let memory = ModelConfiguration(isStoredInMemoryOnly: true)
              guard let container = try? ModelContainer(for: Note.self, configurations: memory) else { return nil }
              let context = ModelContext(container)
              context.insert(Note())
              try! context.save()
              return container
            }()
          }
          """))

  static let nodes: [SyntaxKind] = [.tryExpr, .doStmt]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest else { return }
    let (place, save): (Syntax, FunctionCallExprSyntax)
    if let attempt = node.as(TryExprSyntax.self) {
      guard attempt.questionOrExclamationMark?.text == "!", let call = attempt.expression.call,
        call.isSave || call.isFetchOfList || call.isOwnFetch
      else { return }
      (place, save) = (node, call)
    } else {
      guard let attempt = node.as(DoStmtSyntax.self), attempt.body.isHandwritten,
        // What a container that did not open ends with, is another rule's.
        !attempt.body.mentions(["ModelContainer", "loadPersistentStores"]),
        case let calls = attempt.body.statements.flatMap(\.calls),
        let call = calls.first(where: \.isSave) ?? calls.first(where: \.isFetchOfList)
          ?? calls.first(where: \.isOwnFetch),
        let stop = attempt.stop
      else { return }
      (place, save) = (stop, call)
    }
    guard MigrationClosures.around(save) == nil, !place.isThrowaway,
      save.enclosing(FunctionDeclSyntax.self)?.name.text != UncalledCode.lastCall
    else { return }
    if save.isSave {
      report(Self.save, at: file.location(place))
    } else if save.isFetchOfList {
      report(Self.list, at: file.location(place), help: Self.listHelp)
    } else {
      report(Self.fetch, at: file.location(place), help: Self.fetchHelp)
    }
  }

  fileprivate static let save = "the app ends here when the save fails"
  fileprivate static let fetch = "the app ends here when the fetch fails"
  fileprivate static let fetchHelp = "catch the error, and show that nothing could be loaded"
  fileprivate static let list = "the app ends here when the list cannot be fetched"
  fileprivate static let listHelp =
    "keep the error, and show an empty list that says what has happened"
}

extension FunctionCallExprSyntax {
  fileprivate var isOwnFetch: Bool { isQuery && name == "fetch" }

  /// `controller.performFetch()` of a fetched results controller.
  fileprivate var isFetchOfList: Bool {
    name == "performFetch" && arguments.isEmpty && trailingClosure == nil && receiver != nil
      && functionOfFile == nil
      && !root.hasDescendant { $0.as(FunctionDeclSyntax.self)?.name.text == "performFetch" }
  }
}

extension FatalErrorOnFailedSave: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    guard !body.helpers.isLast(body) else { return }
    // Who raises may also catch, here or in a method that calls this one.
    let isCaught = body.file.methods.contains { $0.body.mentions("catch") }
    for failure in body.saveFailures + body.listFailures + body.fetchFailures {
      var stop: Int?
      failure.nodes.walk { place in
        guard stop == nil else { return }
        let isEnd =
          place.node.isWord && ["abort", "assert", "exit", "_exit"].contains(place.node.text)
          && place.after?.kind == .parens
          // `[self fail:error]`
          || ObjCMessage(place.node, before: place.before).map {
            body.helpers.endsApp($0, in: body)
          }
            ?? false
        let raises = place.node.raises || place.isThrow
        if isEnd || raises && !isCaught { stop = place.node.token.offset }
      }
      guard let stop else { continue }
      if failure.isOfFetch {
        report(Self.fetch, at: body.file.location(stop), help: Self.fetchHelp)
      } else if failure.isOfList {
        report(Self.list, at: body.file.location(stop), help: Self.listHelp)
      } else {
        report(Self.save, at: body.file.location(stop))
      }
    }
  }
}

extension ObjCNode {
  /// `[NSException raise:… format:…]`, `[problem raise]`.
  var raises: Bool {
    guard let message = ObjCMessage(self) else { return false }
    return message.selector == "raise" || message.selector.hasPrefix("raise:format:")
  }
}

extension ObjCPlace {
  /// `@throw problem;`
  var isThrow: Bool {
    node.isWord && node.text == "throw" && before?.isMark("@") ?? false
  }
}

extension CoreDataText {
  static let savesThatCrash: [RuleExample] =
    .texts(
      in: code,
      flagged: """
        final class Stack {
          let container: NSPersistentContainer
          init(container: NSPersistentContainer) { self.container = container }
          func saveContext() {
            let context = container.viewContext
            guard context.hasChanges else { return }
            do { try context.save() } catch {
              let problem = error as NSError
              ↓fatalError("\\(problem), \\(problem.userInfo)")
            }
          }
        }
        ---
        func keep(_ context: NSManagedObjectContext) { ↓try! context.save() }
        ---
        func all(_ context: NSManagedObjectContext) -> [CDNote] {
          ↓try! context.fetch(NSFetchRequest<CDNote>(entityName: "CDNote"))
        }
        ---
        func show(_ controller: NSFetchedResultsController<CDNote>) {
          do { try controller.performFetch() } catch { ↓fatalError("\\(error)") }
        }
        ---
        func list(_ controller: NSFetchedResultsController<CDNote>) {
          do { try controller.performFetch() } catch let problem as NSError {
            print(problem)
            ↓exit(-1)
          }
        }
        ---
        func keep(_ managedObjectContext: NSManagedObjectContext) {
          do {
            try managedObjectContext.save()
          } catch let problem as NSError {
            NSLog("%@", problem)
            ↓abort()
          } catch {
            print(error)
          }
        }
        ---
        func keep(_ managedObjectContext: NSManagedObjectContext) {
          do {
            try managedObjectContext.save()
          } catch let problem as CocoaError {
            NSLog("%@", problem.localizedDescription)
          } catch {
            ↓abort()
          }
        }
        ---
        @main final class AppDelegate: UIResponder, UIApplicationDelegate {
          var context: NSManagedObjectContext!
          func applicationWillTerminate(_ application: UIApplication) { saveContext() }
          func applicationDidEnterBackground(_ application: UIApplication) { saveContext() }
          func saveContext() {
            do { try context.save() } catch { ↓fatalError("\\(error)") }
          }
        }
        """,
      clean: """
        func keep(_ context: NSManagedObjectContext) {
          do { try context.save() } catch { context.rollback() }
        }
        ---
        func keep(_ context: NSManagedObjectContext) {
          do { try context.save() } catch let problem as NSError { tell(problem) } catch { abort() }
        }
        ---
        @main final class AppDelegate: UIResponder, UIApplicationDelegate {
          var context: NSManagedObjectContext!
          func saveContext() {
            do { try context.save() } catch { fatalError("\\(error)") }
          }
        }
        ---
        func show(_ controller: NSFetchedResultsController<CDNote>) {
          do { try controller.performFetch() } catch { print(error) }
        }
        ---
        final class Server { func performFetch() throws {} }
        func load(_ server: Server) { try! server.performFetch() }
        ---
        func keep(_ context: NSManagedObjectContext) {
          do { try context.save() } catch { assertionFailure("\\(error)"); report(error) }
        }
        ---
        struct PersistenceController {
          static let preview: NSPersistentContainer = {
            let container = NSPersistentContainer(name: "Notes")
            do { try container.viewContext.save() } catch { fatalError("\\(error)") }
            return container
          }()
        }
        ---
        @main final class AppDelegate: UIResponder, UIApplicationDelegate {
          var context: NSManagedObjectContext!
          func applicationWillTerminate(_ application: UIApplication) { saveContext() }
          func saveContext() {
            do { try context.save() } catch { fatalError("\\(error)") }
          }
        }
        """)
    + .texts(
      in: objectiveC,
      flagged: """
        - (void)saveContext {
          NSError *error = nil;
          NSManagedObjectContext *context = self.managedObjectContext;
          if ([context hasChanges] && ![context save:&error]) {
            NSLog(@"%@, %@", error, [error userInfo]);
            ↓abort();
          }
        }
        ---
        - (void)keep {
          NSError *error = nil;
          [self.managedObjectContext save:&error];
          if (error) { ↓exit(1); }
        }
        ---
        - (void)keep {
          NSError *error = nil;
          if (![self.managedObjectContext save:&error]) {
            ↓[NSException raise:NSInternalInconsistencyException format:@"%@", error];
          }
        }
        ---
        - (void)keep {
          NSError *error = nil;
          if (![self.managedObjectContext save:&error]) {
            @↓throw [NSException exceptionWithName:@"Save" reason:error.domain userInfo:nil];
          }
        }
        ---
        - (NSArray *)all {
          NSError *error = nil;
          NSArray *notes = [self.managedObjectContext executeFetchRequest:self.request error:&error];
          if (error) { ↓[NSException raise:@"No notes" format:@"%@", error]; }
          return notes;
        }
        ---
        - (NSArray *)some {
          NSError *error = nil;
          NSArray *notes = [self.managedObjectContext executeFetchRequest:self.request error:&error];
          if (notes == nil) { ↓abort(); }
          return notes;
        }
        ---
        - (void)viewDidLoad {
          NSError *error = nil;
          if (![self.fetchedResultsController performFetch:&error]) { ↓abort(); }
        }
        ---
        - (void)keep:(id)sender {
          NSError *error = nil;
          id context = [sender managedObjectContext];
          if (![context save:&error]) { ↓abort(); }
        }
        ---
        - (void)applicationWillTerminate:(UIApplication *)application { [self saveContext]; }
        - (void)leave { [self saveContext]; }
        - (void)saveContext {
          NSError *error = nil;
          if (![self.managedObjectContext save:&error]) { ↓abort(); }
        }
        """,
      clean: """
        - (BOOL)keep:(NSError **)error {
          if (![self.managedObjectContext save:error]) { return NO; }
          return YES;
        }
        ---
        - (void)open {
          NSError *error = nil;
          if (![self.settings save:&error]) { abort(); }
        }
        ---
        - (void)viewDidLoad {
          NSError *error = nil;
          if (![self.fetchedResultsController performFetch:&error]) { NSLog(@"%@", error); }
        }
        ---
        - (void)keep {
          @try { [self save]; } @catch (NSException *problem) { [self tell:problem]; }
        }
        - (void)save {
          NSError *error = nil;
          if (![self.managedObjectContext save:&error]) {
            [NSException raise:NSInternalInconsistencyException format:@"%@", error];
          }
        }
        ---
        - (void)applicationWillTerminate:(UIApplication *)application { [self saveContext]; }
        - (void)saveContext {
          NSError *error = nil;
          if (![self.managedObjectContext save:&error]) { abort(); }
        }
        """)
}
