/// Reads printed errors and property lists in every form frameworks print them:
/// `Error Domain=… Code=… "…" UserInfo={key=value, …}` (Swift and Objective-C), `{ key = value; }`
/// (property list) and `["key": value]` (Swift dictionary).
///
/// Tolerant by design: logs are cut, wrapped and quoted. Whatever is missing is left out; nesting
/// and the total work have fixed limits, so that any bytes are read in bounded time.
struct ErrorDumpParser {
  /// Added to positions: where the text begins in the whole input, for quoted errors.
  var base = 0
  private var cursor: DumpCursor
  private var depth = 0
  /// Quoted texts inside quoted texts, which are read by a parser of their own.
  private let quoting: Int

  private static let depthLimit = 40
  private static let quotingLimit = 4

  init(_ text: UnsafeBufferPointer<UInt8>, at position: Int, limit: Int, quoting: Int = 0) {
    cursor = DumpCursor(text, at: position, limit: limit)
    self.quoting = quoting
  }

  var position: Int { cursor.position }

  /// The error whose "Domain=" begins at the current position.
  mutating func error() -> ErrorNode? {
    let start = cursor.position
    guard cursor.consume("Domain=") else { return nil }
    var node = ErrorNode(domain: cursor.domain(), range: start..<start)
    cursor.skipSpace()
    guard cursor.consume("Code="), let code = cursor.integer() else {
      node.range = range(from: start)
      return node.domain?.isEmpty == false ? node : nil
    }
    node.code = code
    cursor.skipSpace()
    if cursor.peek == UInt8(ascii: "\"") || cursor.peek == UInt8(ascii: "\\") {
      node.message = cursor.description()
      cursor.skipSpace()
    }
    if cursor.consume("UserInfo=") {
      cursor.skipAddress()
      if cursor.peek == UInt8(ascii: "{") { node.absorb(dictionary()) }
    }
    repeatedUserInfo(of: &node)
    node.range = range(from: start)
    return node
  }

  /// Core Data's own log prints the `userInfo` once more behind the error; what it repeats belongs
  /// to the same error.
  private mutating func repeatedUserInfo(of node: inout ErrorNode) {
    let end = cursor.position
    cursor.skipSpace()
    guard cursor.consume("with userInfo dictionary") else {
      cursor.position = end
      return
    }
    cursor.skipSpace()
    guard cursor.peek == UInt8(ascii: "{") else { return }
    let known = Set(node.userInfo.map(\.key))
    node.absorb(dictionary().filter { !known.contains($0.key) })
  }

  private func range(from start: Int) -> Range<Int> {
    (base + start)..<(base + cursor.position)
  }

  /// The value at the current position, outside of any dictionary.
  mutating func value() -> ErrorValue {
    value(in: .propertyList)
  }

  // MARK: - Values

  private mutating func value(in style: DumpStyle) -> ErrorValue {
    cursor.skipSpace()
    cursor.skipAddress()
    guard depth < Self.depthLimit, cursor.mayGoOn, let first = cursor.peek else {
      return .text(cursor.rawText(in: style))
    }
    depth += 1
    defer { depth -= 1 }
    if isErrorStart { return errorValue() }
    switch first {
    case UInt8(ascii: "{"):
      if let wrapped = wrappedError() { return wrapped }
      return .dictionary(dictionary())
    case UInt8(ascii: "("):
      return .array(values(in: .array))
    case UInt8(ascii: "["):
      return swiftCollection()
    case UInt8(ascii: "\""):
      return quoted()
    case UInt8(ascii: "<"):
      return .text(cursor.angleBrackets(in: style))
    default:
      return .text(cursor.rawText(in: style))
    }
  }

  private var isErrorStart: Bool {
    cursor.text.hasPrefix(Array("error domain=".utf8), at: cursor.position)
  }

  private mutating func errorValue() -> ErrorValue {
    cursor.position += "Error ".utf8.count
    if let node = error() { return .error(node) }
    return .text("")
  }

  /// `0x6000… {Error Domain=… }`, the form of underlying errors.
  private mutating func wrappedError() -> ErrorValue? {
    let start = cursor.position
    cursor.position += 1
    cursor.skipSpace()
    guard isErrorStart else {
      cursor.position = start
      return nil
    }
    let result = errorValue()
    cursor.skipSpace()
    if cursor.peek == UInt8(ascii: "}") { cursor.position += 1 }
    return result
  }

  /// The fields of a dictionary, whose bracket is at the current position.
  private mutating func dictionary(in first: DumpStyle = .inline) -> [ErrorNode.Field] {
    cursor.position += 1
    var fields: [ErrorNode.Field] = []
    var style = first
    while cursor.mayGoOn {
      cursor.skipSeparators()
      guard let byte = cursor.peek else { break }
      if byte == style.close {
        cursor.position += 1
        break
      }
      let before = cursor.position
      guard let key = cursor.key(in: style) else {
        // Not a field: step over one value so that the fields behind it are still read.
        _ = cursor.rawText(in: style)
        if cursor.position == before { cursor.position += 1 }
        continue
      }
      if style == .inline, key.isSpaced { style = .propertyList }
      fields.append(ErrorNode.Field(key: key.name, value: value(in: style)))
    }
    return fields
  }

  /// The values of a list, whose bracket is at the current position.
  private mutating func values(in style: DumpStyle) -> [ErrorValue] {
    cursor.position += 1
    var values: [ErrorValue] = []
    while cursor.mayGoOn {
      cursor.skipSeparators()
      guard let byte = cursor.peek else { break }
      if byte == style.close {
        cursor.position += 1
        break
      }
      let before = cursor.position
      values.append(value(in: style))
      if cursor.position == before { cursor.position += 1 }
    }
    return values
  }

  private mutating func swiftCollection() -> ErrorValue {
    let start = cursor.position
    cursor.position += 1
    cursor.skipSpace()
    let isDictionary = cursor.key(in: .swift) != nil
    cursor.position = start
    return isDictionary ? .dictionary(dictionary(in: .swift)) : .array(values(in: .swift))
  }

  /// The quoted text at the current cursor.position; an error printed inside it is read as an error.
  private mutating func quoted() -> ErrorValue {
    let start = cursor.position
    let bytes = cursor.quotedBytes()
    if quoting < Self.quotingLimit, bytes.starts(with: "Error Domain=".utf8) {
      let range = range(from: start)
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
}

extension ErrorNode {
  fileprivate mutating func setRanges(to range: Range<Int>) {
    self.range = range
    for index in underlying.indices { underlying[index].setRanges(to: range) }
    for index in details.indices { details[index].setRanges(to: range) }
  }
}
