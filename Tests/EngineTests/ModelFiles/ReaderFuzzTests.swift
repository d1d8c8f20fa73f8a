import StoreEngine
import StoreModel
import TestSupport
import Testing

/// Every reader answers any bytes with a value or a `ModelFileError`, within its limits.
@Suite struct ReaderFuzzTests {
  /// A model with one of everything.
  private static let model: DataModel = {
    let note = Entity(
      name: "Note", className: "Note", superentity: "Item",
      attributes: [
        Attribute(name: "title", type: .string, defaultValue: .string("ohne Titel ü")),
        Attribute(name: "price", type: .decimal, defaultValue: .decimal("-12.50")),
        Attribute(
          name: "made", type: .date, isOptional: true, defaultValue: .date(12.5),
          renamingIdentifier: "created"),
        Attribute(name: "key", type: .uuid, defaultValue: .uuid(Array(0..<16))),
        Attribute(name: "link", type: .uri, defaultValue: .url("https://example.com")),
        Attribute(name: "body", type: .binary, allowsExternalStorage: true, hashModifier: "2"),
        Attribute(name: "count", type: .integer64, isReadOnly: true, derivation: "count:(tags)"),
        Attribute(
          name: "style", type: .composite,
          elements: [
            Attribute(name: "size", type: .double, isOptional: true),
            Attribute(
              name: "ink", type: .composite, elements: [Attribute(name: "red", type: .float)]),
          ]),
      ],
      relationships: [
        Relationship(
          name: "tags", destination: "Tag", inverse: "notes", maxCount: 0, isOrdered: true)
      ],
      fetchedProperties: ["recent"], uniquenessConstraints: [["title", "made"]],
      fetchIndexes: [
        FetchIndex(
          name: "byTitle", elements: [.init(property: "title", isAscending: false)],
          partialPredicate: "made != nil")
      ], userInfo: ["a": "b"])
    let tag = Entity(
      name: "Tag",
      relationships: [
        Relationship(
          name: "notes", destination: "Note", inverse: "tags", maxCount: 0, deleteRule: .deny)
      ])
    return DataModel(
      name: "Notes", versionIdentifiers: ["1.0.0"],
      entities: [note, tag, Entity(name: "Item", isAbstract: true)],
      configurations: ["default": ["Note", "Tag"]], source: .swift)
  }()

  private static let contents = """
    <?xml version="1.0" encoding="UTF-8"?><!-- a model -->
    <model userDefinedModelVersionIdentifier="1">
      <entity name="Note" representedClassName="Note" elementID="OldNote">
        <attribute name="title" optional="YES" attributeType="String" defaultValueString="&quot;"/>
        <attribute name="place" attributeType="Composite" type="Place"/>
        <relationship name="tags" toMany="YES" destinationEntity="Tag" inverseName="notes"/>
        <fetchIndex name="i"><fetchIndexElement property="title" type="Binary"/></fetchIndex>
        <uniquenessConstraints><uniquenessConstraint><constraint value="title"/>
        </uniquenessConstraint></uniquenessConstraints>
        <userInfo><entry key="a" value="&#x41;"/></userInfo>
      </entity>
      <composite name="Place"><attribute name="x" attributeType="Double"/></composite>
      <configuration name="c"><memberEntity name="Note"/></configuration>
    </model>
    """

