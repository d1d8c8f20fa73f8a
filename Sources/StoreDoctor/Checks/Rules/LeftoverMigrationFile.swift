internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds what an interrupted migration left beside the store.
struct LeftoverMigrationFile: StoreRule {
  static let info = RuleInfo(
    id: "leftover-migration-file", severity: .warning,
    summary: "files of an interrupted migration lie beside the store",
    why:
      "the migration did not finish; the next one may stumble over them ('table already exists'), "
      + "and they take as much space as the store",
    fix: "delete them when the store itself opens and is complete")

  func examine(_ inspection: StoreInspection, report: StoreReport) {
    guard inspection.state != nil else { return }
    let (folder, name) = Folder.split(inspection.path)
    var found: [String] = []
    Folder.forEachName(in: folder) { file in
      if Self.isLeftover(file, of: name) { found.append(file) }
    }
    for file in found.sorted() {
      report("'\(file)' lies beside the store: a migration stopped")
    }
  }

  /// Core Data's `.<name>.migrationdestination_<32 hex>` (Documentation/Format/MigrationRules.md,
  /// 6.6), and the work folder of this tool. Side files come with their main file.
  static func isLeftover(_ file: String, of store: String) -> Bool {
    let base = store.lastIndex(of: ".").map { String(store[..<$0]) } ?? store
    for name in [store, base] {
      let start = ".\(name).migrationdestination_"
      if file.hasPrefix(start) {
        return file.dropFirst(start.count).allSatisfy(\.isHexDigit)
      }
    }
    return WorkFolder.isName(file, of: store)
  }
}
