package import StoreModel

/// The keyed archive of an `NSManagedObjectModel`: a compiled `.mom`, or, compressed, the model a
/// store caches (Documentation/Format/ModelFiles.md, 1 and 2).
package enum ModelArchive {
  /// Reads any bytes: the result is a model or a `ModelFileError`.
  package static func read(
    _ archive: [UInt8], name: String, source: DataModel.Source
  ) throws -> DataModel {
    var reader = ModelArchiveReader(archive: try KeyedArchive(archive))
    return try reader.model(named: name, source: source)
  }
}

private struct ModelArchiveReader {
  let archive: KeyedArchive
  private var problems: [ModelProblem] = []
  /// Properties by number of their entity object, inherited ones included.
  private var properties: [Int: [String: Property]] = [:]

  private enum Property: Hashable {
    case attribute(Attribute)
    case relationship(Relationship)
    case fetched
    /// The stand-in for a property that the superentity holds.
    case proxy
  }

  init(archive: KeyedArchive) { self.archive = archive }

  mutating func model(named name: String, source: DataModel.Source) throws -> DataModel {
    let root = try archive.root()
    guard root.className == "NSManagedObjectModel" else {
      throw ModelFileError.archive(.wrongRoot(root.className))
    }
    guard let entries = archive.entries(root.fields["NSEntities"]) else {
      throw ModelFileError.archive(.noEntities)
    }
    var entities: [Entity] = []
    for entry in entries {
      guard let object = archive.object(entry.value) else {
        problems.append(ModelProblem("the archive holds no description of it", entity: entry.key))
        continue
      }
      entities.append(
        entity(object, named: archive.string(object.fields["NSEntityName"]) ?? entry.key))
    }
    var configurations: [String: [String]] = [:]
    for entry in archive.entries(root.fields["NSConfigurations"]) ?? [] {
      configurations[entry.key] = (archive.elements(entry.value) ?? [])
        .compactMap { archive.object($0).flatMap { archive.string($0.fields["NSEntityName"]) } }
        .sorted { $0.codePointsPrecede($1) }
    }
    let identifiers = archive.strings(root.fields["NSVersionIdentifiers"]) ?? []
    try archive.checkBudget()
    let model = DataModel(
      name: name, versionIdentifiers: identifiers.sorted { $0.codePointsPrecede($1) },
      entities: entities, configurations: configurations, source: source, problems: problems)
    try model.checkSize()
    return model
  }

  // MARK: Entities

  private mutating func entity(_ object: KeyedArchive.Object, named name: String) -> Entity {
    let fields = object.fields
    let parent = archive.object(fields["NSSuperentity"])
    let inherited = parent.map { properties(of: $0) } ?? [:]
    var entity = Entity(
      name: name, className: archive.string(fields["NSClassNameForEntity"]),
      superentity: parent.flatMap { archive.string($0.fields["NSEntityName"]) },
      isAbstract: fields["NSIsAbstract"]?.bool ?? false,
      uniquenessConstraints: nameLists(fields["NSUniqueTuples"]),
      fetchIndexes: fetchIndexes(fields["NSFetchIndexDescriptions"]),
      compoundIndexes: nameLists(fields["NSCompoundIndexes"]),
      hashModifier: archive.string(fields["NSVersionHashModifier"]),
      renamingIdentifier: renaming(fields, name: name), userInfo: userInfo(fields["NSUserInfo"]))
    let all = properties(of: object)
    // Two entries of the list may be one entity, whose properties are read once.
    guard archive.charge(all.count) else { return entity }
    for (name, property) in all.sorted(by: { $0.key.codePointsPrecede($1.key) }) {
      // A subentity's dictionary repeats what it inherits, as stand-ins or as equal copies.
      if let above = inherited[name], property == .proxy || property == above || above == .proxy {
        continue
      }
      switch property {
      case .attribute(let attribute): entity.attributes.append(attribute)
      case .relationship(let relationship): entity.relationships.append(relationship)
      case .fetched: entity.fetchedProperties.append(name)
      case .proxy:
        problems.append(
          ModelProblem(
            "inherited, but the superentity has no such property", entity: entity.name,
            property: name))
      }
    }
    return entity
  }

