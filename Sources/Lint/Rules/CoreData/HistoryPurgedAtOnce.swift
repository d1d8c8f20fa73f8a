internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds code that deletes the whole history of a store that CloudKit's mirror reads.
struct HistoryPurgedAtOnce: ProjectRule {
  static let info = RuleInfo(
    id: "history-purged-at-once", group: .dataAccess, severity: .warning,
    summary: "the whole history of a mirrored store is deleted, up to the present moment",
    why:
      "the mirror reads the history to learn what it has to send: what was deleted before it got there is missing on "
      + "the other devices, or everything is sent anew",
    fix:
      "delete only what is older than some weeks, or leave it to the mirror, which deletes it itself",
    limits: "projects that name 'NSPersistentCloudKitContainer'",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        let container = NSPersistentCloudKitContainer(name: "Notes")
        func tidy(_ context: NSManagedObjectContext) throws {
          _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: ↓Date()))
        }
        ---
        final class Tidier {
          let container = NSPersistentCloudKitContainer(name: "Notes")
          func run() async throws {
            let context = container.newBackgroundContext()
            try await context.perform {
              let now = Date.now
              let request = NSPersistentHistoryChangeRequest.deleteHistory(before: ↓now)
              _ = try context.execute(request)
            }
          }
        }
        ---
        let container = NSPersistentCloudKitContainer(name: "Notes")
        let all = NSPersistentHistoryChangeRequest.deleteHistory(before: ↓.distantFuture)
        """,
      clean: """
        let container = NSPersistentCloudKitContainer(name: "Notes")
        func tidy(_ context: NSManagedObjectContext) throws {
          let old = Date().addingTimeInterval(-30 * 86_400)
          _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: old))
        }
        ---
        let container = NSPersistentContainer(name: "Notes")
        func tidy(_ context: NSManagedObjectContext) throws {
          _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: Date()))
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (void)tidy {
            self.container = [NSPersistentCloudKitContainer persistentContainerWithName:@"Notes"];
            [self.context executeRequest:[NSPersistentHistoryChangeRequest deleteHistoryBeforeDate:↓[NSDate date]] error:nil];
          }
          """,
        clean: """
          - (void)tidy {
            self.container = [NSPersistentCloudKitContainer persistentContainerWithName:@"Notes"];
            NSDate *old = [NSDate dateWithTimeIntervalSinceNow:-2592000];
            [self.context executeRequest:[NSPersistentHistoryChangeRequest deleteHistoryBeforeDate:old] error:nil];
          }
          """))

  func check(_ lint: LintContext, report: RuleReport) {
    let places = lint.coreData.code.wholePurges
    guard !places.isEmpty,
      !WordsOfFiles.positions(of: ["NSPersistentCloudKitContainer"], in: lint.allFiles()).isEmpty
    else { return }
    for place in places {
      report(
        "this deletes the history up to the present moment, also what the mirror has not sent yet",
        at: place)
    }
  }
}

extension FunctionCallExprSyntax {
  /// The date of `deleteHistory(before: Date())`, which leaves nothing of the history.
  var wholePurge: ExprSyntax? {
    guard name == "deleteHistory", let date = argument("before") else { return nil }
    let value = date.resolved.unwrapped.withoutCast.unwrapped
    if let call = value.as(FunctionCallExprSyntax.self) {
      return ["Date", "NSDate"].contains(call.calledExpression.dottedName)
        && call.arguments.isEmpty ? date : nil
    }
    guard let access = value.as(MemberAccessExprSyntax.self) else { return nil }
    return ["now", "distantFuture"].contains(access.declName.baseName.text)
      && access.base.map { $0.dottedName == "Date" } ?? true ? date : nil
  }
}
