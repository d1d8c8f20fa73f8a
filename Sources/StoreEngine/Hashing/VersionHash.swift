internal import PlatformFoundation
public import StoreModel

/// A 32-byte SHA-256 value as Core Data stores it for each entity.
public struct VersionHash: Sendable, Hashable {
  /// 32 bytes.
  public let bytes: [UInt8]

  /// Nil unless there are exactly 32 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  fileprivate init(of input: HashInput) { bytes = Array(SHA256.hash(data: input.bytes)) }

  /// 64 lower-case hexadecimal digits.
  public var hex: String { bytes.hexText }

  /// Reads 64 hexadecimal digits, without the spaces and angle brackets of NSError dumps.
  public init?(hex: String) {
    guard let bytes = [UInt8](hexDigits: hex.utf8.filter { !" <>".utf8.contains($0) }) else {
      return nil
    }
    self.init(bytes: bytes)
  }
}

/// Everything Apple computes from a model to recognise it again.
///
/// The recipe of Documentation/Format/VersionHash.md, 1, 2, 3, 4, 5 and 6, verified against more
/// than 2,000 entity hashes that Apple's tools wrote.
public struct ModelHashes: Sendable, Hashable {
  /// Entity name to hash. An entity whose hash rests on an unknown fact is left out.
  public let entities: [String: VersionHash]
  /// Entity name to the certainty of its hash.
  public let certainty: [String: Certainty]
  /// Base64 of SHA-256 over all entity hashes; nil when an entity is unknown, or which there are.
  /// Store metadata key `NSStoreModelVersionChecksumKey`.
  public let checksum: String?
  /// Base64 of SHA-512 over names and hashes; nil when an entity is unknown.
  /// Store metadata key `NSStoreModelVersionHashesDigest`.
  public let digest: String?

  private static let memo = ModelMemo<ModelHashes>()

  /// Computes all hashes of a model.
  public init(of model: DataModel) {
    self = Self.memo.answer(of: model) { ModelHashes(computedOf: model) }
  }

  private init(computedOf model: DataModel) {
    var entities: [String: VersionHash] = [:]
    var certainty: [String: Certainty] = [:]
    var calculator = HashCalculator(model: model)
    for entity in model.entities {
      let known = calculator.certainty(of: entity)
      certainty[entity.name] = known
      if !known.isUnknown { entities[entity.name] = calculator.hash(of: entity) }
    }
    self.entities = entities
    self.certainty = certainty
    let isComplete = entities.count == model.entities.count && model.unknownModels.isEmpty
    checksum = isComplete ? Self.checksum(of: entities) : nil
    digest = isComplete ? Self.digest(of: entities) : nil
  }

  /// The hash of one entity of a model that is only tried and not worth remembering; nil where it
  /// rests on an unknown fact.
  package static func hash(of entity: Entity, in model: DataModel) -> VersionHash? {
    var calculator = HashCalculator(model: model)
    return calculator.certainty(of: entity).isUnknown ? nil : calculator.hash(of: entity)
  }

  /// The checksum of a set of entity hashes, as in a store's metadata or a `VersionInfo.plist`.
  public static func checksum(of entities: [String: VersionHash]) -> String {
    let input = sorted(entities).flatMap(\.value.bytes)
    return Data(SHA256.hash(data: input)).base64EncodedString()
  }

  /// The digest of a set of entity hashes.
  public static func digest(of entities: [String: VersionHash]) -> String {
    let input = sorted(entities).flatMap { Array($0.key.utf8) + $0.value.bytes }
    return Data(SHA512.hash(data: input)).base64EncodedString()
  }

  private static func sorted(
    _ entities: [String: VersionHash]
  ) -> [(key: String, value: VersionHash)] {
    entities.sorted { $0.key.codePointsPrecede($1.key) }
  }
}

/// Bytes to be hashed: names as UTF-8 without length or terminator, integers little-endian.
private struct HashInput {
  var bytes: [UInt8] = []

  mutating func add(_ text: String?) { bytes += Array((text ?? "").utf8) }
  mutating func add(_ hash: VersionHash) { bytes += hash.bytes }
  mutating func add(byte: UInt8) { bytes.append(byte) }
  mutating func add<I: FixedWidthInteger>(_ integer: I) {
    withUnsafeBytes(of: integer.littleEndian) { bytes += $0 }
  }
}

