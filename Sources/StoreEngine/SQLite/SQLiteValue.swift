/// A value in SQLite's own five storage classes.
public enum SQLiteValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  /// Text that is not valid UTF-8 is repaired with U+FFFD; see `Statement.bytes(at:)` for the bytes.
  case text(String)
  case blob([UInt8])

  public var isNull: Bool { self == .null }

  public var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The number, whether SQLite kept it as an integer or a real.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  public var text: String? {
    if case .text(let value) = self { value } else { nil }
  }

  public var blob: [UInt8]? {
    if case .blob(let value) = self { value } else { nil }
  }
}
