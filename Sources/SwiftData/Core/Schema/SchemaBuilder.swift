internal import Foundation
internal import StoreEngine
internal import StoreModel

/// Turns model classes into a `DataModel`, by the same rules as the reader of Swift source: equal
/// declarations give equal version hashes (Documentation/Format/VersionHash.md, 7).
struct SchemaBuilder {
  /// The given classes, then what was reached from them.
  private(set) var types: [_ModelType] = []

  init(_ models: [any PersistentModel.Type]) {
    var seen: Set<String> = []
    var waiting = models.map { $0._$type }
    var next = 0
    while next < waiting.count {
      let type = waiting[next]
      next += 1
      // Two classes of one name would be one entity; the first counts.
      guard seen.insert(type.name).inserted else { continue }
      types.append(type)
      if let parent = type.superclass { waiting.append(parent) }
      waiting += type.ownProperties.compactMap { $0.destination?._$type }
    }
  }

  mutating func model(name: String, version: Schema.Version) -> DataModel {
    Self.model(
      types.map { draft(of: $0) }, types.map { (Self.path($0), $0.superclass.map(Self.path)) },
      name,
      version)
  }

  /// The model of entities that are built by hand.
  static func model(
    of entities: [Schema.Entity], name: String, version: Schema.Version
  ) -> DataModel {
    let builder = SchemaBuilder([])
    return model(
      entities.map { builder.draft(of: $0) },
      entities.map { ([$0.name], $0.superentityName.map { [$0] }) }, name, version)
  }

  private static func model(
    _ drafts: [EntityDraft], _ inherited: [([String], [String]?)], _ name: String,
    _ version: Schema.Version
  ) -> DataModel {
    let superclasses = Dictionary(
      inherited.compactMap { path, parent in parent.map { (path, $0) } },
      uniquingKeysWith: { first, _ in first })
    let paired = InversePairing(drafts, superclasses: superclasses).drafts
    let entities = paired.map { draft in
      var entity = draft.entity
      entity.relationships = draft.relationships.map { draft in
        var relationship = draft.relationship
        // A running program must decide what a reader of source may leave open.
        relationship.certainty = .certain
        return relationship
      }
      return entity
    }
    return DataModel(
      name: name, versionIdentifiers: [version.description], entities: entities,
      configurations: ["default": entities.map(\.name).sorted { $0.codePointsPrecede($1) }],
      source: .swift)
  }

  /// Names a class among all: two versions may have one of the same name, and only the one that a
  /// property's type names has the way back.
  private static func path(_ type: _ModelType) -> [String] { [Schema.name(of: type.model)] }

  private func draft(of entity: Schema.Entity) -> EntityDraft {
    var draft = EntityDraft(
      path: [entity.name],
      entity: Entity(
        name: entity.name, className: entity.name, superentity: entity.superentityName,
        uniquenessConstraints: entity.uniquenessConstraints.filter { constraint in
          // What a property says itself is added with the property.
          !entity.storedProperties.contains { $0.isUnique && [$0.name] == constraint }
        }, fetchIndexes: entity.indexes))
    for stored in entity.storedProperties {
      let property = ModelProperty(
        Schema.PropertyMetadata(
          name: stored.name, keypath: \String.self, valueType: stored.valueType,
          (stored as? Schema.Attribute)?.defaultValue, stored),
        slot: 0, owner: entity.name)
      if let attribute = stored as? Schema.Attribute {
        switch property.kind {
        case .toOne, .toMany: break
        case .scalar(let scalar): add(property, scalar, to: &draft)
        case .coded(let coder):
          var template = coder.template
          if let composite = attribute as? Schema.CompositeAttribute, template.elements.isEmpty {
            template.type = .composite
            template.elements = composite.properties.map(element)
          }
          add(property, template, to: &draft)
        }
      } else if let relationship = stored as? Schema.Relationship {
        add(relationship, isToMany: !relationship.isToOneRelationship, to: &draft)
      }
    }
    return draft
  }

  private func element(_ attribute: Schema.Attribute) -> StoreModel.Attribute {
    let (type, isOptional) = unwrappedType(attribute.valueType)
    let coder = AttributeCoding.coder(for: type, property: attribute.name, isOptional: isOptional)
    var element = coder.template
    element.name = attribute.name
    element.isOptional = isOptional
    return element
  }

