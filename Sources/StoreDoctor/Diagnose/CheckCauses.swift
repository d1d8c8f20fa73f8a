internal import Diagnostics
internal import StoreModel

/// What the health of a store's rows and tables means for an app.
struct CheckCauses {
  let diagnoser: Diagnoser

  init(_ diagnoser: Diagnoser) { self.diagnoser = diagnoser }

  /// By rule, where it is more than a fault in the data.
  private static let verdicts: [String: Verdict] = [
    DamagedFile.info.id: .damaged, DamagedLog.info.id: .missingSideFiles,
    EmptiedFile.info.id: .missingSideFiles,
    MissingExternalFile.info.id: .missingSideFiles, HalfMigrated.info.id: .halfMigrated,
    HashMismatch.info.id: .halfMigrated, MissingTable.info.id: .halfMigrated,
    MissingColumn.info.id: .halfMigrated, PrimaryKeyMismatch.info.id: .halfMigrated,
  ]

  func causes(of result: StoreCheck.Result) -> [Diagnosis.Cause] {
    // That it does not sync keeps no app from the store, and is no fault of its data.
    let grave = result.findings.filter { $0.severity > .note && $0.rule != FailedSync.info.id }
    let groups = Dictionary(grouping: grave) { Self.verdicts[$0.rule] ?? .faultyData }
    // What cannot be read cannot be mended either.
    let isReadable = groups[.damaged] == nil
    return groups.map { verdict, findings in
      var cause = cause(verdict, findings)
      if isReadable { cause.treatment += repair(of: verdict, findings) }
      return cause
    }
  }

  private func cause(_ verdict: Verdict, _ findings: [Finding]) -> Diagnosis.Cause {
    // That tables belong to another version explains what else does not fit.
    let main = findings.first { $0.rule == HalfMigrated.info.id } ?? findings[0]
    let others = findings.filter { $0 != main }.map(\.message)
    let isGuess = verdict == .halfMigrated && main.rule != HalfMigrated.info.id
    let salvage =
      verdict == .damaged
      ? [
        Diagnosis.Treatment(
          "without a backup, save every row that can still be reached",
          diagnoser.command("repair", "--salvage", "-o", "NEW"))
      ] : []
    return Diagnosis.Cause(
      verdict: verdict, what: main.message, because: others,
      certainty: isGuess
        ? main.certainty.weaker(.inferred("a migration that stopped is the usual cause"))
        : main.certainty,
      treatment: findings.compactMap(\.help).unique().map { Diagnosis.Treatment($0) }
        + salvage + [
          Diagnosis.Treatment(
            "look at every finding with its rows",
            diagnoser.command("check", models: !diagnoser.models.isEmpty))
        ])
  }

  /// What a copy can be given without asking anybody, or what there is to decide.
  private func repair(of verdict: Verdict, _ findings: [Finding]) -> [Diagnosis.Treatment] {
    let rules = Set(findings.map(\.rule))
    switch verdict {
    case .halfMigrated where rules.contains(HalfMigrated.info.id) && !diagnoser.models.isEmpty:
      return [
        Diagnosis.Treatment(
          "make a copy whose metadata fit its tables",
          diagnoser.command("repair", "-o", "healed.store"))
      ]
    case .halfMigrated where rules.contains(MissingTable.info.id),
      .faultyData where !rules.isSubset(of: Treatments.untreatedRules):
      return [
        Diagnosis.Treatment(
          "see what can be repaired in a copy", diagnoser.command("repair", "--dry-run"))
      ]
    case .missingSideFiles where rules.contains(EmptiedFile.info.id):
      return [
        Diagnosis.Treatment(
          "write a whole store of both files", diagnoser.command("repair", "-o", "whole.store"))
      ]
    default: return []
    }
  }
}
