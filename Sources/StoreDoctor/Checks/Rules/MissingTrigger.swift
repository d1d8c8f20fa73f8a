internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds derived attributes that nothing keeps up to date.
struct MissingTrigger: StoreRule {
  static let info = RuleInfo(
    id: "missing-trigger", severity: .warning,
    summary: "a trigger of a derived attribute is missing",
    why: "the derived value is no longer updated, and fetches that sort or filter by it are wrong",
    fix: "migrate a copy with the same model, or make the trigger again")

  static let examples: [StoreExample] = [
    .flagged("DROP TRIGGER Z_DA_ZLOAN_Reader_loanCount_PARAMETER_INSERT"),
    .clean("DROP TRIGGER IF EXISTS of_no_entity"),
  ]

  func examine(_ inspection: StoreInspection, report: StoreReport) {
    guard inspection.hasModel, let expected = inspection.expected, let actual = inspection.actual
    else { return }
    for (name, table) in expected.triggers.sorted(by: { $0.key < $1.key })
    where actual.tables[table] != nil && actual.triggers[name] == nil {
      report("trigger '\(name)' on '\(table)' is missing")
    }
  }
}
