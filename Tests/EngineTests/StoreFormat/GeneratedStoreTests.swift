import Foundation
import StoreModel
import Testing

@testable import StoreEngine

@Suite("Written and generated stores")
struct GeneratedStoreTests {
  /// A folder that is removed at the end.
  private final class Folder {
    let path: String
    init() throws {
      path = NSTemporaryDirectory() + "storedoctor-" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private func generate(
    _ model: DataModel, rows: Int, history: Bool = true, in folder: Folder,
    name: String = "new.store"
  ) throws -> (path: String, summary: RowGenerator.Summary) {
    let path = folder.path + "/" + name
    var options = StoreWriter.Options()
    options.history = history
    options.externalThreshold = 4000
    let writer = try StoreWriter(path: path, model: model, options: options)
    let summary = try RowGenerator(seed: 7).fill(writer, rows: rows)
    try writer.finish()
    return (path, summary)
  }

  @Test func aNewStoreLooksLikeApples() throws {
    let folder = try Folder()
    let (path, _) = try generate(LayoutModels.everything, rows: 60, in: folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(files == [".new_SUPPORT", "new.store"])
    let header = try #require(FileManager.default.contents(atPath: path)?.prefix(100))
    #expect(Array(header[16..<20]) == [0x10, 0x00, 2, 2])
    let store = try Store(file: StoreFile.open(path: path))
    #expect(!store.wasMigratedInPlace)
    #expect(store.problems == [])
    #expect(store.hasHistory)
    #expect(store.model.source == .storeCache)
    let kept = try store.connection.rows(
      "SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY rowid")
    #expect(kept.compactMap { $0[0].text } == store.layout.statements)
    #expect(
      store.layout.statements
        == StoreLayout(model: LayoutModels.everything, history: true).statements)
    #expect(try store.connection.value("PRAGMA auto_vacuum")?.integer == 2)
    #expect(try store.connection.value("PRAGMA schema_version")?.integer == Int64(kept.count))
    #expect(try store.connection.value("PRAGMA integrity_check")?.text == "ok")
    let hashes = ModelHashes(of: LayoutModels.everything)
    #expect(store.metadata.entityHashes == hashes.entities)
    #expect(store.metadata.digest == hashes.digest)
    #expect(ModelHashes(of: store.model).entities == hashes.entities)
  }

  @Test(arguments: UInt64(1)...60) func randomModelsSurviveTheRoundTrip(seed: UInt64) throws {
    let folder = try Folder()
    let model = LayoutModels.random(seed: seed)
    let (path, summary) = try generate(model, rows: 90, history: seed % 2 == 0, in: folder)
    let store = try Store(file: StoreFile.open(path: path))
    #expect(store.problems == [])
    #expect(try store.connection.value("PRAGMA integrity_check")?.text == "ok")
    #expect(store.metadata.entityHashes == ModelHashes(of: model).entities)
    for entity in store.entities where !entity.isAbstract {
      let own = try store.connection.value(
        "SELECT count(*) FROM \(quoted(entity.table)) WHERE Z_ENT = \(entity.number)")
      #expect(own?.integer == summary.rows[entity.name].map(Int64.init))
      try expectRows(entity, in: store)
    }
  }

  /// Every value decodes, keys point at rows of the right entity, both sides of to-ones agree.
  private func expectRows(_ entity: StoreEntity, in store: Store) throws {
    let cursor = try store.rows(of: entity.name)
    while try cursor.next() {
      for (index, column) in cursor.columns.enumerated() {
        if case .unexpected(let raw) = cursor.value(at: index) {
          Issue.record("\(entity.name).\(column.name): \(raw)")
        }
      }
    }
    for property in entity.properties {
      guard case .toOne(let relationship, let column?, let companion) = property.kind else {
        continue
      }
      let destination = try store.entity(named: relationship.destination)
      let numbers = destination.numbers.map(String.init).joined(separator: ", ")
      let type = companion.map { " AND d.Z_ENT = s.\(quoted($0))" } ?? ""
      let dangling = try store.connection.value(
        """
        SELECT count(*) FROM \(quoted(entity.table)) s WHERE \(quoted(column)) NOT NULL AND NOT EXISTS
        (SELECT 1 FROM \(quoted(destination.table)) d WHERE d.Z_PK = s.\(quoted(column))
        AND d.Z_ENT IN (\(numbers))\(type))
        """)
      #expect(dangling?.integer == 0, "\(entity.name).\(property.name)")
      guard let back = relationship.inverse.flatMap({ destination.property(named: $0) }),
        case .toOne(_, let backColumn?, _) = back.kind
      else { continue }
      let oneSided = try store.connection.value(
        """
        SELECT count(*) FROM \(quoted(entity.table)) s JOIN \(quoted(destination.table)) d
        ON d.Z_PK = s.\(quoted(column)) WHERE d.\(quoted(backColumn)) IS NOT s.Z_PK
        """)
      #expect(oneSided?.integer == 0, "\(entity.name).\(property.name)")
    }
  }

  private func quoted(_ name: String) -> String { "\"\(name)\"" }

  @Test func theSameSeedGivesTheSameBytes() throws {
    let folder = try Folder()
    let first = try generate(LayoutModels.notes, rows: 500, in: folder, name: "a.store").path
    let second = try generate(LayoutModels.notes, rows: 500, in: folder, name: "b.store").path
    #expect(
      FileManager.default.contents(atPath: first) == FileManager.default.contents(atPath: second))
  }

