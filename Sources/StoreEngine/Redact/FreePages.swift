internal import StoreModel

/// Pages that hold nothing any more: a new file has none, and gets as large a share of them as the old
/// one has.
package struct FreePages: Sendable, Hashable {
  package let free: Int64
  package let total: Int64

  package init(_ connection: Connection) throws {
    free = try connection.value("PRAGMA freelist_count")?.integer ?? 0
    total = try connection.value("PRAGMA page_count")?.integer ?? 0
  }

  /// How fragmented a file is, in words.
  package var fragmentation: String {
    guard free > 0, total > 0 else { return "none" }
    let share = Double(free) / Double(total)
    return share < 0.05 ? "slight" : share < 0.25 ? "moderate" : "heavy"
  }

  /// Makes free pages in a new file, by a table of zeros that goes again.
  func reproduce(in target: Connection) throws {
    guard free > 0, total > free else { return }
    let used = try FreePages(target).total
    let share = Double(free) / Double(total - free)
    let wanted = max(1, Int64((Double(used) * share).rounded()))
    let size = try target.value("PRAGMA page_size")?.integer ?? 4096
    var name = "storedoctor_free"
    while try target.value("SELECT 1 FROM main.sqlite_master WHERE name = ?", [.text(name)]) != nil
    {
      name += "_"
    }
    try target.run("CREATE TABLE main.\(name.sqlQuoted) (zeros)")
    // The table's own page is one of them. Each row's first bytes lie in it, the rest on others.
    var rest = wanted - 1
    while rest > 0 {
      let pages = min(rest, max(1, Self.rowSize / size))
      try target.run(
        "INSERT INTO main.\(name.sqlQuoted) VALUES (zeroblob(?))", [.integer(pages * (size - 4))])
      rest -= pages
    }
    try target.run("DROP TABLE main.\(name.sqlQuoted)")
  }

  /// In bytes.
  private static let rowSize: Int64 = 64 << 20
}
