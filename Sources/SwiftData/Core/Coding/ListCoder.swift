internal import Foundation
internal import StoreEngine
internal import StoreModel

/// An array or set of a simple type: one Transformable column with an archived NSArray.
protocol ScalarList {
  static var isArchived: Bool { get }
  static func list(_ values: [PlistValue]) -> Self?
  var plistValues: [PlistValue] { get }
}

extension Array: ScalarList {
  static var isArchived: Bool { Element.self is any ScalarValue.Type }

  static func list(_ values: [PlistValue]) -> [Element]? {
    guard let type = Element.self as? any ScalarValue.Type else { return nil }
    let elements = values.compactMap { value in
      type.init(slot: Slot(value, as: type.attributeType)) as? Element
    }
    return elements.count == values.count ? elements : nil
  }

  var plistValues: [PlistValue] {
    guard let type = Element.self as? any ScalarValue.Type else { return [] }
    return compactMap { ($0 as? any ScalarValue)?.slot.archived(as: type.attributeType) }
  }
}

extension Set: ScalarList {
  static var isArchived: Bool { [Element].isArchived }

  static func list(_ values: [PlistValue]) -> Set<Element>? {
    [Element].list(values).map { Set($0) }
  }

  /// In the order of their descriptions, so that equal sets give equal bytes.
  var plistValues: [PlistValue] {
    sorted { "\($0)" < "\($1)" }.plistValues
  }
}

struct ListCoder: AttributeCoder {
  let type: any ScalarList.Type

  var template: Attribute { Attribute(name: "", type: .transformable) }

  func encode(_ value: Any) throws -> [SQLiteValue] {
    guard let list = value as? any ScalarList else { return [.null] }
    return [.blob(ValueArchive.bytes(of: list.plistValues))]
  }

  func decode(_ values: [SQLiteValue]) throws -> Any? {
    guard let bytes = values.first?.blob else { return nil }
    guard let list = ValueArchive.values(in: bytes).flatMap({ type.list($0) }) else {
      throw CodingFailure(description: "the archive holds no \(type)")
    }
    return list
  }
}

extension Slot {
  /// A scalar as an element of an archived array.
  fileprivate func archived(as type: AttributeType) -> PlistValue? {
    switch self {
    case .integer(let value): type == .boolean ? .bool(value != 0) : .integer(value)
    case .real(let value): type == .date ? .date(value) : .real(value)
    case .text(let value): .string(value)
    case .data(let value): .data([UInt8](value))
    case .uuid(let value): .string(value.uuidString)
    default: nil
    }
  }

  /// A scalar read from an archived array; what does not fit the type is NULL.
  fileprivate init(_ value: PlistValue, as type: AttributeType) {
    switch (type, value) {
    case (.boolean, .bool(let flag)): self = .integer(flag ? 1 : 0)
    case (.double, .integer(let number)), (.float, .integer(let number)):
      self = .real(Double(number))
    case (_, .integer(let number)) where type.isNumeric: self = .integer(number)
    case (.double, .real(let number)), (.float, .real(let number)): self = .real(number)
    case (.date, .date(let seconds)): self = .real(seconds)
    case (.string, .string(let text)): self = .text(text)
    case (.uuid, .string(let text)): self = UUID(uuidString: text).map { .uuid($0) } ?? .null
    case (.binary, .data(let bytes)): self = .data(Data(bytes))
    default: self = .null
    }
  }
}
