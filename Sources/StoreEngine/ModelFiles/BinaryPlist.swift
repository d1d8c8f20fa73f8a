/// The binary property list format (`bplist00`).
package enum BinaryPlist {
  /// Deeper nesting than this is refused; property lists of stores and models use five levels.
  package static let depthLimit = 128
  /// More objects, or more references between them, than these are refused: both cost far more
  /// memory than bytes in the file. The largest model seen has 6,000 of each.
  static let objectLimit = 1_000_000
  static let referenceLimit = 4_000_000

  package static func isBinaryPlist(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("bplist".utf8))
  }

  /// Reads any bytes: the result is a value or a `ModelFileError.binaryPlist`.
  ///
  /// An object that is referenced many times is read once and shared. Nested sharing could still
  /// describe more values than any memory holds, so what the list would unfold to is limited too.
  package static func read(_ bytes: [UInt8]) throws -> PlistValue {
    var reader = try BinaryPlistReader(bytes)
    return try reader.read()
  }
}

private struct BinaryPlistReader {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let topObject: Int
  private let offsetTable: Int
  private let weightLimit: Int
  private var objects: [State]
  private var references = 0

  private enum State {
    case unread
    case reading
    /// `weight` counts the values that would be met when walking the whole object.
    case read(PlistValue, weight: Int, depth: Int)
  }