  @Test func aCountThatCannotBeDoneInTimeIsNotBegun() throws {
    let folder = try Folder()
    let path = folder.path + "/notes.sqlite"
    try StoreWriter(path: path, model: LayoutModels.notes).finish()
    let connection = try Connection(path: path, mode: .readWrite)
    for (table, last) in [("ZTAG", 300_000), ("ZFOLDER", 5)] {
      try connection.run(
        "INSERT INTO \(table)(Z_PK) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
          + "FROM n WHERE i < \(last)) SELECT i FROM n")
    }
    try connection.run("INSERT INTO ZFOLDER(Z_PK) VALUES (100000000)")
    let store = try Store(file: StoreFile.open(path: path))
    let dense = try store.rowCount(of: "Tag", within: .milliseconds(4))
    #expect(dense == .init(count: 300_000, isExact: false))
    #expect(
      try store.rowCount(of: "Tag", within: .seconds(60)) == .init(count: 300_000, isExact: true))
    let sparse = try store.rowCount(of: "Folder", within: .milliseconds(500))
    #expect(sparse == .init(count: 6, isExact: true))
  }

  @Test func insertedObjectsAreReadBack() throws {
    let folder = try Folder()
    let path = folder.path + "/notes.sqlite"
    let writer = try StoreWriter(path: path, model: LayoutModels.notes)
    let folderObject = try writer.insert("Folder", ["name": .string("Inbox")])
    let uid = Array(UInt8(0)...15)
    let note = try writer.insert(
      "Note",
      [
        "title": .string("it's"), "pinned": .bool(true), "created": .date(0.5), "uid": .uuid(uid),
        "folder": .toOne(folderObject.key, entity: nil),
      ])
    let other = try writer.insert("Note", ["pinned": .bool(false)])
    try writer.link(folderObject, "notes", other)
    let tag = try writer.insert("Tag", ["name": .string("red")])
    try writer.link(tag, "notes", note)
    try writer.link(note, "tags", tag)
    try writer.finish()

    let store = try Store(file: StoreFile.open(path: path))
    let cursor = try store.rows(of: "Note", sort: [.init("Z_PK")], countingToMany: true)
    #expect(
      cursor.columns.map(\.name) == ["Z_PK", "created", "pinned", "title", "uid", "folder", "tags"])
    #expect(try cursor.next())
    #expect(
      cursor.row == [
        .integer(1), .date(0.5), .bool(true), .string("it's"), .uuid(uid),
        .toOne(1, entity: nil), .toManyCount(1),
      ])
    #expect(try cursor.next())
    #expect(cursor.row.map(\.description) == ["2", "NULL", "false", "NULL", "NULL", "1", "0"])
    #expect(try store.destinations(of: "Folder", key: 1, "notes") == [1, 2])
    #expect(try store.destinations(of: "Tag", key: 1, "notes") == [1])
    #expect(
      try store.connection.value("SELECT Z_FOK_FOLDER FROM ZNOTE WHERE Z_PK = 2")?.integer == 3072)

    let some = try store.rows(of: "Note", where: "pinned AND title LIKE 'it%' AND created > '2001'")
    #expect(try some.next())
    #expect(try !some.next())
    #expect(throws: StoreError.self) { _ = try store.rows(of: "Note", where: "nothing = 1") }
    #expect(throws: StoreError.self) { _ = try store.rows(of: "Nobody") }
    try store.connection.definingTemporaryViews {
      for view in store.entityViews() { try store.connection.run(view) }
    }
    let row = try store.connection.rows(
      "SELECT created, uid, folder, pinned FROM Note WHERE Z_PK = 1")
    #expect(
      row == [
        [
          .text("2001-01-01T00:00:00.500Z"), .text("00010203-0405-0607-0809-0A0B0C0D0E0F"),
          .integer(1), .integer(1),
        ]
      ])
    #expect(
      try store.connection.rows("SELECT Note, Tag FROM Note_tags") == [
        [.integer(1), .integer(1)]
      ])
  }

  @Test func anUnfinishedStoreIsRemoved() throws {
    let folder = try Folder()
    let path = folder.path + "/x.store"
    do {
      let writer = try StoreWriter(path: path, model: LayoutModels.notes)
      try writer.insert("Tag", ["name": .string("a")])
      #expect(throws: StoreWriterError.self) { try writer.insert("Tag", ["nome": .string("a")]) }
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func externalDataIsFoundBesideTheStore() throws {
    let folder = try Folder()
    let (path, _) = try generate(LayoutModels.everything, rows: 60, in: folder)
    let store = try Store(file: StoreFile.open(path: path))
    var sizes: [Int64] = []
    let cursor = try store.rows(of: "Media")
    let image = try #require(cursor.columns.firstIndex { $0.name == "image" })
    while try cursor.next() {
      if case .external(_, let size) = cursor.value(at: image) { sizes.append(try #require(size)) }
    }
    #expect(sizes == [4001, 4001])
    #expect(store.externalStorage.path(of: "../../etc/passwd") == nil)
  }
}
