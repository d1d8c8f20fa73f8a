internal import StoreModel

/// The `elements` file of Xcode 3: a keyed archive of the editor's own objects.
///
/// Every entity, attribute and relationship carries *stereotypes*: named lists of settings, whose
/// value is the `_default` of a property object. The names were read from the files themselves.
struct XcodeElements {
  private let archive: KeyedArchive
  private let path: String

  static func read(_ bytes: [UInt8], name: String, path: String) throws -> DataModel {
    try XcodeElements(archive: KeyedArchive(bytes), path: path).model(named: name)
  }

  private func model(named name: String) throws -> DataModel {
    let root = try archive.root()
    guard root.className == "XDPMModel" else {
      throw ModelFileError.archive(.wrongRoot(root.className))
    }
    guard let package = archive.object(root.fields["_xd_rootPackage"]),
      let classes = archive.entries(package.fields["XDBucketForClassesstorage"])
    else { throw ModelFileError.archive(.noEntities) }
    let identifier = archive.string(root.fields["_modelVersionIdentifier"])
    var model = DataModel(
      name: name, versionIdentifiers: identifier.map { [$0] } ?? [],
      entities: classes.compactMap { entry in
        archive.object(entry.value).map { entity($0, named: entry.key) }
      }, configurations: configurations(root), source: .xcodeModel, location: Location(path: path))
    try archive.checkBudget()
    try model.checkSize()
    model.problems += model.faultsOfModelFile
    return model
  }

  private func configurations(_ root: KeyedArchive.Object) -> [String: [String]] {
    var result: [String: [String]] = [:]
    for entry in archive.entries(root.fields["_configurationsByName"]) ?? [] {
      result[entry.key] = (archive.elements(entry.value) ?? [])
        .compactMap { archive.object($0).flatMap(name) ?? archive.string($0) }
        .sorted { $0.codePointsPrecede($1) }
    }
    return result
  }

  private func entity(_ object: KeyedArchive.Object, named key: String) -> Entity {
    let settings = settings(of: object)
    let name = name(of: object) ?? key
    var entity = Entity(
      name: name, className: archive.string(settings["XD_PSK_entityClassName"]),
      superentity: superentity(of: object),
      isAbstract: flag(settings["XD_PSK_isAbstract"])
        || object.fields["_isAbstract"]?.bool ?? false,
      uniquenessConstraints: nameLists(settings["XDPMUniquenessConstraints"]),
      compoundIndexes: nameLists(settings["XDPMCompoundIndexes"]),
      hashModifier: archive.string(settings["XD_PSK_versionHashModifier"]),
      renamingIdentifier: renaming(settings["XD_PSK_elementID"], name: name),
      userInfo: userInfo(settings["XD_PSK_userInfo"]), location: Location(path: path))
    let owned = archive.entries(object.fields["XDBucketForOwnedAttributesstorage"]) ?? []
    for entry in owned.sorted(by: { $0.key.codePointsPrecede($1.key) }) {
      guard let property = archive.object(entry.value) else { continue }
      switch property.className {
      case "XDPMAttribute": entity.attributes.append(attribute(property, named: entry.key))
      case "XDPMRelationship": entity.relationships.append(relationship(property, named: entry.key))
      default: entity.fetchedProperties.append(entry.key)
      }
    }
    return entity
  }

  /// A generalization names the parent, directly or as its `_parent`.
  private func superentity(of object: KeyedArchive.Object) -> String? {
    let generalization = archive.elements(object.fields["XDBucketForGeneralizationsstorage"])?
      .first.flatMap(archive.object)
    guard let generalization else { return nil }
    if generalization.className == "XDPMEntity" { return name(of: generalization) }
    for field in ["_parent", "_general"] {
      if let parent = archive.object(generalization.fields[field]) { return name(of: parent) }
    }
    return nil
  }

