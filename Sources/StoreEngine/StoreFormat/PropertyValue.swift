internal import StoreModel

/// The value of a property as the app would see it.
public enum PropertyValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case double(Double)
  /// A decimal as SQLite keeps it: precision beyond a binary double is lost when it is stored.
  case decimal(String)
  case bool(Bool)
  case string(String)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  /// 16 bytes.
  case uuid([UInt8])
  case url(String)
  case data([UInt8])
  /// Binary data kept in a file of its own; `size` in bytes is nil when the file is missing.
  case external(name: String, size: Int64?)
  /// What a transformable's archive holds, when it holds nothing but plain values.
  case archived(PlistValue, size: Int)
  /// A case of an enumeration without raw value.
  case enumCase(String)
  /// The destination's key, and its entity where the store keeps it.
  case toOne(Int64, entity: String?)
  case toManyCount(Int64)
  /// A value of a storage class that does not fit the property's type.
  case unexpected(SQLiteValue)

  /// Whether there is no value.
  public var isNull: Bool { self == .null }
}

extension PropertyValue: CustomStringConvertible {
  /// One line of text: dates in ISO 8601, UUIDs in capitals, data as size and kind.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let value), .toOne(let value, _), .toManyCount(let value): String(value)
    case .double(let value): String(value)
    case .decimal(let text), .string(let text), .url(let text), .enumCase(let text): text
    case .bool(let value): value ? "true" : "false"
    case .date(let seconds): CoreDataDate.text(seconds)
    case .uuid(let bytes): UUIDText.text(bytes)
    case .data(let bytes): DataKind.summary(size: bytes.count, kind: DataKind(of: bytes))
    case .external(let name, let size):
      size.map { "<file \(name), \(DataKind.sizeText($0))>" } ?? "<file \(name), missing>"
    case .archived(let value, _): value.summary
    case .unexpected(let value): value.summary
    }
  }
}

extension SQLiteValue {
  fileprivate var summary: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text): text
    case .blob(let bytes): DataKind.summary(size: bytes.count, kind: DataKind(of: bytes))
    }
  }
}

extension PlistValue {
  /// The value as JSON; dates and data are texts, as in `PropertyValue`.
  fileprivate var summary: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .real(let value): value.isFinite ? String(value) : Self.quoted(String(value))
    case .date(let seconds): Self.quoted(CoreDataDate.text(seconds))
    case .data(let bytes):
      Self.quoted(DataKind.summary(size: bytes.count, kind: DataKind(of: bytes)))
    case .string(let text): Self.quoted(text)
    case .array(let values): "[" + values.map(\.summary).joined(separator: ", ") + "]"
    case .dictionary(let values):
      "{"
        + values.sorted { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) }
        .map { "\(Self.quoted($0.key)): \($0.value.summary)" }.joined(separator: ", ") + "}"
    default: Self.quoted("…")
    }
  }

  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.append(jsonString: text)
    return String(decoding: bytes, as: UTF8.self)
  }
}
