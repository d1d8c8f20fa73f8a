internal import StoreModel

/// The XML of a `.xcdatamodel`'s `contents`, as Xcode 4 and later write it.
///
/// What a missing attribute means was found by comparing hashes of compiled models with their
/// sources: everything is off, a to-one has a maximum of 1, a to-many of 0, every minimum is 0.
struct XcodeContents {
  private let path: String
  private let document: XMLDocument
  private var composites: [String: XMLElement] = [:]
  private var problems: [ModelProblem] = []
  /// Elements of composites that may still be made: composites may contain each other.
  private var compositeBudget = 10_000

  static func read(_ bytes: [UInt8], name: String, path: String) throws -> DataModel {
    guard PropertyList.isXML(bytes) else {
      throw ModelFileError.notAModel(bytes.isEmpty ? .empty : .notAModelFile)
    }
    var reader = XcodeContents(path: path, document: try XMLReader.read(bytes))
    return try reader.model(named: name)
  }

  private mutating func model(named name: String) throws -> DataModel {
    let root = document.root
    guard root.name == "model" else {
      // A mapping model is a store of the mapping's own model.
      let isMapping = root.name == "database"
      throw ModelFileError.notAModel(isMapping ? .mappingModel : .wrongXMLRoot(root.name))
    }
    for element in root.children where ["composite", "compositeAttribute"].contains(element.name) {
      if let name = element.attribute("name") { composites[name] = element }
    }
    var entities: [Entity] = []
    for element in root.children(named: "entity") {
      if let name = self.name(of: element, entity: nil) {
        entities.append(entity(element, named: name))
      }
    }
    var configurations: [String: [String]] = [:]
    for element in root.children(named: "configuration") {
      guard let name = self.name(of: element, entity: nil) else { continue }
      configurations[name] = element.children(named: "memberEntity")
        .compactMap { $0.attribute("name") }.sorted { $0.codePointsPrecede($1) }
    }
    var model = DataModel(
      name: name, versionIdentifiers: [root.attribute("userDefinedModelVersionIdentifier") ?? ""],
      entities: entities, configurations: configurations, source: .xcodeModel,
      location: location(of: root), problems: problems)
    model.cloudKitConfigurations = Set(
      root.children(named: "configuration").filter { $0.isOn("usedWithCloudKit") }
        .compactMap { $0.attribute("name") } + (root.isOn("usedWithCloudKit") ? ["default"] : []))
    try model.checkSize()
    model.problems += model.faultsOfModelFile
    return model
  }

  private mutating func entity(_ element: XMLElement, named name: String) -> Entity {
    var entity = Entity(
      name: name, className: element.attribute("representedClassName"),
      superentity: element.attribute("parentEntity"), isAbstract: element.isOn("isAbstract"),
      hashModifier: element.attribute("versionHashModifier"),
      renamingIdentifier: element.renamingIdentifier, userInfo: element.userInfo,
      location: location(of: element))
    for child in element.children {
      switch child.name {
      case "attribute":
        if let name = self.name(of: child, entity: name) {
          entity.attributes.append(attribute(child, named: name, depth: 0))
        }
      case "relationship":
        if let name = self.name(of: child, entity: name) {
          entity.relationships.append(relationship(child, named: name))
        }
      case "fetchedProperty":
        if let name = self.name(of: child, entity: name) { entity.fetchedProperties.append(name) }
      case "fetchIndex": entity.fetchIndexes.append(fetchIndex(child))
      case "uniquenessConstraints":
        entity.uniquenessConstraints = child.children(named: "uniquenessConstraint")
          .map { $0.children(named: "constraint").compactMap { $0.attribute("value") } }
      case "compoundIndexes":
        entity.compoundIndexes = child.children(named: "compoundIndex")
          .map { $0.children(named: "index").compactMap { $0.attribute("value") } }
      default: break  // User info is read above; the rest is for the editor only.
      }
    }
    let named = Set(entity.fetchIndexes.map(\.name))
    entity.fetchIndexes += entity.impliedFetchIndexes.filter { !named.contains($0.name) }
    return entity
  }

