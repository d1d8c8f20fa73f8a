/// Reads printed errors and property lists in every form frameworks print them:
/// `Error Domain=… Code=… "…" UserInfo={key=value, …}` (Swift and Objective-C), `{ key = value; }`
/// (property list) and `["key": value]` (Swift dictionary).
///
/// Tolerant by design: logs are cut, wrapped and quoted. Whatever is missing is left out; nesting
/// and the total work have fixed limits, so that any bytes are read in bounded time.
struct ErrorDumpParser {
  let text: UnsafeBufferPointer<UInt8>
  /// Where this dump may end at the latest.
  let limit: Int
  /// Added to positions: where `text` begins in the whole input, for quoted errors.
  var base: Int = 0
  private(set) var position: Int
  private var depth = 0
  /// Quoted texts inside quoted texts, which are read by a parser of their own.
  private let quoting: Int
  /// Bytes this parser may still look at; nested readers may look at some of them again.
  private var work: Int

  private static let depthLimit = 40
  private static let quotingLimit = 4
  private static let keyLimit = 120

  init(_ text: UnsafeBufferPointer<UInt8>, at position: Int, limit: Int, quoting: Int = 0) {
    self.text = text
    self.limit = min(limit, text.count)
    self.position = position
    self.quoting = quoting
    work = 20 * max(0, min(limit, text.count) - position) + 1_000
  }

  private enum Style {
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

  /// The error whose "Domain=" begins at the current position.
  mutating func error() -> ErrorNode? {
    let start = position
    guard consume("Domain=") else { return nil }
    let domainStart = position
    while position < limit, !text[position].isSpace, text[position] != UInt8(ascii: ",") {
      position += 1
    }
    var node = ErrorNode(domain: text.string(domainStart..<position), range: start..<position)
    skipSpace()
    guard consume("Code="), let code = integer() else {
      node.range = (base + start)..<(base + position)
      return node.domain?.isEmpty == false ? node : nil
    }
    node.code = code
    skipSpace()
    if peek == UInt8(ascii: "\"") || peek == UInt8(ascii: "\\") {
      node.message = description()
      skipSpace()
    }
    if consume("UserInfo=") {
      skipAddress()
      if peek == UInt8(ascii: "{") { node.absorb(dictionary()) }
    }
    node.range = (base + start)..<(base + position)
    return node
  }

  /// The value at the current position, outside of any dictionary.
  mutating func value() -> ErrorValue {
    value(in: .propertyList)
  }

  // MARK: - Values

  private mutating func value(in style: Style) -> ErrorValue {
    skipSpace()
    skipAddress()
    guard depth < Self.depthLimit, work > 0, let first = peek else {
      return .text(rawText(in: style))
    }
    depth += 1
    defer { depth -= 1 }
    if isErrorStart { return errorValue() }
    switch first {
    case UInt8(ascii: "{"):
      if let wrapped = wrappedError() { return wrapped }
      return .dictionary(dictionary())
    case UInt8(ascii: "("):
      return .array(array())
    case UInt8(ascii: "["):
      return swiftCollection()
    case UInt8(ascii: "\""):
      return quoted()
    case UInt8(ascii: "<"):
      return .text(angleBrackets(in: style))
    default:
      return .text(rawText(in: style))
    }
  }

  private var isErrorStart: Bool {
    text.hasPrefix(Array("error domain=".utf8), at: position)
  }

  private mutating func errorValue() -> ErrorValue {
    position += "Error ".utf8.count
    if let node = error() { return .error(node) }
    return .text("")
  }

  /// `0x6000… {Error Domain=… }`, the form of underlying errors.
  private mutating func wrappedError() -> ErrorValue? {
    let start = position
    position += 1
    skipSpace()
    guard isErrorStart else {
      position = start
      return nil
    }
    let result = errorValue()
    skipSpace()
    if peek == UInt8(ascii: "}") { position += 1 }
    return result
  }

  private mutating func dictionary() -> [ErrorNode.Field] {
    position += 1
    return fields(in: .inline)
  }

  private mutating func fields(in first: Style) -> [ErrorNode.Field] {
    var fields: [ErrorNode.Field] = []
    var style = first
    while work > 0 {
      skipSeparators()
      guard let byte = peek else { break }
      if byte == style.close {
        position += 1
        break
      }
      let before = position
      guard let key = key(in: style) else {
        // Not a field: step over one value so that the fields behind it are still read.
        _ = rawText(in: style)
        if position == before { position += 1 }
        continue
      }
      if style == .inline, key.isSpaced { style = .propertyList }
      fields.append(ErrorNode.Field(key: key.name, value: value(in: style)))
    }
    return fields
  }

  private mutating func array() -> [ErrorValue] {
    position += 1
    var values: [ErrorValue] = []
    while work > 0 {
      skipSeparators()
      guard let byte = peek else { break }
      if byte == UInt8(ascii: ")") {
        position += 1
        break
      }
      let before = position
      values.append(value(in: .array))
      if position == before { position += 1 }
    }
    return values
  }

