import Foundation
import StoreDoctor
import StoreEngine
import StoreModel
import TestSupport
import Testing

/// A store whose history is written by hand: `statements` come behind one transaction with 9 inserts.
private final class HistoryStore {
  let store: Store
  private let folder: URL

  init(_ statements: [String] = [], model: DataModel = CommandFixture.model) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "notes.store").path
    var options = StoreWriter.Options()
    options.history = true
    let writer = try StoreWriter(path: path, model: model, options: options)
    for _ in 0..<9 { try writer.insert(model.entities[0].name, [:]) }
    try writer.finish()
    let connection = try Connection(path: path, mode: .readWrite)
    for statement in statements { try connection.run(statement) }
    store = try Store(file: try StoreFile.open(path: path))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

@Suite struct HistoryTests {
  private static func transaction(_ token: Int, at seconds: Double, author: Int? = nil) -> String {
    "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP, ZAUTHORTS) VALUES (\(token), 16002, "
      + "\(seconds), \(author.map(String.init) ?? "NULL"))"
  }

  private static func change(
    _ token: Int, _ kind: Int, _ entity: Int64, _ key: Int, mask: String = "NULL"
  ) -> String {
    "INSERT INTO ACHANGE (Z_ENT, ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS) VALUES "
      + "(16001, \(token), \(kind), \(entity), \(key), \(mask))"
  }

  private static let model = DataModel(
    name: "M", versionIdentifiers: ["1.0.0"],
    entities: [
      Entity(
        name: "Base",
        attributes: ["b", "d", "f", "h", "j"].map {
          Attribute(name: $0, type: .string, isOptional: true)
        }),
      Entity(
        name: "Leaf", superentity: "Base",
        attributes: ["a", "c", "e", "g"].map {
          Attribute(name: $0, type: .integer64, isOptional: true)
        }
          + [Attribute(name: "passing", type: .string, isOptional: true, isTransient: true)]),
    ], source: .swift)

  @Test func masksNameInheritedPropertiesByNameAcrossBytes() throws {
    // Leaf has a b c d e f g h j: nine bits, so two bytes.
    let held = try HistoryStore(
      [
        Self.transaction(2, at: 10),
        Self.change(2, 1, 2, 1, mask: "x'9080'"), Self.change(2, 1, 1, 2, mask: "x'80'"),
        Self.change(2, 1, 2, 3, mask: "x'80'"), Self.change(2, 1, 2, 4, mask: "x'0040'"),
        Self.change(2, 1, 2, 5, mask: "x'0000'"), Self.change(2, 1, 77, 6, mask: "x'80'"),
      ], model: Self.model)
    let store = held.store
    let cursor = try store.history()
    var found: [[String]?] = []
    while try cursor.next() {
      if cursor.change?.kind == .update { found.append(cursor.change?.properties) }
    }
    // Too short, a bit behind the last, and an entity of another model are not read as something else.
    #expect(found == [["a", "d", "j"], ["b"], nil, nil, [], nil])
    let overview = try HistoryOverview(of: store)
    let leaf = try #require(overview.entities.first { $0.name == "Leaf" })
    #expect(leaf.properties == ["a": 1, "d": 1, "j": 1] && leaf.unreadUpdates == 2)
    #expect(overview.entities.contains { $0.name == "entity 77" })
  }

