internal import StoreEngine
internal import StoreModel

/// A version as a lock has it, made a model again, as far as its hashes prove that it is the one that was
/// locked. A lock holds what hashes rest on; defaults and former names matter in the newer version alone.
struct LockedModel {
  /// The entities that are proven.
  let model: DataModel
  private let unproven: Set<String>

  /// Nil where no entity is proven.
  init?(_ version: SchemaLock.Version) {
    var model = DataModel(
      name: version.name, versionIdentifiers: [version.identifier].compactMap(\.self),
      entities: version.entities.map { Self.entity($0.key, $0.value) }, source: .swift)
    let hashes = ModelHashes(of: model).entities
    unproven = Set(
      version.entities.filter { $0.value.hash == nil || hashes[$0.key]?.hex != $0.value.hash }.keys)
    model.entities.removeAll { [unproven] in unproven.contains($0.name) }
    guard !model.entities.isEmpty else { return nil }
    self.model = model
  }

  /// A newer version without the entities of which it is not known what they were.
  func comparable(_ newer: DataModel) -> DataModel {
    var newer = newer
    newer.entities.removeAll { unproven.contains($0.name) }
    return newer
  }

  private static func entity(_ name: String, _ shape: SchemaLock.EntityShape) -> Entity {
    var entity = Entity(
      name: name, superentity: shape.superentity,
      uniquenessConstraints: shape.unique.map { $0.split(separator: ", ").map(String.init) })
    for (property, text) in shape.properties.sorted(by: { $0.key < $1.key }) {
      if let relationship = relationship(property, text) {
        entity.relationships.append(relationship)
      } else if let attribute = attribute(property, text) {
        entity.attributes.append(attribute)
      }
    }
    return entity
  }

  /// What `ShapeText` made of an attribute; nil for what it calls unknown, and for derived ones, whose type
  /// it does not tell.
  private static func attribute(_ name: String, _ text: String) -> Attribute? {
    var rest = text[...]
    let isOptional = rest.take("optional ")
    var elements: [Attribute] = []
    let type: AttributeType
    if rest.take("Composite { ") {
      guard let end = rest.lastIndex(of: "}") else { return nil }
      for field in rest[..<end].dropLast().split(separator: "; ") {
        guard let colon = field.firstRange(of: ": "),
          let element = attribute(
            String(field[..<colon.lowerBound]), String(field[colon.upperBound...]))
        else { return nil }
        elements.append(element)
      }
      type = .composite
      rest = rest[end...].dropFirst()
    } else {
      let word = rest.prefix { $0 != "," }
      guard let known = AttributeType.names.first(where: { $0.value == word })?.key else {
        return nil
      }
      type = AttributeType(rawValue: known)
      rest = rest[word.endIndex...]
    }
    var attribute = Attribute(name: name, type: type, isOptional: isOptional, elements: elements)
    for word in rest.split(separator: ", ") {
      switch word {
      case "external": attribute.allowsExternalStorage = true
      case "kept when deleted": attribute.preservesValueOnDeletion = true
      default: attribute.hashModifier = word.modifier
      }
    }
    return attribute
  }

  /// The same of a relationship; nil for an attribute.
  private static func relationship(_ name: String, _ text: String) -> Relationship? {
    var rest = text[...]
    let isOptional = rest.take("optional ")
    let isOrdered = rest.take("ordered ")
    let isToMany = rest.take("to-many ")
    guard isToMany || rest.take("to-one ") else { return nil }
    let words = rest.split(separator: ", ")
    guard let destination = words.first else { return nil }
    var relationship = Relationship(
      name: name, destination: String(destination), maxCount: isToMany ? 0 : 1,
      isOrdered: isOrdered, isOptional: isOptional)
    for var word in words.dropFirst() {
      if word.take("inverse ") {
        relationship.inverse = String(word)
      } else if word.take("at least ") {
        relationship.minCount = Int32(word) ?? 0
      } else if word.take("at most ") {
        relationship.maxCount = Int32(word) ?? 0
      } else {
        relationship.hashModifier = word.modifier
      }
    }
    return relationship
  }
}

extension Substring {
  /// Whether it begins with a word, which is then taken off.
  fileprivate mutating func take(_ word: String) -> Bool {
    guard hasPrefix(word) else { return false }
    removeFirst(word.count)
    return true
  }

  /// `v2` of `hash modifier 'v2'`.
  fileprivate var modifier: String? {
    var rest = self
    return rest.take("hash modifier '") && rest.hasSuffix("'") ? String(rest.dropLast()) : nil
  }
}
