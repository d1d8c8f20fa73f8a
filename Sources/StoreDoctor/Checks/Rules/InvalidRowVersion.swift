internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds rows whose lock count Core Data never writes.
struct InvalidRowVersion: StoreRule {
  static let info = RuleInfo(
    id: "invalid-row-version", severity: .warning,
    summary: "rows have no version count, or one below 1",
    why:
      "Core Data starts Z_OPT at 1 and compares it at every save; rows that another tool wrote "
      + "without it can give conflicts (133020) when they are saved",
    fix: "set Z_OPT to 1 where it is less, in a copy")

  static let examples: [StoreExample] = [
    .flagged("UPDATE ZREVIEW SET Z_OPT = NULL"), .flagged("UPDATE ZREVIEW SET Z_OPT = 0"),
    .clean("UPDATE ZREVIEW SET Z_OPT = 7"),
  ]

  func conditions(in inspection: StoreInspection) -> [RowCondition] {
    inspection.roots.filter { inspection.has("Z_OPT", in: $0.table) }.map { root in
      inspection.condition(Self.info, on: root, nil, "t.Z_OPT IS NULL OR t.Z_OPT < 1") {
        "'\(root.name)' has no valid Z_OPT in \($0.text)"
      }
    }
  }
}
