internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds damage in the pages of the file, as SQLite itself checks them.
struct DamagedFile: StoreRule {
  static let info = RuleInfo(
    id: "damaged-file", severity: .error,
    summary: "pages of the file are damaged",
    why:
      "SQLite gives up with code 11 as soon as it needs one of them, in the middle of a save too",
    fix:
      "restore a backup; without one, 'storedoctor repair STORE --salvage -o NEW' saves every row that "
      + "can still be reached")

  private static let shown = 5

  /// - Parameter isFull: also compares every index with its table, which takes much longer.
  static func findings(of inspection: StoreInspection, isFull: Bool) throws -> [Finding] {
    let pragma = isFull ? "integrity_check" : "quick_check"
    let statement = try inspection.store.connection.prepare("PRAGMA \(pragma)(100)")
    var messages: [String] = []
    while try statement.step() {
      // SQLite may put several messages, and a heading, into one row.
      let lines = (statement.value(at: 0).text ?? "").split(separator: "\n").map(String.init)
      messages += lines.filter { $0 != "ok" && !$0.hasPrefix("***") }
    }
    let rest = messages.count - shown
    let more = rest > 0 ? ["SQLite finds \(rest < 90 ? "\(rest)" : "many") more faults"] : []
    return (messages.prefix(shown).map { "SQLite finds: \($0)" } + more).map {
      inspection.finding(info, $0)
    }
  }
}
