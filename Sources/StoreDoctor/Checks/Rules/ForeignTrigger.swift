internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds triggers that Core Data did not make.
struct ForeignTrigger: StoreRule {
  static let info = RuleInfo(
    id: "foreign-trigger", severity: .warning,
    summary: "a trigger of another tool runs when the app saves",
    why:
      "Core Data knows nothing of it: rows change or go behind the back of the objects in memory, and "
      + "saves fail with merge conflicts",
    fix: "find out which tool made it, and drop it in a copy: DROP TRIGGER NAME")

  static let examples: [StoreExample] = [
    .flagged("CREATE TRIGGER tidy AFTER INSERT ON ZREVIEW BEGIN DELETE FROM ZLOAN; END"),
    // Tables of an app's own may lie in the same file.
    .clean(
      "CREATE TABLE notes (text VARCHAR)",
      "CREATE TRIGGER tidy AFTER INSERT ON notes BEGIN DELETE FROM notes; END"),
  ]

  func examine(_ inspection: StoreInspection, report: StoreReport) {
    guard inspection.hasModel, let expected = inspection.expected, let actual = inspection.actual
    else { return }
    for (name, table) in actual.triggers.sorted(by: { $0.key < $1.key })
    where expected.tables[table] != nil && expected.triggers[name] == nil
      && !name.hasPrefix("Z_")
    {
      report("trigger '\(name)' on '\(table)' is none of Core Data's")
    }
  }
}
