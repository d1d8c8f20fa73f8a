internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// What a store says about itself, as names and values.
enum StoreText {
  static func fields(
    of store: Store, hashes: ModelHashes, problems errors: Int
  ) throws -> [Report.Field] {
    let metadata = store.metadata
    var fields = [Report.Field("framework", framework(metadata.frameworkVersion))]
    if let maximum = metadata.maximumFrameworkVersion, maximum != metadata.frameworkVersion {
      fields.append(Report.Field("highest ever", framework(maximum)))
    }
    fields.append(Report.Field("store id", metadata.uuid))
    fields.append(Report.Field("version", version(metadata.versionIdentifiers)))
    let stored = metadata.entityHashes
    fields.append(
      check("checksum", metadata.checksum, computed: ModelHashes.checksum(of: stored)))
    fields.append(check("digest", metadata.digest, computed: ModelHashes.digest(of: stored)))
    fields.append(Report.Field("model", model(store, hashes: hashes)))
    fields.append(Report.Field("history", history(store)))
    fields.append(Report.Field("CloudKit", store.isMirrored ? "mirrored" : "no"))
    if store.wasMigratedInPlace {
      fields.append(Report.Field("migrated", "in place; columns keep the order they were added in"))
    }
    fields.append(
      errors == 0
        ? Report.Field("health", "nothing found at first sight", mood: .good)
        : Report.Field("health", errors == 1 ? "1 problem" : "\(errors) problems", mood: .bad))
    return fields
  }

  static func framework(_ version: Int?) -> String {
    guard let version else { return "not recorded" }
    return StoreMetadata.systems(for: version).map { "\(version) (\($0))" } ?? "\(version)"
  }

  static func version(_ identifiers: [String]) -> String {
    let named = identifiers.filter { !$0.isEmpty }
    return named.isEmpty ? "no identifier" : named.joined(separator: ", ")
  }

  private static func check(_ name: String, _ stored: String?, computed: String) -> Report.Field {
    guard let stored else { return Report.Field(name, "absent; computed \(computed)") }
    return stored == computed
      ? Report.Field(name, "\(stored) (fits the entity hashes)")
      : Report.Field(name, "\(stored) (does not fit the entity hashes)", mood: .bad)
  }

  private static func model(_ store: Store, hashes: ModelHashes) -> String {
    let count = store.model.entities.count
    let entities = count == 1 ? "1 entity" : "\(count) entities"
    guard store.model.source == .storeCache else {
      let state = hasDamagedCache(store) ? "none that can be read" : "none"
      return "\(state) in the store; \(entities) guessed from the tables"
    }
    let equal = store.metadata.entityHashes.filter { hashes.entities[$0.key] == $0.value }.count
    return
      "cached in the store, \(entities), "
      + "\(equal) of \(store.metadata.entityHashes.count) hashes equal"
  }

  static func hasDamagedCache(_ store: Store) -> Bool {
    store.model.source == .store && store.existingTables.order["Z_MODELCACHE"] != nil
  }

  private static func history(_ store: Store) -> String {
    guard store.hasHistory else { return "no" }
    guard let counted = try? store.transactionCount(within: .zero) else {
      return "damaged: its transactions cannot be counted"
    }
    if counted.count == 1 && counted.isExact { return "1 transaction" }
    return (counted.isExact ? "" : "≤ ") + "\(counted.count) transactions"
  }

  static func json(of store: Store, hashes: ModelHashes) throws -> [String: JSONValue] {
    let metadata = store.metadata
    let stored = metadata.entityHashes
    let digest = ModelHashes.digest(of: stored)
    let checksum = ModelHashes.checksum(of: stored)
    let version: JSONValue = .optional(metadata.frameworkVersion)
    return [
      "checksum": compared(metadata.checksum, checksum),
      "cloudKit": .bool(store.isMirrored), "digest": compared(metadata.digest, digest),
      "entityHashes": .object(stored.mapValues { .string($0.hex) }),
      "framework": [
        "maximum": .optional(metadata.maximumFrameworkVersion),
        "meaning": .optional(metadata.frameworkVersion.flatMap(StoreMetadata.systems)),
        "version": version,
      ],
      "history": .bool(store.hasHistory), "migratedInPlace": .bool(store.wasMigratedInPlace),
      "model": .string(store.model.source.rawValue), "storeID": .string(metadata.uuid),
      "versionIdentifiers": .strings(metadata.versionIdentifiers),
    ]
  }

  private static func compared(_ stored: String?, _ computed: String) -> JSONValue {
    [
      "computed": .string(computed), "stored": .optional(stored),
      "verdict": .string(stored == nil ? "absent" : stored == computed ? "equal" : "different"),
    ]
  }
}