  /// Changes, cuts, doubles or drops some bytes.
  private static func mutated(_ bytes: [UInt8], using source: inout Seeded) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &source) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &source)
      switch Int.random(in: 0..<8, using: &source) {
      case 0: bytes.removeLast(Int.random(in: 0...min(64, bytes.count), using: &source))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[place], at: 0)
      case 3: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &source)
      case 4: bytes[place] = [0, 1, 0x7f, 0x80, 0xff].randomElement(using: &source) ?? 0
      case 5: bytes[place] = bytes[bytes.count - 1 - place]
      // The last bytes of a binary property list say where everything is.
      case 6: bytes[max(0, bytes.count - 1 - place % 40)] = .random(in: 0...255, using: &source)
      default: bytes[place] = .random(in: 0...255, using: &source)
      }
    }
    return bytes
  }

  private static func feed(
    _ sample: [UInt8], seed: UInt64, count: Int = 1500, to read: ([UInt8]) throws -> Void
  ) -> (read: Int, refused: Int) {
    var source = Seeded(seed)
    var (succeeded, refused) = (0, 0)
    for _ in 0..<count {
      let input = mutated(sample, using: &source)
      do {
        try read(input)
        succeeded += 1
      } catch let error as ModelFileError {
        let text = error.description
        #expect(!text.isEmpty && text.utf8.count < 4000 && !text.hasSuffix("."), "\(text)")
        #expect(!text.contains { $0.isNewline }, "\(text)")
        refused += 1
      } catch {
        Issue.record("not a ModelFileError: \(error) for \(input)")
      }
    }
    return (succeeded, refused)
  }

  @Test func models() throws {
    let sample = ModelArchive.write(Self.model)
    let counts = Self.feed(sample, seed: 1) { bytes in
      let model = try ModelArchive.read(bytes, name: "m", source: .compiledModel)
      let again = try ModelArchive.read(bytes, name: "m", source: .compiledModel)
      #expect(ModelHashes(of: again) == ModelHashes(of: model))
      #expect(ModelArchive.write(again) == ModelArchive.write(model))
    }
    #expect(counts.read > 100 && counts.refused > 100)
  }

  @Test func caches() throws {
    let counts = Self.feed(ModelCache.content(of: Self.model), seed: 2) { bytes in
      _ = try ModelCache.read(content: bytes, name: "m")
    }
    #expect(counts.refused > 100)
  }

  @Test func metadata() throws {
    let metadata = StoreMetadata(
      uuid: "U", hashes: ModelHashes(of: Self.model), versionIdentifiers: ["1"], framework: 1523)
    let counts = Self.feed(metadata.plist(), seed: 3) { bytes in
      let written = try StoreMetadata(plist: bytes, uuid: "U").plist()
      #expect(try StoreMetadata(plist: bytes, uuid: "U").plist() == written)
    }
    #expect(counts.read > 100 && counts.refused > 100)
  }

  @Test func xmlPropertyLists() throws {
    let sample = """
      <?xml version="1.0"?><!DOCTYPE plist [ <!ENTITY x "y"> ]><plist version="1.0"><dict>
      <key>a</key><array><integer>-1</integer><real>1e3</real><true/><data>AAEC</data></array>
      <key>d</key><date>2024-02-29T12:00:00Z</date><key>s</key><string>a &amp; b</string>
      </dict></plist>
      """
    let counts = Self.feed(Array(sample.utf8), seed: 4) { _ = try PropertyList.read($0) }
    #expect(counts.read > 10 && counts.refused > 100)
  }

  @Test func xmlModels() throws {
    let folder = try TemporaryModelFolder()
    let counts = Self.feed(Array(Self.contents.utf8), seed: 5, count: 1000) { bytes in
      let path = try folder.write(bytes, as: "contents")
      _ = ModelHashes(of: try XcodeModelReader.read(path: path).versions[0])
    }
    #expect(counts.read > 10 && counts.refused > 100)
  }

  // MARK: Inputs made to hurt

  @Test func sharedArraysDoNotUnfold() throws {
    // 40 arrays, each holding the next one twice: 2^40 values.
    var list: [UInt8] = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for index in 0..<40 {
      offsets.append(UInt8(list.count))
      list += [0xA2, UInt8(index + 1), UInt8(index + 1)]
    }
    offsets.append(UInt8(list.count))
    list.append(0x09)
    let table = UInt8(list.count)
    list += offsets
    list += [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 41]
    list += [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, table]
    let error = try #require(throws: ModelFileError.self) { try BinaryPlist.read(list) }
    #expect(error == .binaryPlist(.tooLarge(limit: 1_000_000 + 16 * list.count)))
  }

  @Test func cyclesAndDepthAreRefused() throws {
    let cycle: [UInt8] =
      Array("bplist00".utf8) + [0xA1, 0, 8, 0, 0, 0, 0, 0, 0, 1, 1]
      + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 10]
    #expect(throws: ModelFileError.binaryPlist(.cycle(object: 0))) {
      try BinaryPlist.read(cycle)
    }
    var nested = PlistValue.bool(true)
    for _ in 0..<200 { nested = .array([nested]) }
    #expect(throws: ModelFileError.binaryPlist(.tooDeep(limit: 128))) {
      try BinaryPlist.read(BinaryPlist.write(nested))
    }
    let tags = String(repeating: "<array>", count: 100_000)
    #expect(throws: ModelFileError.self) { try PropertyList.read(Array(tags.utf8)) }
  }

  @Test func deflateStopsAtItsLimit() throws {
    let bomb = RawDeflate.deflate([UInt8](repeating: 0, count: 4_000_000))
    #expect(throws: ModelFileError.deflate(.tooLarge(limit: 1000))) {
      try RawDeflate.inflate(bomb, limit: 1000)
    }
    #expect(try RawDeflate.inflate(bomb, limit: 4_000_000).count == 4_000_000)
    #expect(throws: ModelFileError.deflate(.truncated)) {
      try RawDeflate.inflate(Array(bomb.dropLast(3)), limit: 1 << 30)
    }
  }

  /// An archive whose expression is a function of itself, twice.
  @Test func entangledArchivesAreRefused() throws {
    func archived(_ objects: [PlistValue]) -> [UInt8] {
      BinaryPlist.write(
        .dictionary([
          "$archiver": .string("NSKeyedArchiver"), "$top": .dictionary(["root": .uid(1)]),
          "$objects": .array([.string("$null")] + objects),
        ]))
    }
    func named(_ name: String) -> PlistValue { .dictionary(["$classname": .string(name)]) }
    let bytes = archived([
      .dictionary(["$class": .uid(10), "NSEntities": .uid(2)]),
      .dictionary([
        "$class": .uid(11), "NS.keys": .array([.uid(3)]), "NS.objects": .array([.uid(4)]),
      ]),
      .string("E"),
      .dictionary(["$class": .uid(12), "NSProperties": .uid(5)]),
      .dictionary([
        "$class": .uid(11), "NS.keys": .array([.uid(3)]), "NS.objects": .array([.uid(6)]),
      ]),
      .dictionary(["$class": .uid(13), "NSDerivationExpression": .uid(7)]),
      .dictionary(["$class": .uid(14), "NSArguments": .uid(8), "NSOperand": .uid(7)]),
      .dictionary(["$class": .uid(15), "NS.objects": .array([.uid(7), .uid(7)])]),
      .null, named("NSManagedObjectModel"), named("NSDictionary"), named("NSEntityDescription"),
      named("NSDerivedAttributeDescription"), named("NSFunctionExpression"), named("NSArray"),
    ])
    #expect(throws: ModelFileError.archive(.tooEntangled)) {
      try ModelArchive.read(bytes, name: "m", source: .compiledModel)
    }
  }

  @Test func compositesOfThemselvesAreUnknown() throws {
    let text = """
      <model><entity name="E"><attribute name="c" attributeType="Composite" of="C"/></entity>
      <composite name="C"><attribute name="a" attributeType="Composite" of="C"/>
      <attribute name="b" attributeType="Composite" of="C"/></composite></model>
      """
    let folder = try TemporaryModelFolder()
    let path = try folder.write(Array(text.utf8), as: "contents")
    let model = try XcodeModelReader.read(path: path).versions[0]
    #expect(model.entities[0].attributes[0].certainty.isUnknown)
    #expect(model.entities[0].attributes[0].leaves.count < 20_000)
  }
}
