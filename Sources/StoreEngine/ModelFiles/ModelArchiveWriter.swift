package import StoreModel

extension ModelArchive {
  /// Writes the keyed archive of an `NSManagedObjectModel`, uncompressed, in the form of a store's
  /// cache (Documentation/Format/ModelFiles.md, 5).
  ///
  /// Inherited properties are written as full copies, as current systems do. What a `DataModel` does
  /// not carry is left out: validation predicates, the fetch requests of fetched properties, fetch
  /// request templates, empty lists of indexes and constraints.
  package static func write(_ model: DataModel) -> [UInt8] {
    var writer = ModelArchiveWriter(model: model)
    return writer.write()
  }
}

private struct ModelArchiveWriter {
  let model: DataModel
  private var archive = KeyedArchiveBuilder()
  private var entities: [String: PlistValue] = [:]
  /// References to the properties of an entity by name, inherited ones included.
  private var properties: [String: [String: PlistValue]] = [:]

  init(model: DataModel) { self.model = model }

  mutating func write() -> [UInt8] {
    let root = archive.reserve()
    for entity in model.entities {
      entities[entity.name] = archive.reserve()
      var own: [String: PlistValue] = [:]
      for name in propertyNames(of: entity) { own[name] = archive.reserve() }
      properties[entity.name] = own
    }
    for entity in model.entities { write(entity, root: root) }
    var fields: [String: PlistValue] = [
      "NSEntities": knownKeysDictionary(), "NSFetchRequestTemplates": KeyedArchiveBuilder.null,
    ]
    let identifiers = model.versionIdentifiers.map { archive.string($0) }
    fields["NSVersionIdentifiers"] = archive.set(of: identifiers)
    if !model.configurations.isEmpty {
      let names = model.configurations.keys.sorted { $0.codePointsPrecede($1) }
      let entries = names.map { name in
        let members = (model.configurations[name] ?? []).compactMap { entities[$0] }
        return (key: name, value: archive.set(of: members))
      }
      fields["NSConfigurations"] = archive.dictionary(entries, isMutable: true)
    }
    archive.set(root, ["NSManagedObjectModel"], fields)
    return archive.finish(root: root)
  }

  /// The dictionary class that Core Data uses where all keys are known beforehand.
  private mutating func knownKeysDictionary() -> PlistValue {
    let names = model.entities.map(\.name)
    let mapping = archive.object(
      ["NSKnownKeysMappingStrategy1", "NSKnownKeysMappingStrategy"],
      [
        "keys": archive.strings(names), "length": .integer(Int64(names.count)),
        "version": .integer(1),
      ])
    return archive.object(
      ["NSKnownKeysDictionary1", "NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary"],
      [
        "searchMapping": mapping, "version": .integer(1),
        "values": archive.array(names.compactMap { entities[$0] }),
        // The same in every store: it marks an empty slot.
        "emptyToken": archive.string("__empty_slot_token_4c24_98dc_ac1e_b773__"),
      ])
  }

  private func propertyNames(of entity: Entity) -> [String] {
    let names =
      model.allAttributes(of: entity).map(\.name) + model.allRelationships(of: entity).map(\.name)
      + fetchedProperties(of: entity)
    return Set(names).sorted { $0.codePointsPrecede($1) }
  }

  private func fetchedProperties(of entity: Entity) -> [String] {
    model.lineage(of: entity).flatMap(\.fetchedProperties)
  }

  // MARK: Entities

