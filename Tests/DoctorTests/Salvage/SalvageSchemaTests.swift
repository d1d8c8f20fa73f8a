import Foundation
import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import StoreDoctor

/// What is known of a store without its first pages, and with bits changed in what it says of itself.
@Suite struct SalvageSchemaTests {
  private typealias Shapes = SalvageShapeTests

  private static func salvaged(
    _ bytes: [UInt8], in folder: SalvageShapeTests.Folder
  ) throws -> (answer: SalvageAnswer, rows: SoundStore.Rows) {
    let damaged = folder.path("damaged.store")
    let new = folder.path("new.store")
    for path in [damaged, new] { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes).write(to: URL(filePath: damaged))
    let answer = try Shapes.salvage(damaged, to: new)
    return (answer, try SoundStore.rows(StoreFile.open(path: new).connection))
  }

  private static func expect(
    _ rows: SoundStore.Rows, toHave sound: SoundStore, without lost: Set<Int>, _ what: String
  ) {
    for (table, places) in sound.pages where !SoundStore.own.contains(table) {
      for (key, place) in places where lost.isDisjoint(with: place) {
        #expect(rows[table]?[key] == sound.rows[table]?[key], "\(what): '\(table)' \(key)")
      }
      #expect(rows[table]?.keys.allSatisfy { places[$0] != nil } ?? true, "\(what): '\(table)'")
    }
  }

  /// Header, list of tables and pointer map: every tree begins where a new store has it.
  @Test(arguments: [SalvageShapeTests.Shape.smallPages, .largePages, .utf16])
  func theBeginningOfTheFileIsLost(_ shape: SalvageShapeTests.Shape) throws {
    let folder = try Shapes.Folder()
    let sound = try Shapes.make(shape, in: folder)
    let bytes = sound.bytes(without: [1, 2])
    let (answer, rows) = try Self.salvaged(bytes, in: folder)
    #expect(answer.verdict == .found)
    Self.expect(rows, toHave: sound, without: [1, 2], "\(shape)")
  }

  /// Without a pointer map a page that nothing leads to may be free, unless the damaged page is known to
  /// be no list of free ones: because a tree leads to it, or begins with it.
  @Test func anyOtherPageIsLostAsWell() throws {
    let folder = try Shapes.Folder()
    let sound = try Shapes.make(.withoutPointerMap, in: folder)
    for page in 2...sound.bytes.count / sound.pageSize {
      let bytes = sound.bytes(without: [1, page])
      let (_, rows) = try Self.salvaged(bytes, in: folder)
      Self.expect(rows, toHave: sound, without: [1, page], "page \(page)")
    }
  }

  /// A page of rows that were deleted stays what it is, whichever page is lost with the first.
  @Test func deletedPagesDoNotComeBack() throws {
    let folder = try Shapes.Folder()
    let path = try Shapes.made(.withoutPointerMap, in: folder)
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.addCoreDataFunctions(clock: { 0 })
    _ = try connection.rows("PRAGMA secure_delete = OFF")
    try connection.run("DELETE FROM ZNOTE WHERE Z_PK BETWEEN 20 AND 250")
    let sound = try SoundStore(path)
    for page in 2...sound.bytes.count / sound.pageSize {
      let bytes = sound.bytes(without: [1, page])
      let (_, rows) = try Self.salvaged(bytes, in: folder)
      let never = rows["ZNOTE"]?.keys.filter { sound.rows["ZNOTE"]?[$0] == nil } ?? []
      #expect(never.isEmpty, "page \(page): \(never.sorted())")
    }
  }

  /// The cached model says which version the rows are of.
  @Test func aStoreWithoutTheTableOfItsMetadataGetsOne() throws {
    let folder = try Shapes.Folder()
    let path = folder.path("sound.store")
    try Shapes.write(path, rows: 30, history: false)
    let sound = try SoundStore(path)
    try Connection(path: path, mode: .readWrite).run("DROP TABLE Z_METADATA")
    let (answer, rows) = try Self.salvaged(
      [UInt8](Data(contentsOf: URL(filePath: path))), in: folder)
    #expect(answer.notes.contains { $0.contains("the metadata are lost") })
    Self.expect(rows, toHave: sound, without: [], "without metadata")
    let new = try Store(file: StoreFile.open(path: folder.path("new.store")))
    #expect(new.metadata.entityHashes.isEmpty == false)
  }

