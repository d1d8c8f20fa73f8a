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
  static var isArchived: Bool { Element.self is any ArchivedElement.Type }

  static func list(_ values: [PlistValue]) -> [Element]? {
    guard let type = Element.self as? any ArchivedElement.Type else { return nil }
    let elements = values.compactMap { type.init(plist: $0) as? Element }
    return elements.count == values.count ? elements : nil
  }

  var plistValues: [PlistValue] { compactMap { ($0 as? any ArchivedElement)?.plist } }
}

extension Set: ScalarList {
  static var isArchived: Bool { Element.self is any ArchivedElement.Type }

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

  init(_ type: any ScalarList.Type) { self.type = type }

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

/// An element of an archived array.
protocol ArchivedElement {
  init?(plist: PlistValue)
  var plist: PlistValue { get }
}

extension ArchivedElement where Self: FixedWidthInteger {
  init?(plist: PlistValue) {
    guard case .integer(let value) = plist else { return nil }
    self.init(truncatingIfNeeded: value)
  }
  var plist: PlistValue { .integer(Int64(truncatingIfNeeded: self)) }
}

extension Int: ArchivedElement {}
extension Int64: ArchivedElement {}
extension Int32: ArchivedElement {}
extension Int16: ArchivedElement {}
extension Int8: ArchivedElement {}
extension UInt: ArchivedElement {}
extension UInt64: ArchivedElement {}
extension UInt32: ArchivedElement {}
extension UInt16: ArchivedElement {}
extension UInt8: ArchivedElement {}

extension String: ArchivedElement {
  init?(plist: PlistValue) {
    guard case .string(let text) = plist else { return nil }
    self = text
  }
  var plist: PlistValue { .string(self) }
}

extension Bool: ArchivedElement {
  init?(plist: PlistValue) {
    switch plist {
    case .bool(let value): self = value
    case .integer(let value): self = value != 0
    default: return nil
    }
  }
  var plist: PlistValue { .bool(self) }
}

extension Double: ArchivedElement {
  init?(plist: PlistValue) {
    switch plist {
    case .real(let value): self = value
    case .integer(let value): self = Double(value)
    default: return nil
    }
  }
  var plist: PlistValue { .real(self) }
}

extension Float: ArchivedElement {
  init?(plist: PlistValue) {
    guard let value = Double(plist: plist) else { return nil }
    self = Float(value)
  }
  var plist: PlistValue { .real(Double(self)) }
}

extension Date: ArchivedElement {
  init?(plist: PlistValue) {
    guard case .date(let seconds) = plist else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
  var plist: PlistValue { .date(timeIntervalSinceReferenceDate) }
}

extension Data: ArchivedElement {
  init?(plist: PlistValue) {
    guard case .data(let bytes) = plist else { return nil }
    self.init(bytes)
  }
  var plist: PlistValue { .data([UInt8](self)) }
}

extension UUID: ArchivedElement {
  init?(plist: PlistValue) {
    guard case .string(let text) = plist else { return nil }
    self.init(uuidString: text)
  }
  var plist: PlistValue { .string(uuidString) }
}
