public import StoreModel

/// How a column's values become property values (Documentation/Format/StoreFormat.md, 3).
public enum ValueDecoder: Sendable, Hashable {
  case integer, double, decimal, bool, string, date, uuid, url, data, externalData, transformable
  /// `Z_ENT` to the name of the concrete entity.
  case entity
  case toOne
  case toManyCount
  /// The name of the enum's case is the value.
  case enumCase

  public init(_ attribute: Attribute) {
    self =
      switch attribute.type {
      case .integer16, .integer32, .integer64: .integer
      case .boolean: .bool
      case .double, .float: .double
      case .decimal: .decimal
      case .date: .date
      case .uuid: .uuid
      case .uri: .url
      case .binary: attribute.allowsExternalStorage ? .externalData : .data
      case .transformable: .transformable
      default: .string
      }
  }

  /// - Parameter external: where values that are files lie; nil leaves their size unknown.
  public func value(_ raw: SQLiteValue, external: ExternalStorage?) -> PropertyValue {
    switch (self, raw) {
    case (_, .null): return .null
    case (.integer, .integer(let value)): return .integer(value)
    case (.double, .integer(let value)): return .double(Double(value))
    case (.double, .real(let value)): return .double(value)
    case (.decimal, .integer(let value)): return .decimal(String(value))
    case (.decimal, .real(let value)): return .decimal(String(value))
    case (.bool, .integer(let value)) where value == 0 || value == 1: return .bool(value == 1)
    case (.string, .text(let text)), (.entity, .text(let text)): return .string(text)
    case (.enumCase, .text(let text)): return .enumCase(text)
    case (.date, .integer(let value)): return .date(Double(value))
    case (.date, .real(let value)): return .date(value)
    case (.uuid, .blob(let bytes)) where bytes.count == 16: return .uuid(bytes)
    case (.url, .text(let text)): return .url(text)
    case (.data, .blob(let bytes)): return .data(bytes)
    case (.externalData, .blob(let bytes)):
      if bytes.first == ExternalStorage.inline { return .data(Array(bytes.dropFirst())) }
      guard let name = ExternalStorage.name(in: bytes) else { return .unexpected(raw) }
      return .external(name: name, size: external?.size(of: name))
    case (.transformable, .blob(let bytes)):
      return ArchivedValue.read(bytes).map { .archived($0, size: bytes.count) } ?? .data(bytes)
    case (.toOne, .integer(let key)): return .toOne(key, entity: nil)
    case (.toManyCount, .integer(let count)): return .toManyCount(count)
    default: return .unexpected(raw)
    }
  }
}

/// A value that cannot be stored in an attribute of that type.
public struct ValueMismatch: ReportableError, Sendable, Hashable {
  public var type: AttributeType

  /// As for other content that cannot be used.
  public var status: ExitStatus { .unreadable }
  public var description: String { "the value does not fit the type \(type)" }
}

extension Attribute {
  /// The column's value for a property value: the inverse of `ValueDecoder.value`.
  ///
  /// Data for external storage gets its leading byte; whether it is to be a file is the writer's
  /// decision.
  public func storedValue(_ value: PropertyValue) throws(ValueMismatch) -> SQLiteValue {
    switch (type, value) {
    case (_, .null): return .null
    case (.integer16, .integer(let value)), (.integer32, .integer(let value)),
      (.integer64, .integer(let value)):
      return .integer(value)
    case (.boolean, .bool(let value)): return .integer(value ? 1 : 0)
    case (.double, .double(let value)), (.date, .date(let value)): return .real(value)
    case (.float, .double(let value)): return .real(Double(Float(value)))
    case (.double, .integer(let value)), (.float, .integer(let value)):
      return .real(Double(value))
    case (.decimal, .decimal(let text)):
      // DECIMAL has numeric affinity: SQLite itself keeps the text as an integer or a real.
      return .text(text)
    case (.string, .string(let text)), (.string, .enumCase(let text)), (.uri, .url(let text)):
      return .text(text)
    case (.uuid, .uuid(let bytes)) where bytes.count == 16: return .blob(bytes)
    case (.binary, .data(let bytes)):
      return .blob(allowsExternalStorage ? [ExternalStorage.inline] + bytes : bytes)
    case (.binary, .external(let name, _)) where allowsExternalStorage:
      return .blob([ExternalStorage.file] + Array(name.utf8) + [0])
    case (.transformable, .data(let bytes)): return .blob(bytes)
    case (_, .unexpected(let raw)): return raw
    default: throw ValueMismatch(type: type)
    }
  }
}

extension DefaultValue {
  /// Nil for a default whose value cannot be known from the source.
  public var propertyValue: PropertyValue? {
    switch self {
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .decimal(let text): .decimal(text)
    case .boolean(let value): .bool(value)
    case .string(let text): .string(text)
    case .date(let seconds): .date(seconds)
    case .data(let bytes): .data(bytes)
    case .uuid(let bytes): .uuid(bytes)
    case .url(let text): .url(text)
    case .expression: nil
    }
  }
}
