import Foundation
import StoreModel
import Synchronization
import Testing

@testable import StoreEngine

@Suite("Work folders") struct WorkFolderTests {
  private func names(_ fixture: MigrationFixture) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted()
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// A folder as a process leaves it that was killed: nobody holds its lock.
  private func leave(_ name: String, mode: Int = 0o700, in fixture: MigrationFixture) throws {
    let path = fixture.path(name)
    try FileManager.default.createDirectory(
      atPath: path + "/deep", withIntermediateDirectories: true)
    try Data("rows".utf8).write(to: URL(filePath: path + "/a.store"))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test func theDeadAreSweptAndNobodyElse() throws {
    let fixture = try MigrationFixture()
    let outside = fixture.path("outside")
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    try Data("precious".utf8).write(to: URL(filePath: outside + "/file"))
    let dead = ".partial-" + String(repeating: "0a", count: 16)
    try leave(dead + "-a.store", in: fixture)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.path(dead + "-a.store/link"), withDestinationPath: outside)
    // Not ours: other names, other modes, a link, a file.
    let others = [".partial-12-a.store", ".partial-\(String(repeating: "g", count: 32))-a"]
    for other in others { try leave(other, in: fixture) }
    let open = ".partial-" + String(repeating: "1b", count: 16)
    try leave(open, mode: 0o755, in: fixture)
    let link = ".partial-" + String(repeating: "2c", count: 16)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.path(link), withDestinationPath: outside)
    let file = ".partial-" + String(repeating: "3d", count: 16)
    try Data().write(to: fixture.folder.appending(path: file))
    let living = try WorkFolder(in: fixture.folder.path, for: "living")
    let second = try WorkFolder(in: fixture.folder.path)
    second.remove()
    let expected = others + [open, link, file, "outside", lastName(living.path)]
    #expect(try names(fixture) == expected.sorted())
    #expect(FileManager.default.fileExists(atPath: outside + "/file"))
    withExtendedLifetime((living, second)) {}
  }

  /// A folder that was just made and is not locked yet looks like that of a dead process.
  @Test func manyAreMadeInOneFolderAtOnce() throws {
    let fixture = try MigrationFixture()
    let parent = fixture.folder.path
    let failures = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<300 {
        do {
          let folder = try WorkFolder(in: parent)
          if !FileManager.default.fileExists(atPath: folder.path) {
            failures.add(1, ordering: .relaxed)
          }
        } catch {
          failures.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(failures.load(ordering: .relaxed) == 0)
  }

  private func lastName(_ path: String) -> String { URL(filePath: path).lastPathComponent }

  @Test func aLongNameIsLeftOut() throws {
    let fixture = try MigrationFixture()
    let name = String(repeating: "n", count: 255)
    try FileOutput.write([1], to: fixture.path(name), replaces: .nothing)
    #expect(try names(fixture) == [name])
  }

  private static let model = DataModel(
    name: "1.0.0", versionIdentifiers: ["1.0.0"],
    entities: [
      Entity(
        name: "Note",
        attributes: [
          Attribute(name: "data", type: .binary, isOptional: true, allowsExternalStorage: true)
        ])
    ], source: .swift)
  private static let next: DataModel = {
    var next = model
    (next.name, next.versionIdentifiers) = ("2.0.0", ["2.0.0"])
    next.entities[0].attributes.append(Attribute(name: "extra", type: .string, isOptional: true))
    return next
  }()

  @Test(arguments: [0o600, 0o640, 0o666])
  func aCopyIsAsPrivateAsItsSource(_ mode: Int) throws {
    let fixture = try MigrationFixture()
    let path = try fixture.store(Self.model) {
      try $0.insert("Note", ["data": .data([UInt8](repeating: 7, count: 300_000))])
    }
    let external = fixture.path(".old_SUPPORT/_EXTERNAL_DATA")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: external).first)
    for file in [path, external + "/" + name] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: fixture.path(".old_SUPPORT"))
    final class Looker: TraceSink {
      let folder: String
      var modes: Set<Int> = []
      init(_ folder: String) { self.folder = folder }
      func record(_ event: TraceEvent) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasPrefix(".partial-") {
          for part in [name, name + "/new.store"] {
            let found = try FileManager.default.attributesOfItem(atPath: folder + "/" + part)
            modes.insert(found[.posixPermissions] as? Int ?? 0)
          }
        }
      }
    }
    let looker = Looker(fixture.folder.path)
    try fixture.migrate(Self.model, to: Self.next, sink: looker)
    #expect(looker.modes == [0o700, 0o600])
    #expect(try self.mode(fixture.path("new.store")) == mode)
    #expect(try self.mode(fixture.path(".new_SUPPORT")) == 0o700)
    #expect(try self.mode(fixture.path(".new_SUPPORT/_EXTERNAL_DATA/" + name)) == mode)
  }

  /// Data that lies where the new store's goes is replaced with --force, unless a file of the same
  /// name holds something else: then a kill could leave a store with the wrong data.
  @Test func externalDataOfTheSameNameIsNotMixed() throws {
    let fixture = try MigrationFixture()
    try fixture.store(Self.model) {
      try $0.insert("Note", ["data": .data([UInt8](repeating: 7, count: 300_000))])
    }
    let external = fixture.path(".old_SUPPORT/_EXTERNAL_DATA")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: external).first)
    let folder = fixture.path(".new_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let stale = UUID().uuidString
    for file in [name, stale] {
      try Data("another one's".utf8).write(to: URL(filePath: folder + "/" + file))
    }
    #expect(throws: StoreOutputError.inTheWay(folder + "/" + name)) {
      try fixture.migrate(Self.model, to: Self.next)
    }
    #expect(!FileManager.default.fileExists(atPath: fixture.path("new.store")))
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: folder)) == [name, stale])
    try FileManager.default.removeItem(atPath: folder + "/" + name)
    try fixture.migrate(Self.model, to: Self.next)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [name])
  }

  /// Files of external data are placed before the store gets its name. Those of a process that was
  /// killed in between are taken back by the next one, and no others.
  @Test func whatWasPlacedForAStoreThatNeverCameIsTakenBack() throws {
    let names = (0..<3).map { _ in UUID().uuidString }
    func files(isThere: Bool, placing: [String]) throws -> [String]? {
      let fixture = try MigrationFixture()
      let dead = try WorkFolder(in: fixture.folder.path, for: "new.store")
      try dead.willPlace(placing, of: "new.store")
      let copy = fixture.path(".partial-" + String(repeating: "4e", count: 16) + "-new.store")
      try FileManager.default.copyItem(atPath: dead.path, toPath: copy)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: copy)
      dead.remove()
      let folder = fixture.path(".new_SUPPORT/_EXTERNAL_DATA")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for name in names { try Data("x".utf8).write(to: URL(filePath: folder + "/" + name)) }
      if isThere { try Data("a store".utf8).write(to: URL(filePath: fixture.path("new.store"))) }
      WorkFolder.sweep(fixture.folder.path + "/")
      #expect(!FileManager.default.fileExists(atPath: copy))
      if !isThere, placing.count == names.count {
        _ = try StoreOutput(path: fixture.path("new.store"), replaces: false)
        #expect(try self.names(fixture) == [])
      }
      return try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }
    #expect(try files(isThere: false, placing: names) == nil)
    #expect(try files(isThere: false, placing: Array(names[..<2])) == [names[2]])
    #expect(try files(isThere: true, placing: names) == names.sorted())
    // A name that is none leads nowhere.
    #expect(try files(isThere: false, placing: ["../../x", ""]) == names.sorted())
  }
}
