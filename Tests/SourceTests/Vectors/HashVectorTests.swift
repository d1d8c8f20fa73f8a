import Foundation
import ModelSource
import StoreEngine
import StoreModel
import Testing

@Suite("Version hash vectors", .enabled(if: !HashVectors.files.isEmpty))
struct HashVectorTests {
  @Test("every vector from its facts", arguments: HashVectors.names)
  func facts(_ name: String) throws {
    let vector = try #require(try HashVectors.vector(name))
    let hashes = ModelHashes(of: vector.dataModel())
    for (entity, expected) in vector.hashes {
      #expect(hashes.entities[entity]?.hex == expected, "\(entity)")
    }
    if let checksum = vector.model["checksum"] as? String { #expect(hashes.checksum == checksum) }
    if let digest = vector.model["digest"] as? String { #expect(hashes.digest == digest) }
    if let entities = vector.model["entityHashes"] as? [String: String] {
      #expect(hashes.entities.mapValues(\.hex) == entities)
    }
  }

  static let swiftData = HashVectors.names.filter {
    (try? HashVectors.vector($0))??.kind == "swiftdata"
  }

  @Test("every SwiftData vector from Swift source", arguments: swiftData)
  func source(_ name: String) throws {
    let vector = try #require(try HashVectors.vector(name))
    let text = VectorSource(vector: vector).text()
    let histories = SwiftModelReader.read([SourceFile(path: "Models.swift", text: text)])
    let model = try #require(histories.first?.versions.first)
    #expect(model.name == "live")
    let hashes = ModelHashes(of: model)
    for (entity, expected) in vector.hashes {
      #expect(
        hashes.entities[entity]?.hex == expected,
        "\(entity): \(hashes.certainty[entity]?.reason ?? "certain")")
    }
    if let checksum = vector.model["checksum"] as? String { #expect(hashes.checksum == checksum) }
    if let digest = vector.model["digest"] as? String { #expect(hashes.digest == digest) }
  }

  @Test("the checksum and digest of every set of hashes read from real files")
  func pairs() throws {
    let records = try HashVectors.json("pairs.json")["records"] as? [[String: Any]] ?? []
    #expect(records.count > 80)
    for record in records {
      let source = record["hash_source"] as? String ?? ""
      let texts = record["entities"] as? [String: String] ?? [:]
      let hashes = texts.compactMapValues { VersionHash(hex: $0) }
      #expect(hashes.count == texts.count)
      #expect(
        ModelHashes.checksum(of: hashes) == record["checksum_recomputed"] as? String, "\(source)")
      if let checksum = record["version_checksum"] as? String {
        #expect(ModelHashes.checksum(of: hashes) == checksum, "\(source)")
      }
      if let digest = record["hashes_digest"] as? String {
        #expect(ModelHashes.digest(of: hashes) == digest, "\(source)")
      }
    }
  }

  @Test("the entities of CoreStore's version locks")
  func versionLocks() throws {
    let records =
      try HashVectors.json("corestore-versionlock.json")["records"] as? [[String: Any]] ?? []
    var compared = 0
    for record in records {
      let vector = HashVector(json: [
        // Some records have hashes only.
        "entities": (record["entities"] as? [[String: Any]] ?? [])
          .filter { $0["attributes"] != nil }.map(Self.neutral)
      ])
      let hashes = ModelHashes(of: vector.dataModel())
      for (entity, expected) in vector.hashes {
        #expect(hashes.entities[entity]?.hex == expected, "\(entity)")
        compared += 1
      }
    }
    #expect(compared > 5)
  }

  /// A version lock's entity in the words of the other vectors.
  private static func neutral(_ entity: [String: Any]) -> [String: Any] {
    let codes = Dictionary(
      uniqueKeysWithValues: AttributeType.names.map { ($0.value, Int($0.key)) })
    var result = entity
    let attributes = entity["attributes"] as? [[String: Any]] ?? []
    let relationships = entity["relationships"] as? [[String: Any]] ?? []
    result["properties"] =
      attributes.map { attribute in
        attribute.merging([
          "kind": "attribute", "typeCode": codes[attribute["attributeType"] as? String ?? ""] ?? 0,
        ]) { $1 }
      }
      + relationships.map { relationship in
        let names = [
          "destinationEntity": "destination", "inverseName": "inverse", "minCount": "min",
          "maxCount": "max",
        ]
        var neutral: [String: Any] = ["kind": "relationship"]
        for (key, value) in relationship { neutral[names[key] ?? key] = value }
        return neutral
      }
    return result
  }
}
