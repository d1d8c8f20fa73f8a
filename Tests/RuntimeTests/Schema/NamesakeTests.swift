import Foundation
import StoreEngine
import Testing

@testable import SwiftData

/// What a live class of the app is beside a version that lists its own class of the same name.
@Model final class Namesake {
  var title = ""
  var owner: NamesakeOwner?
  init() {}
}

@Model final class NamesakeOwner {
  var items: [Namesake]?
  init() {}
}

private enum OldNamesakes: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Namesake.self] }

  @Model final class Namesake {
    var title = ""
    var owner: NamesakeOwner?
    init() {}
  }
}

/// Relationships are paired by the classes that their types name, as by the reader of Swift source, not
/// by the bare names that entities have.
@Suite struct NamesakeTests {
  @Test func aClassOfTheSameNameIsNotTheWayBack() throws {
    let old = Schema(versionedSchema: OldNamesakes.self).model
    #expect(old.entity(named: "Namesake")?.relationship(named: "owner")?.inverse == nil)
    #expect(old.entity(named: "NamesakeOwner")?.relationship(named: "items")?.inverse == nil)
    let live = Schema([Namesake.self]).model
    #expect(live.entity(named: "Namesake")?.relationship(named: "owner")?.inverse == "items")
    #expect(live.entity(named: "NamesakeOwner")?.relationship(named: "items")?.inverse == "owner")
  }

  @Test func whatDoesNotFitAStoreIsNamed() throws {
    let store = try TestStore()
    let url = store.folder.appendingPathComponent("old.store")
    let schema = Schema(versionedSchema: OldNamesakes.self)
    _ = try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
    #expect(try schema.misfits(inStoreAt: url.path).isEmpty)
    #expect(
      try Schema([Namesake.self]).misfits(inStoreAt: url.path)
        == ["Namesake.owner", "NamesakeOwner.items"])
    // What only one of them has is no misfit.
    #expect(try Schema([Author.self]).misfits(inStoreAt: url.path).isEmpty)
  }
}
