/// A row as SQLite stores it: a header with the types of the columns, then their bytes
/// (fileformat2.html §2.1).
struct StoredRecord {
  /// Serial types by column.
  let types: [Int64]
  private let bytes: [UInt8]
  private let body: Int

  /// Nil for bytes whose header and length do not agree to the last byte.
  init?(_ bytes: [UInt8]) {
    guard let (types, body) = Self.header(bytes[...], size: bytes.count) else { return nil }
    self.types = types
    self.body = body
    self.bytes = bytes
  }

  /// The types alone, where only the beginning of a record of `size` bytes is at hand; nil where
  /// they cannot be right, `[]` where the header goes on elsewhere.
  static func types(_ start: ArraySlice<UInt8>, size: Int) -> [Int64]? {
    if start.count < size {
      var reader = VarintReader(start, start.startIndex, start.endIndex)
      guard let length = reader.next(), length > 0, length <= Int64(size) else { return nil }
      if length > Int64(start.count) { return [] }
    }
    return header(start, size: size)?.types
  }

  private static func header(
    _ start: ArraySlice<UInt8>, size: Int
  ) -> (types: [Int64], body: Int)? {
    var reader = VarintReader(start, start.startIndex, start.endIndex)
    guard let length = reader.next(), length > 0, length <= Int64(start.count) else {
      return nil
    }
    let end = start.startIndex + Int(length)
    var types: [Int64] = []
    types.reserveCapacity(Int(length))
    var sum = length
    reader = VarintReader(start, reader.position, end)
    while reader.position < end {
      guard let type = reader.next(), let width = Self.width(type) else { return nil }
      types.append(type)
      sum += width
      guard sum <= Int64(size) else { return nil }
    }
    return sum == Int64(size) ? (types, Int(length)) : nil
  }

  private static func width(_ type: Int64) -> Int64? {
    switch type {
    case 0, 8, 9: 0
    case 1...4: type
    case 5: 6
    case 6, 7: 8
    case 12...: (type - 12) / 2
    default: nil
    }
  }

  /// A value of a column, with the bytes of a text as they are.
  enum Value {
    case value(SQLiteValue)
    case text(ArraySlice<UInt8>)
  }

  func values() -> [Value] {
    var place = body
    return types.map { type in
      let width = Int(Self.width(type) ?? 0)
      let part = bytes[place..<place + width]
      place += width
      switch type {
      case 0: return .value(.null)
      case 8, 9: return .value(.integer(type - 8))
      case 1...6:
        let start: Int64 = (part.first ?? 0) >= 0x80 ? -1 : 0
        return .value(.integer(part.reduce(start) { $0 << 8 | Int64($1) }))
      case 7: return .value(.real(Double(bitPattern: part.reduce(0) { $0 << 8 | UInt64($1) })))
      default: return type % 2 == 0 ? .value(.blob(Array(part))) : .text(part)
      }
    }
  }

  /// The integer in a column; nil for anything else.
  func integer(_ column: Int) -> Int64? {
    guard types.indices.contains(column), [1, 2, 3, 4, 5, 6, 8, 9].contains(types[column]),
      case .value(.integer(let value)) = values()[column]
    else { return nil }
    return value
  }
}

/// How texts are stored, from byte 56 of the header.
enum TextEncoding: UInt32 {
  case utf8 = 1
  case utf16LittleEndian = 2
  case utf16BigEndian = 3

  /// Nil for bytes that are no text in it.
  func text(_ bytes: ArraySlice<UInt8>) -> String? {
    if self == .utf8 { return String(validating: bytes, as: UTF8.self) }
    guard bytes.count % 2 == 0 else { return nil }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { place in
      let pair = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return self == .utf16BigEndian ? pair.0 << 8 | pair.1 : pair.1 << 8 | pair.0
    }
    return String(validating: units, as: UTF16.self)
  }
}