  private func add(
    _ property: ModelProperty, _ scalar: any ScalarValue.Type, to draft: inout EntityDraft
  ) {
    add(
      property,
      StoreModel.Attribute(
        name: property.name, type: scalar.attributeType,
        valueClassName: scalar.attributeType.valueClassName),
      to: &draft)
  }

  private func draft(of type: _ModelType) -> EntityDraft {
    var draft = EntityDraft(
      path: Self.path(type),
      entity: Entity(
        name: type.name, className: Schema.name(of: type.model),
        superentity: type.superclass?.name))
    for property in type.ownProperties {
      switch property.kind {
      case .toOne(let destination): add(property, destination, isToMany: false, to: &draft)
      case .toMany(let destination): add(property, destination, isToMany: true, to: &draft)
      case .scalar(let scalar): add(property, scalar, to: &draft)
      case .coded(let coder): add(property, coder.template, to: &draft)
      }
    }
    for rule in type.rules { apply(rule, of: type, to: &draft) }
    return draft
  }

  private func add(
    _ property: ModelProperty, _ template: StoreModel.Attribute, to draft: inout EntityDraft
  ) {
    var attribute = template
    attribute.name = property.name
    attribute.isOptional = property.isOptional
    attribute.isTransient = property.isEphemeral
    attribute.defaultValue = property.storedDefault
    if let options = property.attribute {
      attribute.allowsExternalStorage = options.has(.externalStorage)
      attribute.preservesValueOnDeletion = options.has(.preserveValueOnDeletion)
      attribute.isSpotlightIndexed = options.has(.spotlight)
      if options.has(.allowsCloudEncryption) {
        attribute.userInfo["allowsCloudEncryption"] = "true"
      }
      attribute.renamingIdentifier = options.renamedFrom
      attribute.hashModifier = options.hashModifier
      if options.has(.unique) { draft.entity.uniquenessConstraints.append([property.name]) }
    }
    draft.entity.attributes.append(attribute)
  }

  private func add(
    _ property: ModelProperty, _ destination: any PersistentModel.Type, isToMany: Bool,
    to draft: inout EntityDraft
  ) {
    let target = destination._$type
    let options = property.relationship
    add(
      name: property.name, destination: target.name, path: Self.path(target), isToMany: isToMany,
      isOptional: property.isOptional, options,
      inverse: options?.inverseKeyPath.flatMap { target.property($0)?.name }, to: &draft)
  }

  private func add(
    _ relationship: Schema.Relationship, isToMany: Bool, to draft: inout EntityDraft
  ) {
    add(
      name: relationship.name, destination: relationship.destination,
      path: [relationship.destination], isToMany: isToMany,
      isOptional: relationship.isOptional, relationship, inverse: relationship.inverseName,
      to: &draft)
  }

  private func add(
    name: String, destination: String, path: [String], isToMany: Bool, isOptional: Bool,
    _ options: Schema.Relationship?, inverse: String?, to draft: inout EntityDraft
  ) {
    var relationship = StoreModel.Relationship(
      name: name, destination: destination, maxCount: isToMany ? 0 : 1, isOptional: isOptional)
    if let options {
      relationship.deleteRule =
        switch options.deleteRule {
        case .noAction: .noAction
        case .nullify: .nullify
        case .cascade: .cascade
        case .deny: .deny
        }
      if let count = options.minimumModelCount { relationship.minCount = Int32(clamping: count) }
      if let count = options.maximumModelCount { relationship.maxCount = Int32(clamping: count) }
      relationship.renamingIdentifier = options.renamedFrom
      relationship.hashModifier = options.hashModifier
      if options.options.contains(.unique) {
        draft.entity.uniquenessConstraints.append([name])
      }
    }
    draft.relationships.append(
      RelationshipDraft(
        relationship: relationship, destination: path, declaredInverse: inverse,
        isAnnotated: options != nil))
  }

  private func apply(_ rule: any SchemaRule, of type: _ModelType, to draft: inout EntityDraft) {
    rule._apply { kind, keyPaths in
      let names = keyPaths.compactMap { type.property($0)?.name }
      guard !names.isEmpty else { return }
      switch kind {
      case .unique: draft.entity.uniquenessConstraints.append(names)
      case .binary, .rtree:
        let isRTree = kind == .rtree
        draft.entity.fetchIndexes.append(
          FetchIndex(
            name: "SwiftDataIndexOn" + (isRTree ? "RTree" : "Binary") + names.joined(),
            elements: names.map { .init(property: $0, isRTree: isRTree) }))
      }
    }
  }
}
