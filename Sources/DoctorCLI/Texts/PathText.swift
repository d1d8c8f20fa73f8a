internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// Paths and their stages in words; `plan`, `migrate` and `preflight` share them.
enum PathText {
  /// `NotesSchemaV1 (1.0.0) → NotesSchemaV2 (2.0.0): 2 stages of 'NotesMigrationPlan'`.
  static func title(_ path: MigrationPath, isOfStore: Bool = true) -> String {
    let ends = "\(ModelText.title(of: path.source)) → \(ModelText.title(of: path.target))"
    guard let first = path.steps.first else {
      return ModelText.title(of: path.target)
        + (isOfStore
          ? ": the store has this version already"
          : " is the version to migrate to: there is nothing to do")
    }
    if path.isBackwards {
      let count = path.steps.count == 1 ? "one step" : "\(path.steps.count) steps"
      return
        "\(ends): \(count) back, which no app takes by itself, found by \(words(path.evidence))"
    }
    if path.steps.count > 1, path.steps.contains(where: { $0.mapping != nil }) {
      return
        "\(ends): \(path.steps.count) migrations one after the other, found by \(words(path.evidence))"
    }
    if first.kind == .inferred {
      return "\(ends): one inferred migration, found by \(words(path.evidence))"
    }
    if let mapping = first.mapping {
      return "\(ends): the mapping model '\(mapping.name)', found by \(words(path.evidence))"
    }
    let count = path.steps.count == 1 ? "1 stage" : "\(path.steps.count) stages"
    return "\(ends): \(count) of '\(path.history.name)', found by \(words(path.evidence))"
  }

  /// What a way back leaves as it is.
  static func notUndone(_ path: MigrationPath) -> [Report.Section] {
    let lines = path.notUndone.map { stage in
      "what the closures of '\(stage.name)' did (\(stage.closures.map(\.text).joined(separator: ", ")))"
    }
    return lines.isEmpty ? [] : [.lines(lines, title: "Not undone")]
  }

  static func words(_ evidence: MigrationPath.Evidence) -> String {
    switch evidence {
    case .checksum: "checksum"
    case .entityHashes: "entity hashes"
    case .shape: "shape, not by hash"
    case .cachedModel: "the model the store carries, as no version has its hashes"
    }
  }

  /// What `plan` shows.
  static func sections(_ outline: MigrationOutline, showsSQL: Bool) -> [Report.Section] {
    guard let path = outline.path, let losses = outline.losses else { return [] }
    var sections =
      LossText.headlines(outline.headlines) + [.lines([title(path, isOfStore: outline.isOfStore)])]
    for (index, stage) in outline.stages.enumerated() {
      var fields = [Report.Field("kind", stage.step.kindText)]
      if let place = stage.step.location { fields.append(Report.Field("declared", place.text)) }
      if stage.isBehindRefusal {
        fields.append(Report.Field("state", "not reached: a stage before it is refused"))
      } else if stage.plan == nil {
        fields.append(Report.Field("state", "refused, for the reason below"))
      }
      let number = "Stage \(index + 1) of \(path.steps.count)"
      sections.append(.fields(fields, title: "\(number): \(stage.step.name)"))
      if let mapping = stage.step.mapping {
        sections.append(MappingText.table(mapping))
      } else if !stage.changes.isEmpty {
        sections += DifferenceText.sections(
          stage.changes, title: nil, isSettled: !stage.unknown.isEmpty,
          isCustom: stage.step.isCustom,
          isOfFiles: [.xcodeModel, .compiledModel].contains(stage.step.to.source),
          failure: stage.failure)
      } else if stage.plan != nil {
        sections.append(
          .lines([
            "no differences" + (stage.unknown.isEmpty ? "" : DifferenceText.unsettled)
          ]))
      }
      if !stage.unknown.isEmpty { sections.append(.lines(stage.unknown, title: "Not compared")) }
      sections += stage.plan.map { plan($0, showsSQL: showsSQL) } ?? []
    }
    sections += notUndone(path)
    return outline.refusal == nil ? sections + LossText.closing(losses) : sections
  }

  private static func plan(_ plan: StagePlan, showsSQL: Bool) -> [Report.Section] {
    var sections: [Report.Section] =
      plan.notes.isEmpty ? [] : [.lines(plan.notes, title: "Likely, not certain")]
    guard showsSQL else { return sections }
    sections.append(.lines(sql(plan), title: "SQL"))
    return sections
  }

  /// A stage's statements, each group of them under its reason.
  static func sql(_ plan: StagePlan) -> [String] {
    var lines: [String] = []
    var reason: String?
    for statement in plan.statements {
      if statement.reason != reason { lines.append("-- \(VisibleText(statement.reason).text)") }
      reason = statement.reason
      lines.append(VisibleText(statement.sql).text + ";")
    }
    return ["BEGIN EXCLUSIVE;"] + lines + ["COMMIT;"]
  }
}

/// Losses in words, above and below all else.
enum LossText {
  static func headlines(_ lines: [String]) -> [Report.Section] {
    lines.isEmpty ? [] : [.lines(lines)]
  }

  /// What is meant to go.
  static func closing(_ losses: LossReport) -> [Report.Section] {
    [
      ("Dropped on purpose", losses.remarks), ("Nothing to lose", losses.emptyRemarks),
      ("Deleted by the plan's code", losses.deletionTexts),
    ].filter { !$0.1.isEmpty }.map { .lines($0.1, title: $0.0) }
  }
}
