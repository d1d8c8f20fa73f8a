internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds failed saves whose changes stay in the context, where every later save stumbles over them.
struct FailedSaveKept: SourceRule {
  static let info = RuleInfo(
    id: "failed-save-kept", group: .dataAccess, severity: .note,
    summary: "what could not be saved stays in the context",
    why:
      "a save fails as a whole, and an object that is not valid is still there at the next one: from then on nothing "
      + "that the context has is saved, and what was deleted is gone from all lists though the store has it; or the "
      + "next save, or SwiftData's autosave, writes what the user was told is not there, and who tries again adds it "
      + "twice",
    fix:
      "call 'rollback()' where the save failed, or take back the one change, before the user goes on",
    limits:
      "saves behind an insert or a delete of the same code, in a 'catch' that does more than print; contexts that go "
      + "with the function, previews and tests are left alone, and in Core Data errors that are thrown on; in "
      + "SwiftData only new objects and deletions that the code says were refused",
    examples: swiftData
      + .texts(
        in: CoreDataText.code,
        flagged: """
          final class Editor {
            let context: NSManagedObjectContext
            var problem: Error?
            init(context: NSManagedObjectContext) { self.context = context }
            func add(_ title: String) {
              let note = CDNote(context: context)
              note.title = title
              do { try context.↓save() } catch { problem = error }
            }
          }
          ---
          final class Editor {
            let context: NSManagedObjectContext
            init(context: NSManagedObjectContext) { self.context = context }
            func drop(_ note: CDNote) -> Bool {
              do {
                context.delete(note)
                try context.↓save()
                return true
              } catch {
                print(error)
                return false
              }
            }
          }
          """,
        clean: """
          final class Editor {
            let context: NSManagedObjectContext
            var problem: Error?
            init(context: NSManagedObjectContext) { self.context = context }
            func add(_ title: String) {
              CDNote(context: context).title = title
              do { try context.save() } catch {
                context.rollback()
                problem = error
              }
            }
            func rename(_ note: CDNote, _ title: String) {
              note.title = title
              do { try context.save() } catch { problem = error }
            }
            func drop(_ note: CDNote) throws {
              context.delete(note)
              do { try context.save() } catch {
                problem = error
                throw error
              }
            }
          }
          ---
          func add(_ title: String, _ container: NSPersistentContainer, _ show: @escaping (Error) -> Void) {
            container.performBackgroundTask { context in
              CDNote(context: context).title = title
              do { try context.save() } catch { show(error) }
            }
          }
          """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (void)add:(NSString *)title {
            CDNote *note = [NSEntityDescription insertNewObjectForEntityForName:@"Note"
              inManagedObjectContext:self.managedObjectContext];
            note.title = title;
            NSError *error = nil;
            if (![self.managedObjectContext ↓save:&error]) { [self show:error]; }
          }
          """,
        clean: """
          - (void)add:(NSString *)title {
            CDNote *note = [NSEntityDescription insertNewObjectForEntityForName:@"Note"
              inManagedObjectContext:self.managedObjectContext];
            note.title = title;
            NSError *error = nil;
            if (![self.managedObjectContext save:&error]) {
              [self.managedObjectContext rollback];
              [self show:error];
            }
          }
          """))

  static let nodes: [SyntaxKind] = [.doStmt]

  static let message =
    "when this save fails, the change stays in the context, and every later save fails with it"

  /// What takes a change back, or ends what had it.
  private static let undoing: Set = [
    "abort", "delete", "discard", "exit", "fatalError", "preconditionFailure", "refresh",
    "refreshAllObjects", "reset", "rollback", "undo",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let attempt = node.as(DoStmtSyntax.self) else { return }
    if file.meansSwiftData { return checkRefused(attempt, in: file, report) }
    guard !file.ask(.usesCoreData).isEmpty, let last = attempt.catchClauses.last,
      attempt.body.isHandwritten, let save = attempt.body.statements.firstSave,
      last.body.statements.doesMoreThanPrint,
      !last.body.hasDescendant(where: { node in
        node.is(ThrowStmtSyntax.self)
          || node.as(FunctionCallExprSyntax.self).map { call in
            Self.undoing.contains(call.name) || call.endsProgram
              || ["discard", "revert", "rollback", "rollBack", "undo"].contains {
                call.name.hasPrefix($0)
              }
          } ?? false
      }), !save.goesWithItsContext(file), !node.isThrowaway
    else { return }
    switch save.changeBefore(TypeReader(file: file)) {
    case .added?, .deleted?: report(Self.message, at: file.location(save.nameNode))
    case .changed?, nil: break
    }
  }
}

extension FailedSaveKept: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    guard !body.file.isTest, !body.helpers.isLast(body), !body.worksInBackground else { return }
    let undoing = [
      "abort", "deleteObject", "exit", "raise", "refreshObject", "reset", "rollback", "throw",
      "undo",
    ]
    for failure in body.saveFailures
    where !failure.nodes.onlyLogsAndEnds && !undoing.contains(where: failure.nodes.mentions) {
      var ends = false
      failure.nodes.messages { message, _ in
        ends = ends || body.helpers.endsApp(message, in: body)
      }
      guard !ends else { continue }
      switch body.change(before: failure.save) {
      case .added?, .deleted?:
        guard [.around, .main].contains(ObjCQueue.of(failure.place.around, in: body).queue) else {
          continue
        }
        report(Self.message, at: body.file.location(failure.save))
      case .changed?, nil: break
      }
    }
  }
}

extension CodeBlockItemListSyntax {
  private static let printing: Set = [
    "assert", "assertionFailure", "debugPrint", "dump", "NSLog", "os_log", "print",
  ]
  private static let levels: Set = [
    "critical", "debug", "error", "fault", "info", "log", "notice", "trace", "warning",
  ]

  /// Whether anything but a note in a log comes of the error.
  fileprivate var doesMoreThanPrint: Bool {
    contains { item in
      if item.item.is(DeclSyntax.self) { return false }
      guard let call = item.item.onlyExpression?.call else { return true }
      return !Self.printing.contains(call.name)
        && !(call.receiver != nil && Self.levels.contains(call.name))
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether the context was made for the work, and is gone after it.
  fileprivate func goesWithItsContext(_ file: LintFile) -> Bool {
    guard let receiver else { return false }
    if performCall?.name == "performBackgroundTask" { return true }
    if let name = receiver.unwrapped.as(DeclReferenceExprSyntax.self) {
      if name.givingTask != nil { return true }
      if case .local(_, let value?)? = name.nameOrigin, value.call != nil { return true }
    }
    return file.queue(of: receiver) == .own
  }
}
