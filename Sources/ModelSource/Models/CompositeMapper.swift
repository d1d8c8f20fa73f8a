internal import StoreModel

/// Flattens Codable structs and enums into the elements of a composite
/// (Documentation/Format/VersionHash.md, 7.1 and 7.2).
struct CompositeMapper {
  let mapper: TypeMapper
  private var index: SourceIndex { mapper.index }

  init(mapper: TypeMapper) { self.mapper = mapper }

  /// SQLite's own limit: a value of more columns has no place in any table. Structs that hold each
  /// other twice come to it in a dozen lines.
  static let mostColumns = 2000

  /// - Parameters:
  ///   - isOptional: whether the value, or anything around it, is optional; that makes every
  ///     column optional.
  ///   - enclosing: the structs around this one, to stop at a type that contains itself.
  func map(
    _ type: SourceType, property: String, isOptional: Bool, enclosing: [[String]]
  ) -> StoredType {
    var budget = Budget()
    let result = map(
      type, property: property, isOptional: isOptional, enclosing: enclosing, budget: &budget)
    guard budget.columns <= Self.mostColumns else {
      return .unknown("'\(type.name)' comes to more than \(Self.mostColumns) columns")
    }
    guard budget.types <= Self.mostTypes else {
      return .unknown("'\(type.name)' holds other types more than \(Self.mostTypes) times")
    }
    return result
  }

  /// Types that name each other in turn come to nothing, and are asked for without end.
  static let mostTypes = 10_000

  /// What was mapped so far.
  private struct Budget {
    var columns = 0
    var types = 0

    var isSpent: Bool { columns > mostColumns || types > mostTypes }
  }

  private func map(
    _ type: SourceType, property: String, isOptional: Bool, enclosing: [[String]],
    budget: inout Budget
  ) -> StoredType {
    budget.types += 1
    if type.declaration.isGeneric {
      return .unknown("how the generic type '\(type.name)' is stored is not known")
    }
    if enclosing.contains(type.path) || enclosing.count > 16 {
      return .unknown("'\(type.name)' contains itself")
    }
    if type.coding.contains(.unkeyed) {
      return .unknown("'\(type.name)' encodes itself without keys", expected: .composite)
    }
    if type.declaration.kind == .enum { budget.columns += type.declaration.cases.count }
    var result =
      type.declaration.kind == .enum
      ? enumeration(type, property: property)
      : structure(
        type, isOptional: isOptional, enclosing: enclosing + [type.path], budget: &budget)
    if type.coding.contains(.ownEncoder) {
      result.certainty = result.certainty.weaker(
        .inferred("'\(type.name)' has its own encoder; it is taken to write its stored properties"))
    } else if type.coding.contains(.ownKeys) {
      result.certainty = result.certainty.weaker(
        .inferred("the CodingKeys of '\(type.name)' are taken to play no role"))
    }
    return result
  }

  private func structure(
    _ type: SourceType, isOptional: Bool, enclosing: [[String]], budget: inout Budget
  ) -> StoredType {
    if index.conforms(type, to: "OptionSet") || index.conforms(type, to: "RawRepresentable") {
      return .unknown("how the option set '\(type.name)' is stored is not known")
    }
    var elements: [Attribute] = []
    var certainty = Certainty.certain
    for field in type.declaration.storedProperties {
      guard !budget.isSpent else { break }
      let element = self.element(
        field, of: type, isOptional: isOptional, enclosing: enclosing, budget: &budget)
      certainty = certainty.weaker(element.certainty.about(field.name))
      elements.append(element)
    }
    if elements.isEmpty {
      certainty = certainty.weaker(.unknown("'\(type.name)' has no stored properties"))
    }
    return StoredType(shape: .composite(elements, userInfo: [:]), certainty: certainty)
  }