  private mutating func properties(of entity: KeyedArchive.Object) -> [String: Property] {
    if let known = properties[entity.index] { return known }
    var found: [String: Property] = [:]
    for entry in archive.entries(entity.fields["NSProperties"]) ?? [] {
      guard let object = archive.object(entry.value) else { continue }
      found[entry.key] = property(object, named: entry.key)
      if found[entry.key] == nil {
        problems.append(
          ModelProblem(
            "a property of the unknown kind '\(object.className)'",
            entity: archive.string(entity.fields["NSEntityName"]), property: entry.key))
      }
    }
    properties[entity.index] = found
    return found
  }

  private func property(_ object: KeyedArchive.Object, named key: String) -> Property? {
    let name = archive.string(object.fields["NSPropertyName"]) ?? key
    switch object.className {
    case "_NSPropertyDescriptionProxy": return .proxy
    case "NSFetchedPropertyDescription": return .fetched
    case "NSRelationshipDescription": return .relationship(relationship(object, named: name))
    case "NSAttributeDescription", "NSDerivedAttributeDescription",
      "NSCompositeAttributeDescription":
      return .attribute(attribute(object, named: name, depth: 0))
    default: return nil
    }
  }

  private func nameLists(_ reference: PlistValue?) -> [[String]] {
    (archive.elements(reference) ?? []).map { list in
      (archive.elements(list) ?? []).compactMap {
        archive.string($0)
          ?? archive.object($0).flatMap { archive.string($0.fields["NSPropertyName"]) }
      }
    }
  }

  private func fetchIndexes(_ reference: PlistValue?) -> [FetchIndex] {
    (archive.elements(reference) ?? []).compactMap(archive.object).map { index in
      let elements = (archive.elements(index.fields["NSIndexElements"]) ?? [])
        .compactMap(archive.object)
        .map { element in
          FetchIndex.Element(
            property: archive.string(element.fields["NSPropertyName"])
              ?? ExpressionText(archive: archive).expression(element.fields["NSExpression"]),
            isAscending: element.fields["NSAscending"]?.bool ?? true,
            isRTree: element.fields["NSFetchIndexElementType"]?.integer == 1)
        }
      let predicate = index.fields["NSPartialIndexPredicate"]
      return FetchIndex(
        name: archive.string(index.fields["NSIndexName"]) ?? "", elements: elements,
        partialPredicate: archive.value(predicate) == nil
          ? nil : ExpressionText(archive: archive).predicate(predicate))
    }
  }

  // MARK: Properties

  private func attribute(_ object: KeyedArchive.Object, named name: String, depth: Int) -> Attribute
  {
    let fields = object.fields
    let type = AttributeType(rawValue: Int32(clamping: fields["NSAttributeType"]?.integer ?? 0))
    let flags = fields["NSFlagsKey"]?.integer ?? 0
    let valueClass = archive.string(fields["NSAttributeValueClassName"])
    var attribute = Attribute(
      name: name, type: type, isOptional: fields["NSIsOptional"]?.bool ?? false,
      isTransient: fields["NSIsTransient"]?.bool ?? false,
      isReadOnly: fields["NSIsReadOnly"]?.bool ?? false,
      allowsExternalStorage: flags & ArchiveFlags.externalStorage != 0,
      preservesValueOnDeletion: flags & ArchiveFlags.preservedInHistory != 0,
      isIndexed: fields["NSIsIndexed"]?.bool ?? false,
      isSpotlightIndexed: fields["NSIndexedBySpotlight"]?.bool ?? false,
      defaultValue: DefaultValueArchive.read(fields["NSDefaultValue"], of: type, in: archive),
      valueTransformerName: archive.string(fields["NSValueTransformerName"]),
      valueClassName: valueClass == type.valueClassName ? nil : valueClass,
      hashModifier: archive.string(fields["NSVersionHashModifier"]),
      renamingIdentifier: renaming(fields, name: name), userInfo: userInfo(fields["NSUserInfo"]))
    if object.className == "NSDerivedAttributeDescription" {
      attribute.derivation = ExpressionText(archive: archive)
        .expression(fields["NSDerivationExpression"])
    }
    if depth < BinaryPlist.depthLimit,
      let elements = archive.elements(fields["NSCompositeElements"])
    {
      attribute.elements = elements.compactMap(archive.object).map {
        self.attribute(
          $0, named: archive.string($0.fields["NSPropertyName"]) ?? "", depth: depth + 1)
      }
    }
    return attribute
  }

