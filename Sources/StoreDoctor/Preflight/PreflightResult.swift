public import Diagnostics
internal import Lint
public import StoreEngine
public import StoreModel

extension Preflight {
  /// What a migration would meet.
  public struct Result: Answer, Sendable {
    /// The store's file.
    public let store: String
    /// Frames of the store's log that belong to its data.
    public let walFrames: Int
    /// What is wrong, by place, each with its rows and the code with which Core Data fails.
    public var problems: [StoreCheck.Problem] = []
    /// Nil when there is no way to the target.
    public var path: MigrationPath?
    /// Whether there is none because the models are another app's.
    package var isOfAnotherApp = false
    /// Tables whose rows were looked at.
    public var tables = 0
    /// Whether the way was tried on a private copy, because a mapping model is on it.
    public var isTried = false
    /// About how many bytes a migration writes: as many as the store has, none where it is not needed.
    public var neededSpace: Int64 = 0
    /// What the migration would drop.
    public var losses = LossReport([], LossPolicy())

    /// What stops the app at launch, what would be lost, then what else is wrong.
    public var findings: [Finding] {
      LaunchFaults.leading(losses.findings + problems.map(\.finding))
    }

    /// How a migration would end.
    public enum Outlook: Sendable, Hashable {
      /// The app stops at every launch, before it looks at any store.
      case crash
      /// It would fail.
      case failure
      /// It would run and lose data.
      case loss
      /// It would run, and leave data that are wrong or that the newer version cannot save.
      case faults
      /// It is not known, because a stage was not examined.
      case unexamined
      /// It depends on what closures do.
      case open
      /// Nothing stands in the way.
      case success
    }

    /// Whether the store has the target's version already.
    public var isUnneeded: Bool { path?.steps.isEmpty ?? false }

    /// Whether code of the plan is on the way, which no preflight runs.
    public var hasClosures: Bool { path?.steps.contains(where: \.hasClosures) ?? false }

    /// Whether all that is left to know is what code of the plan does, so that nobody knows how it ends.
    public var isLeftToClosures: Bool { hasClosures && outlook == .success }

    /// That the code was not run, where nothing else stands in the way.
    public var unrun: Finding? {
      guard isLeftToClosures else { return nil }
      let steps = path?.steps.filter(\.hasClosures) ?? []
      return MigrationRules.migrationNotRun.finding(
        "the closures of \(steps.map(\.name).quotedList(atMost: 5)) were not run, so how the migration ends is "
          + "not known",
        help:
          "run them on a copy of the store with 'migrate', or on rows of each version with 'verify'"
      ).at(steps.first.flatMap { $0.codeLocation ?? $0.location })
    }

    /// Good where the migration is known to succeed: what was not run has not passed.
    public var verdict: ExitStatus {
      isLeftToClosures || findings.contains { $0.severity > .note } ? .found : .done
    }

    /// Whether all that makes it fail is likely only.
    public var isFailureLikely: Bool {
      problems.map(\.finding).filter { $0.severity == .error }
        .allSatisfy { $0.certainty != .certain }
    }

    /// How the migration would end, as far as the findings tell.
    public var outlook: Outlook {
      // A way from the model that a newer store carries runs, whatever it drops.
      let run: Set = [
        ValueDoesNotConvert.info.id, path == nil ? nil : StoreRules.newerStore.id,
      ]
      // What is refused because nobody knows what Core Data does is no failure of Core Data's.
      func isRefusedHere(_ finding: Finding) -> Bool {
        finding.rule == MigrationRules.migrationRefused.id && finding.certainty.isUnknown
      }
      let fails = problems.contains {
        $0.finding.severity == .error && !run.contains($0.finding.rule)
          && !isRefusedHere($0.finding)
      }
      if problems.contains(where: { LaunchFaults.stopsApp($0.finding) }) { return .crash }
      if fails { return .failure }
      let findings = findings
      // 'migrate' makes nothing where it refuses, so nothing says that it would run.
      if findings.contains(where: isRefusedHere) { return .unexamined }
      if findings.contains(where: { $0.rule == MigrationRules.migrationNotRun.id }) {
        return findings.contains { $0.severity == .error } ? .loss : .unexamined
      }
      if findings.contains(where: \.isLeftToClosures) { return .open }
      return switch findings.map(\.severity).max() {
      case .error?: .loss
      case .warning? where problems.allSatisfy({ $0.finding.severity == .note }): .open
      case .warning?: .faults
      case .note? where findings.contains { $0.certainty != .certain }: .open
      default: .success
      }
    }

    /// One line for what stops the app at launch, for each loss that nobody acknowledged, and for values
    /// that would be cut.
    public var headlines: [String] {
      LaunchFaults.headlines(findings) + losses.headlines
        + findings.filter { $0.rule == ValueDoesNotConvert.info.id }.map { "LOSS: \($0.message)" }
    }
  }
}

extension Preflight.Result {
  /// The keys of the JSON output; those of the path only where there is one.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "losses": losses, "neededBytes": neededSpace, "path": store, "problems": problems,
      "succeeds": isLeftToClosures ? nil : verdict == .done, "tables": tables, "tried": isTried,
      "walFrames": walFrames,
    ])
    guard let path else { return }
    let stages = path.steps.map { step -> JSONValue in
      [
        "closures": .bool(step.hasClosures), "from": .string(step.from.name),
        "name": .string(step.name), "to": .string(step.to.name),
      ]
    }
    try encoder.write([
      "evidence": path.evidence.rawValue, "from": VersionReference(path.source),
      "stages": stages, "to": VersionReference(path.target),
    ])
  }
}
