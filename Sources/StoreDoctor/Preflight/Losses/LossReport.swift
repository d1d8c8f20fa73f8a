public import Diagnostics
internal import Lint
public import StoreEngine
internal import StoreModel

/// What a migration loses or lost, by who is to answer for it.
public struct LossReport: Sendable {
  /// One loss, and who said that it is meant; nil when nobody did.
  public struct Dropped: Sendable, Hashable {
    /// What goes.
    public var loss: SchemaLoss
    /// `--allow-loss`, the configuration, or the place and reason of a suppression.
    public var acknowledgement: String?
    /// What a run has shown the plan's code to do about it: half a sentence; nil when nothing was seen.
    public var evidence: String?

    /// Whether a store has lost something by it: not when what goes was counted and is nothing.
    public var isLoss: Bool { loss.count != 0 }
    /// A loss that nobody acknowledged and no code of the plan was seen to deal with.
    public var isError: Bool { isLoss && acknowledgement == nil && evidence == nil }

    /// Takes what is known after their stage has run: values that are in another property, rows deleted by
    /// the plan's own code, or made anew by it as rows of the class that takes their place.
    mutating func observe(_ stages: [StageSummary]) {
      if let name = loss.carriedTo, loss.reader != nil {
        evidence =
          "the plan's code reads them, and "
          + (loss.isCarriedAnew
            ? "the rows that it made anew have the same values in '\(name)'"
            : "every row has its value in '\(name)' now")
        return
      }
      guard let stage = stages.first(where: { $0.stage == loss.stage }) else { return }
      if loss.becomesRelationship, loss.reader != nil {
        if stage.relationships.contains(where: { $0.name == loss.path && ($0.after ?? 0) > 0 }) {
          evidence =
            "the plan's code reads them, and objects are linked there now, whose values were not compared"
        }
        return
      }
      guard loss.kind == .rows else { return }
      if loss.count == 0 {
        if stages.flatMap(\.deletions).contains(where: { $0.entity == loss.entity }) {
          evidence = "the plan's code deletes them before"
        }
      } else if let rename = loss.rename, loss.reader != nil, let count = loss.count,
        let made = stage.entities.first(where: { $0.name == rename.name && $0.before == nil })?
          .after,
        made > 0
      {
        loss.made = made
        if made >= count {
          evidence =
            "the plan's code makes at least as many rows of '\(rename.name)', whose values were not compared"
        }
      }
    }

    /// The same of a schema, whatever rows the store had in which it was seen.
    func shown(in observed: [Dropped]) -> Dropped {
      guard
        let seen = observed.first(where: {
          $0.loss.stage == loss.stage && $0.loss.path == loss.path
        })
      else { return self }
      var result = self
      result.evidence = seen.evidence
      result.loss.made = seen.loss.made
      result.loss.isForecast = seen.loss.isForecast
      return result
    }
  }

  /// What the schema drops, stage by stage.
  public var dropped: [Dropped]
  /// What went although nothing asked for it.
  public var unasked: [Finding] = []
  /// Rows that the plan's own code deleted.
  public var deletions: [(stage: String, deletion: StageSummary.Deletion)] = []

  /// What a path would drop: without a store to count in, all of it. Code was read and not run.
  ///
  /// - Parameter steps: the stages of the path.
  public init(_ losses: [SchemaLoss], _ policy: LossPolicy, along steps: [MigrationStep] = []) {
    self.init(known: losses, policy, along: steps)
    for index in dropped.indices {
      let loss = dropped[index].loss
      dropped[index].loss.isForecast = true
      if policy.empties(loss, along: steps) {
        dropped[index].evidence =
          loss.kind == .rows
          ? "the plan's code deletes them before" + Self.readOnly
          : "the plan's code deletes all rows of '\(loss.entity)' before" + Self.readOnly
        continue
      }
      guard loss.reader != nil else { continue }
      if policy.deletes(loss, along: steps) {
        dropped[index].evidence = "the plan's code deletes them before" + Self.readOnly
      } else if loss.becomesRelationship {
        dropped[index].evidence = "the plan's code reads them to make the objects" + Self.readOnly
      }
    }
  }

  private static let readOnly = " (likely: its text says so)"

