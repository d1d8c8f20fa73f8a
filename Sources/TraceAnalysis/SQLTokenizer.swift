internal import StoreModel

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
}

/// Splits SQL into tokens in one pass over its bytes. Total: logged SQL may be cut anywhere, so an
/// open quote or comment simply ends with the text.
struct SQLTokenizer {
  private let sql: UnsafeRawBufferPointer
  private var offset = 0
  /// The quote that the text ended inside of, so that the next line continues it; 0 when none.
  private(set) var openQuote: UInt8 = 0
  /// Quoted names and comments were met, which may hold quotes and digits that are no literals.
  private(set) var hasNamesOrComments = false

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
        hasNamesOrComments = true
        offset = sql.find(UInt8(ascii: "\n"), from: offset) ?? sql.count
      } else if sql.has("/*", at: offset) {
        hasNamesOrComments = true
        offset = sql.find("*/", from: offset + 2).map { $0 + 2 } ?? sql.count
      } else {
        return
      }
    }
  }

  private mutating func quoted(_ kind: SQLToken.Kind, until quote: UInt8, from start: Int)
    -> SQLToken
  {
    let (end, isClosed) = Self.quotedEnd(sql, from: offset, until: quote)
    offset = end
    if !isClosed { openQuote = quote }
    if kind == .quotedName { hasNamesOrComments = true }
    return SQLToken(kind: kind, start: start, end: end)
  }

  /// A doubled quote inside stands for one; `[` has no doubling.
  static func quotedEnd(
    _ sql: UnsafeRawBufferPointer, from start: Int, until quote: UInt8
  ) -> (end: Int, isClosed: Bool) {
    var offset = start + 1
    while let end = sql.find(quote, from: offset) {
      offset = end + 1
      let isDoubled =
        quote != UInt8(ascii: "]") && offset < sql.count && sql[offset] == quote
      guard isDoubled else { return (offset, true) }
      offset += 1
    }
    return (sql.count, false)
  }

  private mutating func number(from start: Int) -> SQLToken {
    offset = Self.numberEnd(sql, from: start)
    return SQLToken(kind: .number, start: start, end: offset)
  }

  static func numberEnd(_ sql: UnsafeRawBufferPointer, from start: Int) -> Int {
    var offset = start
    if sql.has("0x", at: offset) || sql.has("0X", at: offset) {
      offset += 2
      while offset < sql.count, sql[offset].isHexDigit { offset += 1 }
      return offset
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
    return offset
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
