internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// What a store says about its version: metadata and cached model made to what the tables are.
extension Treatments {
  static let versions: [Treatment] = [
    Treatment(HalfMigrated.info, .version) { try version($0) },
    Treatment(HashMismatch.info, .version) { try version($0) },
    Treatment(UnreadableModelCache.info, .version) { try version($0) },
    Treatment(DigestMismatch.info, .tables) { digest($0) },
    Treatment(EmptiedFile.info, .files) { _ in
      Remedy(kind: .losesNothing, text: "the copy has all pages in its main file")
    },
    // A migration that stopped left these beside the store, not in it.
    Treatment(LeftoverMigrationFile.info, .files) { _ in
      Remedy(kind: .losesNothing, text: "it is not copied")
    },
  ]

  /// The one given version whose tables these are.
  private static func version(_ one: RepairCase) throws -> Remedy {
    let inspection = one.inspection
    let say = "--model PATH with the versions of the app"
    guard !inspection.histories.isEmpty else {
      return .none("only models tell which version the tables belong to", say: say)
    }
    var owners: [DataModel] = []
    for owner in HalfMigrated.owners(inspection) {
      let hashes = ModelHashes(of: owner).entities
      if !owners.contains(where: { ModelHashes(of: $0).entities == hashes }) {
        owners.append(owner)
      }
    }
    let stored = inspection.store.metadata.entityHashes
    if let named = owners.first(where: { ModelHashes(of: $0).entities == stored }) {
      return try bookkeeping(
        of: named, one, hasHashes: true, "the cached model is replaced with that of '\(named.name)'"
      )
    }
    guard owners.count == 1 else {
      let found =
        owners.isEmpty
        ? "no given version" : "several versions: \(owners.map(\.name).quotedList())"
      return .none("the tables fit \(found)", say: owners.isEmpty ? say : nil)
    }
    let hashes = ModelHashes(of: owners[0])
    guard hashes.checksum != nil,
      hashes.certainty.allSatisfy({ name, certainty in
        // What the store itself says of an entity need not be known otherwise.
        certainty == .certain || hashes.entities[name] == stored[name]
      })
    else {
      return .none("the hashes of '\(owners[0].name)', whose tables these are, are not certain")
    }
    return try bookkeeping(
      of: owners[0], one, hasHashes: false,
      "metadata and cached model are replaced with those of '\(owners[0].name)'")
  }

  private static func bookkeeping(
    of model: DataModel, _ one: RepairCase, hasHashes: Bool, _ text: String
  ) throws -> Remedy {
    let store = one.inspection.store
    let framework = store.metadata.frameworkVersion ?? StoreEra.defaultFramework
    let metadata = store.metadata.migrated(
      to: model, hashes: ModelHashes(of: model), framework: framework)
    let statements = StagePlan.bookkeeping(
      model, metadata: metadata, schema: try TableSchema(store.connection),
      era: StoreEra(framework: framework)
    ).filter { !hasHashes || $0.action != .metadata }
    return Remedy(
      kind: .losesNothing, text: text,
      statements: statements.map { statement in
        let isMetadata = statement.action == .metadata
        let effect: RepairStatement.Effect =
          statement.sql.hasPrefix("DELETE")
          ? .deleted
          : statement.sql.hasPrefix("CREATE") ? .made : isMetadata ? .updated : .inserted
        return RepairStatement(
          effect, isMetadata ? "Z_METADATA" : "Z_MODELCACHE", statement.sql, statement.values)
      })
  }

  /// Follows from the hashes, if these are what they should be.
  private static func digest(_ one: RepairCase) -> Remedy {
    guard !one.isFound(HalfMigrated.info, HashMismatch.info) else {
      return .none(
        "digest and checksum follow from the hashes, and those are in doubt",
        say: "--model PATH with the versions of the app")
    }
    let inspection = one.inspection
    guard inspection.hasModel else {
      return .none(
        "nothing says which is right, the hashes or the digest that was computed from them",
        say: "--model PATH with the versions of the app")
    }
    var metadata = inspection.store.metadata
    let stored = metadata.entityHashes
    if metadata.digest != nil { metadata.digest = ModelHashes.digest(of: stored) }
    if metadata.checksum != nil { metadata.checksum = ModelHashes.checksum(of: stored) }
    return .losesNothing(
      "digest and checksum are computed from the hashes",
      RepairStatement(
        .updated, "Z_METADATA", "UPDATE Z_METADATA SET Z_PLIST = ?", [.blob(metadata.plist())]))
  }
}
