/// The name of a version in a model file, taken apart: `Notes 2` is the second of the stem `Notes`.
package struct VersionName: Hashable {
  private let name: String
  /// What versions of one model share: `Notes` of `Notes v2`, `NotesV2` and `Notes 2`.
  private let stem: String
  /// What the first version, which has no number, would be called; not told by `NotesV2`.
  private let base: String
  /// `[1, 10]` of `Notes v1.10`; empty without a number, which is the first version.
  private let numbers: [Int]

  /// All numbers in it, as in `Notes 2_7_1`, and what stands between them.
  private let parts: [Int]
  private let texts: [Substring]

  package init(_ name: String) {
    self.name = name
    parts = name.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
    texts = name.split(omittingEmptySubsequences: false) { $0.isASCII && $0.isNumber }
      .filter { !$0.isEmpty }
    let tail = String(name.reversed().prefix { $0.isASCII && $0.isNumber || $0 == "." }.reversed())
    let digits = tail.drop { $0 == "." }
    let numbers = digits.split(separator: ".").map { Int($0) }
    guard !numbers.isEmpty, !numbers.contains(nil) else {
      (stem, base, self.numbers) = (name, name, [])
      return
    }
    self.numbers = numbers.compactMap(\.self)
    var rest = Self.trimmed(name.dropLast(digits.count))
    if rest.last == "v" || rest.last == "V" {
      let before = rest.dropLast()
      if before.isEmpty || before.last.map(Self.isSeparator) ?? false {
        rest = Self.trimmed(before)
      } else if rest.last == "V", before.last?.isLowercase ?? false {
        (stem, base) = (String(before), String(rest))
        return
      }
    }
    (stem, base) = (String(rest), String(rest))
  }

  /// Whether it is an older version of the same model.
  package func isBefore(_ other: VersionName) -> Bool {
    if parts.count > 1, parts.count == other.parts.count, texts == other.texts {
      return parts.lexicographicallyPrecedes(other.parts)
    }
    guard !numbers.isEmpty else { return !other.numbers.isEmpty && name == other.base }
    return stem == other.stem && !other.numbers.isEmpty
      && numbers.lexicographicallyPrecedes(other.numbers)
  }

  /// Whether it has no number, and the others count on from it: `Notes` among `NotesV2` and `NotesV3`.
  /// Beside a `NotesV1` nobody can tell what it is.
  package func isFirst(of others: [VersionName]) -> Bool {
    let counted = others.filter { $0.stem == name && !$0.numbers.isEmpty }.map(\.numbers)
    return numbers.isEmpty && counted.min { $0.lexicographicallyPrecedes($1) } == [2]
  }

  /// Whether it has a number, and follows one of this name that has none.
  package func counts(on first: VersionName) -> Bool { !numbers.isEmpty && stem == first.name }

  private static func isSeparator(_ character: Character) -> Bool { " _-.".contains(character) }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let last = text.last, isSeparator(last) { text.removeLast() }
    return text
  }
}
