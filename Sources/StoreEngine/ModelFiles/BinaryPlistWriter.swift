internal import StoreModel

extension BinaryPlist {
  /// Equal values give equal bytes: keys are sorted by code point, equal scalars are stored once.
  package static func write(_ value: PlistValue) -> [UInt8] {
    var writer = BinaryPlistWriter()
    let top = writer.add(value)
    return writer.finish(top: top)
  }
}

private struct BinaryPlistWriter {
  private enum Node {
    case scalar(PlistValue)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  private var nodes: [Node] = []
  private var scalars: [PlistValue: Int] = [:]

  mutating func add(_ value: PlistValue) -> Int {
    switch value {
    case .array(let elements):
      let index = reserve()
      nodes[index] = .array(elements.map { add($0) })
      return index
    case .dictionary(let elements):
      let index = reserve()
      let sorted = elements.sorted { $0.key.codePointsPrecede($1.key) }
      let keys = sorted.map { add(.string($0.key)) }
      nodes[index] = .dictionary(keys: keys, values: sorted.map { add($0.value) })
      return index
    default:
      if let index = scalars[value] { return index }
      let index = reserve()
      nodes[index] = .scalar(value)
      scalars[value] = index
      return index
    }
  }

  private mutating func reserve() -> Int {
    nodes.append(.scalar(.null))
    return nodes.count - 1
  }

  func finish(top: Int) -> [UInt8] {
    let referenceSize = Self.width(of: nodes.count)
    var output = Array("bplist00".utf8)
    var offsets: [Int] = []
    for node in nodes {
      offsets.append(output.count)
      switch node {
      case .scalar(let value): Self.append(value, to: &output)
      case .array(let elements):
        Self.append(marker: 0xA0, count: elements.count, to: &output)
        for element in elements { Self.append(element, size: referenceSize, to: &output) }
      case .dictionary(let keys, let values):
        Self.append(marker: 0xD0, count: keys.count, to: &output)
        for element in keys + values { Self.append(element, size: referenceSize, to: &output) }
      }
    }
    let table = output.count
    let offsetSize = Self.width(of: table)
    for offset in offsets { Self.append(offset, size: offsetSize, to: &output) }
    output += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for word in [nodes.count, top, table] { Self.append(word, size: 8, to: &output) }
    return output
  }

  private static func append(_ value: PlistValue, to output: inout [UInt8]) {
    switch value {
    case .null: output.append(0x00)
    case .bool(let value): output.append(value ? 0x09 : 0x08)
    case .integer(let value): append(integer: value, to: &output)
    case .wideInteger(let high, let low):
      output.append(0x14)
      append(bits: high, to: &output)
      append(bits: low, to: &output)
    case .real(let value):
      output.append(0x23)
      append(bits: value.bitPattern, to: &output)
    case .date(let value):
      output.append(0x33)
      append(bits: value.bitPattern, to: &output)
    case .data(let bytes):
      append(marker: 0x40, count: bytes.count, to: &output)
      output += bytes
    case .string(let text): append(text: text, to: &output)
    case .uid(let value):
      let size = width(of: value)
      output.append(0x80 | UInt8(size - 1))
      append(value, size: size, to: &output)
    case .array, .dictionary: break  // Never scalars.
    }
  }

  private static func append(text: String, to output: inout [UInt8]) {
    let utf8 = text.utf8
    if utf8.allSatisfy({ $0 < 0x80 }) {
      append(marker: 0x50, count: utf8.count, to: &output)
      output += utf8
    } else {
      let units = Array(text.utf16)
      append(marker: 0x60, count: units.count, to: &output)
      for unit in units { output += [UInt8(unit >> 8), UInt8(unit & 0xff)] }
    }
  }

  /// Negative numbers always take 8 bytes, since shorter ones are unsigned.
  private static func append(integer: Int64, to output: inout [UInt8]) {
    let size = integer < 0 ? 8 : width(of: Int(integer))
    output.append(0x10 | UInt8(size.trailingZeroBitCount))
    append(Int(integer), size: size, to: &output)
  }

  private static func append(marker: UInt8, count: Int, to output: inout [UInt8]) {
    if count < 15 {
      output.append(marker | UInt8(count))
    } else {
      output.append(marker | 0x0f)
      append(integer: Int64(count), to: &output)
    }
  }

  private static func append(bits: UInt64, to output: inout [UInt8]) {
    withUnsafeBytes(of: bits.bigEndian) { output += $0 }
  }

  private static func append(_ value: Int, size: Int, to output: inout [UInt8]) {
    withUnsafeBytes(of: UInt64(bitPattern: Int64(value)).bigEndian) { output += $0.suffix(size) }
  }

  private static func width(of value: Int) -> Int {
    value <= 0xff ? 1 : value <= 0xffff ? 2 : value <= 0xffff_ffff ? 4 : 8
  }
}
