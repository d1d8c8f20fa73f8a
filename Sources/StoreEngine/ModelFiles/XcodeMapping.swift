internal import PlatformFoundation
internal import StoreModel

/// An `xcmapping.xml`: a Core Data XML store of the editor's own objects, with copies of both models
/// as archives of the editor's model objects (Documentation/Format/MappingModels.md, 1).
struct XcodeMapping {
  private let objects: [String: XMLElement]
  private let source: DataModel
  private let destination: DataModel

  static func read(_ bytes: [UInt8], name: String) throws -> MappingModel {
    let root = try XMLReader.read(bytes).root
    guard root.name == "database" else {
      throw ModelFileError.notAModel(.wrongXMLRoot(root.name))
    }
    let elements = root.children(named: "object")
    let models = elements.filter { $0.attribute("type") == "XDDEVMAPPINGMODEL" }
    guard let model = models.first, models.count == 1 else {
      throw ModelFileError.notAModel(.damagedMapping("it has \(models.count) mapping models"))
    }
    let mapping = XcodeMapping(
      objects: Dictionary(
        keepingFirst: elements.compactMap { element in element.attribute("id").map { ($0, element) }
        }),
      source: try embedded("sourcemodeldata", in: model),
      destination: try embedded("destinationmodeldata", in: model))
    return try mapping.mapping(model, named: name)
  }

  /// The copy of a model that the editor made when the mapping model was made or brought up to date.
  private static func embedded(_ field: String, in model: XMLElement) throws -> DataModel {
    guard let bytes = model.mappingData(field) else {
      throw ModelFileError.notAModel(.damagedMapping("it has no '\(field)'"))
    }
    return try XcodeElements.read(bytes, name: field, path: field)
  }

  private func mapping(_ model: XMLElement, named name: String) throws -> MappingModel {
    var mappings: [(number: Int, mapping: EntityMapping)] = []
    let hashes = (old: ModelHashes(of: source), new: ModelHashes(of: destination))
    let elements = objects(of: model, "entitymappings")
    for element in elements {
      guard var mapping = entity(element) else { continue }
      mapping.sourceHash = mapping.source.flatMap { hashes.old.entities[$0] }
      mapping.destinationHash = mapping.destination.flatMap { hashes.new.entities[$0] }
      mapping.attributes = try objects(of: element, "attributemappings").compactMap {
        try attribute($0, of: mapping)
      }.sorted { $0.name.codePointsPrecede($1.name) }
      mapping.relationships = try objects(of: element, "relationshipmappings").compactMap {
        try relationship($0, of: mapping)
      }.sorted { $0.name.codePointsPrecede($1.name) }
      mappings.append((element.mappingText("mappingnumber").flatMap { Int($0) } ?? .max, mapping))
    }
    mappings.sort { ($0.number, $0.mapping.name) < ($1.number, $1.mapping.name) }
    var result = MappingModel(
      name: name, entities: mappings.map(\.mapping), hasEmbeddedModels: true)
    result.sourceName = model.versionName("sourcemodelpath")
    result.destinationName = model.versionName("destinationmodelpath")
    return result
  }

  /// Nil for one that names neither end, as Xcode leaves behind: it does nothing.
  private func entity(_ element: XMLElement) -> EntityMapping? {
    let source = element.mappingText("sourcename")
    let destination = element.mappingText("destinationname")
    guard source != nil || destination != nil else { return nil }
    let policy = EntityMapping.ownPolicy(element.mappingText("migrationpolicyclassname"))
    let kind: EntityMapping.Kind =
      source == nil ? .add : destination == nil ? .remove : policy == nil ? .transform : .custom
    var mapping = EntityMapping(
      name: element.mappingText("name") ?? EntityMapping.name(from: source, to: destination),
      kind: kind, source: source, destination: destination)
    mapping.policy = policy
    mapping.filter = EntityMapping.ownFilter(element.mappingText("sourcefilterpredicatestring"))
    return mapping
  }

  /// Without an expression of its own an attribute takes the older one of its name, if there is one.
  private func attribute(
    _ element: XMLElement, of mapping: EntityMapping
  ) throws -> PropertyMapping? {
    guard let name = element.mappingText("name") else { return nil }
    if let own = try expression(element) { return PropertyMapping(name, own) }
    let isThere = sourceEntity(mapping).map { entity in
      source.allAttributes(of: entity).contains { $0.name == name }
    }
    return PropertyMapping(name, isThere == true ? .keyPath(.source, name) : nil)
  }

