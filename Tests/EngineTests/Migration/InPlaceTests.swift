import Foundation
import StoreModel
import Testing

@testable import StoreEngine

/// A store that is migrated in its place, and what is left of the attempt when that fails.
@Suite struct InPlaceTests {
  static let model = DataModel(
    name: "1.0.0", versionIdentifiers: ["1.0.0"],
    entities: [
      Entity(name: "Note", attributes: [Attribute(name: "title", type: .string, isOptional: true)])
    ], source: .swift)
  private static let next: DataModel = {
    var next = model
    (next.name, next.versionIdentifiers) = ("2.0.0", ["2.0.0"])
    next.entities[0].attributes.append(Attribute(name: "text", type: .string, isOptional: true))
    return next
  }()

  /// Whatever fails before the store is replaced leaves it alone in its folder, with its own files.
  @Test func inPlaceAFailureLeavesNoBackup() throws {
    let history = SchemaHistory(name: "Test", versions: [Self.model, Self.next])
    let fixture = try MigrationFixture()
    let path = try fixture.store(Self.model, rows: 5)
    let way = try MigrationPath.find(
      from: StoreVersion(try fixture.open("old.store")), in: [history], to: "2.0.0")
    let before = try Data(contentsOf: URL(filePath: path))
    let (first, second) = (
      "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"
    )
    var options = StoreMigration.Options(facts: MigrationFixture.facts)
    // As if a closure had written files, of which the second one finds its place taken.
    options.approve = { _ in
      let files = FileManager.default
      let work = try #require(
        try files.contentsOfDirectory(atPath: fixture.folder.path)
          .first { $0.hasPrefix(".partial-") && $0.hasSuffix("-old.store") })
      let new = fixture.path(work + "/.old_SUPPORT/_EXTERNAL_DATA")
      try files.createDirectory(atPath: new, withIntermediateDirectories: true)
      for name in [first, second] { try Data("x".utf8).write(to: URL(filePath: new + "/" + name)) }
      try files.createDirectory(
        atPath: fixture.path(".old_SUPPORT/_EXTERNAL_DATA/" + second),
        withIntermediateDirectories: true)
    }
    func migrate() throws {
      _ = try StoreMigration(store: path, path: way, options: options).runInPlace(
        backup: StoreOutput(path: path + ".backup", replaces: false), trace: MigrationTrace(nil))
    }
    #expect(throws: StoreOutputError.self) { try migrate() }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted()
        == [".old_SUPPORT", "old.store"])
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: fixture.path(".old_SUPPORT/_EXTERNAL_DATA")) == [second])
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  /// Nobody knows the private folder that the files are in when the disk is full.
  @Test func aFullDiskIsSaidOfTheNameThatWasGiven() {
    let error = WorkCopy.translated(
      StoreOutputError.full("/disk/.partial-0-new.store/.new_SUPPORT/x"), path: "/disk/new.store")
    #expect(error as? StoreOutputError == .full("/disk/new.store"))
  }
}
