/// A version identifier that is a dotted number: `2.0.0`, `v2.1`.
struct VersionNumber: Comparable {
  let text: String
  private let parts: [Int]

  /// Nil for anything else.
  init?(_ text: String) {
    let digits = text.hasPrefix("v") || text.hasPrefix("V") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard !parts.isEmpty, parts.allSatisfy({ $0.map { $0 >= 0 } ?? false }) else { return nil }
    self.text = text
    self.parts = parts.compactMap(\.self)
  }

  /// `2.0` equals `2.0.0`.
  static func < (left: Self, right: Self) -> Bool {
    for index in 0..<max(left.parts.count, right.parts.count) {
      let first = index < left.parts.count ? left.parts[index] : 0
      let second = index < right.parts.count ? right.parts[index] : 0
      if first != second { return first < second }
    }
    return false
  }

  static func == (left: Self, right: Self) -> Bool { !(left < right) && !(right < left) }
}