  private func relationship(_ object: KeyedArchive.Object, named name: String) -> Relationship {
    let fields = object.fields
    let destination =
      archive.string(fields["_NSDestinationEntityName"])
      ?? archive.object(fields["NSDestinationEntity"])
      .flatMap { archive.string($0.fields["NSEntityName"]) }
    let inverse =
      archive.string(fields["_NSInverseRelationshipName"])
      ?? archive.object(fields["NSInverseRelationship"])
      .flatMap { archive.string($0.fields["NSPropertyName"]) }
    let rule = fields["NSDeleteRule"]?.integer.flatMap(Int.init(exactly:))
    return Relationship(
      name: name, destination: destination ?? "", inverse: inverse,
      minCount: Int32(clamping: fields["NSMinCount"]?.integer ?? 0),
      maxCount: Int32(clamping: fields["NSMaxCount"]?.integer ?? 0),
      isOrdered: fields["NSIsOrdered"]?.bool ?? false,
      deleteRule: rule.flatMap(Relationship.DeleteRule.init) ?? .noAction,
      isOptional: fields["NSIsOptional"]?.bool ?? false,
      isTransient: fields["NSIsTransient"]?.bool ?? false,
      hashModifier: archive.string(fields["NSVersionHashModifier"]),
      renamingIdentifier: renaming(fields, name: name), userInfo: userInfo(fields["NSUserInfo"]),
      certainty: destination == nil ? .unknown("the archive names no destination") : .certain)
  }

  /// Core Data always writes one; equal to the name it says nothing.
  private func renaming(_ fields: [String: PlistValue], name: String) -> String? {
    let identifier = archive.string(fields["NSRenamingIdentifier"])
    return identifier == name ? nil : identifier
  }

  private func userInfo(_ reference: PlistValue?) -> [String: String] {
    var info: [String: String] = [:]
    for entry in archive.entries(reference) ?? [] {
      info[entry.key] = UserInfoArchive.read(entry.value, in: archive)
    }
    return info
  }
}

/// Bits of `NSFlagsKey` (Documentation/Format/ModelFiles.md, 2.3).
enum ArchiveFlags {
  static let externalStorage: Int64 = 4
  static let preservedInHistory: Int64 = 16
}

/// User info is a dictionary of texts in this project's model; SwiftData also puts a truth value
/// and a list there, for enums (Documentation/Format/StoreFormat.md, 3.5).
enum UserInfoArchive {
  static func read(_ reference: PlistValue, in archive: KeyedArchive) -> String? {
    if let text = archive.string(reference) { return text }
    if let list = archive.strings(reference) { return list.joined(separator: ",") }
    switch archive.value(reference) {
    case .bool(let value)?: return value ? "true" : "false"
    case .integer(let value)?: return String(value)
    case .real(let value)?: return String(value)
    default: return nil
    }
  }

  static func write(
    _ key: String, _ text: String, into archive: inout KeyedArchiveBuilder
  ) -> PlistValue {
    switch key {
    case "EnumType": archive.scalar(.bool(text == "true"))
    case "enum": archive.strings(text.split(separator: ",").map(String.init))
    default: archive.string(text)
    }
  }
}