  // MARK: Properties

  private mutating func attribute(_ element: XMLElement, named name: String, depth: Int)
    -> Attribute
  {
    let typeName = element.attribute("attributeType")
    let type = typeName.map(AttributeType.init(xcodeName:)) ?? .undefined
    var attribute = Attribute(
      name: name, type: type ?? .undefined, isOptional: element.isOn("optional"),
      isTransient: element.isOn("transient"),
      allowsExternalStorage: element.isOn("allowsExternalBinaryDataStorage"),
      preservesValueOnDeletion: element.isOn("preserveAfterDeletion")
        || element.isOn("preservesValueInHistoryOnDeletion"), isIndexed: element.isOn("indexed"),
      isSpotlightIndexed: element.isOn("spotlightIndexingEnabled"),
      valueTransformerName: element.attribute("valueTransformerName"),
      valueClassName: element.attribute("customClassName"),
      hashModifier: element.attribute("versionHashModifier"),
      renamingIdentifier: element.renamingIdentifier, userInfo: element.userInfo,
      location: location(of: element))
    if let interval = element.attribute("defaultDateTimeInterval"), type == .date {
      attribute.defaultValue = Double(interval).map(DefaultValue.date)
    } else if let text = element.attribute("defaultValueString") {
      attribute.defaultValue = DefaultValue(editorText: text, type: attribute.type)
    }
    if type == nil, let typeName {
      attribute.certainty = .unknown("'\(typeName)' is not an attribute type of Core Data")
    }
    if element.isOn("derived") {
      attribute.isReadOnly = true
      attribute.derivation = element.attribute("derivationExpression").map(Self.derivation)
    }
    if type == .composite { addElements(to: &attribute, element, depth: depth) }
    return attribute
  }

  /// Core Data describes the collection operator of the editor's text as a function.
  private static func derivation(_ text: String) -> String {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let index = parts.firstIndex(where: { $0.hasPrefix("@") }), index > 0 else { return text }
    let path = (parts[..<index] + parts[(index + 1)...]).joined(separator: ".")
    return "\(parts[index].dropFirst()):(\(path))"
  }

  /// A composite is declared beside the entities and referred to by name.
  private mutating func addElements(
    to attribute: inout Attribute, _ element: XMLElement, depth: Int
  ) {
    let named = element.attributes.first { $0.name != "name" && composites[$0.value] != nil }
    let declaration =
      element.children(named: "attribute").isEmpty
      ? named.flatMap { composites[$0.value] } : element
    guard let declaration else {
      attribute.certainty = .unknown("the composite's declaration was not found")
      return
    }
    let parts = declaration.children(named: "attribute")
    compositeBudget -= parts.count
    guard depth < XMLReader.depthLimit, compositeBudget >= 0 else {
      attribute.certainty = .unknown("the composite contains too many others, or itself")
      return
    }
    for part in parts {
      let name = part.attribute("name") ?? ""
      attribute.elements.append(self.attribute(part, named: name, depth: depth + 1))
    }
    // No compiled model with a composite could be compared with its source.
    attribute.certainty = attribute.elements.reduce(
      .inferred("how the model editor writes composites")
    ) { $0.weaker($1.certainty) }
  }

  private func relationship(_ element: XMLElement, named name: String) -> Relationship {
    let isToMany = element.isOn("toMany")
    let destination = element.attribute("destinationEntity")
    return Relationship(
      name: name, destination: destination ?? "", inverse: element.attribute("inverseName"),
      minCount: element.attribute("minCount").flatMap { Int32($0) } ?? 0,
      maxCount: element.attribute("maxCount").flatMap { Int32($0) } ?? (isToMany ? 0 : 1),
      isOrdered: element.isOn("ordered"),
      deleteRule: Relationship.DeleteRule(xcodeName: element.attribute("deletionRule")),
      isOptional: element.isOn("optional"), isTransient: element.isOn("transient"),
      hashModifier: element.attribute("versionHashModifier"),
      renamingIdentifier: element.renamingIdentifier, userInfo: element.userInfo,
      certainty: destination == nil ? .unknown("the destination is not set") : .certain,
      location: location(of: element))
  }

