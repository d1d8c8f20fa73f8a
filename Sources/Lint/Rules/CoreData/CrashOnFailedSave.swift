internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds apps that end when a save of Core Data fails, as Xcode's template does.
struct CrashOnFailedSave: SourceRule {
  static let info = RuleInfo(
    id: "crash-on-failed-save", group: .dataAccess, severity: .note,
    summary: "the app crashes when a save fails",
    why:
      "a required value, a conflict or a full disk is enough, and all that was not saved is lost: "
      + "Xcode's template has the call for development only",
    fix: "roll the context back or let the user try again, and say what was not saved",
    limits: "saves of Core Data; tests, previews and code of debug builds are left alone",
    examples: CoreDataText.savesThatCrash)

  static let nodes: [SyntaxKind] = [.tryExpr, .doStmt]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, !file.meansSwiftData, !file.ask(.usesCoreData).isEmpty else { return }
    let place: Syntax
    if let attempt = node.as(TryExprSyntax.self) {
      guard attempt.questionOrExclamationMark?.text == "!", let call = attempt.expression.call,
        call.savesManaged
      else { return }
      place = Syntax(call.nameNode)
    } else if let attempt = node.as(DoStmtSyntax.self), attempt.body.isHandwritten,
      attempt.body.statements.firstSave != nil, let stop = attempt.stop
    {
      place = stop
    } else {
      return
    }
    guard !place.isThrowaway else { return }
    report(Self.message, at: file.location(place))
  }

  static let message = "the app ends here when the save fails, and what was not saved is lost"
}

extension CrashOnFailedSave: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    for failure in body.saveFailures {
      var stop: Int?
      failure.nodes.walk { place in
        guard stop == nil, place.node.isWord, ["abort", "exit", "_exit"].contains(place.node.text),
          place.after?.kind == .parens
        else { return }
        stop = place.node.token.offset
      }
      guard let stop else { continue }
      report(Self.message, at: body.file.location(stop))
    }
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
        func keep(_ context: NSManagedObjectContext) { try! context.↓save() }
        ---
        func keep(_ managedObjectContext: NSManagedObjectContext) {
          do {
            try managedObjectContext.save()
          } catch let problem as NSError {
            NSLog("%@", problem)
          } catch {
            print(error)
            ↓abort()
          }
        }
        """,
      clean: """
        func keep(_ context: NSManagedObjectContext) {
          do { try context.save() } catch { context.rollback() }
        }
        ---
        func keep(_ context: NSManagedObjectContext) {
          do { try context.save() } catch { assertionFailure("\\(error)") }
        }
        ---
        struct PersistenceController {
          static let preview: NSPersistentContainer = {
            let container = NSPersistentContainer(name: "Notes")
            do { try container.viewContext.save() } catch { fatalError("\\(error)") }
            return container
          }()
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
        """)
}
