import StoreEngine
import StoreModel
import TestSupport
import Testing

@Suite(.enabled(if: RealFiles.arePresent, "\(RealFiles.need)")) struct StoredModelTests {
  /// Every hash Core Data stored beside a model follows from that model.
  @Test func cachedModelsGiveTheStoredHashes() throws {
    var stores = 0
    var entities = 0
    for store in try ArchiveCorpus.stores() {
      guard let cache = store.cache else { continue }
      let model = try ModelCache.read(content: cache, name: store.path)
      let hashes = ModelHashes(of: model)
      #expect(model.problems.isEmpty, "\(store.path)")
      for (name, hash) in store.metadata.entityHashes {
        #expect(hashes.entities[name] == hash, "\(store.path): \(name)")
        entities += 1
      }
      #expect(hashes.entities.count == store.metadata.entityHashes.count, "\(store.path)")
      if let checksum = store.metadata.checksum { #expect(hashes.checksum == checksum) }
      if let digest = store.metadata.digest { #expect(hashes.digest == digest) }
      stores += 1
    }
    #expect(stores >= 42 && entities >= 413)
  }

  @Test func metadataIsWrittenWithTheKeysItWasReadWith() throws {
    for store in try ArchiveCorpus.stores() {
      let again = try StoreMetadata(plist: store.metadata.plist(), uuid: store.metadata.uuid)
      #expect(again == store.metadata, "\(store.path)")
    }
  }

  /// New metadata has exactly the keys that Core Data of that framework version writes.
  @Test func newMetadataHasTheKeysOfItsFramework() throws {
    for store in try ArchiveCorpus.stores() {
      guard let cache = store.cache, let framework = store.metadata.frameworkVersion else {
        continue
      }
      let model = try ModelCache.read(content: cache, name: store.path)
      let new = StoreMetadata(
        uuid: store.metadata.uuid, hashes: ModelHashes(of: model),
        versionIdentifiers: store.metadata.versionIdentifiers, framework: framework)
      var real = store.metadata
      real.other = [:]
      #expect(new == real, "\(store.path)")
      #expect(StoreMetadata.systems(for: framework) != nil)
    }
  }
}
