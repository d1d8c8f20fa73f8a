internal import StoreModel

extension MappingModel {
  /// Whether every entity that is mapped has the hash that the mapping was made for.
  public func fits(from old: ModelHashes, to new: ModelHashes) -> Bool {
    !entities.isEmpty && faults(from: old, to: new).isEmpty
  }

  /// Whether the older entities have the hashes that the mapping was made for.
  func starts(from old: ModelHashes) -> Bool {
    !entities.isEmpty && !faults(from: old, to: old).contains(where: \.isSource)
  }

  /// Whether it says of every entity of a version what becomes it.
  func makesAll(of model: DataModel) -> Bool {
    let made = Set(entities.compactMap(\.destination))
    return model.entities.allSatisfy { $0.isAbstract || made.contains($0.name) }
  }

  /// Whether both make the same objects, such as a source file and what it was compiled to.
  func does(theSameAs other: MappingModel) -> Bool {
    func work(_ mapping: MappingModel) -> [EntityMapping] {
      mapping.entities.map { part in
        var part = part
        // The compiler sorts in its own way, and tells kinds apart that make no difference.
        part.kind = .undefined
        part.attributes.sort { $0.name.codePointsPrecede($1.name) }
        part.relationships.sort { $0.name.codePointsPrecede($1.name) }
        return part
      }.sorted { $0.name.codePointsPrecede($1.name) }
    }
    return work(self) == work(other)
  }

  /// The entities that do not have the hash that the mapping was made for.
  public func faults(from old: ModelHashes, to new: ModelHashes) -> [MappingFault] {
    entities.flatMap { mapping in
      [
        mapping.source.flatMap {
          MappingFault(mapping.name, $0, wanted: mapping.sourceHash, found: old, isSource: true)
        },
        mapping.destination.flatMap {
          MappingFault(
            mapping.name, $0, wanted: mapping.destinationHash, found: new, isSource: false)
        },
      ].compactMap(\.self)
    }
  }
}

/// An entity of a mapping model that is not what the mapping was made for.
public struct MappingFault: Sendable, Hashable {
  /// The entity mapping's name.
  public var mapping: String
  /// The entity.
  public var entity: String
  /// Whether it is one of the older model.
  public var isSource: Bool
  /// Whether the model has no entity of that name.
  public var isMissing: Bool

  /// Nil when the hash is the one that is wanted.
  fileprivate init?(
    _ mapping: String, _ entity: String, wanted: VersionHash?, found: ModelHashes, isSource: Bool
  ) {
    let hash = found.entities[entity]
    if let hash, hash == wanted { return nil }
    self.mapping = mapping
    self.entity = entity
    self.isSource = isSource
    isMissing = found.certainty[entity] == nil
  }
}

extension MappingModel {
  /// The first entity mapping that a class of the app carries out, which is nowhere but in the app.
  package var ownCode: (mapping: String, policy: String)? {
    entities.lazy.compactMap { part in part.policy.map { (part.name, $0) } }.first
  }
}
