internal import Diagnostics
internal import PlatformFoundation

/// A JSON text that is read, whatever is in it.
struct DecodedJSON: Decodable {
  var value: JSONValue

  /// Nil when the text is no JSON.
  static func value(of text: String) -> JSONValue? {
    (try? JSONDecoder().decode(DecodedJSON.self, from: Data(text.utf8)))?.value
  }

  init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: Key.self) {
      var result: [String: JSONValue] = [:]
      for key in members.allKeys {
        result[key.stringValue] = try members.decode(DecodedJSON.self, forKey: key).value
      }
      value = .object(result)
    } else if var elements = try? decoder.unkeyedContainer() {
      var result: [JSONValue] = []
      while !elements.isAtEnd { result.append(try elements.decode(DecodedJSON.self).value) }
      value = .array(result)
    } else {
      value = try Self.single(decoder.singleValueContainer())
    }
  }

  private static func single(_ single: any SingleValueDecodingContainer) throws -> JSONValue {
    if single.decodeNil() { return .null }
    if let value = try? single.decode(Bool.self) { return .bool(value) }
    if let value = try? single.decode(Int64.self) { return .integer(value) }
    if let value = try? single.decode(Double.self) { return .number(value) }
    return .string(try single.decode(String.self))
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension JSONValue {
  /// The member of an object; nil when there is none, or it is null.
  subscript(_ name: String) -> JSONValue? {
    members?[name].flatMap { $0 == .null ? nil : $0 }
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }
  var integer: Int? { if case .integer(let number) = self { Int(exactly: number) } else { nil } }
}
