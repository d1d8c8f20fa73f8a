import Foundation
import StoreEngine
import StoreModel
import Testing

/// Every real store along every newer version its models have, and one older one.
@Suite("Migrations of real stores", .enabled(if: ArchiveCorpus.exists))
struct CorpusMigrationTests {
  private static let histories: [SchemaHistory] = ArchiveCorpus.files(in: "models") {
    ["xcdatamodeld", "momd"].contains($0.pathExtension)
  }.compactMap { bundle in
    bundle.pathExtension == "momd"
      ? try? CompiledModelReader.read(path: bundle.path)
      : try? XcodeModelReader.read(path: bundle.path)
  }

  /// Stores of which a model with another version is there.
  private static let paths = CorpusStores.paths.filter { path in
    guard let store = try? CorpusStores.store(path) else { return false }
    return !ways(StoreVersion(store)).isEmpty
  }

  private static func ways(_ version: StoreVersion) -> [MigrationPath] {
    histories.flatMap { history -> [MigrationPath] in
      var all = history.versions.sorted {
        $0.name.compare($1.name, options: .numeric) == .orderedAscending
      }.compactMap { target in
        try? MigrationPath.find(from: version, in: [history], to: target.name)
      }
      guard let place = all.firstIndex(where: \.steps.isEmpty) else { return [] }
      if place > 1 { all.removeFirst(place - 1) }
      return all.filter { !$0.steps.isEmpty && $0.evidence != .cachedModel }
    }
  }

  @Test(arguments: paths) func everyVersionIsReachedOrRefused(_ path: String) throws {
    for way in Self.ways(StoreVersion(try CorpusStores.store(path))) {
      let fixture = try MigrationFixture()
      let label = "\(path) to \(way.target.name)"
      do {
        let result = try fixture.run(
          way, store: CorpusStores.folder + "/" + path, output: "new.store")
        for stage in result.stages { #expect(stage.keepsContent, "\(label)") }
        let store = try fixture.open(model: way.target)
        let problems = try MigratedStore.problems(store, model: way.target)
        #expect(problems == [], "\(label)")
        try compareWithApple(store, version: way.target, label)
      } catch let error as MigrationError {
        #expect(Self.expectedCode(path, way) == error.code, "\(label): \(error)")
        continue
      }
      #expect(Self.expectedCode(path, way) == nil, "\(label) is migrated")
    }
  }

  /// Which migrations Core Data refuses too: those with a mapping model of their own, and rows
  /// without a value for what is required.
  private static func expectedCode(_ path: String, _ way: MigrationPath) -> Int? {
    let changes = ModelDiff.compare(from: way.source, to: way.target)
    if changes.consequence >= .custom { return 134140 }
    return ["wibosco/CoreDataMigration_Example_2.sqlite", "duckduckgo/Bookmarks_V3.sqlite"]
      .contains(path) && changes.consequence == .dataDependent ? 134110 : nil
  }

  /// Tables and columns of a store of that version that Core Data itself wrote.
  private func compareWithApple(_ mine: Store, version: DataModel, _ label: String) throws {
    let checksum = ModelHashes(of: version).checksum
    for path in Self.paths {
      let theirs = try CorpusStores.store(path)
      guard ModelHashes.checksum(of: theirs.metadata.entityHashes) == checksum,
        mine.hasHistory == theirs.hasHistory,
        mine.layout.era.hasModelCache == theirs.layout.era.hasModelCache,
        mine.layout.era.hasUniqueIndexes == theirs.layout.era.hasUniqueIndexes
      else { continue }
      let joins = Set((mine.layout.joinTables + theirs.layout.joinTables).map(\.name))
      let (left, right) = (mine.existingTables.columns, theirs.existingTables.columns)
      // A pair of relationships on one entity has two names for its table, and a store keeps its.
      for table in Set(left.keys).union(right.keys).subtracting(joins) {
        let columns = (Set(left[table] ?? []), Set(right[table] ?? []))
        #expect(columns.0 == columns.1, "\(label): \(table) in \(path)")
      }
    }
  }
}
