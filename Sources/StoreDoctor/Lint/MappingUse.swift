internal import StoreEngine
internal import StoreModel

/// A mapping model with the two versions that it was probably made for.
struct MappingUse: Sendable {
  let mapping: MappingModel
  /// The versions with most of the hashes it names; nil when no version has any.
  let versions: (from: DataModel, to: DataModel)?
  /// Entities of these versions that have other hashes, or are not there.
  let faults: [MappingFault]

  /// Whether Core Data would use it between two versions.
  func leads(from old: DataModel, to new: DataModel) -> Bool {
    faults.isEmpty && versions.map { $0.from == old && $0.to == new } == true
  }

  /// - Parameter histories: versions that are Swift source have no mapping models.
  static func all(_ mappings: [MappingModel], _ histories: [SchemaHistory]) -> [MappingUse] {
    guard !mappings.isEmpty else { return [] }
    let versions = histories.flatMap(\.versions).filter { $0.source != .swift }
      .map { (model: $0, hashes: ModelHashes(of: $0)) }
    guard !versions.isEmpty else { return [] }
    return mappings.map { mapping in
      func nearest(_ isSource: Bool) -> (model: DataModel, hashes: ModelHashes)? {
        let wanted = mapping.entities.filter { (isSource ? $0.source : $0.destination) != nil }
          .count
        func misses(_ hashes: ModelHashes) -> Int {
          mapping.faults(from: hashes, to: hashes).count { $0.isSource == isSource }
        }
        return versions.map { (version: $0, misses: misses($0.hashes)) }
          .filter { $0.misses < wanted }.min { $0.misses < $1.misses }?.version
      }
      guard let from = nearest(true), let to = nearest(false) else {
        return MappingUse(mapping: mapping, versions: nil, faults: [])
      }
      return MappingUse(
        mapping: mapping, versions: (from.model, to.model),
        faults: mapping.faults(from: from.hashes, to: to.hashes))
    }
  }
}
