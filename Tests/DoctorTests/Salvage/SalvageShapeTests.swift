import Foundation
import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import StoreDoctor

/// What holds of the samples' files holds of stores that are laid out otherwise.
@Suite struct SalvageShapeTests {
  /// How a file is laid out.
  enum Shape: String, CaseIterable {
    case smallPages, largePages, withoutPointerMap, utf16
  }

  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "shape-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }
  }

  private static func write(_ path: String, rows: Int, history: Bool = true) throws {
    var options = StoreWriter.Options()
    options.history = history
    let writer = try StoreWriter(path: path, model: CommandFixture.model, options: options)
    _ = try RowGenerator(seed: 11).fill(writer, rows: rows)
    try writer.finish()
    let connection = try Connection(path: path, mode: .readWrite)
    _ = try connection.rows("PRAGMA journal_mode = DELETE")
  }

  private static func make(_ shape: Shape, in folder: Folder) throws -> SoundStore {
    let path = folder.path("sound.store")
    try write(path, rows: 300)
    let connection = try Connection(path: path, mode: .readWrite)
    switch shape {
    case .smallPages: _ = try connection.rows("PRAGMA page_size = 1024")
    case .largePages: _ = try connection.rows("PRAGMA page_size = 16384")
    case .withoutPointerMap: _ = try connection.rows("PRAGMA auto_vacuum = 0")
    case .utf16: return try SoundStore(rewritten(connection, to: folder.path("wide.store")))
    }
    try connection.run("VACUUM")
    return try SoundStore(path)
  }

  /// The same objects and rows in a file with another encoding.
  private static func rewritten(_ old: Connection, to path: String) throws -> String {
    let new = try Connection(path: path, mode: .create)
    try new.run("PRAGMA encoding = 'UTF-16le'")
    try new.run("PRAGMA auto_vacuum = 2")
    let objects = try old.rows("SELECT type, sql, name FROM sqlite_master WHERE sql IS NOT NULL")
    for object in objects where object[0].text == "table" {
      try new.run(object[1].text ?? "")
      let name = (object[2].text ?? "").sqlQuoted
      for row in try old.rows("SELECT * FROM \(name)") {
        let marks = row.map { _ in "?" }.joined(separator: ", ")
        try new.run("INSERT INTO \(name) VALUES (\(marks))", row)
      }
    }
    for object in objects where object[0].text != "table" { try new.run(object[1].text ?? "") }
    return path
  }

  private static func salvage(_ path: String, to new: String) throws -> SalvageAnswer {
    var repair = StoreRepair(path)
    repair.histories = [SchemaHistory(name: "App", versions: [CommandFixture.model])]
    return try repair.salvage(to: StoreOutput(path: new, replaces: false, stores: [path]))
  }

  @Test(arguments: Shape.allCases, DamageKind.allCases)
  func whatIsWholeIsSaved(_ shape: Shape, _ kind: DamageKind) throws {
    let folder = try Folder()
    let sound = try Self.make(shape, in: folder)
    for number in 0..<3 {
      var random = Seeded(UInt64(number) * 7907 + UInt64(shape.rawValue.utf8.count))
      let (bytes, pages) = kind.damage(sound.bytes, pageSize: sound.pageSize, &random)
      // Without the header and a map, a page that cannot be told for what it is may have listed others.
      let hasMap = shape != .withoutPointerMap && !pages.contains(2)
      if kind == .beheaded, !hasMap, pages.count > 1 { continue }
      let (path, new) = (folder.path("\(number).store"), folder.path("\(number)-new.store"))
      try Data(bytes).write(to: URL(filePath: path))
      let answer = try Self.salvage(path, to: new)
      guard !answer.isHealthy else { continue }
      let file = try StoreFile.open(path: new)
      #expect(try file.connection.value("PRAGMA integrity_check")?.text == "ok")
      let rows = try SoundStore.rows(file.connection)
      for (table, places) in sound.pages {
        let isOwn = SoundStore.own.contains(table)
        var lost = 0
        for (key, place) in places {
          let found = rows[table]?[key]
          if found == nil { lost += 1 }
          guard pages.isDisjoint(with: place) else { continue }
          let isSaved = isOwn ? found != nil : found == sound.rows[table]?[key]
          #expect(isSaved, "\(number): '\(table)' \(key) on \(place) of \(pages.sorted())")
        }
        guard !isOwn else { continue }
        #expect(rows[table]?.keys.allSatisfy { places[$0] != nil } ?? true, "'\(table)'")
        if lost > 0 { #expect(answer.verdict == .found, "\(number): a loss is not said") }
      }
    }
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
  @Test(arguments: [false, true])
  func columnsWhoseOrderIsLostAreNotMadeUp(_ isAltered: Bool) throws {
    let folder = try Folder()
    let path = folder.path("sound.store")
    try Self.write(path, rows: 300, history: false)
    if isAltered { try Self.alter(path) }
    let sound = try SoundStore(path)
    var bytes = sound.bytes
    bytes.replaceSubrange(0..<sound.pageSize, with: [UInt8](repeating: 0, count: sound.pageSize))
    try Data(bytes).write(to: folder.url.appending(path: "damaged.store"))
    let answer = try Self.salvage(folder.path("damaged.store"), to: folder.path("new.store"))
    #expect(answer.verdict == .found)
    let rows = try SoundStore.rows(StoreFile.open(path: folder.path("new.store")).connection)
    for (key, row) in rows["ZNOTE"] ?? [:] { #expect(row == sound.rows["ZNOTE"]?[key], "\(key)") }
    if !isAltered { #expect(rows["ZFOLDER"] == sound.rows["ZFOLDER"]) }
    let guess = answer.notes.first { $0.contains("in the order of a new store") }
    // The two columns of a link table look alike.
    let links = try #require(sound.rows.keys.first { $0.hasPrefix("Z_") && $0.hasSuffix("TAGS") })
    for table in ["ZFOLDER", "ZNOTE", links] {
      #expect(rows[table]?.isEmpty == isAltered)
      #expect(
        answer.lostPages.contains {
          $0.owner == table && $0.why.contains("the store was migrated")
        } == isAltered)
      #expect((guess?.contains("'\(table)'") ?? false) == !isAltered)
    }
  }

  /// A table that is there tells that the store was migrated; then nothing is known of one that is lost,
  /// whatever its values look like.
  @Test func anAlteredTableTellsOfTheOthers() throws {
    let folder = try Folder()
    let path = folder.path("sound.store")
    try Self.write(path, rows: 300, history: false)
    try Self.alter(path)
    var bytes = try SoundStore(path).bytes
    // The text of one table is no more.
    let text = Array("CREATE TABLE ZFOLDER".utf8)
    let place = try #require(bytes.firstRange(of: text))
    bytes.replaceSubrange(place, with: [UInt8](repeating: 0x58, count: text.count))
    let damaged = folder.path("damaged.store")
    try Data(bytes).write(to: URL(filePath: damaged))
    let answer = try Self.salvage(damaged, to: folder.path("new.store"))
    let rows = try SoundStore.rows(StoreFile.open(path: folder.path("new.store")).connection)
    #expect(rows["ZNOTE"]?.isEmpty == false && rows["ZFOLDER"]?.isEmpty == true)
    #expect(
      answer.lostPages.contains {
        $0.owner == "ZFOLDER" && $0.why.contains("the store was migrated")
      }, "\(answer.lostPages)")
  }

  /// An index page that another store of the app has in its place looks whole, and names few rows.
  @Test func anIndexThatLacksRowsProvesNothing() throws {
    let folder = try Folder()
    try Self.write(folder.path("small.store"), rows: 3, history: false)
    try Self.write(folder.path("large.store"), rows: 300, history: false)
    let small = try SoundStore(folder.path("small.store"))
    let large = try SoundStore(folder.path("large.store"))
    let file = try StoreFile.open(path: folder.path("large.store"))
    let roots = try file.connection.rows(
      "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name = 'ZNOTE'")
    let leaf = try #require(large.pages["ZNOTE"]?.values.map { $0[0] }.max())
    var bytes = large.bytes
    for root in roots.compactMap({ $0[0].integer }).map(Int.init) {
      let range = (root - 1) * large.pageSize..<root * large.pageSize
      bytes.replaceSubrange(range, with: small.bytes[range])
    }
    let range = (leaf - 1) * large.pageSize..<leaf * large.pageSize
    bytes.replaceSubrange(range, with: [UInt8](repeating: 0, count: range.count))
    try Data(bytes).write(to: folder.url.appending(path: "damaged.store"))
    let answer = try Self.salvage(folder.path("damaged.store"), to: folder.path("new.store"))
    #expect(answer.hasLosses && answer.verdict == .found)
    #expect(answer.tables.first { $0.table == "ZNOTE" }?.isComplete == false)
  }
}
