internal import Diagnostics
internal import Lint
internal import PlanExecution
internal import StoreEngine
internal import StoreModel

extension StoreScanner {
  /// Tries the migration of a store whose file is sound and whose version is one of the app's, and
  /// takes what came of it into the line.
  func migrate(_ path: String, _ line: inout ScannedStore, _ diagnosis: Diagnosis) {
    guard let rehearsal, diagnosis.cause.verdict > .unknownVersion else { return }
    let from = line.versionName ?? "unknown"
    // The copy, and the old rows beside the new ones.
    let needed = 2 * (line.sizes.main + line.sizes.wal + line.sizes.external)
    if let free = DiskSpace.free(besides: WorkFolder.temporary + "/rehearsal"), free < needed {
      line.migration = .init(
        notRun: "the temporary folder has only \(DataKind.sizeText(free)) left, and the migration "
          + "takes about \(DataKind.sizeText(needed))",
        from: from, to: target ?? "")
      return line.judge(diagnosis)
    }
    do {
      let leg = try rehearsal.rehearse(path)
      line.migration = .init(leg, bytes: line.sizes.main + line.sizes.wal)
      line.add(leg.findings)
    } catch let error as StoreFileError {
      line.failure = .init(error.reason == .busy ? .inUse : .unreadable, error.description)
      return
    } catch {
      line.migration = .init(notRun: "\(error)", from: from, to: target ?? "")
    }
    line.judge(diagnosis)
  }
}

extension ScannedStore {
  /// What the rules of a migration have found, beside what is known.
  fileprivate mutating func add(_ found: [Finding]) {
    let new = Dictionary(grouping: found, by: \.rule)
      .filter { rule, _ in !findings.contains { $0.rule == rule } }
    findings += new.map { rule, group in
      let severity = group.map(\.severity).max() ?? .note
      return Found(rule: rule, severity: severity.rawValue, count: group.count, rows: 0)
    }
    findings.sort { $0.rule < $1.rule }
  }

  /// What a run has shown goes before what was expected of it, and never makes good what is known not to
  /// be: Core Data may refuse what was carried out here.
  fileprivate mutating func judge(_ diagnosis: Diagnosis) {
    guard var migration else { return }
    let cause = diagnosis.cause
    let refusals: Set<Verdict> = [
      .stopsAtLaunch, .planIncomplete, .dataBlocksMigration, .losesData,
    ]
    if migration.outcome.isGood, refusals.contains(cause.verdict), cause.certainty == .certain {
      migration.outcome = cause.verdict == .losesData ? .losesData : .failed
      migration.reason = cause.what
      self.migration = migration
    }
    let shown: Verdict? =
      switch migration.outcome {
      case .migrated, .unneeded: nil
      case .losesData: .losesData
      case .failed: .migrationFails
      case .partial, .notRun: .notExamined
      }
    guard let shown else {
      // What the closures do has shown itself.
      let depended = [MigrationCauses.closuresNotRun, ClosureFaults.certainty].contains(
        cause.certainty)
      if depended, migration.outcome == .migrated, diagnosis.causes.count == 1 {
        (verdict, verdicts) = (
          Verdict.opensAfterMigration.rawValue, [Verdict.opensAfterMigration.rawValue]
        )
        what = "the store migrates to \(migration.to)"
        good = diagnosis.notExamined.isEmpty
      }
      if verdict == Verdict.opensAfterMigration.rawValue {
        certainty = version?.certainty ?? certainty
      }
      return
    }
    good = false
    let known = diagnosis.causes.map(\.verdict)
    guard !known.contains(shown) else { return }
    let all = (known.filter { !$0.isGood } + [shown]).sorted()
    verdicts = all.map(\.rawValue)
    guard all.first == shown else { return }
    verdict = shown.rawValue
    let stage = migration.stage.map { "stage '\($0)': " } ?? ""
    what = stage + (migration.reason ?? migration.outcome.rawValue)
    certainty = "certain"
  }
}
