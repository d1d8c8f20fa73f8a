internal import StoreModel

/// Decides what a property's Swift type becomes in Core Data.
struct TypeMapper {
  let index: SourceIndex

  /// - Parameter scope: path of the type that declares the property.
  func map(_ reference: TypeReference, property: String, in scope: [String]) -> StoredType {
    let type = index.expanded(reference, in: scope)
    var result = map(plain: type.wrapped, property: property, isOptional: type.isOptional)
    if case .attribute(.binary) = result.shape { result.encoded = encoded(type.wrapped) }
    if case .attribute(.transformable) = result.shape { result.encoded = encoded(type.wrapped) }
    result.isOptional = type.isOptional
    if case .undeclared(let name, let field, nil) = result.certainty {
      let meant = index.nameLike(name, in: scope) { type in
        type.isModel || [.struct, .enum].contains(type.declaration.kind)
      }
      result.certainty = .undeclared(type: name, field: field, meant: meant)
    }
    return result
  }

  /// What the value of a collection is made of; nil for data.
  private func encoded(_ type: TypeReference) -> EncodedShape? {
    switch type {
    case .array, .dictionary: EncodedShapeReader(index: index).shape(of: type)
    default: nil
    }
  }

  private func map(plain type: TypeReference, property: String, isOptional: Bool) -> StoredType {
    switch type {
    case .array(let element): return array(of: element)
    case .dictionary(let key, let value): return dictionary(key, value)
    case .named(let path, let arguments):
      if let declared = index.type(path) {
        return self.declared(declared, property: property, isOptional: isOptional)
      }
      return foreign(path, arguments, text: type.text)
    case .optional, .other:
      return .unknown("how the type '\(type.text)' is stored is not known")
    }
  }

  private func declared(
    _ type: SourceType, property: String, isOptional: Bool
  ) -> StoredType {
    if type.declaration.isModel {
      return StoredType(shape: .relationship(type.path, isToMany: false))
    }
    switch type.declaration.kind {
    case .struct, .enum:
      return CompositeMapper(mapper: self).map(
        type, property: property, isOptional: isOptional, enclosing: [])
    default:
      return .unknown("'\(type.name)' is not a model, a struct or an enum")
    }
  }

  private func foreign(
    _ path: [String], _ arguments: [TypeReference], text: String
  ) -> StoredType {
    if arguments.isEmpty, let simple = SimpleType.attributeType(path) {
      return StoredType(shape: .attribute(simple.type), certainty: simple.certainty)
    }
    switch SimpleType.bareName(path) {
    case "URL":
      return .unknown(
        "no store with a URL property has been seen; URI (1200) is expected", expected: .uri)
    case "Set":
      if case .named(let element, _)? = arguments.first, index.type(element)?.isModel == true {
        var result = StoredType(shape: .relationship(element, isToMany: true))
        result.certainty = .unknown("to-many relationships are arrays; none with a Set was seen")
        return result
      }
      return .unknown("how a '\(text)' is stored is not known")
    case "CGFloat":
      var result = StoredType.unknown("how a 'CGFloat' is stored is not known")
      result.samples = ["0", "12.5", "-3"].map { .data(Array($0.utf8)) }
      return result
    case "AttributedString", "Character", "Range", "ClosedRange", "Locale", "DateComponents":
      let article = text.first.map { "AEIOU".contains($0) } == true ? "an" : "a"
      return .unknown("how \(article) '\(text)' is stored is not known")
    default:
      return StoredType(
        shape: .attribute(.undefined), certainty: .undeclared(type: text))
    }
  }

  private func array(of element: TypeReference) -> StoredType {
    switch element {
    case .named(let path, let arguments):
      if let declared = index.type(path) {
        if declared.declaration.isModel {
          return StoredType(shape: .relationship(path, isToMany: true))
        }
        switch declared.declaration.kind {
        case .struct:
          return StoredType(
            shape: .attribute(.binary), samples: JSONSample(index: index).arrays(of: element))
        case .enum:
          return StoredType(
            shape: .attribute(.binary),
            certainty: .inferred("an array of an enum is taken to be stored as inside a struct"),
            samples: JSONSample(index: index).arrays(of: element))
        default: return .unknown("how an array of '\(declared.name)' is stored is not known")
        }
      }
      guard arguments.isEmpty, SimpleType.attributeType(path) != nil else {
        return .unknown("how an array of '\(element.text)' is stored is not known")
      }
      let isVerified = ["String", "UInt32"].contains(SimpleType.bareName(path))
      return StoredType(
        shape: .attribute(.transformable),
        certainty: isVerified
          ? .certain
          : .inferred("[\(element.text)] is taken to be stored like [String], as Transformable"))
    default:
      return .unknown("how an array of '\(element.text)' is stored is not known")
    }
  }

  private func dictionary(_ key: TypeReference, _ value: TypeReference) -> StoredType {
    var isVerified = false
    if key == .name("String"), case .named(let path, _) = value {
      let declared = index.type(path)
      if declared?.declaration.isModel == true {
        return .unknown("a dictionary of models is not a relationship")
      }
      isVerified = declared?.declaration.kind == .struct || value == .name("Int")
    }
    return StoredType(
      shape: .attribute(.binary),
      certainty: isVerified
        ? .certain
        : .inferred("this dictionary is taken to be stored like [String: Int], as Binary"),
      samples: JSONSample(index: index).dictionaries(key, value))
  }
}

extension SourceType {
  var isModel: Bool { declaration.isModel }
}

extension TypeDeclaration {
  /// What `Codable` writes of a struct.
  var storedProperties: [PropertyDeclaration] {
    properties.filter { !$0.isStatic && !$0.isComputed && !$0.isLazy }
  }
}
