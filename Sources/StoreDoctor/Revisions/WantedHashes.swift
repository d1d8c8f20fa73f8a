internal import ErrorCatalog
internal import StoreEngine
internal import StoreModel

/// The hashes that revisions are searched for: those of a store, or what a text prints of them.
public struct WantedHashes {
  /// The first and the last digits of each entity's hash, as far as they are known.
  private let ends: [String: (first: String, last: String)]
  /// The store's own model, where it has one or shows one.
  let model: DataModel?

  /// Those of a store.
  public init(_ store: StoreSchema) {
    ends = store.entityHashes.mapValues { ($0.hex, "") }
    model = store.model
  }

  /// Those that a text prints, each whole or its ends.
  init(_ dump: StoreMetadataDump) {
    ends = dump.hashes.mapValues { ($0.prefix.hexText, $0.suffix.hexText) }
    model = nil
  }

  var isEmpty: Bool { ends.isEmpty }

  func names(_ entity: String) -> Bool { ends[entity] != nil }

  /// Whether an entity has this hash, as far as it is known.
  func fits(_ hash: String, of entity: String) -> Bool {
    ends[entity].map { hash.hasPrefix($0.first) && hash.hasSuffix($0.last) } ?? false
  }

  /// Whether these are all the hashes.
  ///
  /// - Parameter unknown: further entities, whose hashes nobody can compute.
  func are(_ table: [String: String], besides unknown: [String] = []) -> Bool {
    table.count + unknown.count == ends.count && (unknown.isEmpty || !table.isEmpty)
      && table.allSatisfy { fits($0.value, of: $0.key) } && unknown.allSatisfy(names)
  }
}
