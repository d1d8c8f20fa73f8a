internal import StoreModel

/// Reads mapping models: the `.xcmappingmodel` that Xcode edits, or the `.cdm` it is compiled to.
public enum MappingModelReader {
  /// Whether a path is named as a mapping model.
  package static func isMapping(_ path: String) -> Bool {
    ["xcmappingmodel", "cdm"].contains(path.suffixName) || path.lastPathComponent == xml
  }

  /// The one file in an `.xcmappingmodel`.
  static let xml = "xcmapping.xml"

  /// - Throws: `ModelFileError`.
  public static func read(path: String) throws -> MappingModel {
    let given = try ModelFile(path: path)
    let file = given.isFolder ? try given.entry(xml) : given
    let named = file.name == xml && !given.isFolder ? file.parentName : given.name
    return try file.reading { bytes in
      var mapping =
        if PropertyList.isXML(bytes), try XMLReader.read(bytes).root.name != "plist" {
          try XcodeMapping.read(bytes, name: ModelFile.baseName(named))
        } else if PropertyList.isXML(bytes) || BinaryPlist.isBinaryPlist(bytes) {
          try MappingArchive.read(bytes, name: ModelFile.baseName(named))
        } else {
          throw ModelFileError.notAModel(bytes.isEmpty ? .empty : .notAMapping)
        }
      // Only text has lines.
      mapping.location =
        PropertyList.isXML(bytes) && !given.isFolder
        ? Location(path: path, line: 1, column: 1) : Location(path: path)
      return mapping
    }
  }
}

/// The keyed archive of an `NSMappingModel` (Documentation/Format/MappingModels.md, 2).
enum MappingArchive {
  static func read(_ bytes: [UInt8], name: String) throws -> MappingModel {
    let archive = try KeyedArchive(bytes)
    let root = try archive.root()
    guard root.className == "NSMappingModel" else {
      throw ModelFileError.archive(.wrongMappingRoot(root.className))
    }
    guard let elements = archive.elements(root.fields["NSEntityMappings"]) else {
      throw ModelFileError.archive(.noMappings)
    }
    let expressions = MappingExpressionReader(archive: archive)
    var mappings: [EntityMapping] = []
    for element in elements {
      guard let object = archive.object(element), object.className == "NSEntityMapping" else {
        throw ModelFileError.archive(.noMappings)
      }
      mappings.append(entity(object, archive, expressions))
    }
    try archive.checkBudget()
    return MappingModel(name: name, entities: mappings)
  }

  /// `NSEntityMappingType`.
  private static let kinds: [EntityMapping.Kind] = [
    .undefined, .custom, .add, .remove, .copy, .transform,
  ]

  private static func entity(
    _ object: KeyedArchive.Object, _ archive: KeyedArchive, _ expressions: MappingExpressionReader
  ) -> EntityMapping {
    let fields = object.fields
    let source = archive.string(fields["NSSourceEntityName"])
    let destination = archive.string(fields["NSDestinationEntityName"])
    let type = archive.value(fields["NSMappingType"])?.integer.flatMap(Int.init(exactly:))
    var mapping = EntityMapping(
      name: archive.string(fields["NSMappingName"])
        ?? EntityMapping.name(from: source, to: destination),
      kind: type.flatMap { kinds.indices.contains($0) ? kinds[$0] : nil } ?? .undefined,
      source: source, destination: destination)
    func hash(_ field: String) -> VersionHash? {
      data(fields[field], archive).flatMap { VersionHash(bytes: $0) }
    }
    mapping.sourceHash = hash("NSSourceEntityVersionHash")
    mapping.destinationHash = hash("NSDestinationEntityVersionHash")
    mapping.policy = EntityMapping.ownPolicy(
      archive.string(fields["NSEntityMigrationPolicyClassName"]))
    mapping.filter =
      source.flatMap { filter(fields["NSSourceExpression"], of: $0, archive, expressions) }
    func properties(_ field: String) -> [PropertyMapping] {
      (archive.elements(fields[field]) ?? []).compactMap { element in
        guard let property = archive.object(element),
          let name = archive.string(property.fields["NSDestinationPropertyName"])
        else { return nil }
        return PropertyMapping(name, expressions.read(property.fields["NSValueExpression"]))
      }
    }
    mapping.attributes = properties("NSAttributeMappings")
    mapping.relationships = properties("NSRelationshipMappings")
    return mapping
  }

  private static func data(_ reference: PlistValue?, _ archive: KeyedArchive) -> [UInt8]? {
    switch archive.value(reference) {
    case .data(let bytes)?: bytes
    case .dictionary(let fields)?: archive.value(fields["NS.data"])?.data
    default: nil
    }
  }

  /// The predicate of the fetch request that the compiler wrote; any other expression is a filter
  /// that nobody understands.
  private static func filter(
    _ reference: PlistValue?, of source: String, _ archive: KeyedArchive,
    _ expressions: MappingExpressionReader
  ) -> String? {
    guard let object = archive.object(reference) else { return nil }
    let request = expressions.read(object.fields["NSFRExpression"])
    guard object.className == "NSFetchRequestExpression",
      case .function(
        .variable("manager")?, "fetchRequestForSourceEntityNamed:predicateString:", let list)? =
        request, list.count == 2, list[0] == .constant(.string(source)),
      case .constant(.string(let text)?) = list[1]
    else { return request?.text ?? "<\(object.className)>" }
    return EntityMapping.ownFilter(text)
  }
}

extension EntityMapping {
  /// Nil for Core Data's own class, which does what the mapping says.
  static func ownPolicy(_ name: String?) -> String? {
    guard let name, !name.isEmpty, name != "NSEntityMigrationPolicy" else { return nil }
    return name
  }

  /// Nil for a predicate that takes every row.
  static func ownFilter(_ text: String?) -> String? {
    guard let text, !text.isEmpty, text != "TRUEPREDICATE" else { return nil }
    return text
  }
}