/// Works out the hashes of one model.
package struct HashCalculator {
  let model: DataModel
  /// What is inherited enters into the hashes of all that inherit it, and is computed once.
  private var entities: [String: VersionHash] = [:]
  private var own: [String: [(name: String, hash: VersionHash?)]] = [:]

  package init(model: DataModel) { self.model = model }

  /// The hash of an entity as it would be without some of its properties.
  package mutating func hash(of entity: Entity, without names: Set<String>) -> VersionHash {
    let lineage = model.lineage(of: entity)
    return hash(lineage[...], properties(of: lineage[...]).filter { !names.contains($0.name) })
  }

  /// Documentation/Format/VersionHash.md, 4.
  mutating func hash(of entity: Entity) -> VersionHash {
    hash(lineage: model.lineage(of: entity)[...])
  }

  private mutating func hash(lineage: ArraySlice<Entity>) -> VersionHash {
    guard let entity = lineage.first else { return VersionHash(of: HashInput()) }
    // The lineage of an ancestor is the rest of this one, unless the model claims a cycle.
    let isRooted = lineage.last?.superentity == nil
    if isRooted, let known = entities[entity.name] { return known }
    let hash = hash(lineage, properties(of: lineage))
    if isRooted { entities[entity.name] = hash }
    return hash
  }

  private mutating func hash(
    _ lineage: ArraySlice<Entity>, _ properties: [(name: String, hash: VersionHash)]
  ) -> VersionHash {
    guard let entity = lineage.first else { return VersionHash(of: HashInput()) }
    var input = HashInput()
    input.add(entity.name)
    input.add(byte: entity.isAbstract ? 1 : 0)
    if lineage.count > 1 { input.add(hash(lineage: lineage.dropFirst())) }
    // Inherited properties are hashed again in each subentity, besides the superentity's hash.
    for property in properties { input.add(property.hash) }
    input.add(entity.hashModifier)
    let constraints = entity.uniquenessConstraints.map { $0.joined(separator: ".") }
    for constraint in constraints.sorted(by: { $0.codePointsPrecede($1) }) { input.add(constraint) }
    return VersionHash(of: input)
  }

  private mutating func properties(
    of lineage: ArraySlice<Entity>
  ) -> [(name: String, hash: VersionHash)] {
    var seen: Set<String> = []
    var found: [(name: String, hash: VersionHash)] = []
    for entity in lineage {
      for (name, hash) in properties(of: entity) where seen.insert(name).inserted {
        if let hash { found.append((name, hash)) }
      }
    }
    return found.sorted { $0.name.codePointsPrecede($1.name) }
  }

  /// What the entity itself declares; transient properties hide inherited ones and have no hash.
  private mutating func properties(of entity: Entity) -> [(name: String, hash: VersionHash?)] {
    if let known = own[entity.name] { return known }
    var found: [(name: String, hash: VersionHash?)] = []
    for attribute in entity.attributes {
      found.append((attribute.name, attribute.isTransient ? nil : hash(of: attribute)))
    }
    for relationship in entity.relationships {
      found.append((relationship.name, relationship.isTransient ? nil : hash(of: relationship)))
    }
    own[entity.name] = found
    return found
  }

  /// Documentation/Format/VersionHash.md, 1: the part attributes and relationships share.
  private func base(name: String, isOptional: Bool, modifier: String?) -> VersionHash {
    var input = HashInput()
    input.add(name)
    input.add(UInt16(isOptional ? 1 : 0))
    input.add(modifier)
    return VersionHash(of: input)
  }

  func hash(of attribute: Attribute) -> VersionHash {
    var input = HashInput()
    if let derivation = attribute.derivation {
      input.add(derivation)
    } else if attribute.type == .composite {
      // The composite's own name and flags do not enter; only its leaves, sorted by name.
      let leaves = attribute.leaves.sorted { $0.name.codePointsPrecede($1.name) }
      for leaf in leaves { input.add(hash(of: leaf)) }
    } else {
      input.add(
        base(
          name: attribute.name, isOptional: attribute.isOptional, modifier: attribute.hashModifier))
      input.add(attribute.type.rawValue)
      if attribute.allowsExternalStorage { input.add(byte: 1) }
      if attribute.preservesValueOnDeletion { input.add(byte: 1) }
    }
    return VersionHash(of: input)
  }

  /// Documentation/Format/VersionHash.md, 3.
  func hash(of relationship: Relationship) -> VersionHash {
    var input = HashInput()
    input.add(
      base(
        name: relationship.name, isOptional: relationship.isOptional,
        modifier: relationship.hashModifier))
    input.add(relationship.destination)
    input.add(relationship.inverse)
    input.add(relationship.maxCount)
    input.add(relationship.minCount)
    if relationship.isOrdered { input.add(UInt16(1)) }
    return VersionHash(of: input)
  }

  /// Everything of an entity that is not known, with the reason, property by property.
  package func unknown(in entity: Entity) -> [String] {
    let attributes = model.allAttributes(of: entity).filter { !$0.isTransient }
      .map { $0.certainty.about("\(entity.name).\($0.name)") }
    let relationships = model.allRelationships(of: entity).filter { !$0.isTransient }
      .map { $0.certainty.about("\(entity.name).\($0.name)") }
    return (attributes + relationships).filter(\.isUnknown).compactMap(\.reason)
  }

  func certainty(of entity: Entity) -> Certainty {
    var result = Certainty.certain
    for attribute in model.allAttributes(of: entity) where !attribute.isTransient {
      let path = "\(entity.name).\(attribute.name)"
      result = result.weaker(attribute.certainty.about(path))
      if attribute.derivation != nil {
        result = result.weaker(
          .inferred("\(path): hashes of derived attributes differ between system versions"))
      }
    }
    for relationship in model.allRelationships(of: entity) where !relationship.isTransient {
      result = result.weaker(relationship.certainty.about("\(entity.name).\(relationship.name)"))
    }
    if model.source == .swift, let superentity = entity.superentity {
      result = result.weaker(
        .inferred("\(entity.name): the class '\(superentity)' is taken as its superentity"))
    }
    if entity.hashModifier != nil && !entity.uniquenessConstraints.isEmpty {
      result = result.weaker(
        .inferred("\(entity.name): a hash modifier together with uniqueness constraints"))
    }
    return result
  }
}

extension DataModel {
  /// Why it is not known which models a version has; empty when it is.
  package var unknownModels: [String] {
    let broken = problems.filter { $0.topic == .broken }.map(\.message)
    guard source == .swift else { return broken }
    let problems = problems.filter { $0.topic == .unreadList }.map(\.message) + broken
    return problems.isEmpty && entities.isEmpty ? ["'\(name)' has no models"] : problems
  }
}
