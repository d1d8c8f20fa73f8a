internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds batch requests whose changes no context learns of.
struct BatchNotMerged: ProjectRule {
  static let info = RuleInfo(
    id: "batch-not-merged", group: .dataAccess, severity: .note,
    summary: "a batch request is executed and its result is not merged into any context",
    why: "it works on the store alone: objects in memory keep their old values or stay after they "
      + "were deleted, lists do not change, and a save may conflict or bring old values back",
    fix: "ask for object ids as the result, and hand them to "
      + "'NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)'",
    limits:
      "a guess: nothing may be in memory; silent where the result is used, where a context is reset "
      + "or refreshed in the same function, at the end of the app, and where the stores keep a history that the code "
      + "reads or that a context which merges changes by itself may follow",
    examples: [
      .flagged(
        CoreDataText.code(
          """
          func clear(_ context: NSManagedObjectContext) throws -> Int {
            let update = NSBatchUpdateRequest(entityName: "Note")
            update.propertiesToUpdate = ["title": ""]
            update.resultType = .updatedObjectsCountResultType
            let result = try context.↓execute(update) as? NSBatchUpdateResult
            return result?.result as? Int ?? 0
          }
          """)),
      .flagged(
        text(
          """
          let all = NSBatchDeleteRequest(fetchRequest: CDNote.fetchRequest())
            try context.↓execute(all)
            print("deleted")
          """)),
      .flagged(
        text(
          """
          let all = NSBatchDeleteRequest(fetchRequest: CDNote.fetchRequest())
            do { try context.↓execute(all) } catch { print(error) }
          """)),
      .flagged(
        text(
          """
          let update = NSBatchUpdateRequest(entityName: "Note")
            update.propertiesToUpdate = ["title": ""]
            _ = try? context.↓execute(update)
            print("updated")
          """)),
      .flagged(
        text(
          """
          let all = NSBatchDeleteRequest(fetchRequest: CDNote.fetchRequest())
            try context.persistentStoreCoordinator?.↓execute(all, with: context)
            try context.save()
          """)),
      .flagged(
        CoreDataText.code(
          """
          extension NSManagedObjectContext {
            func clear(_ name: String) throws {
              let all = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: name))
              try ↓execute(all)
            }
          }
          """)),
      .flagged(
        text(
          """
          let all = NSBatchDeleteRequest(fetchRequest: CDNote.fetchRequest())
            let result = try context.↓execute(all) as? NSBatchDeleteResult
            let ids = result?.result as? [NSManagedObjectID] ?? []
            NSManagedObjectContext.mergeChanges(
              fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [context])
          """)),
      .flagged(
        CoreDataText.code(
          """
          func rename(_ context: NSManagedObjectContext, _ main: NSManagedObjectContext) async throws {
            try await context.perform {
              let update = NSBatchUpdateRequest(entityName: "Note")
              update.propertiesToUpdate = ["title": ""]
              update.resultType = .updatedObjectsCountResultType
              let result = try context.↓execute(update) as? NSBatchUpdateResult
              let ids = result?.result as? [NSManagedObjectID] ?? []
              NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [main])
            }
          }
          """)),
      .clean(
        text(
          """
          let all = NSBatchDeleteRequest(fetchRequest: CDNote.fetchRequest())
            prepare(all)
            let result = try context.execute(all) as? NSBatchDeleteResult
            let ids = result?.result as? [NSManagedObjectID] ?? []
            NSManagedObjectContext.mergeChanges(
              fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [context])
          }
          func prepare(_ request: NSBatchDeleteRequest) {
            request.resultType = .resultTypeObjectIDs
          """)),
      .flagged(
        CoreDataText.objectiveC(
          """
          - (void)clear:(NSFetchRequest *)all {
            NSBatchDeleteRequest *request = [[NSBatchDeleteRequest alloc] initWithFetchRequest:all];
            NSBatchDeleteResult *result = [self.context ↓executeRequest:request error:nil];
            [NSManagedObjectContext mergeChangesFromRemoteContextSave:@{NSDeletedObjectsKey: result.result} intoContexts:@[self.context]];
          }
          """)),
      .clean(
        CoreDataText.code(
          """
          @main final class AppDelegate: UIResponder, UIApplicationDelegate {
            var context: NSManagedObjectContext!
            func applicationWillTerminate(_ application: UIApplication) {
              let all = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Note"))
              _ = try? context.execute(all)
            }
          }
          """)),
      .clean(
        CoreDataText.objectiveC(
          """
          - (void)clear:(NSFetchRequest *)all {
            NSBatchDeleteRequest *request = [[NSBatchDeleteRequest alloc] initWithFetchRequest:all];
            request.resultType = NSBatchDeleteResultTypeObjectIDs;
            NSBatchDeleteResult *result = [self.context executeRequest:request error:nil];
            [NSManagedObjectContext mergeChangesFromRemoteContextSave:@{NSDeletedObjectsKey: result.result} intoContexts:@[self.context]];
          }
          """)),
      .clean(
        text(
          """
          let all = NSBatchDeleteRequest(fetchRequest: CDNote.fetchRequest())
            all.resultType = .resultTypeObjectIDs
            let result = try context.execute(all) as? NSBatchDeleteResult
            let ids = result?.result as? [NSManagedObjectID] ?? []
            NSManagedObjectContext.mergeChanges(
              fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [context])
          """)),
      .clean(
        text(
          """
          let all = NSBatchDeleteRequest(fetchRequest: CDNote.fetchRequest())
            try context.execute(all)
            context.reset()
          """)),
      .clean(
        text(
          """
          let all = NSBatchDeleteRequest(fetchRequest: CDNote.fetchRequest())
            do { try context.execute(all) } catch { print(error) }
            context.refreshAllObjects()
          """)),
      .flagged(
        text(
          """
          let all = NSBatchDeleteRequest(fetchRequest: CDNote.fetchRequest())
            try context.↓execute(all)
            print("deleted")
          }
          func describe(_ description: NSPersistentStoreDescription) {
            description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
          """)),
      .clean(
        text(
          """
          let all = NSBatchDeleteRequest(fetchRequest: CDNote.fetchRequest())
            try context.execute(all)
            print("deleted")
          }
          func changes(_ date: Date) -> NSPersistentHistoryChangeRequest { .fetchHistory(after: date) }
          func old(_ date: Date) -> NSPersistentHistoryChangeRequest { .deleteHistory(before: date) }
          func describe(_ description: NSPersistentStoreDescription) {
            description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
          """)),
    ])

