/// A piece of SQL text, by its place in the statement.
struct SQLToken {
  enum Kind: UInt8 {
    /// A keyword or a plain name.
    case word
    /// A name in `"…"`, `` `…` `` or `[…]`.
    case quotedName
    case string
    case blob
    case number
    /// `?`, `?1`, `:name`, `@name`, `$name`.
    case parameter
    /// An operator or a mark of one or two characters.
    case mark
  }

  var kind: Kind
  var start: Int
  var end: Int

  var isLiteral: Bool { kind == .string || kind == .blob || kind == .number }
}

/// Splits SQL into tokens in one pass over its bytes. Total: logged SQL may be cut anywhere, so an
/// open quote or comment simply ends with the text.
struct SQLTokenizer {
  private let sql: UnsafeRawBufferPointer
  private var offset = 0
  /// Whether the text ended inside a quote, so that the next line continues it.
  private(set) var endsInQuote = false

  init(_ sql: UnsafeRawBufferPointer) { self.sql = sql }

  mutating func next() -> SQLToken? {
    skipBlanksAndComments()
    guard offset < sql.count else { return nil }
    let start = offset
    let byte = sql[offset]
    switch byte {
    case UInt8(ascii: "'"): return quoted(.string, until: byte, from: start)
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      return quoted(.quotedName, until: byte, from: start)
    case UInt8(ascii: "["): return quoted(.quotedName, until: UInt8(ascii: "]"), from: start)
    case UInt8(ascii: "?"):
      offset += 1
      while offset < sql.count, sql[offset].isDigit { offset += 1 }
      return SQLToken(kind: .parameter, start: start, end: offset)
    case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"):
      offset += 1
      while offset < sql.count, sql[offset].isWordByte { offset += 1 }
      return SQLToken(kind: .parameter, start: start, end: offset)
    case _ where byte.isDigit,
      UInt8(ascii: ".") where offset + 1 < sql.count && sql[offset + 1].isDigit:
      return number(from: start)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      if offset + 1 < sql.count, sql[offset + 1] == UInt8(ascii: "'") {
        offset += 1
        return quoted(.blob, until: UInt8(ascii: "'"), from: start)
      }
      return word(from: start)
    case _ where byte.isWordByte: return word(from: start)
    default: return mark(from: start)
    }
  }

  private mutating func skipBlanksAndComments() {
    while offset < sql.count {
      if sql[offset] <= 32 {
        offset += 1
      } else if sql.has("--", at: offset) {
        offset = sql.find(UInt8(ascii: "\n"), from: offset) ?? sql.count
      } else if sql.has("/*", at: offset) {
        offset = sql.find("*/", from: offset + 2).map { $0 + 2 } ?? sql.count
      } else {
        return
      }
    }
  }

  /// A doubled quote inside stands for one; `[` has no doubling.
  private mutating func quoted(_ kind: SQLToken.Kind, until quote: UInt8, from start: Int)
    -> SQLToken
  {
    offset += 1
    while true {
      guard let end = sql.find(quote, from: offset) else {
        offset = sql.count
        endsInQuote = true
        break
      }
      offset = end + 1
      let isDoubled =
        quote != UInt8(ascii: "]") && offset < sql.count && sql[offset] == quote
      guard isDoubled else { break }
      offset += 1
    }
    return SQLToken(kind: kind, start: start, end: offset)
  }

  private mutating func number(from start: Int) -> SQLToken {
    if sql.has("0x", at: offset) || sql.has("0X", at: offset) {
      offset += 2
      while offset < sql.count, sql[offset].isHexDigit { offset += 1 }
      return SQLToken(kind: .number, start: start, end: offset)
    }
    while offset < sql.count {
      let byte = sql[offset]
      if byte.isDigit || byte == UInt8(ascii: ".") {
        offset += 1
      } else if byte | 32 == UInt8(ascii: "e"), offset > start {
        var next = offset + 1
        if next < sql.count, sql[next] == UInt8(ascii: "-") || sql[next] == UInt8(ascii: "+") {
          next += 1
        }
        guard next < sql.count, sql[next].isDigit else { break }
        offset = next
      } else {
        break
      }
    }
    return SQLToken(kind: .number, start: start, end: offset)
  }

  private mutating func word(from start: Int) -> SQLToken {
    while offset < sql.count, sql[offset].isWordByte { offset += 1 }
    return SQLToken(kind: .word, start: start, end: offset)
  }

  private mutating func mark(from start: Int) -> SQLToken {
    let next = start + 1 < sql.count ? sql[start + 1] : 0
    switch (sql[start], next) {
    case (UInt8(ascii: "<"), UInt8(ascii: "=")), (UInt8(ascii: ">"), UInt8(ascii: "=")),
      (UInt8(ascii: "<"), UInt8(ascii: ">")), (UInt8(ascii: "!"), UInt8(ascii: "=")),
      (UInt8(ascii: "="), UInt8(ascii: "=")), (UInt8(ascii: "|"), UInt8(ascii: "|")),
      (UInt8(ascii: "<"), UInt8(ascii: "<")), (UInt8(ascii: "-"), UInt8(ascii: ">")):
      offset += 2
    default: offset += 1
    }
    return SQLToken(kind: .mark, start: start, end: offset)
  }
}
