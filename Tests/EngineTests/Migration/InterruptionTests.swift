import Foundation
import StoreEngine
import StoreModel
import Testing

/// What is on the disk when a migration ends at any statement. A process that is killed leaves the
/// files as they are at that moment, so looking at them at every event is looking after every kill.
@Suite("Interrupted migrations") struct InterruptionTests {
  private struct Stopped: Error {}

  /// Looks at the folder at every event, and stops at one of them.
  private final class Watcher: TraceSink {
    let folder: URL
    let original: Data
    let stop: Int?
    private(set) var events = 0
    private(set) var problems: [String] = []

    init(_ fixture: MigrationFixture, stop: Int?) throws {
      folder = fixture.folder
      original = try Data(contentsOf: folder.appending(path: "old.store"))
      self.stop = stop
    }

    func record(_ event: TraceEvent) throws {
      events += 1
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      if try Data(contentsOf: folder.appending(path: "old.store")) != original {
        problems.append("event \(events): the original changed")
      }
      if names.contains("new.store") { problems.append("event \(events): the output is there") }
      for name in names where name.hasPrefix(".partial-") {
        let work = folder.appending(path: name)
        for name in try FileManager.default.contentsOfDirectory(atPath: work.path) {
          let header = try Data(contentsOf: work.appending(path: name)).prefix(72)
          // application_id, big-endian at byte 68: "part".
          if header.suffix(4) != Data("part".utf8) {
            problems.append("event \(events): '\(name)' is not marked")
          }
        }
      }
      if events == stop { throw Stopped() }
    }
  }

  private static let model = DataModel(
    name: "1.0.0", versionIdentifiers: ["1.0.0"],
    entities: [
      Entity(
        name: "Note",
        attributes: [
          Attribute(name: "title", type: .string, isOptional: true),
          Attribute(name: "text", type: .string, isOptional: true),
        ])
    ], source: .swift)
  private static let next: DataModel = {
    var next = model
    next.name = "2.0.0"
    next.versionIdentifiers = ["2.0.0"]
    next.entities[0].attributes.removeLast()
    next.entities[0].attributes.append(
      Attribute(name: "level", type: .integer16, defaultValue: .integer(1)))
    next.entities.insert(Entity(name: "Folder"), at: 0)
    return next
  }()

