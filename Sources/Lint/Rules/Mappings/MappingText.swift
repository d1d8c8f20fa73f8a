internal import PlatformFoundation
internal import StoreEngine
internal import StoreModel

/// Texts of the examples of rules about mapping models: two versions of a model and a compiled
/// mapping model, which is a property list.
enum MappingText {
  /// An entity with attributes of the type String.
  typealias Shape = (name: String, attributes: [String])

  struct Part {
    var source: String?
    var destination: String?
    /// Attribute to the key path behind `$source`.
    var values: [(String, String)] = []
    /// Whose hashes stand in the file, when not those of the two versions.
    var hashes: (old: [Shape], new: [Shape])?
    /// The class of the app that carries it out.
    var policy: String?
  }

  /// - Parameter isFlagged: whether a finding is expected at the mapping model.
  static func text(
    old: [Shape], new: [Shape], _ parts: [Part], isFlagged: Bool = false
  ) -> String {
    """
    \(contents("Notes", old))
    \(contents("Notes 2", new))
    // file: Notes.xcdatamodeld/.xccurrentversion
    <plist version="1.0"><dict>
    <key>_XCCurrentVersionName</key><string>Notes 2.xcdatamodel</string>
    </dict></plist>
    // file: Notes 1 to 2.cdm
    \(isFlagged ? "↓" : "")\(archive(old: old, new: new, parts))
    """
  }

  private static func contents(_ name: String, _ entities: [Shape]) -> String {
    let texts = entities.map { entity in
      let attributes = entity.attributes.map {
        "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>"
      }
      return "  <entity name=\"\(entity.name)\">\(attributes.joined())</entity>"
    }
    return """
      // file: Notes.xcdatamodeld/\(name).xcdatamodel/contents
      <model type="com.apple.IDECoreDataModeler.DataModel">
      \(texts.joined(separator: "\n"))
      </model>
      """
  }

  private static func hash(_ entity: String?, _ shapes: [Shape]) -> String? {
    let model = DataModel(
      name: "", versionIdentifiers: [],
      entities: shapes.map { shape in
        var entity = Entity(name: shape.name)
        entity.attributes = shape.attributes.map {
          Attribute(name: $0, type: .string, isOptional: true)
        }
        return entity
      }, source: .xcodeModel)
    return entity.flatMap {
      ModelHashes(of: model).entities[$0].map { Data($0.bytes).base64EncodedString() }
    }
  }

  // MARK: The archive

  private static func archive(old: [Shape], new: [Shape], _ parts: [Part]) -> String {
    var objects = ["<string>$null</string>", ""]
    func add(_ className: String, _ fields: [(String, String)]) -> String {
      objects.append("<dict><key>$classname</key><string>\(className)</string></dict>")
      let list = fields + [("$class", reference(objects.count - 1))]
      objects.append(
        "<dict>\(list.map { "<key>\($0.0)</key>\($0.1)" }.joined())</dict>")
      return reference(objects.count - 1)
    }
    func array(_ elements: [String]) -> String {
      add("NSArray", [("NS.objects", "<array>\(elements.joined())</array>")])
    }
    func text(_ value: String?) -> String { value.map { "<string>\($0)</string>" } ?? reference(0) }
    func data(_ value: String?) -> String { value.map { "<data>\($0)</data>" } ?? reference(0) }
    func property(_ name: String, _ path: String) -> String {
      let source = add("NSVariableExpression", [("NSVariable", text("source"))])
      let specifier = add("NSKeyPathSpecifierExpression", [("NSKeyPath", text(path))])
      let value = add(
        "NSKeyPathExpression",
        [
          ("NSOperand", source), ("NSSelectorName", text("valueForKeyPath:")),
          ("NSArguments", array([specifier])),
        ])
      return add(
        "NSPropertyMapping",
        [("NSDestinationPropertyName", text(name)), ("NSValueExpression", value)])
    }
    let mappings = parts.map { part in
      add(
        "NSEntityMapping",
        [
          (
            "NSMappingName",
            text([part.source, part.destination].compactMap(\.self).joined(separator: "To"))
          ),
          ("NSMappingType", "<integer>\(part.source == nil ? 2 : 5)</integer>"),
          ("NSEntityMigrationPolicyClassName", text(part.policy)),
          ("NSSourceEntityName", text(part.source)),
          ("NSDestinationEntityName", text(part.destination)),
          ("NSSourceEntityVersionHash", data(hash(part.source, part.hashes?.old ?? old))),
          ("NSDestinationEntityVersionHash", data(hash(part.destination, part.hashes?.new ?? new))),
          ("NSAttributeMappings", array(part.values.map { property($0.0, $0.1) })),
        ])
    }
    objects.append("<dict><key>$classname</key><string>NSMappingModel</string></dict>")
    let list = array(mappings)
    objects[1] =
      "<dict><key>NSEntityMappings</key>\(list)<key>$class</key>"
      + "\(reference(objects.firstIndex { $0.contains("NSMappingModel") } ?? 0))</dict>"
    return """
      <plist version="1.0"><dict>
      <key>$archiver</key><string>NSKeyedArchiver</string>
      <key>$top</key><dict><key>root</key>\(reference(1))</dict>
      <key>$objects</key><array>
      \(objects.joined(separator: "\n"))
      </array></dict></plist>
      """
  }

  private static func reference(_ index: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(index)</integer></dict>"
  }
}
