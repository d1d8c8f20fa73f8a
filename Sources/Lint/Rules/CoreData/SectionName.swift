internal import StoreModel

/// What the name of a section's key says about where its values come from.
struct SectionName {
  private let words: Set<String>

  init(_ name: String) { words = Set(name.camelWords) }

  private static let times: Set = ["day", "weekday", "week", "month", "year", "date"]
  private static let letters: Set = ["letter", "initial", "initials", "index", "indexing"]

  /// Whether the values are probably made of those that the objects are sorted by, so that both are in
  /// the same order: a month of a date, a first letter of a text, a section of anything.
  ///
  /// - Parameter types: what the sort's attribute holds; empty where nothing is known of it.
  func mayFollow(_ sort: [String], types: [AttributeType]) -> Bool {
    if words.contains("section") { return true }
    if !words.isDisjoint(with: Self.times) {
      let names = Set((sort.last ?? "").camelWords)
      return types.isEmpty || types.contains(.date)
        || !names.isDisjoint(with: Self.times.union(["time", "timestamp"]))
    }
    return !words.isDisjoint(with: Self.letters) && (types.isEmpty || types.contains(.string))
  }
}
