import Foundation
import StoreModel

/// The test vectors of Documentation/Format/VersionHash.md, 9, when they are at hand.
enum HashVectors {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/corpus/hashes")

  static let files: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted()
  }()

  static func json(_ name: String) throws -> [String: Any] {
    let data = try Data(contentsOf: folder.appendingPathComponent(name))
    return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// The vectors that hold a model's facts; nil for the other files of the folder.
  static func vector(_ name: String) throws -> HashVector? {
    let json = try json(name)
    guard json["format"] as? String == "version-hash-vectors/1" else { return nil }
    return HashVector(json: json)
  }

  static let names: [String] = files.filter { (try? vector($0)) ?? nil != nil }
}

struct HashVector {
  let json: [String: Any]

  var origin: [String: Any] { json["origin"] as? [String: Any] ?? [:] }
  var kind: String { origin["kind"] as? String ?? "" }
  var entities: [[String: Any]] { json["entities"] as? [[String: Any]] ?? [] }
  var codableTypes: [String: [String: Any]] {
    json["codableTypes"] as? [String: [String: Any]] ?? [:]
  }
  var model: [String: Any] { json["model"] as? [String: Any] ?? [:] }
  var hashes: [String: String] {
    Dictionary(
      uniqueKeysWithValues: entities.compactMap { entity in
        guard let name = entity["name"] as? String, let hash = entity["hash"] as? String else {
          return nil
        }
        return (name, hash)
      })
  }

  /// The model as the facts give it, without any Swift source.
  func dataModel() -> DataModel {
    DataModel(name: "vector", entities: entities.map(entity), source: .swift)
  }

  private func entity(_ json: [String: Any]) -> Entity {
    let properties = json["properties"] as? [[String: Any]] ?? []
    return Entity(
      name: json["name"] as? String ?? "", superentity: json["super"] as? String,
      isAbstract: json["abstract"] as? Bool ?? false,
      attributes: properties.filter { $0["kind"] as? String == "attribute" }.map(attribute),
      relationships: properties.filter { $0["kind"] as? String == "relationship" }.map(
        relationship),
      uniquenessConstraints: json["unique"] as? [[String]] ?? [],
      hashModifier: json["modifier"] as? String)
  }

  private func attribute(_ json: [String: Any]) -> Attribute {
    let elements = json["elements"] as? [[String: Any]] ?? []
    let code = (json["typeCode"] as? NSNumber)?.int32Value
    return Attribute(
      name: json["name"] as? String ?? "",
      type: elements.isEmpty ? AttributeType(rawValue: code ?? 0) : .composite,
      isOptional: json["optional"] as? Bool ?? false,
      isTransient: json["transient"] as? Bool ?? false,
      allowsExternalStorage: json["external"] as? Bool ?? false,
      preservesValueOnDeletion: json["preserve"] as? Bool ?? false,
      elements: elements.map(attribute), derivation: json["derivation"] as? String,
      hashModifier: json["modifier"] as? String)
  }

  private func relationship(_ json: [String: Any]) -> Relationship {
    Relationship(
      name: json["name"] as? String ?? "", destination: json["destination"] as? String ?? "",
      inverse: json["inverse"] as? String,
      minCount: (json["min"] as? NSNumber)?.int32Value ?? 0,
      maxCount: (json["max"] as? NSNumber)?.int32Value ?? 0,
      isOrdered: json["ordered"] as? Bool ?? false,
      isOptional: json["optional"] as? Bool ?? false,
      isTransient: json["transient"] as? Bool ?? false,
      hashModifier: json["modifier"] as? String)
  }
}