  private mutating func swiftCollection() -> ErrorValue {
    position += 1
    let start = position
    skipSpace()
    if key(in: .swift) != nil {
      position = start
      return .dictionary(fields(in: .swift))
    }
    position = start
    var values: [ErrorValue] = []
    while work > 0 {
      skipSeparators()
      guard let byte = peek else { break }
      if byte == UInt8(ascii: "]") {
        position += 1
        break
      }
      let before = position
      values.append(value(in: .swift))
      if position == before { position += 1 }
    }
    return .array(values)
  }

  /// The key at the current position, and whether spaces stand around its sign. Leaves the
  /// position alone when there is none.
  private mutating func key(in style: Style) -> (name: String, isSpaced: Bool)? {
    let start = position
    let sign = style == .swift ? UInt8(ascii: ":") : UInt8(ascii: "=")
    let end = min(limit, start + Self.keyLimit)
    if text.hasPrefix(Array("anyhashable(".utf8), at: position) { position += 12 }
    var name = position..<position
    if peek == UInt8(ascii: "\"") {
      position += 1
      let nameStart = position
      while position < end, text[position] != UInt8(ascii: "\"") { position += 1 }
      name = nameStart..<position
      position += 1
      if peek == UInt8(ascii: ")") { position += 1 }
    } else if style != .swift {
      let nameStart = position
      while position < end, isKeyByte(text[position]) { position += 1 }
      name = nameStart..<position
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

  private func isKeyByte(_ byte: UInt8) -> Bool {
    byte.isWord || byte == UInt8(ascii: ".") || byte == UInt8(ascii: " ")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  // MARK: - Texts

  /// Text without quotes: up to what ends a value in this style at its own nesting level.
  private mutating func rawText(in style: Style) -> String {
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
  private func isFieldNext(in style: Style) -> Bool {
    var next = position + 1
    while next < limit, text[next].isSpace { next += 1 }
    if style == .swift {
      return text.byte(next) == UInt8(ascii: "\"")
        || text.hasPrefix(Array("anyhashable(".utf8), at: next)
    }
    let start = next
    while next < min(limit, start + 60), isKeyByte(text[next]) { next += 1 }
    return next > start && text.byte(next) == UInt8(ascii: "=")
  }

  /// The quoted text at the current position; an error printed inside it is read as an error.
  private mutating func quoted() -> ErrorValue {
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
    if quoting < Self.quotingLimit, bytes.starts(with: "Error Domain=".utf8) {
      let range = (base + start)..<(base + position)
      let node = bytes.withUnsafeBufferPointer { bytes in
        var inner = ErrorDumpParser(bytes, at: 6, limit: bytes.count, quoting: quoting + 1)
        inner.base = range.lowerBound
        return inner.error()
      }
      if var node {
        // Positions inside a text with escapes do not fit the input's.
        node.setRanges(to: range)
        return .error(node)
      }
    }
    return .text(String(decoding: bytes, as: UTF8.self))
  }

  /// `<9f83a4fa 789d9aef …>` or an object's description, which goes on after the bracket.
  private mutating func angleBrackets(in style: Style) -> String {
    let start = position
    while position < limit, text[position] != UInt8(ascii: ">") { position += 1 }
    let inside = text.string((start + 1)..<position)
    position = min(position + 1, limit)
    work -= position - start
    if inside.utf8.allSatisfy({ $0.isSpace || $0.isHexDigit }) { return "<\(inside)>" }
    position = start
    return rawText(in: style)
  }

  /// The text in quotes after an error's code. It may hold quotes itself, so it ends at a quote
  /// that something else follows.
  private mutating func description() -> String? {
    if peek == UInt8(ascii: "\\") { position += 1 }
    position += 1
    let start = position
    let end = min(limit, start + 4_096)
    while position < end {
      if text[position] == UInt8(ascii: "\""), endsDescription(at: position + 1) { break }
      position += 1
    }
    work -= position - start
    let range = start..<position
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

  // MARK: - Small steps

  private var peek: UInt8? { position < limit ? text[position] : nil }

  private mutating func consume(_ token: String) -> Bool {
    guard position < limit, text.hasPrefix(Array(token.lowercased().utf8), at: position) else {
      return false
    }
    position += token.utf8.count
    return true
  }

  private mutating func skipSpace() {
    while position < limit, text[position].isSpace { position += 1 }
  }

  private mutating func skipSeparators() {
    while position < limit,
      text[position].isSpace || text[position] == UInt8(ascii: ",")
        || text[position] == UInt8(ascii: ";")
    {
      position += 1
    }
  }

  /// `0x600000ca9380`, which older systems print before a dictionary.
  private mutating func skipAddress() {
    guard text.hasPrefix(Array("0x".utf8), at: position) else { return }
    var end = position + 2
    while end < limit, text[end].isHexDigit { end += 1 }
    var after = end
    while after < limit, text[after].isSpace { after += 1 }
    guard text.byte(after) == UInt8(ascii: "{"), after < limit else { return }
    position = after
  }

  private mutating func integer() -> Int? {
    let start = position
    if peek == UInt8(ascii: "-") { position += 1 }
    while position < limit, text[position].isDigit { position += 1 }
    return Int(text.string(start..<position))
  }
}

extension ErrorNode {
  fileprivate mutating func setRanges(to range: Range<Int>) {
    self.range = range
    for index in underlying.indices { underlying[index].setRanges(to: range) }
    for index in details.indices { details[index].setRanges(to: range) }
  }
}
