import Foundation
import StoreEngine
import StoreModel
import Testing

/// Every real store along every version its models have.
@Suite("Migrations of real stores", .enabled(if: ArchiveCorpus.exists))
struct CorpusMigrationTests {
  static let bundles: [URL] = ArchiveCorpus.files(in: "models") {
    ["xcdatamodeld", "momd"].contains($0.pathExtension)
  }

  private static func history(_ bundle: URL) -> SchemaHistory? {
    bundle.pathExtension == "momd"
      ? try? CompiledModelReader.read(path: bundle.path)
      : try? XcodeModelReader.read(path: bundle.path)
  }

  @Test func everyVersionIsReachedOrRefusedByName() throws {
    let histories = Self.bundles.compactMap(Self.history)
    var outcomes: [String: Int] = [:]
    for path in CorpusStores.paths {
      guard let store = try? CorpusStores.store(path), store.model.source != .store || true else {
        continue
      }
      let version = StoreVersion(store)
      for history in histories {
        let names = Set(history.versions.flatMap(\.entities).map(\.name))
        guard !names.isDisjoint(with: version.entityHashes.keys) else { continue }
        for target in history.versions {
          let outcome = try migrate(path, version, history, target)
          if let outcome { outcomes[outcome, default: 0] += 1 }
        }
      }
    }
    print("migration: \(outcomes.sorted { $0.key < $1.key })")
  }

  private func migrate(
    _ path: String, _ version: StoreVersion, _ history: SchemaHistory, _ target: DataModel
  ) throws -> String? {
    let way: MigrationPath
    do {
      way = try MigrationPath.find(from: version, in: [history], to: target.name)
    } catch {
      return "no path: \(error.code ?? 0)"
    }
    guard !way.steps.isEmpty, way.evidence != .cachedModel else { return nil }
    let fixture = try MigrationFixture()
    do {
      let result = try fixture.run(
        way, store: CorpusStores.folder + "/" + path, output: "new.store")
      let label = "\(path) to \(target.name)"
      for stage in result.stages { #expect(stage.keepsContent, "\(label)") }
      let problems = try MigratedStore.problems(fixture.open(model: target), model: target)
      #expect(problems == [], "\(label)")
      return "migrated"
    } catch let error as MigrationError {
      print("refused: \(path) to \(target.name): \(error)")
      return "refused: \(error.code.map(String.init) ?? "unknown")"
    }
  }
}
