public import Diagnostics
public import StoreEngine

/// What a migration loses or lost, by who is to answer for it.
public struct LossReport: Sendable {
  /// One loss, and who said that it is meant; nil when nobody did.
  public struct Dropped: Sendable, Hashable {
    public var loss: SchemaLoss
    public var acknowledgement: String?

    /// Whether a store has lost something by it: not when what goes was counted and is nothing.
    public var isLoss: Bool { loss.count != 0 }
    public var isError: Bool { isLoss && acknowledgement == nil }
  }

  /// What the schema drops, stage by stage.
  public var dropped: [Dropped]
  /// What went although nothing asked for it.
  public var unasked: [Finding] = []
  /// Rows that the plan's own code deleted.
  public var deletions: [(stage: String, deletion: StageSummary.Deletion)] = []

  /// What a path would drop: without a store to count in, all of it.
  public init(_ losses: [SchemaLoss], _ policy: LossPolicy) {
    dropped = losses.map { Dropped(loss: $0, acknowledgement: policy.acknowledgement(of: $0)) }
  }

  /// What stages that ran have dropped and deleted.
  public init(_ stages: [StageSummary], _ steps: [MigrationStep], _ policy: LossPolicy) {
    self.init(stages.flatMap(\.losses), policy)
    for (stage, step) in zip(stages, steps) {
      unasked += stage.unasked.map { $0.finding(in: step) }
      deletions += stage.deletions.map { (stage.stage, $0) }
    }
  }

  /// Errors, what nothing explains first.
  public var findings: [Finding] { unasked + dropped.filter(\.isError).map(\.loss.finding) }

  /// The first lines of a report: each loss that nobody acknowledged.
  public var headlines: [String] {
    findings.map { "LOSS: \($0.message)" }
  }

  /// Losses that somebody acknowledged, and what is dropped without a loss in this store.
  public var remarks: [String] {
    dropped.filter { !$0.isError }.map { dropped in
      guard dropped.isLoss else {
        return "'\(dropped.loss.path)' is dropped in '\(dropped.loss.stage)', and this store has "
          + "nothing of it"
      }
      return "\(dropped.loss.text); acknowledged: \(dropped.acknowledgement ?? "")"
    }
  }

  /// `willMigrate of 'V1 to V2' deleted 12 rows of 'Note'`.
  public var deletionTexts: [String] {
    deletions.map { stage, deletion in
      "\(deletion.closure) of '\(stage)' deleted \(deletion.rows) "
        + "\(deletion.rows == 1 ? "row" : "rows") of '\(deletion.entity)'"
    }
  }

  /// For reports: what goes above all else.
  public var sections: [Report.Section] {
    let headlines = headlines
    return headlines.isEmpty ? [] : [.lines(headlines)]
  }

  /// For reports: what is meant to go.
  public var closingSections: [Report.Section] {
    [("Dropped on purpose", remarks), ("Deleted by the plan's code", deletionTexts)]
      .filter { !$0.1.isEmpty }.map { .lines($0.1, title: $0.0) }
  }

  public var json: JSONValue {
    let dropped: [JSONValue] = self.dropped.map { dropped in
      let loss = dropped.loss
      return [
        "acknowledged": .bool(dropped.acknowledgement != nil),
        "acknowledgement": .optional(dropped.acknowledgement), "cause": "schema",
        "count": loss.count.map { .integer($0) } ?? .null, "entity": .string(loss.entity),
        "kind": .string(loss.kind.rawValue), "probableRename": .optional(loss.rename?.name),
        "property": .optional(loss.property), "rule": .string(loss.rule.id),
        "stage": .string(loss.stage),
      ]
    }
    let deleted: [JSONValue] = deletions.map { stage, deletion in
      [
        "cause": .string(deletion.closure), "count": .integer(deletion.rows),
        "entity": .string(deletion.entity), "kind": "rows", "stage": .string(stage),
      ]
    }
    let unasked: [JSONValue] = self.unasked.map { finding in
      [
        "cause": "unasked", "entity": .optional(finding.entity),
        "message": .string(finding.message),
      ]
    }
    return .array(unasked + dropped + deleted)
  }
}
