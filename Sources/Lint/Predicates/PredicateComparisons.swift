/// What the comparisons in the format of an NSPredicate hold against what.
extension PredicateFormat {
  private static let signs: Set = ["=", "==", "!=", "<>", "<", ">", "<=", ">=", "=>", "=<"]
  private static let searched: Set = ["BEGINSWITH", "BETWEEN", "CONTAINS", "ENDSWITH"]
  /// What holds a text against another value.
  static let searches: Set = ["BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE", "MATCHES"]

  /// Which of the arguments, from 0, are on the sides of a comparison that has a `%@` on the left and another
  /// value on the right, as in `%@ == %d`: such a comparison is about no object. None where a part of the format may be turned off that
  /// way: `%@ == 0 OR rank == %@`.
  static func comparedValues(in format: String) -> [[Int]] {
    let words = words(of: format)
    guard !words.contains(where: { ["OR", "||", "NOT", "!"].contains($0.uppercased()) }),
      !format.contains("SUBQUERY")
    else { return [] }
    var marks = 0
    var found: [[Int]] = []
    for (index, word) in words.enumerated() {
      defer { marks += word.filter { $0 == "%" }.count }
      guard word == "%@", index + 2 < words.count,
        signs.union(searches).contains(sign(words[index + 1]))
      else { continue }
      let other = words[index + 2]
      let isMark = other.hasPrefix("%") && !other.hasPrefix("%K")
      let isText = other.hasPrefix("'") || other.hasPrefix("\"")
      let isNumber = other.first.map { $0.isNumber || $0 == "-" } ?? false
      let isTruth = ["TRUE", "FALSE", "YES", "NO"].contains(other.uppercased())
      if isMark {
        found.append([marks, marks + 1])
      } else if isText || isNumber || isTruth {
        found.append([marks])
      }
    }
    return found
  }

  /// The key paths that are only searched for a part of their value, or held against a bound: many objects
  /// fit.
  static func searchedKeys(in format: String) -> [[String]] {
    let words = words(of: format)
    return zip(words, words.dropFirst()).compactMap { key, sign in
      let sign = Self.sign(sign)
      return searched.contains(sign) || ["<", ">", "<=", ">=", "!="].contains(sign)
        ? key.split(separator: ".").map(String.init) : nil
    }
  }

  /// `CONTAINS` of `contains[cd]`
  static func sign(_ word: String) -> String { word.prefix { $0 != "[" }.uppercased() }

  static func words(of format: String) -> [String] {
    var spaced = ""
    var last: Character = " "
    for character in format {
      let isSign = "=<>!".contains(character)
      if isSign != "=<>!".contains(last) { spaced.append(" ") }
      spaced.append(character)
      last = character
    }
    return spaced.split(whereSeparator: { " ()\n\t,".contains($0) }).map(String.init)
  }
}