  private func relationship(
    _ element: XMLElement, of mapping: EntityMapping
  ) throws -> PropertyMapping? {
    guard let name = element.mappingText("name") else { return nil }
    if let own = try expression(element) { return PropertyMapping(name, own) }
    if let other = element.mappingText("sourcemappingname") {
      let path = element.mappingText("sourcekeypath") ?? ""
      return PropertyMapping(
        name, .objects(of: other, .init(keyPath: path) ?? .other(path)))
    }
    let old = sourceEntity(mapping).flatMap { entity in
      source.allRelationships(of: entity).first { $0.name == name }
    }
    guard let old else { return PropertyMapping(name, nil) }
    // How many mappings start at an entity decides what the compiler writes for relationships to it.
    let family = source.family(of: old.destination).map(\.name)
    let starts = objects.values.filter { element in
      element.attribute("type") == "XDDEVENTITYMAPPING"
        && element.mappingText("sourcename").map(family.contains) == true
    }
    let value = MappingExpression.keyPath(.source, name)
    if starts.count == 1, let only = starts.first.flatMap({ entity($0) }) {
      return PropertyMapping(name, .objects(of: only.name, value))
    }
    return PropertyMapping(name, .objects(ofRelationship: name, value))
  }

  private func sourceEntity(_ mapping: EntityMapping) -> Entity? {
    mapping.source.flatMap { source.entity(named: $0) }
  }

  private func expression(_ element: XMLElement) throws -> MappingExpression? {
    guard let data = element.mappingData("valueexpressiondata") else { return nil }
    return try MappingExpressionReader.read(data)
  }

  private func objects(of element: XMLElement, _ relationship: String) -> [XMLElement] {
    let links = element.children(named: "relationship").first {
      $0.attribute("name") == relationship
    }
    return (links?.attribute("idrefs") ?? "").split(separator: " ").compactMap {
      objects[String($0)]
    }
  }
}

extension MappingExpression {
  /// What Xcode and its compiler write for relationships.
  static func objects(of mapping: String, _ source: MappingExpression) -> MappingExpression {
    .function(
      .variable("manager"), MappingExpression.byMapping, [.constant(.string(mapping)), source])
  }

  static func objects(
    ofRelationship name: String, _ source: MappingExpression
  ) -> MappingExpression {
    .function(
      .variable("manager"), MappingExpression.byRelationship, [.constant(.string(name)), source])
  }

  static let byMapping = "destinationInstancesForEntityMappingNamed:sourceInstances:"
  static let byRelationship = "destinationInstancesForSourceRelationshipNamed:sourceInstances:"
}

extension XMLElement {
  /// The text of an attribute of an object in a Core Data XML store; nil without one.
  fileprivate func mappingText(_ name: String) -> String? {
    guard let found = children(named: "attribute").first(where: { $0.attribute("name") == name })
    else { return nil }
    let text = found.text.unescapedStoreText
    return text.isEmpty ? nil : text
  }

  /// `Notes 2` of `Notes.xcdatamodeld/Notes 2.xcdatamodel`.
  fileprivate func versionName(_ field: String) -> String? {
    guard let path = mappingText(field), let last = path.split(separator: "/").last,
      last.hasSuffix(".xcdatamodel")
    else { return nil }
    return String(last.dropLast(".xcdatamodel".count))
  }

  fileprivate func mappingData(_ name: String) -> [UInt8]? {
    guard let text = mappingText(name) else { return nil }
    return Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { [UInt8]($0) }
  }
}

extension String {
  /// Core Data writes what XML reserves as `\u3c00`: four digits of UTF-16, low byte first.
  fileprivate var unescapedStoreText: String {
    // The text of a model is long, and has none.
    guard utf8.contains(UInt8(ascii: "\\")) else { return self }
    var parts = split(separator: "\\u", omittingEmptySubsequences: false).map(String.init)
    var text = parts.removeFirst()
    for part in parts {
      if let code = UInt16(part.prefix(4), radix: 16), part.count >= 4,
        let scalar = Unicode.Scalar(code.byteSwapped)
      {
        text.unicodeScalars.append(scalar)
        text += part.dropFirst(4)
      } else {
        text += "\\u" + part
      }
    }
    return text
  }
}
