internal import StoreModel

/// A value in SQLite's own five storage classes.
public enum SQLiteValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  /// Text that is not valid UTF-8 is repaired with U+FFFD; see `Statement.bytes(at:)` for the bytes.
  case text(String)
  case blob([UInt8])

  /// Whether it is NULL.
  public var isNull: Bool { self == .null }

  /// Nil unless SQLite kept an integer.
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

  /// Nil unless it is a text.
  public var text: String? {
    if case .text(let value) = self { value } else { nil }
  }

  /// Nil unless it is a blob.
  public var blob: [UInt8]? {
    if case .blob(let value) = self { value } else { nil }
  }
}

extension SQLiteValue {
  /// The value as SQL.
  package var sqlLiteral: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): value == .min ? "(-9223372036854775807 - 1)" : String(value)
    case .real(let value) where value.isFinite: String(value)
    case .real(let value): value.isNaN ? "NULL" : value < 0 ? "-9e999" : "9e999"
    case .text(let text): text.sqlLiteral
    case .blob(let bytes): "x'\(bytes.hexText)'"
    }
  }
}
