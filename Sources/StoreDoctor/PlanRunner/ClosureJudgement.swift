internal import StoreEngine
internal import StoreModel

/// Says what the end of a closure means.
struct ClosureJudgement {
  let side: String
  let step: MigrationStep
  /// Where the closure is declared.
  let closure: Location
  let limits: PlanLimits

  private var name: String { "'\(side)' of the stage '\(step.name)'" }

  func unsaved(_ count: Int) -> Finding {
    let what =
      model(in: text, of: other).map { "'\($0)', a model of the \(age) version," }
      ?? entity(in: text, of: other).map { "a '\($0)' of another version" }
      ?? "a model of another version"
    return PlanRules.otherVersion.finding(
      "\(name) uses \(what) where only models of '\(own.name)' exist")
  }

  /// `PlanCode.NotesSchemaV1.Note`, as the user writes it.
  private func model(in text: String, of version: DataModel) -> String? {
    version.entities.lazy.map { "\(version.name).\($0.name)" }.filter { text.contains($0) }
      .max { $0.count < $1.count }
  }

  /// `'Tag' is not in …`.
  private func entity(in text: String, of version: DataModel) -> String? {
    version.entities.map(\.name).first { text.contains("'\($0)'") }
  }

  private func advice(_ text: String) -> String? {
    Self.advice.first { text.contains($0.text) }?.fix
  }

  private static let advice: [(text: String, fix: String)] = [
    ("Unexpectedly found nil", "unwrap the optional with 'if let'; in some row it is nil"),
    ("Index out of range", "check the count before the index is used"),
    ("arithmetic overflow", "use a wider type, or the operators that report overflow"),
    ("overflow", "use a wider type, or the operators that report overflow"),
    ("Division by zero", "skip rows whose divisor is 0"),
    ("Could not cast", "cast with 'as?', and handle values of another type"),
    ("Duplicate keys", "give 'Dictionary' a rule for equal keys with 'uniquingKeysWith:'"),
    ("unexpectedly raised an error", "use 'try' instead of 'try!', so that the error is reported"),
    ("Can't remove", "check that there is an element before removing one"),
  ]

  private func at(_ location: Location?, _ finding: Finding) -> Finding {
    var finding = finding
    finding.location = location
    return finding
  }
}
