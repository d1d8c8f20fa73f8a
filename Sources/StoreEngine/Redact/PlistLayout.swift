/// Where in a binary property list which object lies. Any bytes give a layout or none.
struct PlistLayout {
  /// What the bytes of an object are.
  enum Kind { case structure, text, wideText, data, integer, real, date }

  let bytes: [UInt8]
  let count: Int
  let top: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let table: Int

  /// Lists with more objects than this are no values of attributes.
  private static let limit = 1_000_000
  private static let headSize = 8
  private static let trailerSize = 32

  init?(_ bytes: [UInt8]) {
    let trailer = bytes.count - Self.trailerSize
    guard BinaryPlist.isBinaryPlist(bytes), trailer >= Self.headSize else { return nil }
    func word(_ place: Int) -> Int? {
      let start = trailer + 8 + place * 8
      return Int(exactly: bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), let count = word(0),
      let top = word(1), let table = word(2), count > 0, count <= Self.limit, top < count,
      table >= Self.headSize, table <= trailer, count <= (trailer - table) / offsetSize
    else { return nil }
    (self.bytes, self.count, self.top, self.table) = (bytes, count, top, table)
  }

  private func number(at start: Int, _ size: Int) -> Int {
    let word = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: word) ?? .max
  }

  private func offset(of object: Int) -> Int? {
    guard object < count else { return nil }
    let offset = number(at: table + object * offsetSize, offsetSize)
    return offset >= Self.headSize && offset < table ? offset : nil
  }

  /// Where an object's content begins, and how many units it has.
  private func content(of object: Int) -> (start: Int, units: Int)? {
    guard let offset = offset(of: object) else { return nil }
    let low = Int(bytes[offset] & 0x0F)
    guard low == 0x0F, bytes[offset] >> 4 >= 4 else { return (offset + 1, low) }
    guard offset + 1 < table, bytes[offset + 1] >> 4 == 1 else { return nil }
    let size = 1 << Int(bytes[offset + 1] & 0x0F)
    guard size <= 8, offset + 2 + size <= table else { return nil }
    return (offset + 2 + size, number(at: offset + 2, size))
  }

  func kind(of object: Int) -> Kind {
    guard let offset = offset(of: object) else { return .structure }
    switch bytes[offset] >> 4 {
    case 1: return .integer
    case 2: return .real
    case 3: return .date
    case 4: return .data
    case 5, 7: return .text
    case 6: return .wideText
    default: return .structure
    }
  }

  /// The bytes behind an object's mark and size; nil where they do not lie in the list.
  func payload(of object: Int) -> Range<Int>? {
    guard let offset = offset(of: object), let content = content(of: object) else { return nil }
    let size: Int
    switch bytes[offset] >> 4 {
    case 1, 2, 3: size = 1 << min(content.units, 4)
    case 4, 5, 7: size = content.units
    case 6: size = content.units.multiplied(saturating: 2)
    case 8: size = content.units + 1
    case 0xA, 0xB, 0xC: size = content.units.multiplied(saturating: referenceSize)
    case 0xD: size = content.units.multiplied(saturating: 2 * referenceSize)
    default: size = 0
    }
    guard size <= table - content.start else { return nil }
    return content.start..<content.start + size
  }

  func string(at object: Int) -> String? {
    guard kind(of: object) == .text, let range = payload(of: object) else { return nil }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// Of an array or a set.
  func elements(of object: Int) -> [Int] {
    guard let offset = offset(of: object), (0xA...0xC).contains(bytes[offset] >> 4) else {
      return []
    }
    return references(of: object)
  }

  /// Of a dictionary.
  func members(of object: Int) -> [(key: Int, value: Int)] {
    guard let offset = offset(of: object), bytes[offset] >> 4 == 0xD else { return [] }
    let all = references(of: object)
    return zip(all.prefix(all.count / 2), all.suffix(all.count / 2)).map { ($0, $1) }
  }

  private func references(of object: Int) -> [Int] {
    guard let range = payload(of: object) else { return [] }
    return stride(from: range.lowerBound, to: range.upperBound, by: referenceSize).map {
      number(at: $0, referenceSize)
    }
  }

  /// The list without any object's content: its head, marks, sizes and table of offsets.
  var skeleton: [UInt8] {
    var result = [UInt8](repeating: 0, count: bytes.count)
    func keep(_ range: Range<Int>) { result.replaceSubrange(range, with: bytes[range]) }
    keep(0..<Self.headSize)
    keep(table..<table + count * offsetSize)
    keep(bytes.count - Self.trailerSize + 6..<bytes.count)
    for object in 0..<count {
      guard let offset = offset(of: object), let payload = payload(of: object) else { continue }
      keep(offset..<payload.lowerBound)
    }
    return result
  }
}

extension Int {
  fileprivate func multiplied(saturating other: Int) -> Int {
    let (product, isTooLarge) = multipliedReportingOverflow(by: other)
    return isTooLarge ? .max : product
  }
}
