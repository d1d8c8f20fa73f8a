/// Which characters may stand for a character: those of its script and kind that take as many bytes.
struct Alphabets {
  /// A character's place among those that may stand for it.
  struct Slot {
    /// How many there are; 1 where it stays.
    var count: UInt64
    var place: UInt64
    /// The character at another place.
    var source: Source
  }

  enum Source {
    case fixed(Unicode.Scalar)
    /// Characters in a row, from this one on.
    case run(UInt32)
    case list([Unicode.Scalar])
  }

  /// Not those that JSON, XML or SQL reads as more than a character.
  private static let marks: [Unicode.Scalar] = Array("!#$%()*+,-./:;=?@[]^_`{|}~".unicodeScalars)
  /// Scripts that are too large for one page of characters.
  private static let large: [ClosedRange<UInt32>] = [
    0x3400...0x4DBF, 0x4E00...0x9FA5, 0xAC00...0xD7A3, 0x20000...0x2A6DF,
  ]
  private static let pageBits: UInt32 = 7

  /// By page and kind of character.
  private var pages: [UInt32: [Unicode.Scalar]] = [:]

  /// - Parameter movesMarks: whether punctuation of ASCII is replaced too, where there is nothing else.
  mutating func slot(of scalar: Unicode.Scalar, movesMarks: Bool) -> Slot {
    let code = scalar.value
    switch code {
    case 0x61...0x7A: return Slot(count: 26, place: UInt64(code - 0x61), source: .run(0x61))
    case 0x41...0x5A: return Slot(count: 26, place: UInt64(code - 0x41), source: .run(0x41))
    case 0x30...0x39: return Slot(count: 10, place: UInt64(code - 0x30), source: .run(0x30))
    case ..<0x80:
      guard movesMarks, let place = Self.marks.firstIndex(of: scalar) else { return fixed(scalar) }
      return Slot(
        count: UInt64(Self.marks.count), place: UInt64(place), source: .list(Self.marks))
    default: break
    }
    if let range = Self.large.first(where: { $0.contains(code) }) {
      return Slot(
        count: UInt64(range.count), place: UInt64(code - range.lowerBound),
        source: .run(range.lowerBound))
    }
    let category = scalar.properties.generalCategory
    guard Self.isReplaced(category) else { return fixed(scalar) }
    let page = self.page(of: scalar, category)
    guard page.count > 1, let place = page.firstIndex(of: scalar) else { return fixed(scalar) }
    return Slot(count: UInt64(page.count), place: UInt64(place), source: .list(page))
  }

  private func fixed(_ scalar: Unicode.Scalar) -> Slot {
    Slot(count: 1, place: 0, source: .fixed(scalar))
  }

  /// What only shapes the characters around it, and spaces, say nothing by themselves.
  private static func isReplaced(_ category: Unicode.GeneralCategory) -> Bool {
    switch category {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format, .control, .spaceSeparator,
      .lineSeparator, .paragraphSeparator, .surrogate:
      false
    default: true
    }
  }

  private mutating func page(
    of scalar: Unicode.Scalar, _ category: Unicode.GeneralCategory
  ) -> [Unicode.Scalar] {
    let number = scalar.value >> Self.pageBits
    let key = number << 5 | Self.number(of: category)
    if let known = pages[key] { return known }
    let first = max(number << Self.pageBits, 0x80)
    let found = (first..<(number + 1) << Self.pageBits).compactMap { Unicode.Scalar($0) }.filter {
      $0.properties.generalCategory == category && !Self.isLarge($0.value)
    }
    pages[key] = found
    return found
  }

  private static func isLarge(_ code: UInt32) -> Bool { large.contains { $0.contains(code) } }

  private static let categories: [Unicode.GeneralCategory] = [
    .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
    .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation,
    .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
    .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .privateUse, .unassigned,
  ]

  private static func number(of category: Unicode.GeneralCategory) -> UInt32 {
    UInt32(categories.firstIndex(of: category) ?? categories.count)
  }
}

extension Alphabets.Source {
  func scalar(at place: UInt64) -> Unicode.Scalar {
    switch self {
    case .fixed(let scalar): scalar
    case .run(let first): Unicode.Scalar(first + UInt32(place)) ?? "\u{FFFD}"
    case .list(let scalars): scalars[Int(place)]
    }
  }
}
