internal import StoreModel

/// Finds out what `Codable` writes of a type that is stored encoded.
struct EncodedShapeReader {
  let index: SourceIndex

  /// Types looked at for one property. Structs that hold each other twice double with each level.
  private static let mostTypes = 200

  /// - Parameter type: with all names resolved.
  func shape(of type: TypeReference) -> EncodedShape {
    var rest = Self.mostTypes
    return shape(of: type, in: [], depth: 0, rest: &rest)
  }

  private func shape(
    of reference: TypeReference, in scope: [String], depth: Int, rest: inout Int
  ) -> EncodedShape {
    rest -= 1
    guard rest > 0, depth < 8 else { return .unknown }
    switch index.expanded(reference, in: scope) {
    case .optional(let inner): return shape(of: inner, in: scope, depth: depth, rest: &rest)
    case .array(let element):
      return .list(shape(of: element, in: scope, depth: depth + 1, rest: &rest))
    case .dictionary(let key, let value):
      // Others than these are written as arrays of keys and values.
      guard [.name("String"), .name("Int")].contains(key) else { return .unknown }
      return .dictionary(shape(of: value, in: scope, depth: depth + 1, rest: &rest))
    case .named(let path, let arguments):
      if let declared = index.type(path) {
        return self.declared(declared, depth: depth, rest: &rest)
      }
      guard arguments.isEmpty else { return .unknown }
      return Self.simple(path)
    case .other: return .unknown
    }
  }

  private func declared(_ type: SourceType, depth: Int, rest: inout Int) -> EncodedShape {
    // Hand-written coding may write and read anything.
    guard type.coding.isEmpty, !type.declaration.isGeneric, !type.declaration.isModel else {
      return .unknown
    }
    switch type.declaration.kind {
    case .enum:
      guard !type.declaration.cases.contains(where: \.hasAssociatedValues) else { return .unknown }
      let mapper = CompositeMapper(mapper: TypeMapper(index: index))
      guard let raw = mapper.rawType(of: type) else { return .cases(raw: nil) }
      guard case .named(let path, _) = raw else { return .unknown }
      return switch Self.simple(path) {
      case .simple(let name): .cases(raw: name)
      case .number: .cases(raw: "number")
      default: .unknown
      }
    case .struct:
      guard !index.conforms(type, to: "OptionSet"), !index.conforms(type, to: "RawRepresentable")
      else { return .unknown }
      var members: [EncodedShape.Member] = []
      for field in type.declaration.storedProperties {
        guard let reference = field.type ?? InitializerType.infer(field.initializer, in: index)
        else { return .unknown }
        members.append(
          EncodedShape.Member(
            name: field.name, isOptional: index.expanded(reference, in: type.path).isOptional,
            shape: shape(of: reference, in: type.path, depth: depth + 1, rest: &rest)))
      }
      return .members(members.sorted { $0.name.codePointsPrecede($1.name) })
    default: return .unknown
    }
  }

  private static func simple(_ path: [String]) -> EncodedShape {
    let name = SimpleType.bareName(path)
    if let name, ["URL", "UUID", "Date", "Data", "Bool", "String"].contains(name) {
      return .simple(name)
    }
    return SimpleType.attributeType(path) == nil && name != "CGFloat" ? .unknown : .number
  }
}
