/// A value of a property list, binary or XML.
public enum PlistValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// An integer beyond `Int64`: binary property lists have room for 128 bits, two's complement.
  case wideInteger(high: UInt64, low: UInt64)
  case real(Double)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  case data([UInt8])
  case string(String)
  /// A reference to an entry of a keyed archive's object table.
  case uid(Int)
  /// Sets, which only Core Foundation writes, are read as arrays.
  case array([PlistValue])
  case dictionary([String: PlistValue])
}

extension PlistValue {
  /// A truth value, as archivers of any age write it.
  public var bool: Bool? {
    switch self {
    case .bool(let value): value
    // Old archivers wrote truth values as numbers.
    case .integer(let value): value != 0
    default: nil
    }
  }

  /// Nil unless it is a whole number of 64 bits, or a truth value.
  public var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  }

  /// Nil unless it is a number.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  /// Nil unless it is a text.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// Nil unless it is data.
  public var data: [UInt8]? {
    if case .data(let value) = self { value } else { nil }
  }

  /// Nil unless it is an array.
  public var array: [PlistValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// Nil unless it is a dictionary.
  public var dictionary: [String: PlistValue]? {
    if case .dictionary(let value) = self { value } else { nil }
  }
}

/// Reads a property list of either format.
package enum PropertyList {
  package static func read(_ bytes: [UInt8]) throws -> PlistValue {
    if BinaryPlist.isBinaryPlist(bytes) { return try BinaryPlist.read(bytes) }
    guard isXML(bytes) else { throw ModelFileError.notAPropertyList }
    return try XMLPlist.read(bytes)
  }

  /// Whether the first thing that is neither space nor byte order mark is a `<`.
  static func isXML(_ bytes: [UInt8]) -> Bool {
    bytes.first { !" \n\r\t".utf8.contains($0) && ![0xEF, 0xBB, 0xBF].contains($0) }
      == UInt8(ascii: "<")
  }
}
