import Foundation
import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import Diagnostics
@testable import StoreDoctor

/// Two hundred damaged files: what is whole is saved, and nothing else comes of them.
@Suite struct SalvageDamageTests {
  private static let files = 200

  /// Samples, and generated stores with and without deleted rows.
  private static let stores: [SoundStore] = {
    do { return try makeStores() } catch { return [] }
  }()

  private static func makeStores() throws -> [SoundStore] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "sound-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let samples = ["Notes/notes-1.0.0.store", "Notes/notes-2.0.0.store", "Music/music.store"]
      .map { Folders.samples.appending(path: $0).path }
    var stores = try samples.map { try SoundStore($0) }
    for (index, sound) in stores.dropFirst().enumerated() {
      let path = folder.appending(path: "\(index).store").path
      var options = StoreWriter.Options()
      options.history = index == 0
      let writer = try StoreWriter(path: path, model: sound.model, options: options)
      _ = try RowGenerator(seed: 7).fill(writer, rows: 700)
      try writer.finish()
      stores.append(try SoundStore(path))
      try deleteRows(of: path)
      stores.append(try SoundStore(path))
    }
    return stores
  }

  /// Some one by one, and ranges, so that pages become free.
  private static func deleteRows(of path: String) throws {
    let connection = try Connection(path: path, mode: .readWrite)
    _ = try connection.rows("PRAGMA journal_mode = DELETE")
    try connection.addCoreDataFunctions(clock: { 0 })
    for name in try connection.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'") {
      try connection.run("DROP TRIGGER \((name[0].text ?? "").sqlQuoted)")
    }
    for row in try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z[A-Z]*'")
    {
      let table = (row[0].text ?? "").sqlQuoted
      try connection.run("DELETE FROM \(table) WHERE Z_PK % 7 = 3 OR Z_PK BETWEEN 60 AND 110")
    }
  }

  @Test(arguments: DamageKind.allCases)
  func whatIsWholeIsSaved(_ kind: DamageKind) throws {
    let stores = Self.stores
    try #require(stores.count == 7)
    var (whole, saved, touched, touchedSaved, lossless) = (0, 0, 0, 0, 0)
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "salvage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for number in 0..<Self.files / DamageKind.allCases.count {
      let sound = stores[number % stores.count]
      var random = Seeded(UInt64(number) * 1009 + UInt64(kind.rawValue.utf8.count) * 31)
      let (bytes, pages) = kind.damage(sound.bytes, pageSize: sound.pageSize, &random)
      let path = folder.appending(path: "\(number).store").path
      try Data(bytes).write(to: URL(filePath: path))
      let new = folder.appending(path: "\(number)-new.store").path
      var repair = StoreRepair(path)
      repair.histories = [SchemaHistory(name: "App", versions: [sound.model])]
      let answer: SalvageAnswer
      do {
        answer = try repair.salvage(to: StoreOutput(path: new, replaces: false, stores: [path]))
      } catch RepairError.nothingLeft {
        #expect(!sound.hasWholeRows(without: pages), "\(kind) \(number)")
        continue
      }
      #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))
      let rows = try answer.isHealthy ? sound.rows : Self.rows(of: new)
      for (table, places) in sound.pages {
        var lost = 0
        for (key, place) in places {
          let found = rows[table]?[key]
          if pages.isDisjoint(with: place) {
            whole += 1
            let isSaved =
              SoundStore.own.contains(table) ? found != nil : found == sound.rows[table]?[key]
            if isSaved { saved += 1 }
            let name = "\(kind) \(number)"
            #expect(isSaved, "\(name): '\(table)' \(key) on \(place) of \(pages.sorted())")
          } else {
            touched += 1
            if found != nil { touchedSaved += 1 } else { lost += 1 }
          }
        }
        if SoundStore.own.contains(table) { continue }
        let others = rows[table]?.keys.filter { places[$0] == nil } ?? []
        #expect(others.isEmpty, "\(kind) \(number): '\(table)' never had \(others.sorted())")
        if lost > 0 { #expect(answer.verdict == .found, "\(kind) \(number): a loss is not said") }
      }
      if !answer.hasLosses { lossless += 1 }
      Self.expectSound(answer, "\(kind) \(number)")
    }
    print(
      "salvage \(kind.rawValue): \(Self.files / DamageKind.allCases.count) files, \(whole) whole "
        + "rows, \(saved) of them saved; \(touched) rows on damaged pages, \(touchedSaved) of them "
        + "saved; nothing lost in \(lossless) files")
    #expect(whole > 1000 && saved == whole)
  }

  private static func rows(of path: String) throws -> SoundStore.Rows {
    let file = try StoreFile.open(path: path)
    #expect(try file.connection.value("PRAGMA integrity_check")?.text == "ok")
    return try SoundStore.rows(file.connection)
  }

  /// What the loss of rows, and values taken as they are, can leave in a store.
  private static let consequences: Set<String> = [
    "dangling-reference", "dangling-join-row", "dangling-history", "missing-required-value",
    "hash-mismatch",
  ]

  private static func expectSound(_ answer: SalvageAnswer, _ what: String) {
    guard !answer.isHealthy else { return }
    let rules = Set(answer.findings.map(\.rule)).subtracting(consequences)
    #expect(rules.isEmpty, "\(what): \(answer.findings.map(\.message))")
  }
}
