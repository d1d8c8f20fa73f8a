/// Attributes written with a space before their arguments, as in `@Relationship (inverse: \Note.tags)`:
/// the Swift 5 language mode takes them with a warning, the parser does not. And one without a space
/// before a type, as in `@MainActor([Note]) -> Void`, which the parser takes for its arguments.
enum SpacedAttributes {
  /// The bytes with each such space behind its parenthesis, or between attribute and type, so that all
  /// else stays where it is.
  static func joined(_ bytes: [UInt8]) -> [UInt8] {
    var joined = bytes
    var rest = bytes[...]
    while let at = rest.firstIndex(of: UInt8(ascii: "@")) {
      rest = bytes[(at + 1)...]
      if rest.starts(with: actor), at > 0, bytes[at - 1] == UInt8(ascii: " ") {
        joined.replaceSubrange(
          at - 1..<at + actor.count - 1, with: [UInt8(ascii: "@")] + actor.dropLast())
        joined[at + actor.count - 1] = UInt8(ascii: " ")
      }
      guard let name = names.first(where: { rest.starts(with: $0) }) else { continue }
      rest = rest.dropFirst(name.count)
      let end = rest.firstIndex { $0 != UInt8(ascii: " ") } ?? rest.endIndex
      guard end > rest.startIndex, end < rest.endIndex, bytes[end] == UInt8(ascii: "(") else {
        continue
      }
      joined.swapAt(rest.startIndex, end)
    }
    return joined
  }

  private static let actor = Array("MainActor(".utf8)

  /// Those of SwiftData whose arguments matter here; behind others a type may begin.
  private static let names = ["Relationship", "Attribute", "Query"].map { Array($0.utf8) }
}