  private func attribute(_ object: KeyedArchive.Object, named key: String) -> Attribute {
    let settings = settings(of: object)
    let name = name(of: object) ?? key
    let type = AttributeType(
      rawValue: Int32(clamping: archive.value(settings["XD_PAttK_attributeType"])?.integer ?? 0))
    let defaultText = archive.string(settings["XD_PAttK_defaultValueAsString"])
    return Attribute(
      name: name, type: type, isOptional: flag(settings["XD_PPSK_isOptional"]),
      isTransient: flag(settings["XD_PPSK_isTransient"]),
      allowsExternalStorage: flag(settings["XD_PAttK_allowsExternalBinaryDataStorage"]),
      isIndexed: flag(settings["XD_PPSK_isIndexed"]),
      isSpotlightIndexed: flag(settings["XD_PPSK_isSpotlightIndexed"]),
      defaultValue: defaultText.flatMap { DefaultValue(editorText: $0, type: type) },
      valueTransformerName: archive.string(settings["XD_PAttK_valueTransformerName"]),
      hashModifier: archive.string(settings["XD_PPSK_versionHashModifier"]),
      renamingIdentifier: renaming(settings["XD_PPSK_elementID"], name: name),
      userInfo: userInfo(settings["XD_PPSK_userInfo"]), location: Location(path: path))
  }

  private func relationship(_ object: KeyedArchive.Object, named key: String) -> Relationship {
    let settings = settings(of: object)
    let name = name(of: object) ?? key
    let isToMany = flag(settings["XD_PRK_isToMany"])
    let destination = archive.object(settings["XD_PRK_destination"]).flatMap(self.name)
    func count(_ setting: String) -> Int32? {
      archive.value(settings[setting])?.integer.map { Int32(clamping: $0) }
    }
    let rule = archive.value(settings["XD_PRK_deleteRule"])?.integer.flatMap(Int.init(exactly:))
    return Relationship(
      name: name, destination: destination ?? "",
      inverse: archive.object(settings["XD_PRK_inverseRelationship"]).flatMap(self.name),
      minCount: count("XD_PRK_minCount") ?? 0,
      maxCount: count("XD_PRK_maxCount") ?? (isToMany ? 0 : 1),
      isOrdered: flag(settings["XD_PRK_ordered"]),
      deleteRule: rule.flatMap(Relationship.DeleteRule.init) ?? .nullify,
      isOptional: flag(settings["XD_PPSK_isOptional"]),
      isTransient: flag(settings["XD_PPSK_isTransient"]),
      hashModifier: archive.string(settings["XD_PPSK_versionHashModifier"]),
      renamingIdentifier: renaming(settings["XD_PPSK_elementID"], name: name),
      userInfo: userInfo(settings["XD_PPSK_userInfo"]),
      certainty: destination == nil ? .unknown("the destination is not set") : .certain,
      location: Location(path: path))
  }

  // MARK: Settings

  /// All settings of an element's stereotypes: name to a reference to the value.
  private func settings(of object: KeyedArchive.Object) -> [String: PlistValue] {
    var result: [String: PlistValue] = [:]
    for stereotype in archive.entries(object.fields["XDBucketForStereotypesstorage"]) ?? [] {
      let owner = archive.object(stereotype.value)
      for entry in archive.entries(owner?.fields["XDBucketForOwnedAttributesstorage"]) ?? [] {
        result[entry.key] = archive.object(entry.value)?.fields["_default"]
      }
    }
    return result
  }

  private func name(of object: KeyedArchive.Object) -> String? {
    archive.string(object.fields["_name"])
  }

  private func flag(_ reference: PlistValue?) -> Bool { archive.value(reference)?.bool ?? false }

  /// Lists of property names; mapping models made by later editions of Xcode have them.
  private func nameLists(_ reference: PlistValue?) -> [[String]] {
    (archive.elements(reference) ?? []).map { list in
      (archive.elements(list) ?? []).compactMap { archive.string($0) }
    }.filter { !$0.isEmpty }
  }

  private func renaming(_ reference: PlistValue?, name: String) -> String? {
    let identifier = archive.string(reference)
    return identifier == name ? nil : identifier
  }

  /// Only texts: Xcode also kept settings of Sync Services there, as nested lists.
  private func userInfo(_ reference: PlistValue?) -> [String: String] {
    var info: [String: String] = [:]
    for entry in archive.entries(reference) ?? [] { info[entry.key] = archive.string(entry.value) }
    return info
  }
}
