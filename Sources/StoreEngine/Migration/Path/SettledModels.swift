package import StoreModel

extension SchemaHistory {
  /// The versions with a decision wherever Swift source leaves open how a property is stored.
  ///
  /// - Parameter store: the model a store carries: what it says of a property holds for every
  ///   version in which the property has that same type. A struct of one name may have other fields in
  ///   another version; there the store's form does not fit.
  package func settled(like store: DataModel?) -> SchemaHistory {
    var types: [[String]: Set<String?>] = [:]
    for entity in versions.flatMap(\.entities) {
      for attribute in entity.attributes {
        types[[entity.name, attribute.name], default: []].insert(attribute.swiftType)
      }
    }
    var result = self
    result.versions = versions.map { version in
      version.settled { entity, attribute in
        guard types[[entity, attribute.name]]?.count == 1 else { return nil }
        let known = store?.entity(named: entity)?.attributes.first { $0.name == attribute.name }
        return known.flatMap { attribute.hasFields(of: $0) ? $0 : nil }
      }
    }
    return result
  }
}

extension DataModel {
  /// The model with a decision wherever Swift source leaves open how a property is stored.
  package func settled() -> DataModel { settled { _, _ in nil } }

  fileprivate func settled(
    like known: (_ entity: String, _ attribute: Attribute) -> Attribute?
  ) -> DataModel {
    guard source == .swift else { return self }
    var result = self
    for entity in result.entities.indices {
      let name = result.entities[entity].name
      for (index, attribute) in entities[entity].attributes.enumerated() {
        if attribute.certainty.isUnknown, let reason = attribute.certainty.reason {
          result.entities[entity].attributes[index].settle(
            like: known(name, attribute), reason)
        }
      }
      for (index, relationship) in entities[entity].relationships.enumerated() {
        if relationship.certainty.isUnknown, let reason = relationship.certainty.reason {
          result.entities[entity].relationships[index].certainty = .inferred(reason)
        }
      }
    }
    return result
  }
}

extension Attribute {
  /// Whether a store's form has the same fields, all the way down; what has none on one side is opaque
  /// and says nothing.
  fileprivate func hasFields(of known: Attribute) -> Bool {
    if elements.isEmpty || known.elements.isEmpty { return true }
    return elements.count == known.elements.count
      && zip(elements, known.elements).allSatisfy { $0.name == $1.name && $0.hasFields(of: $1) }
  }

  /// As a store has it, or else as this package's SwiftData module stores what it has no form for:
  /// sets as arrays, all else as JSON in one column.
  fileprivate mutating func settle(like known: Attribute?, _ reason: String) {
    let open = certainty
    certainty = .inferred(reason)
    if let known {
      type = known.type
      elements = known.elements
      valueTransformerName = known.valueTransformerName
      valueClassName = known.valueClassName
      userInfo = known.userInfo
    } else if type == .undefined || (type == .composite && elements.isEmpty) {
      type = isSetOfValues ? .transformable : .binary
      assumption = open
    } else {
      for index in elements.indices { elements[index].settle(like: nil, reason) }
    }
  }

  private var isSetOfValues: Bool {
    guard let swiftType, swiftType.hasPrefix("Set<") else { return false }
    let element = swiftType.dropFirst("Set<".count).prefix { $0 != ">" }
    return ["Bool", "Data", "Date", "Double", "Float", "Int", "String", "UUID"].contains(element)
  }
}
