internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds files of external data that no row names.
struct OrphanedExternalFile: StoreRule {
  static let info = RuleInfo(
    id: "orphaned-external-file", severity: .warning,
    summary: "files of external data belong to no row",
    why: "they only take space: the rows were deleted by another tool, or a save was cut off",
    fix: "move the files away, and delete them when nothing misses them")

  func examine(_ inspection: StoreInspection, report: StoreReport) throws {
    let orphans = try inspection.externalFiles().orphans
    guard let first = orphans.first else { return }
    report(
      orphans.count == 1
        ? "1 file of external data belongs to no row: '\(first)'"
        : "\(orphans.count) files of external data belong to no row, the first is '\(first)'")
  }
}
