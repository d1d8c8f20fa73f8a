import Foundation
import StoreModel
import TestSupport
import Testing

@testable import StoreDoctor
@testable import StoreEngine

/// Which value is of which column, where the text of a table is lost.
@Suite struct SalvageOrderTests {
  private typealias Shapes = SalvageShapeTests

  /// How the columns of a store came into their order.
  enum Origin: CaseIterable {
    case new, altered
    /// When the order was none that the model tells.
    case old
  }

  private static func shape(_ columns: String) throws -> StoreEngine.TableShape {
    let connection = try Connection(path: ":memory:", mode: .memory)
    try connection.run(
      "CREATE TABLE ZA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER\(columns))")
    return try StoreEngine.TableShape("ZA", in: connection)
  }

  /// Types as SQLite numbers them: 1 an integer, 7 a real, 17 a text, 16 a blob, 0 NULL.
  @Test(
    arguments: [
      (", ZN INTEGER", [[0, 1, 1, 1]], [0, 1, 2, 3]),
      (", ZN INTEGER, ZT VARCHAR", [[0, 1, 1, 17, 1]], [0, 1, 2, 4, 3]),
      (
        ", ZN INTEGER, ZT VARCHAR, ZB BLOB", [[0, 1, 1, 16, 17, 0], [0, 1, 1, 0, 0, 1]],
        [0, 1, 2, 5, 4, 3]
      ),
      // A whole number may be a date.
      (", ZN INTEGER, ZD TIMESTAMP", [[0, 1, 1, 1, 1]], nil),
      (", ZN INTEGER, ZD TIMESTAMP", [[0, 1, 1, 1, 7]], [0, 1, 2, 3, 4]),
      (", ZN INTEGER, ZD TIMESTAMP", [[0, 1, 1, 7, 1], [0, 1, 1, 1, 1]], [0, 1, 2, 4, 3]),
      (", ZS VARCHAR, ZT VARCHAR", [[0, 1, 1, 17, 17]], nil),
      // Which of the two is the one with the text is not known.
      (", ZS VARCHAR, ZT VARCHAR", [[0, 1, 1, 17, 0]], nil),
      (", ZN INTEGER, ZT VARCHAR", [[0, 1, 1, 0, 0]], [0, 1, 2, 3, 4]),
      // No column takes it.
      (", ZN INTEGER, ZT VARCHAR", [[0, 1, 1, 16, 17]], nil),
      (", ZN INTEGER, ZT VARCHAR", [], nil),
    ] as [(String, [[Int64]], [Int]?)])
  func theKindsOfValuesTellTheOrder(
    _ columns: String, _ rows: [[Int64]], _ expected: [Int]?
  ) throws {
    var order = ColumnOrder(try Self.shape(columns))
    for row in rows { order.add(row) }
    #expect(order.only == expected)
  }

  /// A changed bit in one row of many tells nothing.
  @Test func aRowThatIsDamagedDoesNotCount() throws {
    var order = ColumnOrder(try Self.shape(", ZN INTEGER, ZT VARCHAR"))
    for _ in 0..<100 { order.add([0, 1, 1, 17, 1]) }
    order.add([0, 1, 1, 16, 16])
    #expect(order.only == [0, 1, 2, 4, 3] && order.misfits == 101)
  }