  @Test func countsAreThoseOfTheTables() throws {
    let held = try HistoryStore([
      "INSERT INTO ATRANSACTIONSTRING (Z_PK, ZNAME) VALUES (9, 'widget')",
      Self.transaction(2, at: 100, author: 9), Self.change(2, 2, 1, 1), Self.change(2, 7, 1, 1),
      Self.transaction(3, at: 200), Self.change(8, 1, 1, 2, mask: "x'80'"),
    ])
    let store = held.store
    let all = try HistoryOverview(of: store)
    #expect(all.transactions == 3 && all.orphans == 1 && !all.isTrimmed)
    #expect(all.firstToken == 1 && all.lastToken == 8)
    #expect(
      all.changes.inserts == 9 && all.changes.updates == 1 && all.changes.deletes == 1
        && all.changes.others == 1)
    var filter = HistoryFilter()
    filter.author = "widget"
    let widget = try HistoryOverview(of: store, filter)
    #expect(widget.transactions == 1 && widget.changes.total == 2)
    #expect(widget.writers.map(\.writer.author) == ["widget"])
    filter.author = ""
    #expect(try HistoryOverview(of: store, filter).changes.total == 10)
    filter = HistoryFilter()
    filter.entity = "Folder"
    filter.key = 1
    let object = try HistoryOverview(of: store, filter)
    #expect(object.changes.total == 3 && object.transactions == 2)
    filter = HistoryFilter()
    filter.since = 100
    filter.until = 200
    #expect(try HistoryOverview(of: store, filter).transactions == 1)
    filter.entity = "Nobody"
    #expect(throws: StoreError.self) { try HistoryOverview(of: store, filter) }
  }

  @Test func burstsGapsAndTrimmingAreNamed() throws {
    let day = 86_400.0
    var statements = ["DELETE FROM ATRANSACTION", "DELETE FROM ACHANGE"]
    for number in 0..<30 {
      // A save a day, with 200 changes on the 10th, and 60 days without one after the 20th.
      let time = Double(number + (number > 20 ? 60 : 0)) * day + 3600
      statements.append(Self.transaction(number + 5, at: time))
      for key in 1...(number == 10 ? 200 : 2) {
        statements.append(Self.change(number + 5, 0, 1, key))
      }
    }
    let held = try HistoryStore(statements)
    let store = held.store
    let overview = try HistoryOverview(of: store)
    #expect(overview.isTrimmed && overview.unit == .day && overview.spans.count == 30)
    #expect(overview.bursts.map(\.start) == [10 * day])
    #expect(overview.gaps.map(\.token) == [25])
    #expect(overview.gaps.first.map { $0.end - $0.start } == 61 * day)
    let months = try HistoryOverview(of: store, by: .month)
    #expect(months.spans.map { HistoryMoment.text($0.start).prefix(7) } == ["2001-01", "2001-03"])
    #expect(months.spans.map(\.transactions) == [21, 9])
  }

  @Test func tombstonesNameAttributesOnlyWhereThatIsCertain() throws {
    func kept(_ name: String) -> Attribute {
      var attribute = Attribute(name: name, type: .string, isOptional: true)
      attribute.preservesValueOnDeletion = true
      return attribute
    }
    let model = DataModel(
      name: "M", versionIdentifiers: ["1"],
      entities: [
        Entity(name: "Base", attributes: [kept("z")]),
        Entity(name: "Leaf", superentity: "Base", attributes: [kept("a")]),
        Entity(name: "Own", attributes: [kept("y"), kept("b")]),
      ], source: .swift)
    func deletion(_ entity: Int64) -> String {
      "INSERT INTO ACHANGE (Z_ENT, ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTOMBSTONE0, "
        + "ZTOMBSTONE1) VALUES (16001, 1, 2, \(entity), 1, 'one', 'two')"
    }
    let held = try HistoryStore(
      [deletion(2), deletion(3)], model: model)
    let store = held.store
    let cursor = try store.history()
    var names: [[String?]] = []
    while try cursor.next() {
      if cursor.change?.kind == .delete { names.append(cursor.change!.tombstones.map(\.property)) }
    }
    #expect(names == [[nil, nil], ["b", "y"]])
  }

  @Test(arguments: [
    ("2001-01-01", 0), ("2001-01-02T01:30", 91_800), ("2001-01-01 00:00:01.5Z", 1.5), ("-7", -7),
  ])
  func momentsAreRead(_ text: String, _ seconds: Double) {
    #expect(HistoryMoment.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", "yesterday", "2001-13-01", "2001-01-01T25:00", "2001-1-1", "nan", "01.02.2001",
  ])
  func otherTextsAreNoMoments(_ text: String) {
    #expect(HistoryMoment.seconds(text) == nil)
  }

  @Test(
    .enabled(if: RealFiles.arePresent, Comment(rawValue: RealFiles.need)),
    arguments: RealFiles.stores)
  func countsOfRealStoresAreThoseOfSQL(_ name: String) throws {
    let copy = try RealFiles.Copy(ofStore: name)
    let file = try StoreFile.open(path: copy.path)
    guard let store = try? Store(file: file), store.hasHistory else { return }
    let overview = try HistoryOverview(of: store)
    func count(_ sql: String) throws -> Int64? { try store.connection.value(sql)?.integer }
    #expect(try count("SELECT count(*) FROM ATRANSACTION") == overview.transactions)
    for (kind, found) in [
      (0, overview.changes.inserts), (1, overview.changes.updates), (2, overview.changes.deletes),
    ] {
      #expect(try count("SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = \(kind)") == found)
    }
    #expect(overview.entities.allSatisfy { $0.unreadUpdates == 0 })
  }
}
