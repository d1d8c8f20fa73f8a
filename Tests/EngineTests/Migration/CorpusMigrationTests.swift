import Foundation
import StoreModel
import TestSupport
import Testing

@testable import StoreEngine

/// Every real store along every newer version its models have, and one older one.
@Suite("Migrations of real stores", .enabled(if: RealFiles.arePresent, "\(RealFiles.need)"))
struct CorpusMigrationTests {
  struct Version: Sendable {
    let model: DataModel
    let hashes: ModelHashes
  }

  /// Versions in the order of the numbers in their names.
  private static let chains: [(history: SchemaHistory, versions: [Version])] =
    ArchiveCorpus.files(in: "models") {
      ["xcdatamodeld", "momd"].contains($0.pathExtension)
    }.compactMap { bundle in
      let history =
        bundle.pathExtension == "momd"
        ? try? CompiledModelReader.read(path: bundle.path)
        : try? XcodeModelReader.read(path: bundle.path)
      guard let history else { return nil }
      let versions = history.versions.map { Version(model: $0, hashes: ModelHashes(of: $0)) }
      return (
        history,
        versions.sorted {
          $0.model.name.compare($1.model.name, options: .numeric) == .orderedAscending
        }
      )
    }

  /// A real store as it is, read once.
  private struct Sample {
    let path: String
    let hashes: [String: VersionHash]
    let layout: StoreLayout
    let objects: SchemaObjects
    let hasHistory: Bool
  }

  private static let samples: [Sample] = RealFiles.stores.compactMap { path in
    guard let store = try? CorpusStores.store(path),
      let objects = try? SchemaObjects(store.connection)
    else { return nil }
    return Sample(
      path: path, hashes: store.metadata.entityHashes, layout: store.layout, objects: objects,
      hasHistory: store.hasHistory)
  }

  /// A store and a version to take it to.
  struct Case: Sendable, CustomTestStringConvertible {
    let path: String
    let history: SchemaHistory
    let source: Version
    let target: Version

    var testDescription: String { "\(path) to \(target.model.name)" }
  }

  /// Real stores whose version one of the bundles has, to every newer version and the one before.
  static let cases: [Case] = samples.flatMap { sample in
    chains.flatMap { chain -> [Case] in
      let place = chain.versions.firstIndex { $0.hashes.entities == sample.hashes }
      guard let place else { return [] }
      return (chain.versions[max(0, place - 1)..<place] + chain.versions[(place + 1)...]).map {
        Case(
          path: sample.path, history: chain.history, source: chain.versions[place], target: $0)
      }
    }
  }

