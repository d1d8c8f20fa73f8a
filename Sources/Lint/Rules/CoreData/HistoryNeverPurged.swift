internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds stores that keep a history which nothing reads or deletes, and that two processes write while no context
/// says what becomes of conflicts.
struct HistoryNeverPurged: ProjectRule {
  static let info = RuleInfo(
    id: "history-never-purged", group: .dataAccess, severity: .note,
    summary: "the store keeps a history of its changes that nothing deletes",
    why:
      "each save adds rows to the history, and Core Data deletes none of them by itself: the file grows for as long "
      + "as the app is used",
    fix:
      "delete what all readers have seen with 'NSPersistentHistoryChangeRequest.deleteHistory(before:)', or leave "
      + "'NSPersistentHistoryTrackingKey' out where nobody reads the history",
    limits:
      "stores that are mirrored to CloudKit, whose mirror reads it, projects whose code deletes history anywhere, and "
      + "tests are left alone",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        func describe(_ url: URL) -> NSPersistentStoreDescription {
          let description = NSPersistentStoreDescription(url: url)
          description.↓setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
          return description
        }
        ---
        func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) throws {
          try coordinator.↓addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url,
            options: [
              NSPersistentHistoryTrackingKey: true, NSMigratePersistentStoresAutomaticallyOption: true,
              NSInferMappingModelAutomaticallyOption: true,
            ])
        }
        """,
      clean: """
        func describe(_ url: URL) -> NSPersistentStoreDescription {
          let description = NSPersistentStoreDescription(url: url)
          description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
          return description
        }
        func tidy(_ date: Date, _ context: NSManagedObjectContext) throws {
          _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: date))
        }
        ---
        func open(_ url: URL) -> NSPersistentContainer {
          let container = NSPersistentCloudKitContainer(name: "Notes")
          let description = NSPersistentStoreDescription(url: url)
          description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
          description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(containerIdentifier: "iCloud.notes")
          container.persistentStoreDescriptions = [description]
          return container
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (NSDictionary *)options { return @{↓NSPersistentHistoryTrackingKey: @YES}; }
          """,
        clean: """
          - (NSDictionary *)options { return @{NSPersistentHistoryTrackingKey: @YES}; }
          - (void)tidy:(NSDate *)date {
            id request = [NSPersistentHistoryChangeRequest deleteHistoryBeforeDate:date];
            [self.context executeRequest:request error:nil];
          }
          """))

  /// What deletes a history, in code or by Core Data itself.
  private static let deleters: Set<String> = [
    "NSPersistentCloudKitContainer", "NSPersistentCloudKitContainerOptions",
    "NSCoreDataCoreSpotlightDelegate", "SwiftData", "deleteHistory", "deleteHistoryBeforeDate",
    "deleteHistoryBeforeToken", "deleteHistoryBeforeTransaction",
  ]
  /// What reads one.
  private static let readers: Set<String> = [
    "NSPersistentHistoryChangeRequest", "NSPersistentHistoryTransaction", "fetchHistory",
  ]

  func check(_ lint: LintContext, report: RuleReport) {
    let places = lint.coreData.code.histories
    guard let first = places.first else { return }
    let files = lint.allFiles()
    guard !files.isEmpty, WordsOfFiles.positions(of: Self.deleters, in: files).isEmpty else {
      return
    }
    let isRead = !WordsOfFiles.positions(of: Self.readers, in: files).isEmpty
    report(
      "the store keeps a history of all changes, and nothing in the project "
        + (isRead ? "deletes what was read of it" : "reads or deletes it"),
      at: first, likewise: Array(places.dropFirst()))
  }
}
