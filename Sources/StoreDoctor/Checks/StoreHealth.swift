public import StoreEngine
public import StoreModel

/// Checks that cost next to nothing: they read metadata and counters, never rows.
public enum StoreHealth {
  /// Contradictions between what a store's metadata say and what follows from its model.
  public static func hashes(
    of model: DataModel, hashes: ModelHashes, metadata: StoreMetadata?, path: String
  ) -> [Finding] {
    guard let metadata else { return [] }
    var findings: [Finding] = []
    func add(_ rule: RuleInfo, _ message: String, entity: String? = nil) {
      var finding = rule.finding(message)
      finding.location = Location(path: path)
      finding.entity = entity
      findings.append(finding)
    }
    let stored = metadata.entityHashes
    if let digest = metadata.digest, digest != ModelHashes.digest(of: stored) {
      add(StoreRules.digestMismatch, "the digest in the metadata does not fit the entity hashes")
    }
    if let checksum = metadata.checksum, checksum != ModelHashes.checksum(of: stored) {
      add(StoreRules.digestMismatch, "the checksum in the metadata does not fit the entity hashes")
    }
    // A model rebuilt from tables has guessed names and types: its hashes say nothing.
    guard model.source == .storeCache else { return findings }
    for (name, hash) in hashes.entities.sorted(by: { $0.key < $1.key }) {
      guard let kept = stored[name], kept != hash else { continue }
      var message = "the metadata's hash of '\(name)' is not that of the cached model"
      if case .inferred(let reason)? = hashes.certainty[name] { message += " (\(reason))" }
      add(StoreRules.hashMismatch, message, entity: name)
    }
    return findings
  }

  /// Missing tables and counters behind the rows they count.
  public static func tables(of store: Store, path: String) -> [Finding] {
    var findings: [Finding] = []
    func add(_ rule: RuleInfo, _ message: String, entity: String) {
      var finding = rule.finding(message)
      finding.location = Location(path: path)
      finding.entity = entity
      findings.append(finding)
    }
    for entity in store.entities where entity.parent == nil {
      if entity.isTableMissing {
        add(
          StoreRules.missingTable, "'\(entity.name)' has no table '\(entity.table)'",
          entity: entity.name)
        continue
      }
      guard let given = entity.maxKey,
        let highest = try? store.connection.value(
          "SELECT max(Z_PK) FROM main.\(quoted(entity.table))")?.integer,
        highest > given
      else { continue }
      add(
        StoreRules.primaryKeyBehind,
        "'\(entity.name)' has a row with key \(highest), Z_PRIMARYKEY says \(given)",
        entity: entity.name)
    }
    return findings
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