  private func element(
    _ field: PropertyDeclaration, of type: SourceType, isOptional: Bool, enclosing: [[String]],
    budget: inout Budget
  ) -> Attribute {
    var element = Attribute(name: field.name, type: .undefined, location: field.location)
    guard let reference = field.type ?? InitializerType.infer(field.initializer, in: index) else {
      element.certainty = .unknown("its type is neither written nor clear from its value")
      return element
    }
    let expanded = index.expanded(reference, in: type.path)
    element.swiftType = reference.text
    // A typealias hides it.
    if expanded.isOptional, !reference.isOptional { element.swiftType = reference.text + "?" }
    let isOptional = isOptional || expanded.isOptional
    var stored: StoredType
    if case .named(let path, _) = expanded.wrapped, let inner = index.type(path), !inner.isModel,
      [.struct, .enum].contains(inner.declaration.kind)
    {
      stored = map(
        inner, property: field.name, isOptional: isOptional, enclosing: enclosing,
        budget: &budget)
      if inner.declaration.kind == .struct, !isOptional {
        stored.certainty = stored.certainty.weaker(
          .inferred("a required struct inside a required struct is taken to have required columns"))
      }
    } else {
      budget.columns += 1
      stored = mapper.map(expanded, property: field.name, in: type.path)
    }
    element.certainty = stored.certainty
    element.rawValues = stored.samples
    element.encoded = stored.encoded
    switch stored.shape {
    case .attribute(let type):
      element.type = type
      element.isOptional = isOptional
      element.certainty = element.certainty.verifiedInStructs(type, expanded.wrapped)
    case .composite(let inner, let userInfo):
      // A raw-value enum is one column under the field's name; no composite lies around it.
      if inner.count == 1, inner[0].name == field.name, !userInfo.isEmpty {
        element.type = inner[0].type
        element.rawValues = inner[0].rawValues
        element.hasAllRawValues = inner[0].hasAllRawValues
        element.isOptional = true
      } else {
        element.type = .composite
        element.elements = inner
        element.isOptional = isOptional
      }
      element.userInfo = userInfo
    case .relationship:
      element.certainty = .unknown("a model inside a struct is not a relationship")
    }
    return element
  }

  private func enumeration(_ type: SourceType, property: String) -> StoredType {
    if let raw = rawType(of: type) {
      guard case .named(let path, _) = raw, let simple = SimpleType.attributeType(path) else {
        return .unknown("how the raw type '\(raw.text)' is stored is not known")
      }
      var leaf = Attribute(
        name: property, type: simple.type, isOptional: true, swiftType: raw.text)
      let values = rawValues(of: type)
      let cases = type.declaration.cases
      leaf.rawValues = cases.compactMap { values[$0.name] }
      leaf.hasAllRawValues =
        !cases.isEmpty && leaf.rawValues.count == cases.count && !type.coding.contains(.ownDecoder)
        && cases.allSatisfy { element in
          element.rawValue.map { $0.stringValue != nil || $0.integerValue != nil } ?? true
        }
      let isVerified = ["String", "Int"].contains(SimpleType.bareName(path))
      return StoredType(
        shape: .composite([leaf], userInfo: ["EnumType": "true"]),
        certainty: isVerified
          ? simple.certainty
          : .inferred("an enum of \(raw.text) is taken to be stored like one of Int"))
    }
    let cases = type.declaration.cases
    if cases.contains(where: \.hasAssociatedValues) {
      var result = StoredType.unknown(
        "how the enum '\(type.name)' with associated values is stored is not known",
        expected: .composite)
      if type.coding.subtracting(.ownDecoder).isEmpty {
        result.samples = cases.filter { !$0.hasAssociatedValues }.map {
          .data(Array("{\"\($0.name)\":{}}".utf8))
        }
      }
      return result
    }
    guard !cases.isEmpty else { return .unknown("the enum '\(type.name)' has no cases") }
    let leaves = cases.map { Attribute(name: $0.name, type: .string, isOptional: true) }
    let names = cases.map(\.name).joined(separator: ",")
    return StoredType(
      shape: .composite(leaves, userInfo: ["EnumType": "true", "enum": names]))
  }

  /// What is stored for each case, by its name, as far as the source tells.
  func rawValues(of type: SourceType) -> [String: DefaultValue] {
    guard case .named(let path, _)? = rawType(of: type), let raw = SimpleType.bareName(path) else {
      return Dictionary(
        type.declaration.cases.map { ($0.name, .string($0.name)) }, uniquingKeysWith: { $1 })
    }
    var result: [String: DefaultValue] = [:]
    // Cases without a raw value count on from the last one that has one.
    var next: Int64? = 0
    for element in type.declaration.cases {
      if raw == "String" {
        result[element.name] = .string(element.rawValue?.stringValue ?? element.name)
      } else if SimpleType.attributeType(path)?.type != .double {
        if let value = element.rawValue { next = value.integerValue }
        if let next { result[element.name] = .integer(next) }
        next = next.flatMap { $0 == .max ? nil : $0 + 1 }
      }
    }
    return result
  }

  /// The raw type is the first inherited type that is not a protocol.
  func rawType(of type: SourceType) -> TypeReference? {
    guard let first = type.declaration.inherits.first else { return nil }
    let expanded = index.expanded(first, in: type.path)
    guard case .named(let path, _) = expanded else { return nil }
    if SimpleType.attributeType(path) != nil { return expanded }
    let name = SimpleType.bareName(path) ?? ""
    return ["Character", "URL", "CGFloat"].contains(name) ? expanded : nil
  }
}

extension Certainty {
  /// Arrays of enums are known inside structs, where as a property of a model they are inferred.
  fileprivate func verifiedInStructs(_ type: AttributeType, _ reference: TypeReference) -> Certainty
  {
    guard case .inferred = self, case .array = reference, type == .binary else { return self }
    return .certain
  }
}
