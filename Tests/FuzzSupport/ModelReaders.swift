import StoreEngine
import StoreModel

extension FuzzReader {
  /// Property lists, and the files that hold models.
  static let models: [FuzzReader] = [
    FuzzReader(
      "binary-plist", isText: false, samples: { _ in [plist, ModelArchive.write(model)] },
      read: { bytes, _, _ in
        let value = try BinaryPlist.read(bytes)
        // Not a number equals nothing.
        guard try BinaryPlist.read(bytes) == value || "\(value)".contains("nan") else {
          throw FuzzFailure("read twice, it differs")
        }
      }),
    FuzzReader(
      "xml-plist", isText: true,
      words: [
        "<dict>", "</dict>", "<array>", "</array>", "<key>", "<integer>", "<real>", "<date>",
        "<data>",
        "&amp;", "&#65;", "&#x110000;", "<!ENTITY a \"b\">", "<![CDATA[", "]]>", "<!--", "-->",
        "<true/>",
      ],
      samples: { _ in
        [
          "<?xml version=\"1.0\"?><!DOCTYPE plist [ <!ENTITY x \"y\"> ]><plist version=\"1.0\"><dict>\n"
            + "<key>a</key><array><integer>-1</integer><real>1e3</real><true/><data>AAEC</data></array>\n"
            + "<key>d</key><date>2024-02-29T12:00:00Z</date><key>s</key><string>a &amp; b</string>\n"
            + "</dict></plist>"
        ].map { Array($0.utf8) }
      },
      read: { bytes, _, _ in
        let value = try PropertyList.read(bytes)
        guard try PropertyList.read(bytes) == value || "\(value)".contains("nan") else {
          throw FuzzFailure("read twice, it differs")
        }
      }),
    FuzzReader(
      "metadata", isText: false,
      samples: { _ in [plist] },
      read: { bytes, _, _ in
        let written = try StoreMetadata(plist: bytes, uuid: "U").plist()
        guard try StoreMetadata(plist: bytes, uuid: "U").plist() == written else {
          throw FuzzFailure("written twice, it differs")
        }
      }),
    FuzzReader(
      "compiled-model", isText: false, samples: { _ in [ModelArchive.write(model)] },
      read: { bytes, folder, _ in
        let path = try folder.write(bytes, as: "m.mom")
        let history = try CompiledModelReader.read(path: path)
        try check(history.versions)
      }),
    FuzzReader(
      "model-cache", isText: false, samples: { _ in [ModelCache.content(of: model)] },
      read: { bytes, _, _ in try check([ModelCache.read(content: bytes, name: "m")]) }),
    // The bytes that lie within the compressed ones; only so are they met.
    FuzzReader(
      "model-cache-content", isText: false, samples: { _ in [ModelArchive.write(model)] },
      read: { bytes, _, _ in
        try check([ModelCache.read(content: RawDeflate.deflate(bytes), name: "m")])
      }),
    FuzzReader(
      "xml-model", isText: true,
      words: [
        "<entity name=\"A\">", "</entity>", "<attribute", "<relationship", "<composite name=\"C\">",
        "parentEntity=\"Note\"", "attributeType=\"Composite\"", "of=\"C\"", "minCount=\"1\"",
        "maxCount=\"-1\"", "isAbstract=\"YES\"", "defaultValueString=\"1\"", "<fetchIndex",
        "<model>",
        "elementID=\"x\"", "inverseName=\"a\"", "destinationEntity=\"Note\"", "<configuration",
        "/>",
      ],
      samples: { _ in [Array(contents.utf8)] },
      read: { bytes, folder, _ in
        let path = try folder.write(bytes, as: "contents")
        try check(XcodeModelReader.read(path: path).versions)
      }),
  ]

