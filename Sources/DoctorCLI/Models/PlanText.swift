internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// Paths and stages as text and JSON; `plan` and `migrate` share it.
enum PlanText {
  /// `NotesSchemaV1 (1.0.0) → NotesSchemaV2 (2.0.0): 2 stages of 'NotesMigrationPlan'`.
  static func title(_ path: MigrationPath) -> String {
    let ends = "\(ModelText.title(of: path.source)) → \(ModelText.title(of: path.target))"
    guard let first = path.steps.first else {
      return "\(ModelText.title(of: path.target)): the store has this version already"
    }
    if first.kind == .inferred {
      return "\(ends): one inferred migration, found by \(words(path.evidence))"
    }
    let count = path.steps.count == 1 ? "1 stage" : "\(path.steps.count) stages"
    return "\(ends): \(count) of '\(path.history.name)', found by \(words(path.evidence))"
  }

  static func words(_ evidence: MigrationPath.Evidence) -> String {
    switch evidence {
    case .checksum: "checksum"
    case .entityHashes: "entity hashes"
    case .cachedModel: "the model the store carries"
    }
  }

  static func heading(_ step: MigrationStep, index: Int, of count: Int) -> [Report.Section] {
    var fields = [Report.Field("kind", kind(step))]
    if let place = ModelText.place(step.location) { fields.append(Report.Field("declared", place)) }
    return [.fields(fields, title: "Stage \(index + 1) of \(count): \(step.name)")]
  }

  static func kind(_ step: MigrationStep) -> String {
    switch step.kind {
    case .lightweight: "lightweight"
    case .inferred: "inferred"
    case .custom(nil, nil): "custom, without closures"
    case .custom(let will, let did):
      "custom, with "
        + [will == nil ? nil : "willMigrate", did == nil ? nil : "didMigrate"]
        .compactMap { $0 }.joined(separator: " and ")
    }
  }

  static func sections(
    _ plan: StagePlan, showsSQL: Bool, failure: DifferenceText.Failure
  ) -> [Report.Section] {
    var sections: [Report.Section] =
      plan.changes.isEmpty
      ? [.lines(["no differences"])]
      : DifferenceText.sections(plan.changes, title: nil, failure: failure)
    if !plan.notes.isEmpty { sections.append(.lines(plan.notes, title: "Likely, not certain")) }
    if showsSQL {
      var lines: [String] = []
      var reason: String?
      for statement in plan.statements {
        if statement.reason != reason { lines.append("-- \(VisibleText(statement.reason).text)") }
        reason = statement.reason
        lines.append(VisibleText(statement.sql).text + ";")
      }
      sections.append(.lines(["BEGIN EXCLUSIVE;"] + lines + ["COMMIT;"], title: "SQL"))
    }
    return sections
  }

  /// A stage that is refused still shows its changes.
  static func sections(
    _ error: MigrationError, step: MigrationStep, failure: DifferenceText.Failure
  ) -> [Report.Section] {
    let changes = ModelDiff.differences(from: step.from, to: step.to)
    var sections =
      changes.isEmpty ? [] : DifferenceText.sections(changes, title: nil, failure: failure)
    if case .notInferrable(_, let differences) = error {
      sections.append(
        .lines(
          differences.map { "\($0.path): \($0.why)" },
          title: "A mapping model or a custom stage is needed"))
    }
    return sections
  }

  static func json(_ path: MigrationPath) -> [String: JSONValue] {
    [
      "by": .string(path.evidence.rawValue),
      "from": JSONValue(encoding: VersionReference(path.source)),
      "history": .string(path.history.name),
      "to": JSONValue(encoding: VersionReference(path.target)),
    ]
  }

  static func json(
    _ step: MigrationStep, plan: StagePlan?, showsSQL: Bool, failure: DifferenceText.Failure
  ) -> JSONValue {
    let changes = plan?.changes ?? ModelDiff.differences(from: step.from, to: step.to)
    var members: [String: JSONValue] = [
      "changes": JSONValue(
        encoding: changes.map { JudgedDifference(difference: $0, failure: failure($0)) }),
      "from": .string(step.from.name),
      "kind": .string(kind(step)), "location": .optional(ModelText.place(step.location)),
      "migration": .string(changes.consequence.rawValue), "name": .string(step.name),
      "notes": .strings(plan?.notes ?? []), "refused": .bool(plan == nil),
      "to": .string(step.to.name),
    ]
    if showsSQL, let plan {
      members["statements"] = .array(
        plan.statements.map { statement in
          [
            "action": .string(statement.action.rawValue), "reason": .string(statement.reason),
            "sql": .string(statement.sql),
          ]
        })
    }
    return .object(members)
  }
}
