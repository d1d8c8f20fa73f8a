import Foundation
import StoreModel
import TestSupport

/// The facts of a model that Apple's tools hashed, and the hashes they gave.
/// `Tests/Fixtures/HashVectors/README.md` says where each is from.
struct HashVector: Decodable, Sendable {
  let source: String
  let declared: Declaration
  let checksum: String?
  let digest: String?
  let entities: [EntityFacts]
  /// The Codable types of the attributes, for the Swift source.
  let types: [CodableType]?

  enum Declaration: String, Decodable {
    case swiftData = "SwiftData"
    case coreData = "Core Data"
    case coreStore = "CoreStore"
  }

  struct EntityFacts: Decodable, Sendable {
    let name: String
    let hash: String
    let parent: String?
    let abstract: Bool?
    let modifier: String?
    let unique: [[String]]?
    let attributes: [AttributeFacts]?
    let relationships: [RelationshipFacts]?
  }

  struct AttributeFacts: Decodable, Sendable {
    let name: String
    let type: Int32
    let optional: Bool?
    let transient: Bool?
    let external: Bool?
    let preserve: Bool?
    let derivation: String?
    let modifier: String?
    let swift: String?
    let elements: [AttributeFacts]?
  }

  struct RelationshipFacts: Decodable, Sendable {
    let name: String
    let to: String
    let inverse: String?
    let min: Int32?
    let max: Int32?
    let ordered: Bool?
    let optional: Bool?
    let transient: Bool?
    let modifier: String?
    let swift: String?
    /// Whether `@Relationship(inverse:)` stands here.
    let namesInverse: Bool?
  }

  /// One of a raw type, of cases without one, or of fields.
  struct CodableType: Decodable, Sendable {
    let name: String
    let raw: String?
    let cases: [String]?
    let fields: [Field]?

    struct Field: Decodable, Sendable {
      let name: String
      let swift: String
    }
  }

  var hashes: [String: String] {
    Dictionary(uniqueKeysWithValues: entities.map { ($0.name, $0.hash) })
  }
}

/// The vectors of the fixtures by name.
enum HashVectors {
  /// - Throws: When the folder is missing or empty, or a file is not of this form.
  static func all() throws -> [String: HashVector] {
    let folder = Folders.fixtures.appending(path: "HashVectors")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "json" }
    guard !files.isEmpty else { throw CocoaError(.fileNoSuchFile) }
    return try Dictionary(
      uniqueKeysWithValues: files.map { file in
        (
          file.deletingPathExtension().lastPathComponent,
          try JSONDecoder().decode(HashVector.self, from: Data(contentsOf: file))
        )
      })
  }

  /// Empty where they cannot be read, which `HashVectorTests.allAreThere` reports.
  private static let read = (try? all()) ?? [:]

  static let names = read.keys.sorted()
  static let swiftData = names.filter { read[$0]?.declared == .swiftData }
  static subscript(_ name: String) -> HashVector? { read[name] }
}

extension HashVector {
  /// The model as the facts give it, without any Swift source.
  func dataModel() -> DataModel {
    DataModel(name: "vector", entities: entities.map(\.entity), source: .swift)
  }
}

extension HashVector.EntityFacts {
  fileprivate var entity: Entity {
    Entity(
      name: name, superentity: parent, isAbstract: abstract ?? false,
      attributes: (attributes ?? []).map(\.attribute),
      relationships: (relationships ?? []).map(\.relationship),
      uniquenessConstraints: unique ?? [], hashModifier: modifier)
  }
}

extension HashVector.AttributeFacts {
  fileprivate var attribute: Attribute {
    Attribute(
      name: name, type: AttributeType(rawValue: type), isOptional: optional ?? false,
      isTransient: transient ?? false, allowsExternalStorage: external ?? false,
      preservesValueOnDeletion: preserve ?? false, elements: (elements ?? []).map(\.attribute),
      derivation: derivation, hashModifier: modifier)
  }
}

extension HashVector.RelationshipFacts {
  fileprivate var relationship: Relationship {
    Relationship(
      name: name, destination: to, inverse: inverse, minCount: min ?? 0, maxCount: max ?? 1,
      isOrdered: ordered ?? false, isOptional: optional ?? false,
      isTransient: transient ?? false, hashModifier: modifier)
  }
}