  private mutating func write(_ entity: Entity, root: PlistValue) {
    guard let reference = entities[entity.name], let own = properties[entity.name] else { return }
    for attribute in model.allAttributes(of: entity) {
      if let target = own[attribute.name] { write(attribute, to: target, entity: reference) }
    }
    for relationship in model.allRelationships(of: entity) {
      if let target = own[relationship.name] { write(relationship, to: target, entity: reference) }
    }
    for name in fetchedProperties(of: entity) {
      if let target = own[name] { writeFetched(name, to: target, entity: reference) }
    }
    let subentities = model.subentities(of: entity.name).compactMap { below in
      entities[below.name].map { (key: below.name, value: $0) }
    }
    let sorted = own.map { (key: $0.key, value: $0.value) }
      .sorted { $0.key.codePointsPrecede($1.key) }
    var fields: [String: PlistValue] = [
      "NSEntityName": archive.string(entity.name),
      "NSClassNameForEntity": archive.string(entity.className), "NSManagedObjectModel": root,
      "NSProperties": archive.dictionary(sorted, isMutable: true),
      "NSSubentities": archive.dictionary(subentities, isMutable: true),
      "NSSuperentity": entity.superentity.flatMap { entities[$0] } ?? KeyedArchiveBuilder.null,
      "NSRenamingIdentifier": archive.string(entity.renamingIdentifier ?? entity.name),
      "NSVersionHashModifier": archive.string(entity.hashModifier),
      "NSUserInfo": userInfo(entity.userInfo),
    ]
    if entity.isAbstract { fields["NSIsAbstract"] = .bool(true) }
    if !entity.uniquenessConstraints.isEmpty {
      fields["NSUniqueTuples"] = nameLists(entity.uniquenessConstraints)
    }
    // The compiler writes both kinds of index or neither.
    if !entity.fetchIndexes.isEmpty || !entity.compoundIndexes.isEmpty {
      fields["NSCompoundIndexes"] = nameLists(entity.compoundIndexes)
      let indexes = entity.fetchIndexes.map { fetchIndex($0, entity: reference) }
      fields["NSFetchIndexDescriptions"] = archive.array(indexes, isMutable: true)
    }
    archive.set(reference, ["NSEntityDescription"], fields)
  }

  private mutating func nameLists(_ lists: [[String]]) -> PlistValue {
    let elements = lists.map { archive.strings($0, isMutable: true) }
    return archive.array(elements, isMutable: true)
  }

  private mutating func fetchIndex(_ index: FetchIndex, entity: PlistValue) -> PlistValue {
    let reference = archive.reserve()
    let elements = index.elements.map { element in
      archive.object(
        ["NSFetchIndexElementDescription"],
        [
          "NSPropertyName": archive.string(element.property),
          "NSAscending": .bool(element.isAscending),
          "NSFetchIndexElementType": .integer(element.isRTree ? 1 : 0),
          "NSFetchIndexDescription": reference,
        ])
    }
    archive.set(
      reference, ["NSFetchIndexDescription"],
      [
        "NSIndexName": archive.string(index.name), "NSIndexElements": archive.array(elements),
        "NSEntity": entity,
        "NSPartialIndexPredicate": index.partialPredicate
          .flatMap { ExpressionArchive.predicate($0, into: &archive) } ?? KeyedArchiveBuilder.null,
      ])
    return reference
  }

  // MARK: Properties

  private mutating func write(_ attribute: Attribute, to reference: PlistValue, entity: PlistValue)
  {
    var chain = ["NSAttributeDescription", "NSPropertyDescription"]
    var fields = propertyFields(
      name: attribute.name, renaming: attribute.renamingIdentifier,
      isOptional: attribute.isOptional, isTransient: attribute.isTransient,
      isReadOnly: attribute.isReadOnly, isSpotlightIndexed: attribute.isSpotlightIndexed,
      modifier: attribute.hashModifier, userInfo: attribute.userInfo, entity: entity)
    fields["NSAttributeType"] = .integer(Int64(attribute.type.rawValue))
    fields["NSAttributeValueClassName"] = archive.string(
      attribute.valueClassName ?? attribute.type.valueClassName)
    fields["NSValueTransformerName"] = archive.string(attribute.valueTransformerName)
    fields["NSDefaultValue"] = DefaultValueArchive.write(attribute.defaultValue, into: &archive)
    fields["NSFlagsKey"] = .integer(
      (attribute.allowsExternalStorage ? ArchiveFlags.externalStorage : 0)
        | (attribute.preservesValueOnDeletion ? ArchiveFlags.preservedInHistory : 0))
    if attribute.isIndexed { fields["NSIsIndexed"] = .bool(true) }
    if let derivation = attribute.derivation {
      chain.insert("NSDerivedAttributeDescription", at: 0)
      fields["NSDerivationExpression"] = ExpressionArchive.expression(derivation, into: &archive)
      fields["NSFilteringPredicate"] = KeyedArchiveBuilder.null
    } else if attribute.type == .composite {
      chain.insert("NSCompositeAttributeDescription", at: 0)
      let elements = attribute.elements.map { element in
        let part = archive.reserve()
        write(element, to: part, entity: entity)
        return part
      }
      fields["NSCompositeElements"] = archive.array(elements)
    }
    archive.set(reference, chain, fields)
  }

