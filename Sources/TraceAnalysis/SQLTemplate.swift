/// A statement without what varies from run to run: literals and parameters become `?`, lists of
/// them one `?`, spaces are made regular, keywords upper case, the number of `_Z_intarray` goes.
///
struct SQLTemplate {
  struct Word {
    var text: String
    var kind: SQLToken.Kind
    var isKeyword: Bool
  }

  /// A token of the template by its place in `bytes`.
  private struct Piece {
    var kind: SQLToken.Kind
    var traits: SQLKeywords.Traits
    var start: Int32
    var end: Int32
  }

  private(set) var bytes: [UInt8] = []
  private var pieces: [Piece] = []
  private(set) var hasParameters = false
  /// Nothing in the statement hides quotes or digits from `SQLSkeleton`.
  let isPlain: Bool
  /// The quote that the statement ended inside of; 0 when none.
  let openQuote: UInt8

  private var listStart: Int?
  private var listPieces = 0

  init(_ sql: UnsafeRawBufferPointer) {
    var tokenizer = SQLTokenizer(sql)
    bytes.reserveCapacity(sql.count + 16)
    pieces.reserveCapacity(sql.count / 4 + 8)
    var tokens: [SQLToken] = []
    tokens.reserveCapacity(sql.count / 4 + 8)
    while let token = tokenizer.next() { tokens.append(token) }
    isPlain = !tokenizer.hasNamesOrComments
    openQuote = tokenizer.openQuote
    for token in tokens { append(token, of: sql) }
    while isLast(UInt8(ascii: ";")) { removeLastMark() }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The tokens of the template, for recognising its shape.
  var words: [Word] {
    bytes.withUnsafeBytes { bytes in
      pieces.map { piece in
        let slice = bytes.slice(Int(piece.start), Int(piece.end))
        return Word(
          text: String(decoding: slice, as: UTF8.self), kind: piece.kind,
          isKeyword: !piece.traits.isEmpty)
      }
    }
  }

  private mutating func append(_ token: SQLToken, of sql: UnsafeRawBufferPointer) {
    let slice = sql.slice(token.start, token.end)
    switch token.kind {
    case .parameter:
      hasParameters = true
      appendVariable()
    case .number, .string, .blob:
      // `SELECT 0, t0.Z_PK …`: Core Data's mark for the form of the row, not a value.
      if pieces.count == 1, token.kind == .number, slice.count == 1, bytes.isSelect {
        return emit(slice, token.kind)
      }
      dropUnaryMinus()
      appendVariable()
    case .word: appendWord(slice)
    case .quotedName:
      listStart = nil
      emit(slice, .quotedName)
    case .mark: appendMark(slice)
    }
  }

  private mutating func appendWord(_ slice: UnsafeRawBufferPointer) {
    listStart = nil
    if slice.has("_Z_intarray", at: 0) { return emit(slice.slice(0, 11), .word) }
    emit(slice, .word, SQLKeywords.traits(of: slice) ?? [])
  }

  private mutating func appendMark(_ slice: UnsafeRawBufferPointer) {
    if slice.equals("(") {
      emit(slice, .mark)
      listStart = bytes.count
      listPieces = pieces.count
      return
    }
    if slice.equals(")"), let start = listStart {
      if pieces.count > listPieces + 1 {
        // A list of nothing but variables: its length does not matter.
        bytes.removeSubrange(start...)
        pieces.removeSubrange(listPieces...)
        appendVariable()
      }
      emit(slice, .mark)
      listStart = nil
      collapseRepeatedRow()
      return
    }
    if !slice.equals(",") { listStart = nil }
    emit(slice, .mark)
  }

  /// `VALUES (?), (?)` is `VALUES (?)`.
  private mutating func collapseRepeatedRow() {
    let row: StaticString = "(?), (?)"
    let isRepeated = bytes.withUnsafeBytes {
      pieces.count >= 7 && $0.has(row, at: $0.count - row.utf8CodeUnitCount)
    }
    guard isRepeated else { return }
    pieces.removeLast(4)
    bytes.removeLast(5)
  }

  private mutating func appendVariable() {
    withUnsafeBytes(of: UInt8(ascii: "?")) { emit($0, .parameter) }
  }

  /// `= -1` is one literal, `a - 1` is not.
  private mutating func dropUnaryMinus() {
    guard isLast(UInt8(ascii: "-")), pieces.count >= 2 else { return }
    let before = pieces[pieces.count - 2]
    let isOperator = before.kind == .mark && bytes[Int(before.start)] != UInt8(ascii: ")")
    guard isOperator || !before.traits.isEmpty else { return }
    removeLastMark()
  }

  /// Whether the last token is this mark.
  private func isLast(_ mark: UInt8) -> Bool {
    guard let last = pieces.last, last.kind == .mark, last.end - last.start == 1 else {
      return false
    }
    return bytes[Int(last.start)] == mark
  }

  private mutating func removeLastMark() {
    pieces.removeLast()
    bytes.removeLast()
    if bytes.last == 32 { bytes.removeLast() }
  }

  private mutating func emit(
    _ slice: UnsafeRawBufferPointer, _ kind: SQLToken.Kind, _ traits: SQLKeywords.Traits = []
  ) {
    if needsSpace(before: slice, kind) { bytes.append(32) }
    let start = Int32(clamping: bytes.count)
    if traits.isEmpty {
      bytes.append(contentsOf: slice)
    } else {
      for byte in slice { bytes.append(byte & 0xdf) }
    }
    pieces.append(
      Piece(kind: kind, traits: traits, start: start, end: Int32(clamping: bytes.count)))
  }

  private func needsSpace(before slice: UnsafeRawBufferPointer, _ kind: SQLToken.Kind) -> Bool {
    guard let last = pieces.last else { return false }
    if last.kind == .mark, isLast(UInt8(ascii: "(")) || isLast(UInt8(ascii: ".")) { return false }
    guard kind == .mark else { return true }
    switch slice.count == 1 ? slice[0] : 0 {
    case UInt8(ascii: ","), UInt8(ascii: ")"), UInt8(ascii: "."), UInt8(ascii: ";"): return false
    case UInt8(ascii: "("):
      // A call has no space, a group or a list has one.
      return last.kind != .word && last.kind != .quotedName || last.traits.contains(.beforeGroup)
    default: return true
    }
  }
}

extension [UInt8] {
  fileprivate var isSelect: Bool { elementsEqual("SELECT".utf8) }
}
