import ModelSource
import StoreEngine
import StoreModel
import TestSupport
import Testing

@Suite("Version hash vectors") struct HashVectorTests {
  /// Without them the other tests would have nothing to do, and pass.
  @Test("all vectors are there and whole")
  func allAreThere() throws {
    let vectors = try HashVectors.all()
    #expect(vectors.count >= 25)
    #expect(vectors.values.reduce(0) { $0 + $1.entities.count } >= 124)
    #expect(HashVectors.swiftData.count >= 11)
    for (name, vector) in vectors {
      for entity in vector.entities {
        #expect(VersionHash(hex: entity.hash) != nil, "\(name): \(entity.name)")
      }
    }
  }

  @Test("every vector from its facts", arguments: HashVectors.names)
  func facts(_ name: String) throws {
    let vector = try #require(HashVectors[name])
    expect(ModelHashes(of: vector.dataModel()), of: vector)
  }

  @Test("every SwiftData vector from Swift source", arguments: HashVectors.swiftData)
  func source(_ name: String) throws {
    let vector = try #require(HashVectors[name])
    let text = VectorSource(vector: vector).text()
    let histories = SwiftModelReader.read([SourceFile(path: "Models.swift", text: text)])
    let model = try #require(histories.first?.versions.first)
    #expect(model.name == "live")
    expect(ModelHashes(of: model), of: vector)
  }

  private func expect(_ hashes: ModelHashes, of vector: HashVector) {
    for (entity, expected) in vector.hashes {
      #expect(
        hashes.entities[entity]?.hex == expected,
        "\(entity): \(hashes.certainty[entity]?.reason ?? "certain")")
    }
    if let checksum = vector.checksum { #expect(hashes.checksum == checksum) }
    if let digest = vector.digest { #expect(hashes.digest == digest) }
  }

  @Test("the checksum and digest of every set of hashes read from real files")
  func sets() throws {
    var compared = 0
    for set in try KnownHashes.all() {
      let hashes = set.entities.compactMapValues { VersionHash(hex: $0) }
      #expect(hashes.count == set.entities.count, "\(set.file)")
      guard let checksum = set.checksum else { continue }
      #expect(ModelHashes.checksum(of: hashes) == checksum, "\(set.file)")
      if let digest = set.digest {
        #expect(ModelHashes.digest(of: hashes) == digest, "\(set.file)")
      }
      compared += 1
    }
    #expect(compared >= 86)
  }
}
