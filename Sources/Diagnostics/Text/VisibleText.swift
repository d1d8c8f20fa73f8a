extension Unicode.Scalar {
  /// Whether printing it raw could move the cursor, recolour, ring, hide or reorder text: control
  /// characters, line separators, and the bidirectional and zero-width format characters.
  var isUnsafeToShow: Bool {
    switch value {
    case 0..<0x20, 0x7f...0x9f: true
    case 0x061c, 0x200b, 0x200e, 0x200f, 0x2028...0x202e, 0x2060...0x206f, 0xfeff: true
    default: false
    }
  }

  /// Columns it takes on a terminal: 0, 1 or 2 (East Asian wide characters and emoji).
  var columns: Int {
    if value < 0x300 { return 1 }
    switch value {
    case 0x1100...0x115f, 0x231a...0x231b, 0x2329...0x232a, 0x23e9...0x23ec, 0x25fd...0x25fe,
      0x2614...0x2615, 0x2648...0x2653, 0x26a1, 0x26bd...0x26be, 0x26d4, 0x2705, 0x274c, 0x2753,
      0x2795...0x2797, 0x2b50, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3,
      0xf900...0xfaff, 0xfe10...0xfe19, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6,
      0x16fe0...0x18cff, 0x1aff0...0x1b2ff, 0x1f004, 0x1f0cf, 0x1f18e, 0x1f191...0x1f19a,
      0x1f200...0x1f320, 0x1f32d...0x1f335, 0x1f337...0x1f37c, 0x1f37e...0x1f393,
      0x1f3a0...0x1f3ca, 0x1f3e0...0x1f3f0, 0x1f3f4, 0x1f3f8...0x1f3fa, 0x1f400...0x1f43e,
      0x1f440, 0x1f442...0x1f4fc, 0x1f4ff...0x1f53d, 0x1f54b...0x1f567, 0x1f57a,
      0x1f595...0x1f596, 0x1f5a4, 0x1f5fb...0x1f64f, 0x1f680...0x1f6c5, 0x1f6cc,
      0x1f6d0...0x1f6d7, 0x1f6dc...0x1f6df, 0x1f6eb...0x1f6fc, 0x1f7e0...0x1f7f0,
      0x1f90c...0x1f9ff, 0x1fa70...0x1faff, 0x20000...0x3fffd:
      return 2
    case 0x200d, 0xfe00...0xfe0f, 0x1f3fb...0x1f3ff, 0xe0020...0xe01ef: return 0
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: return 1
    }
  }
}

extension String {
  /// The text with other texts for some characters; what must not reach a terminal is escaped.
  func shown(with codes: [Unicode.Scalar: String]) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      text += codes[scalar] ?? (scalar.isUnsafeToShow ? VisibleText.escape(scalar) : String(scalar))
    }
  }
}

/// Text as it is safe and measurable on a terminal.
package struct VisibleText: Sendable, Hashable {
  package let text: String
  /// Terminal columns.
  package let columns: Int

  /// Escapes what must not reach a terminal: `\n`, `\t`, `\u{1B}`, `\u{202E}`. A backslash stays
  /// as it is, since paths and patterns are more common than texts that look like an escape.
  package init(_ raw: String) {
    var raw = raw
    let isPlain = raw.withUTF8 { bytes in !bytes.contains { $0 < 0x20 || $0 >= 0x7f } }
    guard !isPlain else {
      text = raw
      columns = raw.utf8.count
      return
    }
    var shown = ""
    var width = 0
    var isJoined = false
    var isNarrow = false
    for scalar in raw.unicodeScalars {
      if scalar.isUnsafeToShow {
        let escape = Self.escape(scalar)
        shown += escape
        width += escape.utf8.count
      } else {
        shown.unicodeScalars.append(scalar)
        // What follows a zero-width joiner is drawn into the same emoji.
        width += isJoined ? 0 : scalar.columns
      }
      isJoined = scalar.value == 0x200d
      // The emoji variant of a narrow symbol is as wide as other emoji.
      if scalar.value == 0xfe0f && isNarrow { width += 1 }
      isNarrow = scalar.value > 0x2000 && scalar.columns == 1
    }
    text = shown
    columns = width
  }

  static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
  }

  /// The beginning that fits into `width` columns, with `…` in place of the rest.
  package func cut(to width: Int) -> VisibleText {
    guard columns > width else { return self }
    var kept = ""
    var used = 0
    for character in text {
      let size = character.unicodeScalars.reduce(0) { max($0, $1.columns) }
      if used + size > width - 1 { break }
      kept.append(character)
      used += size
    }
    return VisibleText(text: kept + "…", columns: used + 1)
  }

  private init(text: String, columns: Int) {
    self.text = text
    self.columns = columns
  }
}