  private init(known losses: [SchemaLoss], _ policy: LossPolicy, along steps: [MigrationStep]) {
    dropped = losses.map { loss in
      var loss = loss
      loss.reader = policy.reader(of: loss, along: steps)
      return Dropped(loss: loss, acknowledgement: policy.acknowledgement(of: loss))
    }
  }

  /// What stages that ran have dropped and deleted.
  public init(_ stages: [StageSummary], _ steps: [MigrationStep], _ policy: LossPolicy) {
    self.init(known: stages.flatMap(\.losses), policy, along: steps)
    for (stage, step) in zip(stages, steps) {
      unasked += stage.unasked.map { $0.finding(in: step) }
      deletions += stage.deletions.map { (stage.stage, $0) }
    }
    for index in dropped.indices { dropped[index].observe(stages) }
  }

  /// Errors, what nothing explains first; what goes by one change is one of them.
  public var findings: [Finding] {
    unasked + LossGroup.findings(dropped.filter(\.isError).map(\.loss))
  }

  /// The same without what the plan's code may carry on: where it was stopped on the way, nobody has seen
  /// whether it does.
  package var findingsBesideCode: [Finding] {
    unasked + LossGroup.findings(dropped.filter { $0.isError && $0.loss.reader == nil }.map(\.loss))
  }

  /// Of these what is lost whatever a stage does that was not run: a class of the app's own that carries it
  /// out may keep all that the models drop there.
  func certain(before unrun: MigrationStep?) -> [Finding] {
    guard let unrun, unrun.mapping?.ownCode != nil else { return findingsBesideCode }
    var report = self
    report.dropped.removeAll { $0.loss.stage == unrun.name }
    return report.findingsBesideCode
  }

  /// The first lines of a report: each loss that nobody acknowledged.
  public var headlines: [String] {
    findings.map { ($0.severity == .error ? "LOSS: " : "POSSIBLE LOSS: ") + $0.message }
  }

  /// Losses that somebody acknowledged or the plan's code deals with.
  public var remarks: [String] {
    dropped.filter { !$0.isError }.compactMap { dropped in
      guard dropped.isLoss else { return dropped.loss.takenBefore }
      return "\(dropped.loss.text); "
        + (dropped.acknowledgement.map { "acknowledged: \($0)" } ?? dropped.evidence ?? "")
    }
  }

  /// What is dropped without a loss in this store.
  public var emptyRemarks: [String] {
    dropped.filter { !$0.isLoss && $0.loss.takenBefore == nil }.map { dropped in
      "'\(dropped.loss.path)' is dropped in '\(dropped.loss.stage)', and nothing of it is in the data"
    }
  }

  /// `willMigrate of 'V1 to V2' deleted 12 rows of 'Note'`.
  public var deletionTexts: [String] {
    deletions.map { stage, deletion in
      "\(deletion.closure) of '\(stage)' deleted \(deletion.rows) "
        + "\(deletion.rows == 1 ? "row" : "rows") of '\(deletion.entity)'"
    }
  }
}

extension LossReport: Encodable {
  /// One list, in which the cause tells the kinds apart: `unasked`, `schema`, or a closure.
  public func encode(to encoder: any Encoder) throws {
    let unasked = self.unasked.map { finding -> JSONValue in
      [
        "cause": "unasked", "entity": .optional(finding.entity),
        "message": .string(finding.message),
      ]
    }
    let dropped = self.dropped.map { dropped -> JSONValue in
      let loss = dropped.loss
      return [
        "acknowledged": .bool(dropped.acknowledgement != nil),
        "acknowledgement": .optional(dropped.acknowledgement), "cause": "schema",
        "count": loss.count.map { .integer($0) } ?? .null, "entity": .string(loss.entity),
        "evidence": .optional(dropped.evidence), "kind": .string(loss.kind.rawValue),
        "probableRename": .optional(loss.rename?.name),
        "property": .optional(loss.property),
        "readAt": loss.reader.map { .string($0.text) } ?? .null, "rule": .string(loss.rule.id),
        "stage": .string(loss.stage),
      ]
    }
    let deleted = deletions.map { stage, deletion -> JSONValue in
      [
        "cause": .string(deletion.closure), "count": .integer(deletion.rows),
        "entity": .string(deletion.entity), "kind": "rows", "stage": .string(stage),
      ]
    }
    try (unasked + dropped + deleted).encode(to: encoder)
  }
}