  init(_ bytes: [UInt8]) throws {
    guard BinaryPlist.isBinaryPlist(bytes) else { throw Self.error(.notABinaryPlist) }
    guard bytes.count >= 8 + 32 else { throw Self.error(.badTrailer) }
    let trailer = bytes.count - 32
    func word(_ index: Int) -> Int? {
      let start = trailer + 8 + index * 8
      return Int(exactly: bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), let count = word(0),
      let top = word(1), let table = word(2), count > 0, top < count, table >= 8, table <= trailer,
      count <= (trailer - table) / offsetSize
    else { throw Self.error(.badTrailer) }
    guard count <= BinaryPlist.objectLimit else {
      throw Self.error(.tooLarge(limit: BinaryPlist.objectLimit))
    }
    self.bytes = bytes
    objectCount = count
    topObject = top
    offsetTable = table
    weightLimit = 1_000_000 + 16 * bytes.count
    objects = Array(repeating: .unread, count: count)
  }

  mutating func read() throws -> PlistValue { try object(topObject, level: 0).value }

  private mutating func object(
    _ index: Int, level: Int
  ) throws -> (value: PlistValue, weight: Int, depth: Int) {
    guard index < objectCount else { throw Self.error(.offsetOutside(object: index)) }
    switch objects[index] {
    case .read(let value, let weight, let depth):
      // A shared object may sit deeper here than where it was read first.
      guard level + depth <= BinaryPlist.depthLimit else { throw Self.tooDeep }
      return (value, weight, depth)
    case .reading: throw Self.error(.cycle(object: index))
    case .unread: break
    }
    guard level < BinaryPlist.depthLimit else { throw Self.tooDeep }
    objects[index] = .reading
    let result = try parse(index, level: level)
    guard result.weight <= weightLimit else { throw Self.error(.tooLarge(limit: weightLimit)) }
    objects[index] = .read(result.value, weight: result.weight, depth: result.depth)
    return result
  }

  private mutating func parse(
    _ index: Int, level: Int
  ) throws -> (value: PlistValue, weight: Int, depth: Int) {
    let start = offsetTable + index * offsetSize
    let offset = Int(exactly: unsigned(at: start, size: offsetSize)) ?? .max
    guard offset >= 8, offset < offsetTable else { throw Self.error(.offsetOutside(object: index)) }
    let marker = bytes[offset]
    let low = Int(marker & 0x0f)
    switch marker >> 4 {
    case 0x0:
      switch low {
      case 0x0: return (.null, 1, 0)
      case 0x8: return (.bool(false), 1, 0)
      case 0x9: return (.bool(true), 1, 0)
      default: throw Self.error(.unknownType(marker, offset: offset))
      }
    case 0x1:
      guard low <= 4 else { throw Self.error(.unknownType(marker, offset: offset)) }
      return (integer(try slice(offset + 1, 1 << low, of: offset)), 1, 0)
    case 0x2:
      guard low == 2 || low == 3 else { throw Self.error(.unknownType(marker, offset: offset)) }
      let range = try slice(offset + 1, 1 << low, of: offset)
      let bits = unsigned(at: range.lowerBound, size: range.count)
      let value =
        low == 2
        ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
      return (.real(value), 1, 0)
    case 0x3:
      guard low == 3 else { throw Self.error(.unknownType(marker, offset: offset)) }
      let range = try slice(offset + 1, 8, of: offset)
      return (.date(Double(bitPattern: unsigned(at: range.lowerBound, size: 8))), 1, 0)
    case 0x4:
      let range = try sized(offset, low, unit: 1)
      return (.data(Array(bytes[range])), 1 + range.count / 64, 0)
    case 0x5, 0x7:
      // ASCII, and the UTF-8 that newer writers may use.
      let range = try sized(offset, low, unit: 1)
      return (.string(String(decoding: bytes[range], as: UTF8.self)), 1 + range.count / 64, 0)
    case 0x6:
      let range = try sized(offset, low, unit: 2)
      let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return (.string(String(decoding: units, as: UTF16.self)), 1 + range.count / 64, 0)
    case 0x8:
      let range = try slice(offset + 1, low + 1, of: offset)
      guard range.count <= 8,
        let value = Int(exactly: unsigned(at: range.lowerBound, size: low + 1))
      else { throw Self.error(.unknownType(marker, offset: offset)) }
      return (.uid(value), 1, 0)
    case 0xA, 0xB, 0xC:
      let range = try sized(offset, low, unit: referenceSize)
      return try array(range, level: level)
    case 0xD:
      let range = try sized(offset, low, unit: 2 * referenceSize)
      return try dictionary(range, at: offset, level: level)
    default: throw Self.error(.unknownType(marker, offset: offset))
    }
  }

  private mutating func array(
    _ range: Range<Int>, level: Int
  ) throws -> (value: PlistValue, weight: Int, depth: Int) {
    try count(range)
    var values: [PlistValue] = []
    values.reserveCapacity(range.count / referenceSize)
    var weight = 1
    var depth = 0
    for position in stride(from: range.lowerBound, to: range.upperBound, by: referenceSize) {
      let element = try object(reference(at: position), level: level + 1)
      values.append(element.value)
      weight = try add(weight, element.weight)
      depth = max(depth, element.depth + 1)
    }
    return (.array(values), weight, depth)
  }

  private mutating func dictionary(
    _ range: Range<Int>, at offset: Int, level: Int
  ) throws -> (value: PlistValue, weight: Int, depth: Int) {
    try count(range)
    let half = range.count / 2
    var values: [String: PlistValue] = [:]
    values.reserveCapacity(half / referenceSize)
    var weight = 1
    var depth = 0
    let keys = range.lowerBound..<range.lowerBound + half
    for position in stride(from: keys.lowerBound, to: keys.upperBound, by: referenceSize) {
      let key = try object(reference(at: position), level: level + 1)
      guard case .string(let name) = key.value else {
        throw Self.error(.keyNotString(offset: offset))
      }
      let element = try object(reference(at: position + half), level: level + 1)
      // Core Foundation keeps the first of two equal keys.
      if let first = values.updateValue(element.value, forKey: name) { values[name] = first }
      weight = try add(weight, element.weight + key.weight)
      depth = max(depth, element.depth + 1)
    }
    return (.dictionary(values), weight, depth)
  }

  private mutating func count(_ range: Range<Int>) throws {
    references += range.count / referenceSize
    guard references <= BinaryPlist.referenceLimit else {
      throw Self.error(.tooLarge(limit: BinaryPlist.referenceLimit))
    }
  }

  /// Weights stay below the limit, so their sums cannot overflow.
  private func add(_ weight: Int, _ more: Int) throws -> Int {
    guard weight + more <= weightLimit else { throw Self.error(.tooLarge(limit: weightLimit)) }
    return weight + more
  }

  // MARK: Bytes

  /// 1, 2 and 4 bytes are unsigned, 8 and 16 bytes two's complement.
  private func integer(_ range: Range<Int>) -> PlistValue {
    let low = unsigned(at: max(range.lowerBound, range.upperBound - 8), size: min(range.count, 8))
    guard range.count == 16 else { return .integer(Int64(bitPattern: low)) }
    let high = unsigned(at: range.lowerBound, size: 8)
    let fits = high == (low >> 63 == 1 ? UInt64.max : 0)
    return fits ? .integer(Int64(bitPattern: low)) : .wideInteger(high: high, low: low)
  }

  private func reference(at position: Int) -> Int {
    Int(exactly: unsigned(at: position, size: referenceSize)) ?? .max
  }

  private func unsigned(at position: Int, size: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in position..<position + size { value = value << 8 | UInt64(bytes[index]) }
    return value
  }

  /// The bytes of an object whose marker may be followed by its count.
  private func sized(_ offset: Int, _ low: Int, unit: Int) throws -> Range<Int> {
    guard low == 0x0f else { return try slice(offset + 1, low, unit: unit, of: offset) }
    let marker = try slice(offset + 1, 1, of: offset).lowerBound
    guard bytes[marker] >> 4 == 0x1, bytes[marker] & 0x0f <= 3 else {
      throw Self.error(.objectOutside(offset: offset))
    }
    let width = try slice(marker + 1, 1 << Int(bytes[marker] & 0x0f), of: offset)
    let count = Int(exactly: unsigned(at: width.lowerBound, size: width.count)) ?? .max
    return try slice(width.upperBound, count, unit: unit, of: offset)
  }

  private func slice(_ start: Int, _ count: Int, unit: Int = 1, of offset: Int) throws -> Range<Int>
  {
    let (length, overflow) = count.multipliedReportingOverflow(by: unit)
    guard !overflow, length >= 0, start <= offsetTable, length <= offsetTable - start else {
      throw Self.error(.objectOutside(offset: offset))
    }
    return start..<start + length
  }

  private static func error(_ damage: ModelFileError.PlistDamage) -> ModelFileError {
    .binaryPlist(damage)
  }

  private static var tooDeep: ModelFileError { error(.tooDeep(limit: BinaryPlist.depthLimit)) }
}
