import Foundation
import ModelInputs
import StoreDoctor
import StoreEngine
import StoreModel
import TestSupport
import Testing

/// Real stores and the models they belong to.
private enum Corpus {
  struct Pair: Sendable, CustomTestStringConvertible {
    var store: String
    var model: String
    var testDescription: String { store }

    /// The bundle the model lies in, with all its neighbours.
    var bundle: String {
      ((model as NSString).deletingLastPathComponent as NSString).deletingLastPathComponent
    }
    var version: String {
      (((model as NSString).deletingLastPathComponent as NSString).lastPathComponent as NSString)
        .deletingPathExtension
    }
  }

  /// Stores whose model is known.
  static let pairs: [Pair] = ((try? KnownHashes.all()) ?? []).compactMap { known in
    guard let model = known.model, known.file.hasPrefix("stores/"),
      FileManager.default.fileExists(atPath: RealFiles.path(known.file))
    else { return nil }
    return Pair(store: String(known.file.dropFirst("stores/".count)), model: model)
  }

  /// Bundles with the stores that belong to one of their versions.
  static let bundles: [Bundle] = Dictionary(grouping: pairs, by: \.bundle)
    .map { Bundle(path: $0.key, pairs: $0.value) }.sorted { $0.path < $1.path }

  struct Bundle: Sendable, CustomTestStringConvertible {
    var path: String
    var pairs: [Pair]
    var testDescription: String { path }

    func histories() throws -> [SchemaHistory] { try ModelLoader.load(RealFiles.path(path)) }
  }

  /// Model bundles with several versions, the oldest first.
  static let chains: [String] = RealFiles.files(in: "models", folders: true).filter {
    $0.hasSuffix(".xcdatamodeld") || $0.hasSuffix(".momd")
  }.map { "models/" + $0 }

  static func versions(of bundle: String) throws -> [DataModel] {
    try ModelLoader.load(RealFiles.path(bundle)).flatMap(\.versions)
      .sorted { $0.name.compare($1.name, options: .numeric) == .orderedAscending }
  }

  /// Reads a copy, so that nothing in the corpus can change.
  static func schema(of store: String) throws -> StoreSchema {
    let copy = try RealFiles.Copy(ofStore: store)
    return try withExtendedLifetime(copy) {
      StoreSchema(try Store(file: StoreFile.open(path: copy.path)))
    }
  }
}

