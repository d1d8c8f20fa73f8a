import Foundation
import StoreEngine
import StoreModel
import TestSupport
import Testing

@Suite(.enabled(if: RealFiles.arePresent, "\(RealFiles.need)")) struct XcodeModelTests {
  /// The sources of models whose hashes are known hash to exactly these.
  @Test func sourcesGiveTheKnownHashes() throws {
    var checked = 0
    for set in try KnownHashes.all() {
      guard let source = set.model else { continue }
      let path = RealFiles.path(source)
      guard FileManager.default.fileExists(atPath: path) else { continue }
      let history = try XcodeModelReader.read(path: path)
      let hashes = ModelHashes(of: history.versions[0])
      checked += 1
      for (name, hex) in set.entities {
        #expect(hashes.entities[name]?.hex == hex, "\(source): \(name)")
      }
    }
    #expect(checked >= 64)
  }

  @Test func everySourceIsReadOrRefused() throws {
    var (read, refused) = (0, [String]())
    let wanted = ["xcdatamodeld", "xcdatamodel", "xcmappingmodel"]
    for folder in ArchiveCorpus.files(in: "models", where: { wanted.contains($0.pathExtension) }) {
      do {
        let history = try XcodeModelReader.read(path: folder.path)
        #expect(!history.versions.isEmpty)
        for model in history.versions {
          #expect(model.problems.isEmpty)
          #expect(model.entities.isEmpty == folder.path.contains("DVIA_v2"))
        }
        read += 1
      } catch let error as ModelFileError {
        #expect(
          error.description.hasSuffix(
            "is a mapping model, not a model; give the model it maps from or to"), "\(error)")
        refused.append(folder.lastPathComponent)
      }
    }
    #expect(read >= 138)
    #expect(refused.allSatisfy { $0.hasSuffix(".xcmappingmodel") })
  }

  /// Xcode 3 models, and one whose hashes were printed in error reports.
  @Test func oldSourcesGiveTheHashesOfTheirStores() throws {
    let models = RealFiles.path("models/")
    let recipes = try XcodeModelReader.read(path: models + "magicalrecord/Recipes.xcdatamodeld")
    let store = try #require(
      try ArchiveCorpus.stores().first { $0.path == "stores/magicalrecord/Recipes.sqlite" })
    #expect(ModelHashes(of: recipes.versions[0]).entities == store.metadata.entityHashes)

    let printed = try #require(
      try KnownHashes.all().first { $0.file == "error reports of apps with XMPPFramework" })
    let capabilities = try XcodeModelReader.read(path: models + "xmpp/XMPPCapabilities.xcdatamodel")
    let archiving = try XcodeModelReader.read(
      path: models + "xmpp/XMPPMessageArchiving.xcdatamodeld")
    for model in capabilities.versions + archiving.versions {
      for (name, hash) in ModelHashes(of: model).entities {
        #expect(hash.hex == printed.entities[name], "\(name)")
      }
    }
  }
}
