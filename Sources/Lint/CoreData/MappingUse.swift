internal import StoreEngine
internal import StoreModel

/// A mapping model with the two versions that it was probably made for.
struct MappingUse: Sendable {
  let mapping: MappingModel
  /// The versions with most of the hashes it names, the older one first; nil when there are no two
  /// that have any.
  let versions: (from: DataModel, to: DataModel)?
  /// Entities of these versions that have other hashes, or are not there.
  let faults: [MappingFault]

  /// The mapping model's.
  var path: String { mapping.location?.path ?? "" }

  /// Whether it was made for two of the versions as they are.
  var fits: Bool { versions != nil && faults.isEmpty }

  /// Whether an entity was edited after the mapping model was made for it.
  func isEdited(_ entity: String, isSource: Bool) -> Bool {
    faults.contains { $0.entity == entity && $0.isSource == isSource && !$0.isMissing }
      && mapping.entities.contains { part in
        isSource
          ? part.source == entity && part.sourceHash != nil
          : part.destination == entity && part.destinationHash != nil
      }
  }

  /// What the mapping model names of an entity of its versions, and what they do not have.
  func missing(of entity: String, isSource: Bool) -> [String] {
    guard let versions, case let model = isSource ? versions.from : versions.to,
      let known = model.entity(named: entity).map(model.properties)
    else { return [] }
    let parts = mapping.entities.filter { (isSource ? $0.source : $0.destination) == entity }
    let properties = parts.flatMap { $0.attributes + $0.relationships }
    let named = properties.flatMap { isSource ? Array($0.sourceNames) : [$0.name] }
    return Set(named).subtracting(known).sorted()
  }

  /// - Parameter histories: versions that are Swift source have no mapping models.
  static func all(_ mappings: [MappingModel], _ histories: [SchemaHistory]) -> [MappingUse] {
    guard !mappings.isEmpty else { return [] }
    let versions = histories.enumerated().flatMap { number, history in
      history.versions.filter { $0.source != .swift }.enumerated()
        .map { MappingCandidate(model: $1, history: number, place: $0) }
    }
    guard !versions.isEmpty else { return [] }
    return mappings.map { mapping in
      // The file itself says which versions it was made for, unless they became quite different ones.
      if let named = MappingCandidate.named(in: mapping, versions) {
        let faults = mapping.faults(from: named.from.hashes, to: named.to.hashes)
        // Of versions that have become quite other ones, nothing that is edited need be said.
        let isOfThem = [true, false].allSatisfy { isSource in
          let wanted = mapping.entities.count { (isSource ? $0.source : $0.destination) != nil }
          return wanted < 4
            || faults.count { $0.isSource == isSource && !$0.isMissing } * 2 < wanted
        }
        return MappingUse(
          mapping: mapping, versions: isOfThem ? (named.from.model, named.to.model) : nil,
          faults: isOfThem ? faults : [])
      }
      guard let (from, to) = MappingCandidate.pair(of: mapping, versions) else {
        return MappingUse(mapping: mapping, versions: nil, faults: [])
      }
      let faults = mapping.faults(from: from.hashes, to: to.hashes)
      // Of versions that are gone, others may still have most of the entities.
      let names = Set(versions.map(\.model.name))
      let isOfOthers = [mapping.sourceName, mapping.destinationName].contains { name in
        name.map { !names.contains($0) } ?? false
      }
      guard faults.isEmpty || !isOfOthers else {
        return MappingUse(mapping: mapping, versions: nil, faults: [])
      }
      return MappingUse(mapping: mapping, versions: (from.model, to.model), faults: faults)
    }
  }
}

extension [MappingUse] {
  /// Whether Core Data would use one of them between two versions, whichever it was made for.
  func lead(from old: DataModel, to new: DataModel) -> Bool {
    guard !isEmpty else { return false }
    let (older, newer) = (ModelHashes(of: old), ModelHashes(of: new))
    return contains { $0.mapping.fits(from: older, to: newer) }
  }
}

/// A version that a mapping model may have been made for.
private struct MappingCandidate {
  let model: DataModel
  let hashes: ModelHashes
  let name: VersionName
  let history: Int
  let place: Int

  init(model: DataModel, history: Int, place: Int) {
    self.model = model
    hashes = ModelHashes(of: model)
    name = VersionName(model.name)
    self.history = history
    self.place = place
  }

  /// Whether it is the same version, perhaps of a copy of the model file.
  func isSame(_ other: MappingCandidate) -> Bool {
    history == other.history && place == other.place
      || model.name == other.model.name && hashes.entities == other.hashes.entities
  }

  func isBefore(_ other: MappingCandidate) -> Bool {
    history == other.history && name.isBefore(other.name)
  }

  /// The versions of one model file that a mapping names, where there are two of them.
  static func named(
    in mapping: MappingModel, _ versions: [MappingCandidate]
  ) -> (from: MappingCandidate, to: MappingCandidate)? {
    guard let source = mapping.sourceName, let destination = mapping.destinationName,
      source != destination
    else { return nil }
    for from in versions where from.model.name == source {
      if let to = versions.first(where: {
        $0.model.name == destination && $0.history == from.history
      }) {
        return (from, to)
      }
    }
    return nil
  }

  /// Where entities are the same in several versions, their hashes do not tell which are meant: two
  /// that follow each other.
  static func pair(
    of mapping: MappingModel, _ versions: [MappingCandidate]
  ) -> (from: MappingCandidate, to: MappingCandidate)? {
    let ends = nearest(to: mapping, isSource: false, versions)
    let pairs = nearest(to: mapping, isSource: true, versions).flatMap { from in
      ends.filter { !$0.isSame(from) }.map { (from: from, to: $0) }
    }
    let forward = pairs.filter { $0.from.isBefore($0.to) }
    guard let from = forward.max(by: { $0.from.isBefore($1.from) })?.from else {
      return pairs.first
    }
    return forward.filter { $0.from.isSame(from) }.min { $0.to.isBefore($1.to) }
  }

  /// Those with most of the hashes at one end of the mapping.
  private static func nearest(
    to mapping: MappingModel, isSource: Bool, _ versions: [MappingCandidate]
  ) -> [MappingCandidate] {
    let wanted = mapping.entities.count { (isSource ? $0.source : $0.destination) != nil }
    let misses = versions.map { version in
      mapping.faults(from: version.hashes, to: version.hashes).count { $0.isSource == isSource }
    }
    guard let least = misses.min(), least < wanted else { return [] }
    return zip(versions, misses).filter { $0.1 == least }.map(\.0)
  }
}

extension DataModel {
  /// Names of own and inherited properties.
  func properties(of entity: Entity) -> Set<String> {
    Set(
      allAttributes(of: entity).map(\.name) + allRelationships(of: entity).map(\.name)
        + lineage(of: entity).flatMap(\.fetchedProperties))
  }
}
