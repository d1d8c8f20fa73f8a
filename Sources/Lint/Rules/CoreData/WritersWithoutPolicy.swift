internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds stores that an app shares with its extensions while no context says what becomes of conflicts.
struct WritersWithoutPolicy: ProjectRule {
  static let info = RuleInfo(
    id: "writers-without-policy", group: .dataAccess, severity: .note,
    summary: "two processes write one store, and no context has a merge policy",
    why:
      "where the other process has changed or deleted a row since it was read, the save fails with a conflict, and "
      + "so does every later one of that context",
    fix:
      "set 'mergePolicy' of each context, such as 'NSMergeByPropertyObjectTrumpMergePolicy', where it is made",
    limits:
      "only stores in the folder of an app group that keep a history, as they do for other processes; projects that "
      + "name a merge policy or a conflict anywhere, and tests, are left alone",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: shared("")
        + """

        ---

        """ + shared("context.undoManager = nil") + """

          ---

          """ + shared("context.automaticallyMergesChangesFromParent = true"),
      clean: shared("context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump", mark: "")
        + """

        ---

        """
        + shared("", mark: "").replacing("containerURL", with: "folder")
          + """

          ---

          """
        + shared("", mark: "").replacing("try context.save()", with: "context.reset()")))

  private static func shared(_ line: String, mark: String = "↓") -> String {
    """
    func open() -> NSPersistentStoreDescription {
      let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.notes")!
      let store = NSPersistentStoreDescription(url: group.appendingPathComponent("Notes.sqlite"))
      store.\(mark)setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
      return store
    }
    func keep(_ context: NSManagedObjectContext) throws {
      \(line)
      try context.save()
    }
    func tidy(_ date: Date, _ context: NSManagedObjectContext) throws {
      _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: date))
    }
    """
  }

  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    guard let place = code.histories.first, code.saves, !code.resolvesConflicts,
      !UniqueWithoutPolicy.words.contains(where: lint.isWordElsewhere)
    else { return }
    let files = lint.allFiles()
    let isInGroup = WordsOfFiles.positions(of: ["forSecurityApplicationGroupIdentifier"], in: files)
      .contains { position in
        files[position].bytes.has("containerURL")
      }
    guard isInGroup else { return }
    report(
      "this store is shared with other processes, and no context has a merge policy: when one of them has changed a "
        + "row first, the save fails, and so does every later one",
      at: place, certainty: .inferred("the other processes may only read"))
  }
}
