/// A default value as the model holds it.
public enum DefaultValue: Sendable, Hashable {
  case integer(Int64)
  case double(Double)
  /// Decimal text, since a binary double would change it.
  case decimal(String)
  case boolean(Bool)
  case string(String)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  case data([UInt8])
  /// 16 bytes.
  case uuid([UInt8])
  case url(String)
  /// A default that exists but whose value cannot be known from the source: the text as written.
  case expression(String)
}

extension DefaultValue {
  /// One line of text for another process: the kind, a space, the value.
  package var line: String {
    switch self {
    case .integer(let value): "integer \(value)"
    case .double(let value): "double \(value)"
    case .decimal(let text): "decimal \(text)"
    case .boolean(let value): "boolean \(value)"
    case .string(let text): "string \(text)"
    case .date(let seconds): "date \(seconds)"
    case .data(let bytes): "data \(Self.list(bytes))"
    case .uuid(let bytes): "uuid \(Self.list(bytes))"
    case .url(let text): "url \(text)"
    case .expression(let text): "expression \(text)"
    }
  }

  /// What `line` gave; nil for any other text.
  package init?(line: String) {
    guard let space = line.firstIndex(of: " ") else { return nil }
    let text = String(line[line.index(after: space)...])
    let value: DefaultValue? =
      switch line[..<space] {
      case "integer": Int64(text).map { .integer($0) }
      case "double": Double(text).map { .double($0) }
      case "decimal": .decimal(text)
      case "boolean": Bool(text).map { .boolean($0) }
      case "string": .string(text)
      case "date": Double(text).map { .date($0) }
      case "data": .data(Self.bytes(text))
      case "uuid": Self.bytes(text).count == 16 ? .uuid(Self.bytes(text)) : nil
      case "url": .url(text)
      case "expression": .expression(text)
      default: nil
      }
    guard let value else { return nil }
    self = value
  }

  private static func list(_ bytes: [UInt8]) -> String {
    bytes.map { String($0) }.joined(separator: ",")
  }

  private static func bytes(_ text: String) -> [UInt8] {
    text.split(separator: ",").compactMap { UInt8($0) }
  }
}
