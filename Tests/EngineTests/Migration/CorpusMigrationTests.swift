import Foundation
import StoreModel
import Testing

@testable import StoreEngine

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

  /// A real store as it is, read once.
  private struct Sample {
    let path: String
    let ways: [MigrationPath]
    let checksum: String
    let layout: StoreLayout
    let tables: [String: [String]]
    let hasHistory: Bool
  }

  private static let samples: [Sample] = CorpusStores.paths.compactMap { path in
    guard let store = try? CorpusStores.store(path) else { return nil }
    return Sample(
      path: path, ways: ways(StoreVersion(store)),
      checksum: ModelHashes.checksum(of: store.metadata.entityHashes), layout: store.layout,
      tables: store.existingTables.columns, hasHistory: store.hasHistory)
  }

  private static let paths = samples.filter { !$0.ways.isEmpty }.map(\.path)

  /// To every newer version and the one before, by the numbers in their names.
  private static func ways(_ version: StoreVersion) -> [MigrationPath] {
    let names = Set(version.entityHashes.keys)
    return histories.flatMap { history -> [MigrationPath] in
      guard history.versions.contains(where: { Set($0.entities.map(\.name)) == names }) else {
        return []
      }
      let versions = history.versions.sorted {
        $0.name.compare($1.name, options: .numeric) == .orderedAscending
      }
      let place = versions.firstIndex { ModelHashes(of: $0).entities == version.entityHashes }
      guard let place else { return [] }
      let source = versions[place]
      return (versions[max(0, place - 1)..<place] + versions[(place + 1)...]).map { target in
        MigrationPath(
          history: history, source: source, target: target, evidence: .entityHashes,
          steps: [MigrationStep(from: source, to: target)])
      }
    }
  }

  @Test(arguments: paths) func everyVersionIsReachedOrRefused(_ path: String) throws {
    for way in Self.samples.first(where: { $0.path == path })?.ways ?? [] {
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
    for theirs in Self.samples where !theirs.path.contains("v2Corrupt") {
      guard theirs.checksum == checksum, mine.hasHistory == theirs.hasHistory,
        mine.layout.era.hasModelCache == theirs.layout.era.hasModelCache,
        mine.layout.era.hasUniqueIndexes == theirs.layout.era.hasUniqueIndexes
      else { continue }
      let joins = Set((mine.layout.joinTables + theirs.layout.joinTables).map(\.name))
      let (left, right) = (mine.existingTables.columns, theirs.tables)
      // A pair of relationships on one entity has two names for its table, and a store keeps its.
      for table in Set(left.keys).union(right.keys).subtracting(joins) {
        let columns = (Set(left[table] ?? []), Set(right[table] ?? []))
        #expect(columns.0 == columns.1, "\(label): \(table) in \(theirs.path)")
      }
    }
  }
}
