extension String {
  /// The numbers in a version's name: by them `Notes 10` is newer than `Notes 9`, and `Notes` is older.
  var numbersInName: [Int] {
    split { !$0.isASCII || !$0.isNumber }.map { Int($0) ?? Int.max }
  }
}

/// A version identifier that is a dotted number: `2.0.0`, `v2.1`.
struct VersionNumber: Comparable {
  let text: String
  /// Without zeros at the end: `2.0` equals `2.0.0`.
  private let parts: [Int]

  /// Nil for anything else.
  init?(_ text: String) {
    let digits = text.hasPrefix("v") || text.hasPrefix("V") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    guard parts.allSatisfy({ $0 >= 0 }) else { return nil }
    self.text = text
    self.parts = Array(parts[..<(parts.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)])
  }

  static func == (left: Self, right: Self) -> Bool { left.parts == right.parts }

  static func < (left: Self, right: Self) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }
}
