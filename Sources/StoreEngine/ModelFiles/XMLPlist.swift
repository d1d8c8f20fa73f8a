internal import PlatformFoundation

/// The XML property list format: `VersionInfo.plist`, `.xccurrentversion`, old metadata.
package enum XMLPlist {
  /// Reads any bytes: the result is a value or a `ModelFileError`.
  package static func read(_ bytes: [UInt8]) throws -> PlistValue {
    let document = try XMLReader.read(bytes)
    let root = document.root
    guard root.name == "plist", root.children.count == 1 else {
      throw error("the root is not a 'plist' with one value", at: root, document)
    }
    return try value(of: root.children[0], in: document)
  }

  private static func value(of element: XMLElement, in document: XMLDocument) throws -> PlistValue {
    switch element.name {
    case "dict": return try dictionary(of: element, in: document)
    case "array": return .array(try element.children.map { try value(of: $0, in: document) })
    case "string": return .string(element.text)
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "integer":
      guard let number = integer(trimmed(element.text)) else { break }
      return number
    case "real":
      guard let number = Double(trimmed(element.text)) else { break }
      return .real(number)
    case "date":
      guard let seconds = ISODate.seconds(trimmed(element.text)) else { break }
      return .date(seconds)
    case "data":
      guard let data = Base64.decode(element.text) else { break }
      return .data(data)
    default: throw error("unknown element '\(element.name)'", at: element, document)
    }
    throw error("'\(element.name)' has a wrong value", at: element, document)
  }

  private static func dictionary(of element: XMLElement, in document: XMLDocument) throws
    -> PlistValue
  {
    guard element.children.count.isMultiple(of: 2) else {
      throw error("'dict' has a key without a value", at: element, document)
    }
    var values: [String: PlistValue] = [:]
    for index in stride(from: 0, to: element.children.count, by: 2) {
      let key = element.children[index]
      guard key.name == "key" else {
        throw error("'\(key.name)' instead of 'key'", at: key, document)
      }
      let entry = try value(of: element.children[index + 1], in: document)
      // Keyed archives in XML write references as a dictionary with this one key.
      values[key.text] = entry
    }
    if values.count == 1, case .integer(let index)? = values["CF$UID"],
      let uid = Int(exactly: index), uid >= 0
    {
      return .uid(uid)
    }
    return .dictionary(values)
  }

  private static func integer(_ text: String) -> PlistValue? {
    let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
    let radix = text.hasPrefix("0x") ? 16 : 10
    if let number = Int64(digits, radix: radix) { return .integer(number) }
    return UInt64(digits, radix: radix).map { .wideInteger(high: 0, low: $0) }
  }

  private static func trimmed(_ text: String) -> String {
    let isSpace: (Character) -> Bool = \.isWhitespace
    guard let start = text.firstIndex(where: { !isSpace($0) }),
      let end = text.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(text[start...end])
  }

  private static func error(
    _ what: String, at element: XMLElement, _ document: XMLDocument
  ) -> ModelFileError {
    let place = document.place(of: element.offset)
    return .xmlPlist(what, line: place.line, column: place.column)
  }
}

/// `2001-01-01T00:00:00Z`, the only form property lists use.
enum ISODate {
  /// Seconds since 2001-01-01 00:00:00 UTC.
  static func seconds(_ text: String) -> Double? {
    let fields = text.split(whereSeparator: { "-T:Z".contains($0) }).map { Int($0) }
    guard text.utf8.count == 20, fields.count == 6, !fields.contains(nil) else { return nil }
    let numbers = fields.compactMap { $0 }
    guard (1...12).contains(numbers[1]), (1...31).contains(numbers[2]), numbers[3] < 24,
      numbers[4] < 60, numbers[5] <= 60
    else { return nil }
    let days = CoreDataDate.days(year: numbers[0], month: numbers[1], day: numbers[2])
    let seconds = days * 86400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    return Double(seconds) - CoreDataDate.unixOffset
  }
}

/// Base64 as Apple's tools print it: wrapped, and not always padded.
package enum Base64 {
  package static func decode(_ text: String) -> [UInt8]? {
    let padding = UInt8(ascii: "=")
    let bytes = text.utf8.filter { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }
    var digits = Array(bytes.prefix { $0 != padding })
    // Foundation takes digits behind the padding for part of the data.
    guard bytes[digits.count...].allSatisfy({ $0 == padding }) else { return nil }
    while !digits.count.isMultiple(of: 4) { digits.append(padding) }
    return Data(base64Encoded: Data(digits)).map { [UInt8]($0) }
  }
}
