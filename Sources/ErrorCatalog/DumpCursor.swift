internal import StoreModel

/// A place in a printed error or property list, with the steps a reader takes from it.
///
/// Every step ends at ``limit``, and the bytes looked at are counted in ``work``, because nested
/// readers may look at some of them again.
struct DumpCursor {
  let text: UnsafeBufferPointer<UInt8>
  /// Where the dump may end at the latest.
  let limit: Int
  var position: Int
  /// Bytes that may still be looked at.
  private var work: Int

  private static let keyLimit = 120
  private static let messageLimit = 4_096

  init(_ text: UnsafeBufferPointer<UInt8>, at position: Int, limit: Int) {
    self.text = text
    self.limit = min(limit, text.count)
    self.position = position
    work = 20 * max(0, self.limit - position) + 1_000
  }

  var mayGoOn: Bool { work > 0 }

  // MARK: - Small steps

  var peek: UInt8? { position < limit ? text[position] : nil }

  mutating func consume(_ token: String) -> Bool {
    guard position < limit, text.hasPrefix(Array(token.lowercased().utf8), at: position) else {
      return false
    }
    position += token.utf8.count
    return true
  }

  /// Steps over the bytes that `condition` holds for, at most to `end`, and gives their range.
  @discardableResult
  private mutating func skip(
    to end: Int? = nil, while condition: (UInt8) -> Bool
  ) -> Range<Int> {
    let start = position
    while position < end ?? limit, condition(text[position]) { position += 1 }
    return start..<position
  }

  /// The word behind "Domain=", up to a space or comma.
  mutating func domain() -> String {
    text.string(skip { !$0.isSpace && $0 != UInt8(ascii: ",") })
  }

  mutating func skipSpace() {
    skip(while: \.isSpace)
  }