  @Test(arguments: cases) func theVersionIsReachedOrRefused(_ one: Case) throws {
    let fixture = try MigrationFixture()
    let (source, target) = (one.source.model, one.target.model)
    let way = MigrationPath(
      history: one.history, source: source, target: target, evidence: .entityHashes,
      steps: [MigrationStep(from: source, to: target)])
    let changes = ModelDiff.compare(
      from: source, to: target, sourceHashes: one.source.hashes,
      destinationHashes: one.target.hashes)
    do {
      let result = try fixture.run(
        way, store: RealFiles.store(one.path), output: "new.store")
      #expect(result.stages.allSatisfy { $0.keepsContent })
      let store = try fixture.open(model: target)
      #expect(try MigratedStore.problems(store, model: target) == [])
      try compareWithApple(store, one.target)
      #expect(changes.consequence < .custom)
    } catch MigrationError.notInferrable(_, let differences) {
      #expect(changes.consequence >= .custom)
      #expect(!differences.isEmpty && differences.allSatisfy { !$0.why.isEmpty })
    } catch MigrationError.halfMigrated {
      #expect(one.path == Self.halfMigrated)
    } catch let error as MigrationError {
      // Rows without a value for what is required: Core Data refuses them too.
      #expect(error.code == 134110, "\(error)")
      #expect(
        ["wibosco/CoreDataMigration_Example_2.sqlite", "duckduckgo/Bookmarks_V3.sqlite"]
          .contains(one.path) && changes.consequence == .dataDependent)
    }
  }

  /// A version and the next one of a bundle.
  struct Step: Sendable, CustomTestStringConvertible {
    let source: Version
    let target: Version
    let bundle: String

    var testDescription: String { "\(bundle): \(source.model.name) to \(target.model.name)" }
  }

  static let steps: [Step] = chains.flatMap { chain in
    zip(chain.versions, chain.versions.dropFirst()).map {
      Step(source: $0, target: $1, bundle: chain.history.name)
    }
  }

  /// Of most bundles there are no stores: generated rows have to do.
  @Test(arguments: steps) func generatedRowsReachTheNextVersion(_ one: Step) throws {
    let fixture = try MigrationFixture()
    let (source, target) = (one.source.model, one.target.model)
    try fixture.store(source, rows: 60)
    let changes = ModelDiff.compare(
      from: source, to: target, sourceHashes: one.source.hashes,
      destinationHashes: one.target.hashes)
    let way = MigrationPath(
      history: SchemaHistory(name: one.bundle, versions: [source, target]), source: source,
      target: target, evidence: .checksum, steps: [MigrationStep(from: source, to: target)])
    do {
      let result = try fixture.run(
        way, store: fixture.path("old.store"), output: "new.store")
      #expect(result.stages.allSatisfy { $0.keepsContent })
      #expect(try MigratedStore.problems(fixture.open(), model: target) == [])
      #expect(changes.consequence < .custom)
    } catch let error as MigrationError {
      let isRefused =
        switch error {
        case .notInferrable: changes.consequence >= .custom
        case .missingValue, .missingLink, .duplicates: changes.consequence == .dataDependent
        // Two generated objects lead to one that gets a to-one inverse.
        case .conflictingLinks: true
        // The text of a partial index is not known.
        case .unsupported(let what): what.contains("partial index")
        default: false
        }
      #expect(isRefused, "\(error)")
    }
  }

  private static let halfMigrated = "apptentive/v2CorruptDatabase.sqlite"

  /// Tables, columns and indexes of a store of that version that Core Data itself wrote.
  private func compareWithApple(_ mine: Store, _ version: Version) throws {
    let objects = try SchemaObjects(mine.connection)
    for theirs in Self.samples where theirs.path != Self.halfMigrated {
      guard theirs.hashes == version.hashes.entities, mine.hasHistory == theirs.hasHistory,
        mine.layout.era.hasModelCache == theirs.layout.era.hasModelCache,
        mine.layout.era.hasUniqueIndexes == theirs.layout.era.hasUniqueIndexes
      else { continue }
      let joins = Set((mine.layout.joinTables + theirs.layout.joinTables).map(\.name))
      // A pair of relationships on one entity has two names for its table, and a store keeps its.
      let tables = Set(objects.tables.keys).union(theirs.objects.tables.keys).subtracting(joins)
      for table in tables {
        let columns = [objects, theirs.objects].map { Set($0.tables[table] ?? []) }
        #expect(columns[0] == columns[1], "\(table) in \(theirs.path)")
        guard mine.layout.era.hasFetchIndexes == theirs.layout.era.hasFetchIndexes else { continue }
        let indexes = [objects, theirs.objects].map { objects in
          Set(objects.indexes.keys.filter { $0.table == table })
        }
        #expect(indexes[0] == indexes[1], "\(table) in \(theirs.path)")
      }
    }
  }

  /// The chains that have stores and models of several versions are all there.
  @Test func everyChainIsCovered() {
    let covered = Dictionary(grouping: Self.cases) { $0.path.split(separator: "/")[0] }
    print(
      "chains: \(covered.mapValues { "\(Set($0.map(\.path)).count) stores, \($0.count) ways" })")
    let expected: Set<Substring> = [
      "apptentive", "bignerd", "bookmigration", "coredataplus", "duckduckgo", "jb-versions",
      "objcio-moody", "scout", "wibosco", "wire",
    ]
    #expect(expected.isSubset(of: covered.keys))
  }
}
