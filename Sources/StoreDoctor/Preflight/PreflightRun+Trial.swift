internal import Diagnostics
internal import PlatformFoundation
internal import StoreEngine
internal import StoreModel

/// Ways on which a mapping model makes the rows anew: what comes of them shows when it runs.
extension PreflightRun {
  /// Tries all stages on a private copy, as `migrate` would carry them out.
  mutating func tryOut(_ path: MigrationPath, _ steps: Steps) throws {
    guard !path.steps.contains(where: \.hasClosures) else {
      return addUntried(path, "code of the app runs on the way")
    }
    let temporary = FileManager.default.temporaryDirectory.path
    // The copy, and the old rows beside the new ones.
    let needed = 2 * result.neededSpace
    if let free = DiskSpace.free(besides: temporary + "/trial"), free < needed {
      return addUntried(
        path,
        "trying it takes about \(DataKind.sizeText(needed)) in the temporary folder, which has "
          + "\(DataKind.sizeText(free)) left")
    }
    steps.begin("a private copy")
    var trial = MigrationTrial(path)
    trial.onWork = onTrial
    do {
      let folder = try WorkFolder(temporaryFor: "preflight")
      let refusals = try withExtendedLifetime(folder) {
        try trial.refusals(of: inspection.store, in: folder.path)
      }
      result.isTried = true
      for refusal in refusals { add(refusal) }
    } catch let error as StoreOutputError {
      addUntried(path, "\(error)")
    } catch let error as SQLiteError where error.isFull {
      addUntried(path, "the temporary folder's disk is full")
    } catch let error as MigrationError {
      addUntried(path, "\(error)")
    }
  }

  /// What ends the migration; the finding has Core Data's code already.
  private mutating func add(_ refusal: MigrationTrial.Refusal) {
    // The rules about the store have said it already, if it is so.
    if case .halfMigrated = refusal.error, !result.problems.isEmpty { return }
    for finding in MigrationRules.findings(refusal.error, in: refusal.step) {
      result.problems.append(
        StoreCheck.Problem(
          finding: finding.placed(in: inspection.path), rows: nil, code: refusal.error.code))
    }
  }

  /// Says which steps nobody can tell anything of, behind the one that was not run, and what was examined.
  mutating func note(unknownFrom place: Int, of path: MigrationPath) {
    let rest = path.steps[(place + 1)...].map(\.name)
    let done = path.steps[..<place].map(\.name)
    guard !rest.isEmpty || !done.isEmpty else { return }
    var parts: [String] = []
    if !done.isEmpty { parts.append("examined up to it: \(done.quotedList(atMost: 5))") }
    if !rest.isEmpty {
      parts.append(
        "unknown from there on: \(rest.quotedList(atMost: 5)), whose rows its code makes")
    }
    let mapping = path.steps[place].mapping
    add(
      MigrationRules.migrationNotRun.finding(
        "'\(path.steps[place].name)' was not run; " + parts.joined(separator: "; "),
        help: mapping?.ownCode == nil ? nil : MigrationRules.ownClass
      ).at(mapping?.location).placed(in: inspection.path))
  }

  private mutating func addUntried(_ path: MigrationPath, _ reason: String) {
    var finding = inspection.finding(
      MigrationRules.migrationNotRun,
      "whether the rows fit \(path.target.inSentence) was not examined: \(reason)")
    finding.help = "run 'storedoctor migrate' into a new file"
    add(finding)
  }
}

extension SQLiteError {
  /// SQLITE_FULL, or what a full disk looks like to SQLite.
  fileprivate var isFull: Bool { [10, 13].contains(primaryCode) }
}