  private mutating func write(
    _ relationship: Relationship, to reference: PlistValue, entity: PlistValue
  ) {
    var fields = propertyFields(
      name: relationship.name, renaming: relationship.renamingIdentifier,
      isOptional: relationship.isOptional, isTransient: relationship.isTransient,
      isOrdered: relationship.isOrdered, modifier: relationship.hashModifier,
      userInfo: relationship.userInfo, entity: entity)
    let inverse = relationship.inverse.flatMap { properties[relationship.destination]?[$0] }
    fields["NSDestinationEntity"] = entities[relationship.destination] ?? KeyedArchiveBuilder.null
    fields["_NSDestinationEntityName"] = archive.string(relationship.destination)
    fields["NSInverseRelationship"] = inverse ?? KeyedArchiveBuilder.null
    fields["_NSInverseRelationshipName"] = archive.string(relationship.inverse)
    fields["NSDeleteRule"] = .integer(Int64(relationship.deleteRule.rawValue))
    fields["NSMaxCount"] = .integer(Int64(relationship.maxCount))
    fields["NSMinCount"] = .integer(Int64(relationship.minCount))
    if relationship.isOrdered { fields["NSIsOrdered"] = .bool(true) }
    archive.set(reference, ["NSRelationshipDescription", "NSPropertyDescription"], fields)
  }

  private mutating func writeFetched(_ name: String, to reference: PlistValue, entity: PlistValue) {
    var fields = propertyFields(
      name: name, renaming: nil, isOptional: true, isTransient: true, isReadOnly: true,
      modifier: nil, userInfo: [:], entity: entity)
    fields["NSFetchRequest"] = KeyedArchiveBuilder.null
    fields["_NSFetchRequestEntityName"] = KeyedArchiveBuilder.null
    archive.set(reference, ["NSFetchedPropertyDescription", "NSPropertyDescription"], fields)
  }

  private mutating func propertyFields(
    name: String, renaming: String?, isOptional: Bool, isTransient: Bool, isReadOnly: Bool = false,
    isOrdered: Bool = false, isSpotlightIndexed: Bool = false, modifier: String?,
    userInfo: [String: String], entity: PlistValue
  ) -> [String: PlistValue] {
    var fields: [String: PlistValue] = [
      "NSPropertyName": archive.string(name), "NSEntity": entity,
      "NSRenamingIdentifier": archive.string(renaming ?? name),
    ]
    // 1 is always set, 0x30 says that there is no validation.
    var bits: Int64 = 0x31
    func note(_ isOn: Bool, _ bit: Int64, _ key: String?) {
      guard isOn else { return }
      bits |= bit
      if let key { fields[key] = .bool(true) }
    }
    note(isOptional, 0x02, "NSIsOptional")
    note(isReadOnly, 0x04, "NSIsReadOnly")
    note(isTransient, 0x08, "NSIsTransient")
    note(isSpotlightIndexed, 0x100, "NSIndexedBySpotlight")
    note(isOrdered, 0x400, nil)
    note(userInfo.isEmpty, 0x40, nil)
    note(modifier == nil, 0x80, nil)
    if !userInfo.isEmpty { fields["NSUserInfo"] = self.userInfo(userInfo) }
    if let modifier { fields["NSVersionHashModifier"] = archive.string(modifier) }
    fields["_P"] = .integer(bits)
    return fields
  }

  private mutating func userInfo(_ info: [String: String]) -> PlistValue {
    let entries = info.sorted { $0.key.codePointsPrecede($1.key) }.map { entry in
      (key: entry.key, value: UserInfoArchive.write(entry.key, entry.value, into: &archive))
    }
    return archive.dictionary(entries)
  }
}
