internal import StoreEngine
internal import StoreModel

/// An enum with a raw value: a composite with one column of the property's own name
/// (Documentation/Format/StoreFormat.md, 3.5).
struct RawEnumCoder: AttributeCoder {
  private let type: any RawRepresentable.Type
  private let raw: any ScalarValue.Type
  private let name: String

  /// Nil when the raw type is no simple value.
  init?(_ type: any RawRepresentable.Type, _ name: String) {
    guard let raw = Self.rawType(type) as? any ScalarValue.Type else { return nil }
    self.type = type
    self.raw = raw
    self.name = name
  }

  private static func rawType<R: RawRepresentable>(_ type: R.Type) -> Any.Type { R.RawValue.self }

  var template: Attribute {
    Attribute(
      name: "", type: .composite,
      elements: [Attribute(name: name, type: raw.attributeType, isOptional: true)],
      valueClassName: "NSDictionary", userInfo: ["EnumType": "true"])
  }

  func encode(_ value: Any) throws -> [SQLiteValue] {
    guard let value = value as? any RawRepresentable else { return [.null] }
    return [(value.rawValue as? any ScalarValue)?.slot.stored ?? .null]
  }

  func decode(_ values: [SQLiteValue]) throws -> Any? {
    guard let stored = values.first, !stored.isNull else { return nil }
    guard let value = raw.init(slot: Slot(stored, as: raw.attributeType)) else {
      throw CodingFailure(description: "the column holds no \(raw)")
    }
    guard let result = type.fromRaw(value) else {
      throw CodingFailure(description: "'\(type)' has no case with the raw value '\(value)'")
    }
    return result
  }
}

extension RawRepresentable {
  fileprivate static func fromRaw(_ raw: Any) -> Any? {
    (raw as? RawValue).flatMap { Self(rawValue: $0) }
  }
}

/// An enum without raw and associated values: one column per case; that of the case used holds its
/// name.
struct CaseEnumCoder: AttributeCoder {
  private let type: Any.Type
  private let cases: [String]

  init?(_ type: Any.Type) {
    guard let cases = TypeShape.caseNames(of: type), cases.count <= 256 else { return nil }
    self.type = type
    self.cases = cases
  }

  var template: Attribute {
    Attribute(
      name: "", type: .composite,
      elements: cases.map { Attribute(name: $0, type: .string, isOptional: true) },
      valueClassName: "NSDictionary",
      userInfo: ["EnumType": "true", "enum": cases.joined(separator: ",")])
  }

  func encode(_ value: Any) throws -> [SQLiteValue] {
    func number<T>(_ value: T) -> Int {
      withUnsafeBytes(of: value) { $0.isEmpty ? 0 : Int($0[0]) }
    }
    let used = _openExistential(value, do: number)
    return cases.indices.map { $0 == used ? .text(cases[$0]) : .null }
  }

  func decode(_ values: [SQLiteValue]) throws -> Any? {
    guard let number = values.firstIndex(where: { !$0.isNull }), number < cases.count else {
      return nil
    }
    func make<T>(_: T.Type) -> Any { Self.value(number) as T }
    return _openExistential(type, do: make)
  }

  /// Enums without payloads are their case's number in one byte, or nothing if there is one case.
  private static func value<T>(_ number: Int) -> T {
    let pointer = UnsafeMutablePointer<T>.allocate(capacity: 1)
    defer { pointer.deallocate() }
    precondition(MemoryLayout<T>.size <= 1)
    if MemoryLayout<T>.size == 1 {
      UnsafeMutableRawPointer(pointer).storeBytes(of: UInt8(number), as: UInt8.self)
    }
    return pointer.move()
  }
}