  /// What is asked of every model: its hashes, its tables, what is different from itself.
  static func check(_ models: [DataModel]) throws {
    for model in models {
      guard model.sizeProblem == nil else { throw FuzzFailure("a model past the limits") }
      let hashes = ModelHashes(of: model)
      guard ModelHashes(of: model) == hashes else { throw FuzzFailure("hashed twice, it differs") }
      let comparison = ModelDiff.compare(from: model, to: model)
      let names = Set(model.entities.map(\.name))
      if names.count == model.entities.count,
        !comparison.pairing.added.isEmpty, comparison.pairing.duplicates.isEmpty
      {
        throw FuzzFailure("not the same as itself")
      }
      if model.entities.count <= 50 { _ = StoreLayout(model: model).statements }
    }
  }

  private static let plist = StoreMetadata(
    uuid: "U", hashes: ModelHashes(of: model), versionIdentifiers: ["1.0.0"], framework: 1523
  ).plist()

  /// Every kind of property.
  static let model = DataModel(
    name: "Notes", versionIdentifiers: ["1.0.0"],
    entities: [
      Entity(
        name: "Folder", attributes: [Attribute(name: "name", type: .string)],
        relationships: [
          Relationship(
            name: "notes", destination: "Note", inverse: "folder", maxCount: 0, isOrdered: true,
            isOptional: true)
        ], uniquenessConstraints: [["name"]]),
      Entity(
        name: "Note",
        attributes: [
          Attribute(name: "created", type: .date, defaultValue: .date(0)),
          Attribute(name: "count", type: .integer64, defaultValue: .integer(.max)),
          Attribute(name: "price", type: .decimal, isOptional: true, defaultValue: .decimal("1.5")),
          Attribute(name: "picture", type: .binary, isOptional: true, allowsExternalStorage: true),
          Attribute(name: "title", type: .string, isOptional: true, renamingIdentifier: "name"),
          Attribute(name: "uid", type: .uuid, isOptional: true),
          Attribute(
            name: "place", type: .composite, isOptional: true,
            elements: [
              Attribute(name: "street", type: .string, isOptional: true),
              Attribute(name: "lines", type: .transformable, isOptional: true),
            ]),
        ],
        relationships: [
          Relationship(name: "folder", destination: "Folder", inverse: "notes", isOptional: true),
          Relationship(
            name: "tags", destination: "Tag", inverse: "notes", maxCount: 0, isOptional: true),
        ]),
      Entity(
        name: "Tag", attributes: [Attribute(name: "name", type: .string)],
        relationships: [
          Relationship(
            name: "notes", destination: "Note", inverse: "tags", maxCount: 0, isOptional: true)
        ]),
      Entity(
        name: "Photo", superentity: "Note",
        attributes: [Attribute(name: "width", type: .double, isOptional: true)]),
    ], source: .xcodeModel)

  private static let contents = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" userDefinedModelVersionIdentifier="2">
    <entity name="Note" representedClassName="Note" elementID="old">
    <attribute name="title" optional="YES" attributeType="String" maxValueString="9"/>
    <attribute name="count" attributeType="Integer 64" defaultValueString="9223372036854775807"/>
    <attribute name="price" attributeType="Decimal" defaultValueString="1.5E3"/>
    <attribute name="created" attributeType="Date" defaultDateTimeInterval="12"/>
    <attribute name="uid" attributeType="UUID" defaultValueString="6EBBBCC3-C9F8-4F0A-8F5C-0D1A2B3C4D5E"/>
    <attribute name="place" attributeType="Composite" of="Place"/>
    <attribute name="size" attributeType="Integer 16" derived="YES" derivationExpression="tags.@count"/>
    <relationship name="tags" optional="YES" toMany="YES" minCount="0" maxCount="3" deletionRule="Nullify"
     destinationEntity="Tag" inverseName="notes" inverseEntity="Tag"/>
    <fetchIndex name="i"><fetchIndexElement property="title" type="Binary" order="ascending"/></fetchIndex>
    <uniquenessConstraints><uniquenessConstraint><constraint value="title"/></uniquenessConstraint></uniquenessConstraints>
    </entity>
    <entity name="Photo" parentEntity="Note"/>
    <entity name="Tag"><relationship name="notes" toMany="YES" destinationEntity="Note" inverseName="tags"/></entity>
    <composite name="Place"><attribute name="street" optional="YES" attributeType="String"/></composite>
    <configuration name="A"><memberEntity name="Note"/></configuration>
    </model>
    """
}