@Suite(.enabled(if: RealFiles.arePresent, "\(RealFiles.need)")) struct CorpusIdentificationTests {
  /// Every store has the version it is known to have, and is told apart from the neighbours.
  @Test(arguments: Corpus.bundles)
  fileprivate func storesHaveTheirVersions(_ bundle: Corpus.Bundle) throws {
    let histories = try bundle.histories()
    for pair in bundle.pairs {
      let schema = try Corpus.schema(of: pair.store)
      let result = Identifier.identify(schema, among: histories)
      #expect(result.matches.map { $0.versions.map(\.name) } == [[pair.version]], "\(pair.store)")
      #expect(result.match?.certainty == .certain)
      #expect(result.newer == nil)

      // The cached model and the source of the same version say the same.
      if let cached = schema.model, cached.source == .storeCache,
        let version = histories[0].versions.first(where: { $0.name == pair.version })
      {
        let differences = ModelDiff.differences(from: cached, to: version)
        #expect(differences.map { "\($0.path) \($0.change)" } == [], "\(pair.store)")
      }

      var others = histories
      others[0].versions.removeAll { $0.name == pair.version }
      let near = Identifier.identify(schema, among: others)
      #expect(near.match == nil, "\(pair.store)")
      #expect(near.nearest.count == others[0].versions.count)
      if schema.model?.source == .storeCache, let first = near.nearest.first {
        #expect(first.differences.changesHashes, "\(pair.store)")
      }
    }
  }

  /// The editor keeps "NO" as the default of a Boolean that became a number; it compiles to 0, so
  /// the attribute has a default and existing rows get it.
  @Test func defaultsAreReadAsTheyCompile() throws {
    let versions = try Corpus.versions(of: "models/wire/zmessaging.xcdatamodeld")
    let old = try #require(versions.first { $0.name == "zmessaging2.49.0" })
    let new = try #require(versions.first { $0.name == "zmessaging2.60.0" })
    let differences = ModelDiff.differences(from: old, to: new)
    let added = try #require(differences.first { $0.path == "Conversation.mutedStatus" })
    #expect(added.to == "required Integer 32, default 0")
    #expect(added.migration == .lightweight)
    #expect(differences.consequence == .lightweight)
  }

  /// The only store that contradicts itself is the one its authors call corrupt.
  @Test func onlyTheHalfMigratedStoreContradictsItself() throws {
    let models = try ModelLoader.load(RealFiles.path("models/apptentive/ATDataModel.xcdatamodeld"))
    var found: [String] = []
    for store in RealFiles.stores {
      let result = Identifier.identify(try Corpus.schema(of: store), among: models)
      found += result.contradictions.map { "\(store): \($0.kind.rawValue)" }
    }
    #expect(found == ["apptentive/v2CorruptDatabase.sqlite: tables"])
  }

  @Test func findsTheModelsAStoreWasMergedFrom() throws {
    let histories = try ModelLoader.load(RealFiles.path("models/duckduckgo-rating"))
    let schema = try Corpus.schema(of: "duckduckgo-rating/Database.sqlite")
    let result = Identifier.identify(schema, among: histories)
    #expect(
      result.matches.map { $0.versions.map(\.name) }
        == [["AppRatingPrompt", "HTTPSUpgrade 3", "RemoteMessaging"]])
    #expect(result.match?.by == .entityHashes)
  }

  /// Whenever hashes differ, the differences say why, entity by entity.
  @Test(arguments: Corpus.chains)
  fileprivate func differencesExplainTheHashes(_ bundle: String) throws {
    guard let versions = try? Corpus.versions(of: bundle) else {
      #expect(bundle.contains("TestModel_Not"))  // bundles that are broken on purpose
      return
    }
    let hashes = versions.map { ModelHashes(of: $0) }
    for (index, (old, new)) in zip(versions, versions.dropFirst()).enumerated() {
      let comparison = ModelDiff.compare(from: old, to: new)
      let changed = new.entities.filter { entity in
        hashes[index].entities[entity.name].map { $0 != hashes[index + 1].entities[entity.name] }
          ?? false
      }
      let explained = Set(comparison.differences.filter(\.affectsHash).map(\.entity))
      for entity in changed {
        #expect(
          new.lineage(of: entity).contains { explained.contains($0.name) }
            || old.lineage(of: entity).contains { explained.contains($0.name) },
          "\(bundle): \(old.name) to \(new.name), \(entity.name)")
      }
      let added = Set(comparison.pairing.added.map(\.name))
      let known = Set(changed.map(\.name)).union(added)
      // And nothing is claimed of an entity whose hash stayed.
      #expect(
        comparison.differences.filter { $0.affectsHash && new.entity(named: $0.entity) != nil }
          .allSatisfy { difference in
            known.contains(difference.entity) || hashes[index].entities[difference.entity] == nil
          }, "\(bundle): \(old.name) to \(new.name)")
    }
  }

  /// Where the authors wrote a mapping model, inference fails or loses data, except where the
  /// mapping does nothing that inference would not do.
  @Test(arguments: [
    ("apptentive/ATDataModel.xcdatamodeld", "ATDataModel", "ATDataModel 2", "custom"),
    ("apptentive/ATDataModel.xcdatamodeld", "ATDataModel 3", "ATDataModel 6", "custom"),
    (
      "corestore/Advanced.EvolutionDemo.V1.xcdatamodeld", "Advanced.EvolutionDemo.V1",
      "Advanced.EvolutionDemo.V2", "loss"
    ),
    (
      "wibosco/CoreDataMigration_Example.xcdatamodeld", "CoreDataMigration_Example",
      "CoreDataMigration_Example 2", "loss"
    ),
    (
      "tml/TestModel_Simple_2.xcdatamodeld", "TestModel_Simple_1", "TestModel_Simple_2", "custom"
    ),
    ("coredataplus/SampleModel.xcdatamodeld", "SampleModel2", "SampleModel3", "loss"),
    ("bookmigration/Model.xcdatamodeld", "Model1", "Model2", "loss"),
    ("objcio-moody/Moody.xcdatamodeld", "Moody 3", "Moody 5", "loss"),
    ("openemu/OEDatabase.xcdatamodeld", "OEDatabase 0.2", "OEDatabase 0.3", "none"),
    ("mioke/CoreDataTest.xcdatamodeld", "CoreDataTest", "CoreDataTest v2", "none"),
    ("jsq/ExampleModel.xcdatamodeld", "Version 1", "Version 2", "none"),
    ("xcserver/XCServerCoreData.momd", "XCServerCoreData", "XCServerCoreData1.1.0", "none"),
  ])
  fileprivate func mappingModelsHadAReason(
    _ bundle: String, _ from: String, _ to: String, _ reason: String
  ) throws {
    let versions = try Corpus.versions(of: "models/" + bundle)
    let old = try #require(versions.first { $0.name == from })
    let new = try #require(versions.first { $0.name == to })
    let differences = ModelDiff.differences(from: old, to: new)
    let found =
      differences.consequence >= .custom ? "custom" : differences.losesData ? "loss" : "none"
    #expect(found == reason)
  }
}
