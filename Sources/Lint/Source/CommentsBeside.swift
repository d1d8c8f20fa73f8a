/// What a comment at a place says of it.
extension [UInt8] {
  /// The comment lines right above a line, and what stands behind `//` in it, in small letters.
  func comment(at line: Int) -> String {
    let lines = split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return "" }
    var found: [String] = []
    let own = String(decoding: lines[line - 1], as: UTF8.self)
    if let start = own.firstRange(of: "//") { found.append(String(own[start.upperBound...])) }
    for above in lines[..<(line - 1)].reversed() {
      let text = String(decoding: above, as: UTF8.self).drop { $0 == " " || $0 == "\t" }
      guard text.hasPrefix("//") || text.hasPrefix("*") || text.hasPrefix("/*") else { break }
      found.append(String(text))
    }
    return found.joined(separator: " ").lowercased()
  }
}

extension String {
  /// Whether a comment says that any object will do.
  var saysAnyWillDo: Bool {
    let phrases = [
      "any one", "any of", "arbitrar", "do not care", "does not matter", "doesn't matter",
      "don't care", "whichever", "no matter which", "order is irrelevant", "regardless of order",
    ]
    return phrases.contains { contains($0) }
      || contains("first") && ["found", "one will do", "available"].contains { contains($0) }
  }
}