  private func fetchIndex(_ element: XMLElement) -> FetchIndex {
    FetchIndex(
      name: element.attribute("name") ?? "",
      elements: element.children(named: "fetchIndexElement").map { part in
        FetchIndex.Element(
          property: part.attribute("property") ?? part.attribute("expression") ?? "",
          isAscending: part.attribute("order") != "descending",
          isRTree: part.attribute("type") == "RTree")
      }, partialPredicate: element.attribute("partialIndexPredicate"))
  }

  private mutating func name(of element: XMLElement, entity: String?) -> String? {
    if let name = element.attribute("name"), !name.isEmpty { return name }
    problems.append(
      ModelProblem(
        "the \(element.name) has no name", topic: .broken, entity: entity,
        location: location(of: element)))
    return nil
  }

  private func location(of element: XMLElement) -> Location {
    let place = document.place(of: element.offset)
    return Location(path: path, line: place.line, column: place.column)
  }
}

extension XMLElement {
  fileprivate func isOn(_ name: String) -> Bool { attribute(name) == "YES" }

  /// The editor calls it `elementID`; equal to the name it says nothing.
  fileprivate var renamingIdentifier: String? {
    let identifier = attribute("elementID") ?? attribute("renamingIdentifier")
    return identifier == attribute("name") ? nil : identifier
  }

  fileprivate var userInfo: [String: String] {
    let entries = children(named: "userInfo").flatMap { $0.children(named: "entry") }
    return Dictionary(
      keepingFirst: entries.compactMap { entry in
        entry.attribute("key").map { ($0, entry.attribute("value") ?? "") }
      })
  }
}

extension AttributeType {
  /// The name in the model editor's files.
  fileprivate init?(xcodeName: String) {
    switch xcodeName {
    case "Binary Data": self = .binary
    default:
      guard let known = Self.names.first(where: { $0.value == xcodeName }) else { return nil }
      self.init(rawValue: known.key)
    }
  }
}

extension Relationship.DeleteRule {
  fileprivate init(xcodeName: String?) {
    self =
      switch xcodeName {
      case "No Action": .noAction
      case "Cascade": .cascade
      case "Deny": .deny
      default: .nullify
      }
  }
}

extension DefaultValue {
  /// A default as the model editor writes it, read as the model compiler reads it.
  init?(editorText text: String, type: AttributeType) {
    switch type {
    case .integer16, .integer32, .integer64:
      if text.isEmpty { return nil }
      self = .integer(Self.leadingInteger(text))
    case .double, .float:
      guard let value = Double(text) else { return nil }
      self = .double(value)
    case .decimal:
      guard let value = DecimalText(text) else { return nil }
      self = .decimal(value.text)
    case .boolean: self = .boolean(["YES", "1", "true"].contains(text))
    case .date:
      guard let value = Double(text) else { return nil }
      self = .date(value)
    case .uuid:
      guard let bytes = Self.uuidBytes(text) else { return nil }
      self = .uuid(bytes)
    case .uri: self = .url(text)
    default: self = .string(text)
    }
  }

  /// The number a text begins with, or 0: "YES" and "NO" of a former Boolean both compile to 0.
  private static func leadingInteger(_ text: String) -> Int64 {
    let start = text.drop(while: \.isWhitespace)
    let sign = start.prefix { $0 == "-" || $0 == "+" }.prefix(1)
    let digits = start.dropFirst(sign.count).prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { return 0 }
    return Int64(sign + digits) ?? (sign == "-" ? .min : .max)
  }

  private static func uuidBytes(_ text: String) -> [UInt8]? {
    let bytes = [UInt8](hexDigits: text.utf8.filter { $0 != UInt8(ascii: "-") })
    return bytes?.count == 16 ? bytes : nil
  }
}
