public import Diagnostics
public import StoreEngine
public import StoreModel

/// The hashes that Apple's frameworks would compute of versions, and what contradicts them in stores.
public struct VersionHashes: Answer {
  /// In the order in which they were given.
  public let versions: [Version]
  /// Contradictions of the stores among them.
  public let findings: [Finding]

  /// `found` when a hash is not known, or a store contradicts itself.
  public var verdict: ExitStatus {
    findings.isEmpty && versions.allSatisfy(\.unknown.isEmpty) ? .done : .found
  }

  /// Computes the hashes of versions; of a store without a readable copy of its model it takes those
  /// that are recorded.
  public init(_ schemas: [LoadedSchema]) {
    versions = schemas.map(Version.init)
    findings = zip(schemas, versions).flatMap { schema, version -> [Finding] in
      guard let store = schema.store, !version.isRecorded else { return [] }
      return StoreHealth.hashes(StoreInspection(store: store, path: store.path))
    }
  }

  private enum CodingKeys: CodingKey { case versions }

  /// One version with its hashes.
  public struct Version: Encodable {
    /// The version, and the store it came from.
    public let schema: LoadedSchema
    /// By entity; one that rests on something unknown is left out.
    public let entities: [String: VersionHash]
    /// `NSStoreModelVersionChecksumKey`; nil when an entity is unknown.
    public let checksum: String?
    /// `NSStoreModelVersionHashesDigest`; nil when an entity is unknown.
    public let digest: String?
    /// What hashes rest on and nobody knows: `Note.body: …`.
    public let unknown: [String]
    /// What hashes rest on and is likely, but not certain.
    public let likely: [String]
    /// The hashes are those that the store records, not computed.
    public let isRecorded: Bool

    init(_ schema: LoadedSchema) {
      self.schema = schema
      isRecorded = schema.store != nil && schema.model.source == .store
      if let stored = schema.store?.metadata, isRecorded {
        entities = stored.entityHashes
        checksum = stored.checksum ?? ModelHashes.checksum(of: entities)
        digest = stored.digest ?? ModelHashes.digest(of: entities)
        (unknown, likely) = ([], [])
        return
      }
      let hashes = ModelHashes(of: schema.model)
      (entities, checksum, digest) = (hashes.entities, hashes.checksum, hashes.digest)
      let reasons = hashes.certainty.values
      // Whoever mends one of an entity's properties wants to know of the others.
      let calculator = HashCalculator(model: schema.model)
      let open = reasons.filter(\.isUnknown).compactMap(\.reason)
      unknown =
        schema.model.unknownModels
        + Set(open + schema.model.entities.flatMap(calculator.unknown)).sorted()
      likely = reasons.filter { !$0.isUnknown }.compactMap(\.reason).sorted()
    }

    public func encode(to encoder: any Encoder) throws {
      try VersionReference(schema.model).encode(to: encoder)
      try encoder.write([
        "checksum": checksum, "digest": digest, "entities": entities.mapValues(\.hex),
        "likely": likely, "unknown": unknown,
      ])
      try encoder.write(present: ["recorded": isRecorded ? true : nil])
    }
  }
}