  /// As a migration leaves a table: a column that came later stands last.
  private static func alter(_ path: String) throws {
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.addCoreDataFunctions(clock: { 0 })
    let info = try connection.rows("PRAGMA table_info(ZNOTE)")
    var columns = info.map { (name: $0[1].text ?? "", type: $0[2].text ?? "") }
    columns.append(columns.remove(at: try #require(columns.firstIndex { $0.name == "ZISPINNED" })))
    let list = columns.map { "\($0.name) \($0.type)" + ($0.name == "Z_PK" ? " PRIMARY KEY" : "") }
    let others = try connection.rows(
      "SELECT sql FROM sqlite_master WHERE tbl_name = 'ZNOTE' AND type <> 'table' AND sql IS NOT NULL"
    )
    try connection.run("CREATE TABLE altered (\(list.joined(separator: ", ")))")
    try connection.run(
      "INSERT INTO altered SELECT \(columns.map(\.name).joined(separator: ", ")) FROM ZNOTE")
    try connection.run("DROP TABLE ZNOTE")
    try connection.run("ALTER TABLE altered RENAME TO ZNOTE")
    for other in others { try connection.run(other[0].text ?? "") }
    try connection.run("VACUUM")
  }

  /// Where the text of a table is lost, its columns are the model's. Whether they have its order shows in
  /// the rows, which tell of the other tables too, and a guess is called one.
  @Test(arguments: Origin.allCases)
  func columnsWhoseOrderIsLostAreNotMadeUp(_ origin: Origin) throws {
    let folder = try Shapes.Folder()
    let path = folder.path("sound.store")
    try Shapes.write(
      path, rows: 300, history: false, framework: origin == .old ? 241 : StoreEra.defaultFramework)
    if origin == .altered { try Self.alter(path) }
    let sound = try SoundStore(path)
    var bytes = sound.bytes
    bytes.replaceSubrange(0..<sound.pageSize, with: [UInt8](repeating: 0, count: sound.pageSize))
    try Data(bytes).write(to: folder.url.appending(path: "damaged.store"))
    let answer = try Shapes.salvage(folder.path("damaged.store"), to: folder.path("new.store"))
    #expect(answer.verdict == .found)
    let rows = try SoundStore.rows(StoreFile.open(path: folder.path("new.store")).connection)
    let guess = answer.notes.first { $0.contains("in the order of a new store") }
    // One text and nothing else cannot be mistaken.
    for table in ["ZFOLDER", "ZTAG"] {
      #expect(rows[table] == sound.rows[table])
      #expect(!(guess?.contains("'\(table)'") ?? false))
    }
    // The columns of a link table look alike, as do a truth value and a key; links of two entities stay
    // in the order in which they were made.
    let links = try #require(sound.rows.keys.first { $0.hasPrefix("Z_") && $0.hasSuffix("TAGS") })
    for table in ["ZNOTE", links] {
      let isKept = origin == .new || origin == .altered && table == links
      #expect(isKept ? rows[table] == sound.rows[table] : rows[table]?.isEmpty == true)
      #expect((guess?.contains("'\(table)'") ?? false) == isKept)
      let why = answer.lostPages.filter { $0.owner == table }.map(\.why)
      #expect(why.contains { $0.contains("the store was migrated") } == (!isKept && origin != .old))
      #expect(why.contains { $0.contains("a store this old") } == (origin == .old))
    }
  }

  /// Of an entity that is linked with itself either end can be the first.
  @Test(arguments: [
    ("Z_2TAGS", "Z_2NOTES INTEGER, Z_3TAGS INTEGER", true),
    ("Z_2TAGS", "Z_2NOTES INTEGER, Z_3TAGS INTEGER, Z_FOK_2NOTES INTEGER", true),
    ("Z_2INFLUENCES", "Z_2INFLUENCES INTEGER, Z_2INFLUENCEDBY INTEGER", false),
    ("Z_METADATA", "Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR", false),
  ]) func linksOfTwoEntitiesAreTold(_ name: String, _ columns: String, _ isTold: Bool) throws {
    let connection = try Connection(path: ":memory:", mode: .memory)
    let sql = "CREATE TABLE \(name) (\(columns))"
    try connection.run(sql)
    let object = SalvagedSchema.Object(kind: .table, name: name, table: name, root: 2, sql: sql)
    let shape = try StoreEngine.TableShape(name, in: connection)
    #expect(SalvageTable(object, shape: shape, tree: nil).linksTwoEntities == isTold)
  }

  /// A table that is there tells that the store was migrated; then nothing is known of one that is lost,
  /// whatever its values look like.
  @Test func anAlteredTableTellsOfTheOthers() throws {
    let folder = try Shapes.Folder()
    let path = folder.path("sound.store")
    try Shapes.write(path, rows: 300, history: true)
    try Self.alter(path)
    let sound = try SoundStore(path)
    var bytes = sound.bytes
    // The texts of two tables are no more.
    for table in ["ZFOLDER", "ATRANSACTION"] {
      let text = Array("CREATE TABLE \(table) ".utf8)
      let place = try #require(bytes.firstRange(of: text))
      bytes.replaceSubrange(place, with: [UInt8](repeating: 0x58, count: text.count))
    }
    let damaged = folder.path("damaged.store")
    try Data(bytes).write(to: URL(filePath: damaged))
    let answer = try Shapes.salvage(damaged, to: folder.path("new.store"))
    let rows = try SoundStore.rows(StoreFile.open(path: folder.path("new.store")).connection)
    #expect(rows["ZNOTE"]?.isEmpty == false && rows["ATRANSACTION"]?.isEmpty == true)
    #expect(rows["ZFOLDER"] == sound.rows["ZFOLDER"])
    #expect(
      answer.lostPages.contains {
        $0.owner == "ATRANSACTION" && $0.why.contains("the store was migrated")
      }, "\(answer.lostPages)")
  }
}
