import StoreEngine
import StoreModel
import Testing

/// The model editor's XML, bundles around it, and property lists, without files from elsewhere.
@Suite struct ModelTextTests {
  private static func bundle(_ contents: String) throws -> TemporaryModelFolder {
    let folder = try TemporaryModelFolder()
    _ = try folder.write(Array(contents.utf8), as: "Shop.xcdatamodeld/V1.xcdatamodel/contents")
    let plist = """
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
      <string>V1.xcdatamodel</string></dict></plist>
      """
    _ = try folder.write(Array(plist.utf8), as: "Shop.xcdatamodeld/.xccurrentversion")
    return folder
  }

  private static let shop = """
    <model userDefinedModelVersionIdentifier="2.0">
        <entity name="Order" parentEntity="Record" isAbstract="YES" elementID="Purchase">
            <attribute name="total" attributeType="Decimal" defaultValueString="0.0"/>
            <attribute name="paid" attributeType="Boolean" defaultValueString="YES"/>
            <attribute name="day" attributeType="Date" defaultDateTimeInterval="86400"/>
            <attribute name="lines" attributeType="Integer 64" derived="YES" \
    derivationExpression="items.@count"/>
            <attribute name="odd" attributeType="Nonsense"/>
            <relationship name="items" toMany="YES" deletionRule="Cascade" \
    destinationEntity="Item" inverseName="order"/>
        </entity>
        <entity name="Item"><relationship name="order" optional="YES" minCount="1" maxCount="1" \
    deletionRule="Nullify" destinationEntity="Order" inverseName="items"/></entity>
        <entity name="Record"/>
        <entity/>
    </model>
    """

  @Test func versionsAreSortedAsPeopleCount() throws {
    let folder = try TemporaryModelFolder()
    let names = ["Shop", "Shop 2", "Shop 10", "Shop 10.2", "Shop 010.10", "Store"]
    for name in names.shuffled() {
      _ = try folder.write(
        Array("<model><entity name=\"Order\"/></model>".utf8),
        as: "Shop.xcdatamodeld/\(name).xcdatamodel/contents")
    }
    let history = try XcodeModelReader.read(path: folder.path + "/Shop.xcdatamodeld")
    #expect(history.versions.map(\.name) == names)
  }

  @Test func bundlesNameTheirCurrentVersion() throws {
    let folder = try Self.bundle(Self.shop)
    let history = try XcodeModelReader.read(path: folder.path + "/Shop.xcdatamodeld")
    #expect(history.name == "Shop")
    #expect(history.currentVersion == "V1")
    #expect(history.versions.map(\.name) == ["V1"])
    #expect(history.versions[0].versionIdentifiers == ["2.0"])
  }

  @Test func attributesOfTheXML() throws {
    let folder = try Self.bundle(Self.shop)
    let path = folder.path + "/Shop.xcdatamodeld/V1.xcdatamodel"
    let model = try XcodeModelReader.read(path: path).versions[0]
    let order = try #require(model.entity(named: "Order"))
    #expect(order.superentity == "Record" && order.isAbstract)
    #expect(order.renamingIdentifier == "Purchase")
    #expect(order.location == Location(path: path + "/contents", line: 2, column: 5))
    #expect(order.attribute(named: "total")?.defaultValue == .decimal("0"))
    #expect(order.attribute(named: "paid")?.defaultValue == .boolean(true))
    #expect(order.attribute(named: "day")?.defaultValue == .date(86400))
    #expect(order.attribute(named: "day")?.isOptional == false)
    #expect(order.attribute(named: "lines")?.derivation == "count:(items)")
    #expect(order.attribute(named: "odd")?.certainty.isUnknown == true)
    #expect(order.attribute(named: "odd")?.location?.line == 7)
    let items = try #require(order.relationship(named: "items"))
    #expect(items.maxCount == 0 && items.minCount == 0 && items.deleteRule == .cascade)
    let back = try #require(model.entity(named: "Item")?.relationship(named: "order"))
    #expect(back.maxCount == 1 && back.minCount == 1 && back.isOptional)
    #expect(model.problems.map(\.message) == ["the entity has no name"])
    #expect(model.problems[0].location?.line == 12)
  }

  /// Numbers that once were Booleans keep the editor's words, which compile to 0.
  @Test(arguments: [
    ("NO", 0), ("YES", 0), ("0.0", 0), (" -12x", -12), ("7", 7),
    ("99999999999999999999", Int64.max),
    ("-", 0), ("", nil),
  ])
  func defaultsOfIntegersAreLeadingNumbers(text: String, value: Int64?) throws {
    let folder = try Self.bundle(
      "<model><entity name='E'><attribute name='a' attributeType='Integer 32' "
        + "defaultValueString='\(text)'/></entity></model>")
    let model = try XcodeModelReader.read(path: folder.path + "/Shop.xcdatamodeld").versions[0]
    let attribute = model.entity(named: "E")?.attribute(named: "a")
    #expect(attribute?.defaultValue == value.map(DefaultValue.integer))
  }

  @Test(arguments: [
    ("<model><entity name='E'></model>", "'</model>' where '</entity>' belongs at 1:25"),
    ("<model a='1' a='2'/>", "attribute 'a' is given twice at 1:14"),
    ("<model>&huge;</model>", "unknown entity '&huge;' in the XML at 1:8"),
    ("<model>", "the XML ends too early at 1:8"),
    ("<model/><model/>", "content after the XML's root element at 1:9"),
    ("<html/>", "is XML with the root 'html', not a data model"),
    ("<database/>", "is a mapping model, not a model; give the model it maps from or to"),
    ("", "is empty"),
    ("plain", "is not a model file; give a '.xcdatamodeld', '.xcdatamodel', '.momd' or '.mom'"),
  ])
  func refusalsSayWhy(contents: String, reason: String) throws {
    let folder = try TemporaryModelFolder()
    let path = try folder.write(Array(contents.utf8), as: "contents")
    let error = try #require(throws: ModelFileError.self) { try XcodeModelReader.read(path: path) }
    #expect(error.description.hasSuffix(reason), "\(error)")
    #expect(error.description.hasPrefix("'\(path)'"))
  }

  @Test func propertyListsSurvive() throws {
    let value = PlistValue.dictionary([
      "numbers": .array([
        .integer(0), .integer(255), .integer(256), .integer(65_536), .integer(1 << 40),
        .integer(-1), .integer(.min), .wideInteger(high: 0, low: .max), .real(0.1), .date(-1.5),
      ]),
      "texts": .array([.string(""), .string("ascii"), .string("ümlaut 🎼"), .bool(false), .null]),
      "many": .array((0..<300).map { .integer($0) }),
      "data": .data(Array(repeating: 7, count: 70_000)), "reference": .uid(300),
    ])
    #expect(try BinaryPlist.read(BinaryPlist.write(value)) == value)
  }

  @Test func xmlPropertyListsAreRead() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/p.dtd">
      <plist version="1.0"><dict><key>day</key><date>2024-02-29T12:30:05Z</date>
      <key>data</key><data> AAEC Aw== </data><key>text</key><string>a &lt; b</string></dict></plist>
      """
    let value = try PropertyList.read(Array(text.utf8))
    #expect(
      value
        == .dictionary([
          "day": .date(730_902_605), "data": .data([0, 1, 2, 3]), "text": .string("a < b"),
        ]))
  }
}