  mutating func skipSeparators() {
    skip { $0.isSpace || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
  }

  /// `0x600000ca9380`, which older systems print before a dictionary.
  mutating func skipAddress() {
    guard text.hasPrefix(Array("0x".utf8), at: position) else { return }
    var end = position + 2
    while end < limit, text[end].isHexDigit { end += 1 }
    var after = end
    while after < limit, text[after].isSpace { after += 1 }
    guard text.byte(after) == UInt8(ascii: "{"), after < limit else { return }
    position = after
  }

  mutating func integer() -> Int? {
    let start = position
    if peek == UInt8(ascii: "-") { position += 1 }
    skip(while: \.isDigit)
    return Int(text.string(start..<position))
  }
}

// MARK: - Texts

extension DumpCursor {
  /// The key at the current position, and whether spaces stand around its sign. Leaves the
  /// position alone when there is none.
  mutating func key(in style: DumpStyle) -> (name: String, isSpaced: Bool)? {
    let start = position
    let sign = style == .swift ? UInt8(ascii: ":") : UInt8(ascii: "=")
    let end = min(limit, start + Self.keyLimit)
    if text.hasPrefix(Array("anyhashable(".utf8), at: position) { position += 12 }
    var name = position..<position
    if peek == UInt8(ascii: "\"") {
      position += 1
      name = skip(to: end) { $0 != UInt8(ascii: "\"") }
      position += 1
      if peek == UInt8(ascii: ")") { position += 1 }
    } else if style != .swift {
      name = skip(to: end, while: Self.isKeyByte)
    }
    work -= position - start
    let afterName = position
    skipSpace()
    guard position < end, !name.isEmpty, text[position] == sign else {
      position = start
      return nil
    }
    position += 1
    let trimmed = text.trimmed(name)
    let isSpaced = afterName < position - 1 || trimmed.upperBound < name.upperBound
    return (text.string(trimmed), isSpaced && peek?.isSpace == true)
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    byte.isWord || byte == UInt8(ascii: ".") || byte == UInt8(ascii: " ")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  /// Text without quotes: up to what ends a value in this style at its own nesting level.
  mutating func rawText(in style: DumpStyle) -> String {
    let start = position
    var nesting = 0
    scan: while position < limit {
      let byte = text[position]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["):
        nesting += 1
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
        if nesting == 0, byte == style.close { break scan }
        nesting = max(0, nesting - 1)
      case UInt8(ascii: ";"):
        if nesting == 0, style == .propertyList { break scan }
      case UInt8(ascii: ","):
        if nesting == 0, style == .array || isFieldNext(in: style) { break scan }
      default:
        break
      }
      position += 1
    }
    work -= position - start
    return text.string(text.trimmed(start..<position))
  }

  /// Whether a comma at the current position is followed by the next field rather than by more of
  /// the same sentence.
  private func isFieldNext(in style: DumpStyle) -> Bool {
    var next = position + 1
    while next < limit, text[next].isSpace { next += 1 }
    if style == .swift {
      return text.byte(next) == UInt8(ascii: "\"")
        || text.hasPrefix(Array("anyhashable(".utf8), at: next)
    }
    let start = next
    while next < min(limit, start + 60), Self.isKeyByte(text[next]) { next += 1 }
    return next > start && text.byte(next) == UInt8(ascii: "=")
  }

  /// The quoted text at the current position, without its quotes and escapes.
  mutating func quotedBytes() -> [UInt8] {
    let start = position
    position += 1
    var bytes: [UInt8] = []
    while position < limit, text[position] != UInt8(ascii: "\"") {
      if text[position] == UInt8(ascii: "\\"), let next = text.byte(position + 1) {
        bytes.append(next == UInt8(ascii: "n") ? UInt8(ascii: "\n") : next)
        position += 2
      } else {
        bytes.append(text[position])
        position += 1
      }
    }
    position = min(position + 1, limit)
    work -= position - start
    return bytes
  }

  /// `<9f83a4fa 789d9aef …>` or an object's description, which goes on after the bracket.
  mutating func angleBrackets(in style: DumpStyle) -> String {
    let start = position
    let inside = text.string(skip { $0 != UInt8(ascii: ">") }.dropFirst())
    position = min(position + 1, limit)
    work -= position - start
    if inside.utf8.allSatisfy({ $0.isSpace || $0.isHexDigit }) { return "<\(inside)>" }
    position = start
    return rawText(in: style)
  }

  /// The text in quotes after an error's code. It may hold quotes itself, so it ends at a quote
  /// that something else follows. In a text that is quoted itself, it ends at the first quote that is
  /// escaped no more than the one it began with.
  mutating func description() -> String? {
    var escapes = 0
    while position < limit, peek == UInt8(ascii: "\\") {
      position += 1
      escapes += 1
    }
    position = min(position + 1, limit)
    let start = position
    let end = min(limit, start + Self.messageLimit)
    var (before, close) = (0, 0)
    while position < end {
      let byte = text[position]
      if byte == UInt8(ascii: "\""),
        escapes > 0 ? before <= escapes : endsDescription(at: position + 1)
      {
        close = escapes > 0 ? before : 0
        break
      }
      before = byte == UInt8(ascii: "\\") ? before + 1 : 0
      position += 1
    }
    work -= position - start
    let range = start..<(position - close)
    position = min(position + 1, limit)
    let message = text.string(range)
    return message == "(null)" || message.isEmpty ? nil : message
  }

  private func endsDescription(at position: Int) -> Bool {
    guard position < limit else { return true }
    let byte = text[position]
    if byte.isNewline || Array("})],;'\"\\".utf8).contains(byte) { return true }
    return byte.isSpace && text.hasPrefix(Array("userinfo=".utf8), at: position + 1)
  }
}

/// How the fields of a printed dictionary or list are written.
enum DumpStyle {
  /// `key=value, key=value` in braces.
  case inline
  /// `key = value;` in braces.
  case propertyList
  /// `"key": value,` in brackets.
  case swift
  /// `value, value` in parentheses.
  case array

  var close: UInt8 {
    switch self {
    case .inline, .propertyList: UInt8(ascii: "}")
    case .swift: UInt8(ascii: "]")
    case .array: UInt8(ascii: ")")
    }
  }
}