  private static func text(_ lines: String) -> String {
    CoreDataText.code(
      """
      func clear(_ context: NSManagedObjectContext) throws {
        \(lines)
      }
      """)
  }

  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    let batches = code.allIgnoredBatches
    guard !batches.isEmpty, !code.keepsHistory || !readsHistory(lint) else { return }
    for batch in batches {
      if batch.givesNoIDs {
        report(
          "the result of this '\(batch.kind)' holds no ids, as its 'resultType' asks for none: no context learns of "
            + "what it changes", at: batch.location,
          help: "set 'resultType' of the request to object ids before it is executed",
          severity: .warning)
        continue
      }
      // What a context learns of by itself from a history, is not said for certain anywhere.
      guard !code.keepsHistory || !code.mergeWords.contains("automaticallyMergesChangesFromParent")
      else { continue }
      report(
        "no context learns of what this '\(batch.kind)' changes", at: batch.location,
        help: code.keepsHistory
          ? "the store keeps a history, and nothing reads it: merge its transactions, or ask for object ids as "
            + "the result and hand them to 'mergeChanges(fromRemoteContextSave:into:)'" : nil,
        certainty: .inferred("none of its objects may be in memory"))
    }
  }

  /// What goes through the changes in a history, to merge them into contexts.
  private static let readers: Set<String> = [
    "NSPersistentHistoryChange", "NSPersistentHistoryResult", "NSPersistentHistoryToken",
    "NSPersistentHistoryTransaction", "fetchHistory", "fetchHistoryAfterDate",
    "fetchHistoryAfterToken", "fetchHistoryAfterTransaction", "objectIDNotification",
  ]

  private func readsHistory(_ lint: LintContext) -> Bool {
    !WordsOfFiles.positions(of: Self.readers, in: lint.allFiles()).isEmpty
  }
}