  @Test func theOriginalAndTheNameOfTheOutputStayUntouched() throws {
    let fixture = try MigrationFixture()
    try fixture.store(Self.model, rows: 500)
    let watcher = try Watcher(fixture, stop: nil)
    try fixture.migrate(Self.model, to: Self.next, sink: watcher)
    #expect(watcher.problems == [])
    #expect(watcher.events > 10)
    let all = watcher.events
    for stop in 1...all {
      let fixture = try MigrationFixture()
      try fixture.store(Self.model, rows: 500)
      let watcher = try Watcher(fixture, stop: stop)
      #expect(throws: Stopped.self) {
        try fixture.migrate(Self.model, to: Self.next, sink: watcher)
      }
      #expect(watcher.problems == [])
      let left = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
      #expect(left == ["old.store"])
    }
  }

  /// In place the store is the old one until the stages are done and the backup stands.
  @Test(arguments: [1, 7, nil])
  func inPlaceTheStoreIsOldUntilTheStagesAreDone(_ stop: Int?) throws {
    let history = SchemaHistory(name: "Test", versions: [Self.model, Self.next])
    let fixture = try MigrationFixture()
    let path = try fixture.store(Self.model, rows: 500)
    let way = try MigrationPath.find(
      from: StoreVersion(try fixture.open("old.store")), in: [history], to: "2.0.0")
    let migration = StoreMigration(
      store: path, path: way, options: .init(facts: MigrationFixture.facts))
    let watcher = try Watcher(fixture, stop: stop)
    // Its private folder goes with it.
    func migrate() throws {
      let backup = try StoreOutput(path: path + ".backup", replaces: false)
      _ = try migration.runInPlace(backup: backup, trace: MigrationTrace(watcher))
    }
    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted()
    }
    if stop == nil {
      try migrate()
      #expect(try files() == ["old.store", "old.store.backup"])
      #expect(try bytes(path) != watcher.original)
    } else {
      #expect(throws: Stopped.self) { try migrate() }
      #expect(try files() == ["old.store"])
      #expect(try bytes(path) == watcher.original)
    }
    #expect(watcher.problems == [])
  }

  /// What somebody writes while the stages run is not overwritten.
  @Test func inPlaceAStoreThatChangedMeanwhileIsLeftAlone() throws {
    final class Writer: TraceSink {
      let path: String
      init(_ path: String) { self.path = path }
      func record(_ event: TraceEvent) throws {
        guard event.purpose == .commit else { return }
        try Connection(path: path, mode: .readWrite).run("UPDATE ZNOTE SET ZTITLE = 'meanwhile'")
      }
    }
    let history = SchemaHistory(name: "Test", versions: [Self.model, Self.next])
    let fixture = try MigrationFixture()
    let path = try fixture.store(Self.model, rows: 5)
    let way = try MigrationPath.find(
      from: StoreVersion(try fixture.open("old.store")), in: [history], to: "2.0.0")
    let error = #expect(throws: StoreFileError.self) {
      try StoreMigration(store: path, path: way, options: .init(facts: MigrationFixture.facts))
        .runInPlace(
          backup: StoreOutput(path: path + ".backup", replaces: false),
          trace: MigrationTrace(Writer(path)))
    }
    #expect(error?.reason == .busy)
    // The backup would be in the way of the next attempt.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == ["old.store"])
    #expect(
      try fixture.rows("SELECT DISTINCT ZTITLE FROM ZNOTE", of: "old.store")
        == [[.text("meanwhile")]])
  }

  @Test func externalDataIsCopied() throws {
    var model = Self.model
    model.entities[0].attributes.append(
      Attribute(name: "data", type: .binary, isOptional: true, allowsExternalStorage: true))
    var next = model
    next.entities[0].attributes.append(Attribute(name: "extra", type: .string, isOptional: true))
    let fixture = try MigrationFixture()
    let large = [UInt8](repeating: 7, count: 300_000)
    try fixture.store(model) { try $0.insert("Note", ["data": .data(large)]) }
    try fixture.migrate(model, to: next)
    let store = try fixture.open()
    let names = try FileManager.default.contentsOfDirectory(atPath: store.externalStorage.folder)
    #expect(names.count == 1)
    let copied = try Data(contentsOf: URL(filePath: store.externalStorage.folder + "/" + names[0]))
    #expect(copied == Data(large))
    let left = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted()
    #expect(left == [".new_SUPPORT", ".old_SUPPORT", "new.store", "old.store"])
  }

  @Test func committedFramesOfTheLogArePartOfTheCopy() throws {
    let fixture = try MigrationFixture()
    let path = try fixture.store(Self.model, rows: 3)
    let writer = try Connection(path: path, mode: .readWrite)
    try writer.run("UPDATE ZNOTE SET ZTITLE = 'from the log'")
    let (main, log) = (try bytes(path), try bytes(path + "-wal"))
    // The writer keeps the log alive; a copy of both files is a store that was not closed.
    try main.write(to: URL(filePath: fixture.path("open.store")))
    try log.write(to: URL(filePath: fixture.path("open.store-wal")))
    try fixture.migrate(Self.model, to: Self.next, store: "open.store")
    #expect(
      try fixture.rows("SELECT DISTINCT ZTITLE FROM ZNOTE") == [[.text("from the log")]])
    #expect(try bytes(fixture.path("open.store")) == main)
    #expect(try bytes(fixture.path("open.store-wal")) == log)
    withExtendedLifetime(writer) {}
  }

  @Test func progressGoesForwardAndIsToldWithinAStage() throws {
    let fixture = try MigrationFixture()
    let path = try fixture.store(Self.model, rows: 20_000)
    let way = try MigrationPath.find(
      from: StoreVersion(try fixture.open("old.store")),
      in: [SchemaHistory(name: "Test", versions: [Self.model, Self.next])], to: "2.0.0")
    var pages: [Int] = []
    var shares: [Double] = []
    _ = try fixture.run(way, store: path, output: "new.store") { options in
      options.progress = { progress in
        switch progress {
        case .copying(let done, _): pages.append(done)
        case .stage(_, _, _, let done): shares.append(done)
        }
      }
    }
    #expect(!pages.isEmpty && pages == pages.sorted())
    #expect(shares == shares.sorted() && shares.last == 1)
    // Counting, hashing and each long statement, and again while one of them runs.
    #expect(Set(shares).count >= 5)
    #expect(shares.count > Set(shares).count)
  }

  private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  @Test func inPlaceKeepsABackup() throws {
    let fixture = try MigrationFixture()
    let path = try fixture.store(Self.model, rows: 50)
    let old = try bytes(path)
    let way = try MigrationPath.find(
      from: StoreVersion(try fixture.open("old.store")),
      in: [SchemaHistory(name: "Test", versions: [Self.model, Self.next])], to: "2.0.0")
    let migration = StoreMigration(
      store: path, path: way, options: .init(facts: MigrationFixture.facts))
    let backup = try StoreOutput(path: fixture.path("old.store.backup"), replaces: false)
    _ = try migration.runInPlace(backup: backup, trace: MigrationTrace(nil))
    let problems = try MigratedStore.problems(fixture.open("old.store"), model: Self.next)
    #expect(problems == [])
    let kept = try fixture.rows("SELECT * FROM ZNOTE", of: "old.store.backup")
    #expect(kept.count == 50)
    #expect(try bytes(fixture.path("old.store.backup")).count == old.count)
    let left = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted()
    #expect(left == ["old.store", "old.store.backup"])
  }
}
