internal import Diagnostics
internal import StoreEngine
internal import StoreModel

extension ScannedStore {
  /// A migration that was carried out on a copy, of which nothing is left.
  public struct Migration: Codable, Sendable, Hashable {
    /// How it ended.
    public var outcome: Outcome
    /// The version that the store has.
    public var from: String
    /// The version that it should reach.
    public var to: String
    /// The stage that it did not get through; nil where it did, and where there was no way.
    public var stage: String?
    /// Why it is not simply migrated, in full.
    public var reason: String?
    /// The rule that the gravest of its findings is of.
    public var rule: String?
    /// The time of its stages. It is the one thing here that differs from run to run.
    public var milliseconds: Int64
    /// Bytes of the store itself; nil where nothing came of it.
    public var bytes: Ends?
    /// Rows of all entities; nil where no stage was run to its end.
    public var rows: Ends?
    /// Links of all relationships.
    public var links: Ends?
    /// What is gone afterwards, whoever is to answer for it.
    public var losses: [Loss]

    /// How a migration ended.
    public enum Outcome: String, Codable, Sendable, Hashable, CaseIterable {
      /// All rows, links and shared values are there.
      case migrated
      /// The store has the version already.
      case unneeded
      /// It went through, and something is gone that nobody said may go.
      case losesData
      /// It did not go through, or what came of it is no sound store of the version.
      case failed
      /// Only the part without closures was run.
      case partial
      /// It was not run, or not to its end, for a reason of this machine.
      case notRun

      /// Whether a release would bring such a store to the version with all its data.
      public var isGood: Bool { self == .migrated || self == .unneeded }
    }

    /// A number before and after.
    public struct Ends: Codable, Sendable, Hashable {
      /// In the store as it is.
      public var before: Int64
      /// In the migrated copy.
      public var after: Int64
    }

    /// What is gone.
    public struct Loss: Codable, Sendable, Hashable {
      /// `Note.title`, or `Note` where all rows go.
      public var what: String
      /// `rows`, `values`, `links`, `conversion`, or `unasked` for what nothing in the models asks for.
      public var kind: String
      /// How many this store has; nil where nobody counted.
      public var count: Int64?
      /// Whether somebody said that it may go, or code of the plan deals with it.
      public var isMeant: Bool
    }
  }
}

extension ScannedStore.Migration {
  /// What a migration of a store of that size has come to.
  init(_ leg: Verification.Leg, bytes: Int64) {
    let losses = leg.losses ?? LossReport([], LossPolicy())
    let outcome: Outcome =
      switch leg.outcome {
      case .ok: .migrated
      case .unneeded: .unneeded
      case .partial: .partial
      case .notRun: .notRun
      case .failed: leg.resultBytes != nil && leg.isOnlyLoss(losses) ? .losesData : .failed
      }
    let isRun = !leg.stages.isEmpty
    self.init(
      outcome: outcome, from: VersionReference(leg.from).title, to: VersionReference(leg.to).title,
      stage: leg.endedIn, reason: leg.outcome.reason,
      rule: outcome.isGood ? nil : leg.problem?.rule,
      milliseconds: leg.milliseconds,
      bytes: leg.resultBytes.map { Ends(before: bytes, after: $0) },
      rows: isRun ? Ends(leg.rows) : nil, links: isRun ? Ends(leg.links) : nil,
      losses: Loss.all(of: losses))
  }

  /// A migration that could not even be begun.
  init(notRun reason: String, from: String, to: String) {
    self.init(
      outcome: .notRun, from: from, to: to, reason: reason, milliseconds: 0, losses: [])
  }
}

extension ScannedStore.Migration.Ends {
  fileprivate init(_ counts: (before: Int64, after: Int64)) {
    self.init(before: counts.before, after: counts.after)
  }
}

extension ScannedStore.Migration.Loss {
  fileprivate static func all(of report: LossReport) -> [Self] {
    let dropped = report.dropped.filter(\.isLoss).map { dropped in
      Self(
        what: dropped.loss.path, kind: dropped.loss.kind.rawValue, count: dropped.loss.count,
        isMeant: !dropped.isError)
    }
    let unasked = report.unasked.map { finding in
      let what = [finding.entity, finding.property].compactMap(\.self).joined(separator: ".")
      return Self(what: what, kind: "unasked", count: nil, isMeant: false)
    }
    let deleted = report.deletions.map { _, deletion in
      Self(what: deletion.entity, kind: "rows", count: deletion.rows, isMeant: true)
    }
    return unasked + dropped + deleted
  }
}

extension Verification.Leg {
  /// Whether nothing else is wrong with it.
  fileprivate func isOnlyLoss(_ losses: LossReport) -> Bool {
    let found = losses.findings
    return endedIn == nil && !found.isEmpty
      && findings.filter { $0.severity > .note }.allSatisfy(found.contains)
  }
}