  /// A hash of another version differs in half of its bits.
  @Test func aChangedBitInAHashIsPutRight() throws {
    let folder = try Shapes.Folder()
    let path = folder.path("sound.store")
    try Shapes.write(path, rows: 30, history: false)
    let sound = try SoundStore(path)
    let store = try Store(file: StoreFile.open(path: path))
    let hash = try #require(store.metadata.entityHashes["Note"])
    var bytes = sound.bytes
    let places = bytes.ranges(of: hash.bytes).map(\.lowerBound)
    #expect(!places.isEmpty)
    for place in places { bytes[place + 5] ^= 4 }
    // Something must be damaged for a salvage to be one.
    let leaf = try #require(sound.pages["ZTAG"]?.values.first?.first)
    bytes[(leaf - 1) * sound.pageSize + 7] = 9
    let (answer, _) = try Self.salvaged(bytes, in: folder)
    let new = try Store(file: StoreFile.open(path: folder.path("new.store")))
    #expect(new.metadata.entityHashes == store.metadata.entityHashes)
    #expect(new.metadata.uuid == store.metadata.uuid)
    #expect(answer.notes.contains { $0.contains("hashes in the metadata are damaged") })
    // Bytes of something else are no damaged hash.
    for place in places { for index in 0..<16 { bytes[place + index] = 0x5A } }
    let (other, _) = try Self.salvaged(bytes, in: folder)
    #expect(!other.notes.contains { $0.contains("hashes in the metadata are damaged") })
  }

  /// A name with a changed bit is the model's, also in a table that has its columns in its own order.
  @Test(arguments: ["ZISPINNED", "ZTITLE"]) func aChangedBitInANameIsPutRight(_ name: String) throws
  {
    let folder = try Shapes.Folder()
    let path = folder.path("sound.store")
    try Shapes.write(path, rows: 300, history: false)
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.addCoreDataFunctions(clock: { 0 })
    try connection.run("ALTER TABLE ZNOTE DROP COLUMN \(name)")
    try connection.run(
      "ALTER TABLE ZNOTE ADD COLUMN \(name) \(name == "ZTITLE" ? "VARCHAR" : "INTEGER")")
    try connection.run("UPDATE ZNOTE SET \(name) = Z_PK")
    let sound = try SoundStore(path)
    var bytes = sound.bytes
    let place = try #require(bytes.firstRange(of: Array("\(name) ".utf8))).lowerBound
    bytes[place + 3] ^= 1
    let leaf = try #require(sound.pages["ZTAG"]?.values.first?.first)
    bytes[(leaf - 1) * sound.pageSize + 7] = 9
    let (answer, rows) = try Self.salvaged(bytes, in: folder)
    #expect(rows["ZNOTE"] == sound.rows["ZNOTE"])
    #expect(answer.notes.contains { $0.contains("the text of the table 'ZNOTE' is damaged") })
  }

  /// The text of a large table goes on in pages of its own, which can be lost where the list is whole.
  @Test func aLongTextIsLost() throws {
    let folder = try Shapes.Folder()
    let path = folder.path("sound.store")
    let attributes = (0..<300).map {
      Attribute(name: "aRatherLongName\($0)", type: .string, isOptional: true)
    }
    let model = DataModel(
      name: "App", versionIdentifiers: ["1"],
      entities: [Entity(name: "Large", attributes: attributes), Entity(name: "Other")],
      source: .swift)
    let writer = try StoreWriter(path: path, model: model, options: StoreWriter.Options())
    _ = try RowGenerator(seed: 3).fill(writer, rows: 20)
    try writer.finish()
    _ = try Connection(path: path, mode: .readWrite).rows("PRAGMA journal_mode = DELETE")
    let sound = try SoundStore(path)
    let name = Array("aRatherLongName250".uppercased().utf8)
    let place = try #require(sound.bytes.firstRange(of: name)).lowerBound
    let bytes = sound.bytes(without: [place / sound.pageSize + 1])
    let damaged = folder.path("damaged.store")
    try Data(bytes).write(to: URL(filePath: damaged))
    var repair = StoreRepair(damaged)
    repair.histories = [SchemaHistory(name: "App", versions: [model])]
    let new = folder.path("new.store")
    let answer = try repair.salvage(to: StoreOutput(path: new, replaces: false, stores: [damaged]))
    let rows = try SoundStore.rows(StoreFile.open(path: new).connection)
    #expect(rows["ZLARGE"] == sound.rows["ZLARGE"])
    #expect(answer.notes.contains { $0.contains("the list of tables is damaged") })
  }
}
