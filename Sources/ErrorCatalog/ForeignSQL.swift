extension ErrorText {
  /// Bytes around a message in which SQLite's code belongs to it.
  private static let reach = 400
  private static let names: Set<String> = [
    "sqlite-no-such-table", "sqlite-no-such-column", "sqlite-table-already-exists",
  ]

  /// The hits; where SQLite misses a table or column that Core Data would never name so, the answer
  /// is that it is somebody else's database.
  var ownHits: [MessageMatcher.Hit] {
    let foreign = hits.filter(isForeign).map(\.range)
    guard !foreign.isEmpty,
      let other = ExplanationCatalog.explanation(id: "sqlite-not-core-data")
    else { return hits }
    return hits.compactMap { hit in
      guard foreign.contains(where: { abs($0.lowerBound - hit.range.lowerBound) < Self.reach })
      else { return hit }
      if isForeign(hit) {
        var hit = hit
        hit.explanation = other
        return hit
      }
      // SQLite's code beside it says no more.
      return hit.code?.domain == "NSSQLiteErrorDomain" ? nil : hit
    }
  }

  private func isForeign(_ hit: MessageMatcher.Hit) -> Bool {
    guard let id = hit.explanation?.id, Self.names.contains(id),
      let name = hit.captures.first(where: { !$0.value.isEmpty })?.value
    else { return false }
    return !Self.isCoreDataName(name)
  }

  /// Tables and columns of Core Data begin with Z, those of history and CloudKit with A; all are in
  /// capitals (Documentation/Format/StoreFormat.md, 1.6).
  private static func isCoreDataName(_ name: String) -> Bool {
    guard let last = name.split(separator: ".").last, let first = last.first else { return true }
    return (first == "Z" || first == "A") && !last.utf8.contains { $0 >= 0x61 && $0 <= 0x7a }
  }
}
