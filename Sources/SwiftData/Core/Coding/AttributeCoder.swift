internal import Foundation
internal import StoreEngine
internal import StoreModel

/// How a type that is no simple value is kept in columns.
protocol AttributeCoder {
  /// Type and elements of the attribute; name and options are the caller's.
  var template: Attribute { get }
  /// One value per leaf of the template.
  func encode(_ value: Any) throws -> [SQLiteValue]
  /// Nil when the columns hold no value.
  func decode(_ values: [SQLiteValue]) throws -> Any?
  /// The only value that leaves every column empty, where the type has one besides nil.
  var empty: Any? { get }
}

extension AttributeCoder {
  var empty: Any? { nil }
}

struct CodingFailure: Error, CustomStringConvertible {
  let description: String
}

/// Chooses the coder for a type (Documentation/Format/VersionHash.md, 7.1).
enum AttributeCoding {
  /// - Parameters:
  ///   - name: the property's name, which is also that of an enum's only column.
  ///   - isOptional: whether the value or anything around it is optional, which makes every column
  ///     optional.
  static func coder(
    for type: Any.Type, property name: String, isOptional: Bool, depth: Int = 0
  ) -> any AttributeCoder {
    if let scalar = type as? any ScalarValue.Type { return ScalarCoder(type: scalar) }
    if type == Decimal.self { return DecimalCoder() }
    if type == URL.self { return URLCoder() }
    if let list = type as? any ScalarList.Type, list.isArchived { return ListCoder(type: list) }
    if isOwnType(type), depth < 16 {
      if TypeShape.isEnum(type) {
        if let raw = type as? any RawRepresentable.Type, let coder = RawEnumCoder(raw, name) {
          return coder
        }
        if let coder = CaseEnumCoder(type) { return coder }
      } else if TypeShape.isPlainStruct(type),
        let coder = StructCoder(type, isOptional: isOptional, depth: depth)
      {
        return coder
      }
    }
    return JSONCoder(type: type)
  }

  /// Types of the standard library and of Foundation are encoded as a whole: their stored
  /// properties are not part of their contract.
  private static func isOwnType(_ type: Any.Type) -> Bool {
    let module = String(reflecting: type).prefix { $0 != "." }
    return !["Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization"]
      .contains(String(module))
  }
}

/// A simple value inside a struct.
struct ScalarCoder: AttributeCoder {
  let type: any ScalarValue.Type

  var template: Attribute { Attribute(name: "", type: type.attributeType) }

  func encode(_ value: Any) throws -> [SQLiteValue] {
    [(value as? any ScalarValue)?.slot.stored ?? .null]
  }

  func decode(_ values: [SQLiteValue]) throws -> Any? {
    values.first.flatMap { type.init(slot: Slot($0, as: type.attributeType)) }
  }
}

/// Kept as a number, so digits beyond a double are lost, as with Core Data.
struct DecimalCoder: AttributeCoder {
  var template: Attribute {
    Attribute(name: "", type: .decimal, valueClassName: "NSDecimalNumber")
  }

  func encode(_ value: Any) throws -> [SQLiteValue] {
    [(value as? Decimal).map { .text($0.description) } ?? .null]
  }

  func decode(_ values: [SQLiteValue]) throws -> Any? {
    switch values.first {
    case .integer(let number): Decimal(number)
    case .real(let number): Decimal(string: "\(number)")
    case .text(let text): Decimal(string: text)
    default: nil
    }
  }
}

struct URLCoder: AttributeCoder {
  var template: Attribute { Attribute(name: "", type: .uri, valueClassName: "NSURL") }

  func encode(_ value: Any) throws -> [SQLiteValue] {
    [(value as? URL).map { .text($0.absoluteString) } ?? .null]
  }

  func decode(_ values: [SQLiteValue]) throws -> Any? {
    values.first?.text.flatMap { URL(string: $0) }
  }
}

/// Arrays of structs, dictionaries and whatever else is Codable: one column with JSON.
struct JSONCoder: AttributeCoder {
  let type: Any.Type

  var template: Attribute { Attribute(name: "", type: .binary, valueClassName: "NSData") }

  func encode(_ value: Any) throws -> [SQLiteValue] {
    guard let value = value as? any Encodable else {
      throw CodingFailure(description: "'\(type)' is not Codable, so it cannot be stored")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return [.blob([UInt8](try encoder.encode(value)))]
  }

  func decode(_ values: [SQLiteValue]) throws -> Any? {
    guard let bytes = values.first?.blob else { return nil }
    guard let type = type as? any Decodable.Type else {
      throw CodingFailure(description: "'\(type)' is not Codable, so it cannot be read")
    }
    return try JSONDecoder().decode(type, from: Data(bytes))
  }
}

/// `@Attribute(.transformable(by:))`.
struct TransformerCoder: AttributeCoder {
  let type: Any.Type
  let transformer: String

  var template: Attribute {
    Attribute(name: "", type: .transformable, valueTransformerName: transformer)
  }

  func encode(_ value: Any) throws -> [SQLiteValue] {
    guard let transformer = ValueTransformer.named(.init(transformer)) else {
      if let data = value as? Data { return [.blob([UInt8](data))] }
      return try JSONCoder(type: type).encode(value)
    }
    guard let data = transformer.transformedValue(value) as? Data else {
      throw CodingFailure(description: "the transformer '\(self.transformer)' gave no data")
    }
    return [.blob([UInt8](data))]
  }

  func decode(_ values: [SQLiteValue]) throws -> Any? {
    guard let bytes = values.first?.blob else { return nil }
    guard let transformer = ValueTransformer.named(.init(transformer)) else {
      if type == Data.self { return Data(bytes) }
      return try JSONCoder(type: type).decode(values)
    }
    return transformer.reverseTransformedValue(Data(bytes))
  }
}
