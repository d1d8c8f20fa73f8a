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

  final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "shape-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }
  }

  static func write(
    _ path: String, rows: Int, history: Bool = true, framework: Int = StoreEra.defaultFramework
  ) throws {
    var options = StoreWriter.Options()
    options.history = history
    options.framework = framework
    let writer = try StoreWriter(path: path, model: CommandFixture.model, options: options)
    _ = try RowGenerator(seed: 11).fill(writer, rows: rows)
    try writer.finish()
    let connection = try Connection(path: path, mode: .readWrite)
    _ = try connection.rows("PRAGMA journal_mode = DELETE")
  }

  static func make(_ shape: Shape, in folder: Folder) throws -> SoundStore {
    try SoundStore(made(shape, in: folder))
  }

  /// The path of a store of this shape.
  static func made(_ shape: Shape, in folder: Folder) throws -> String {
    let path = folder.path("sound.store")
    try write(path, rows: 300)
    let connection = try Connection(path: path, mode: .readWrite)
    switch shape {
    case .smallPages: _ = try connection.rows("PRAGMA page_size = 1024")
    case .largePages: _ = try connection.rows("PRAGMA page_size = 16384")
    case .withoutPointerMap: _ = try connection.rows("PRAGMA auto_vacuum = 0")
    case .utf16: return try rewritten(connection, to: folder.path("wide.store"))
    }
    try connection.run("VACUUM")
    return path
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

  static func salvage(_ path: String, to new: String) throws -> SalvageAnswer {
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
      let (path, new) = (folder.path("\(number).store"), folder.path("\(number)-new.store"))
      try Data(bytes).write(to: URL(filePath: path))
      let answer: SalvageAnswer
      do {
        answer = try Self.salvage(path, to: new)
      } catch RepairError.nothingLeft {
        #expect(!sound.hasWholeRows(without: pages), "\(number)")
        continue
      }
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
