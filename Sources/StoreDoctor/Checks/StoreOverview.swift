public import Diagnostics
public import StoreEngine
public import StoreModel

/// What a file is, which version wrote it, and what is in it, without looking at its rows.
public struct StoreOverview: Answer {
  /// The file.
  public let path: String
  /// What the file is.
  public let kind: FileKind
  /// Which bytes the content comes from, e.g. `main + 143 WAL frames`.
  public let bytesRead: String
  /// What lies on the disk.
  public let state: FileState
  /// What a store says of itself; nil for other databases, and for a store too damaged to be read.
  public let contents: StoreContents?
  /// The tables of any other database; nil for a store.
  public let tables: [String]?
  /// What could not be read or understood, one sentence each.
  public let remarks: [String]
  /// Contradictions that metadata and counters show.
  public let findings: [Finding]
  /// How much is wrong at first sight.
  public let problemCount: Int

  /// `found` with anything wrong, notes among it.
  public var verdict: ExitStatus { problemCount > 0 ? .found : .done }

  /// Looks at a file that was opened. The answer costs the same at any size: row counts that would
  /// take long are cut.
  ///
  /// - Parameters:
  ///   - path: the file as the answer names it.
  ///   - store: the store in it; nil for other databases and for what cannot be read as one.
  ///   - problem: why a store cannot be read as one.
  /// - Throws: `SQLiteError` for anything but damage of single tables, which is a remark.
  public init(
    path: String, kind: FileKind, file: StoreFile, store: Store?, problem: String? = nil
  ) throws {
    self.path = path
    self.kind = kind
    bytesRead = file.bytesRead
    state = file.state
    guard let store else {
      contents = nil
      tables = try file.connection.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name LIMIT 1000"
      ).compactMap { $0.first?.text }
      remarks = [problem].compactMap(\.self)
      findings = []
      problemCount = remarks.count
      return
    }
    let inspection = StoreInspection(store: store, path: path)
    findings = StoreHealth.atFirstSight(inspection)
    let (contents, damage) = try StoreContents.read(store, hashes: inspection.hashes)
    self.contents = contents
    tables = nil
    remarks = store.problems + damage
    problemCount = findings.count + damage.count + (contents.hasDamagedCache ? 1 : 0)
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "bytesRead": bytesRead, "evidence": kind.evidence, "inUse": state.users.rawValue,
      "journalMode": state.journalMode.rawValue, "kind": kind.id.rawValue,
      "kindCertainty": kind.certainty.level, "mainBytes": state.mainSize,
      "pageCount": state.pageCount, "pageSize": state.pageSize, "path": path,
      "sideFiles": state.sideFiles.map {
        ["bytes": .integer($0.size), "suffix": .string($0.suffix)]
      }
        as [JSONValue],
    ])
    let wal = state.log.map { log -> JSONValue in
      [
        "committedFrames": .integer(Int64(log.committed)),
        "cutBytes": .integer(Int64(log.cutBytes)), "frames": .integer(Int64(log.frames)),
        "ignoredFrames": .integer(Int64(log.ignored)), "whyIgnored": .optional(log.whyIgnored),
      ]
    }
    try encoder.write(present: [
      "hotJournal": state.journal.map { ["pages": $0.pages] }, "wal": wal, "tables": tables,
      "remarks": contents == nil && remarks.isEmpty ? nil : remarks,
    ])
    try contents?.encode(to: encoder)
  }
}

/// What a store says of itself.
public struct StoreContents: Encodable {
  /// Who wrote it, and which version.
  public let metadata: StoreMetadata
  /// Computed from the entity hashes beside it.
  public let checksum: StoredText
  /// The same of the digest.
  public let digest: StoredText
  /// The model the store carries, or one guessed from its tables.
  public let model: DataModel
  /// Entity hashes that are those of the model.
  public let equalHashes: Int
  /// The store has a copy of its model that cannot be read.
  public let hasDamagedCache: Bool
  /// Whether the store keeps persistent history.
  public let hasHistory: Bool
  /// Transactions of its history; nil without one, or where they cannot be counted.
  public let transactions: Store.RowCount?
  /// Whether it is mirrored to CloudKit.
  public let isMirrored: Bool
  /// What mirroring wrote down; nil where nothing can be told.
  public let cloudEvents: CloudEvents?
  /// Whether its columns keep the order in which migrations added them.
  public let wasMigratedInPlace: Bool
  /// The entities of the model, without those of the framework.
  public let entities: [EntityContents]

  /// What is stored of an entity.
  public struct EntityContents: Encodable {
    /// The entity with its table.
    public let entity: StoreEntity
    /// Its rows with those of subentities; nil where the table cannot be read.
    public let rows: Store.RowCount?

    public func encode(to encoder: any Encoder) throws {
      try encoder.write([
        "abstract": entity.isAbstract, "name": entity.name, "number": entity.number,
        "rows": entity.isTableMissing ? nil : rows?.count, "rowsAreExact": rows?.isExact == true,
        "superentity": entity.parent, "table": entity.table,
        "tableIsMissing": entity.isTableMissing,
      ])
    }
  }

  /// A text of the metadata that follows from others.
  public struct StoredText: Encodable {
    /// As the metadata have it; nil in stores older than iOS 17.
    public let stored: String?
    /// What it should be.
    public let computed: String

    public func encode(to encoder: any Encoder) throws {
      try encoder.write([
        "computed": computed, "stored": stored,
        "verdict": stored == nil ? "absent" : stored == computed ? "equal" : "different",
      ])
    }
  }

  /// Time for counting all rows together.
  private static let budget = Duration.milliseconds(4)

  /// Names the tables that cannot be read, and still counts the others.
  static func read(
    _ store: Store, hashes: ModelHashes
  ) throws -> (contents: StoreContents, damage: [String]) {
    let deadline = ContinuousClock.now + budget
    var damage: [String] = []
    let entities = try store.entities.filter { $0.number < 16_000 }.map { entity in
      do {
        let left = deadline - ContinuousClock.now
        return EntityContents(
          entity: entity, rows: try store.rowCount(of: entity.name, within: left))
      } catch let error as SQLiteError where error.isDamage {
        let remark = "table '\(entity.table)' cannot be read: \(error.message)"
        if !damage.contains(remark) { damage.append(remark) }
        return EntityContents(entity: entity, rows: nil)
      }
    }
    let (metadata, stored) = (store.metadata, store.metadata.entityHashes)
    let contents = StoreContents(
      metadata: metadata,
      checksum: StoredText(
        stored: metadata.checksum, computed: ModelHashes.checksum(of: stored)),
      digest: StoredText(stored: metadata.digest, computed: ModelHashes.digest(of: stored)),
      model: store.model, equalHashes: stored.count { hashes.entities[$0.key] == $0.value },
      hasDamagedCache: hasDamagedCache(store),
      hasHistory: store.hasHistory,
      transactions: try? store.transactionCount(within: .zero),
      isMirrored: store.isMirrored, cloudEvents: store.cloudEvents,
      wasMigratedInPlace: store.wasMigratedInPlace,
      entities: entities)
    return (contents, damage)
  }

  /// Whether there is a copy that cannot be read. An empty table is as good as none.
  private static func hasDamagedCache(_ store: Store) -> Bool {
    guard store.model.source == .store, store.existingTables.order["Z_MODELCACHE"] != nil else {
      return false
    }
    return (Result { try ModelCache.read(store.connection, name: "") }).isFailure
  }

  public func encode(to encoder: any Encoder) throws {
    let framework: JSONValue = [
      "maximum": .optional(metadata.maximumFrameworkVersion),
      "meaning": .optional(metadata.frameworkVersion.flatMap(StoreMetadata.systems)),
      "version": .optional(metadata.frameworkVersion),
    ]
    try encoder.write([
      "checksum": checksum, "cloudKit": isMirrored, "digest": digest, "entities": entities,
      "entityHashes": metadata.entityHashes.mapValues(\.hex), "framework": framework,
      "history": hasHistory, "migratedInPlace": wasMigratedInPlace, "model": model.source.rawValue,
      "storeID": metadata.uuid, "versionIdentifiers": metadata.versionIdentifiers,
    ])
    try encoder.write(present: ["cloudKitEvents": cloudEvents?.json])
  }
}

/// A store that is none of SQLite's: what it is, and nothing more.
public struct ForeignStore: Answer {
  /// The file, as it was named.
  public let path: String
  /// What the file is.
  public let kind: FileKind

  /// Nil for an error about a file that is no store at all.
  public init?(_ error: StoreFileError) {
    guard case .notAStore(let kind) = error.reason,
      [.coreDataXML, .coreDataBinary, .realm].contains(kind.id)
    else { return nil }
    path = error.path
    self.kind = kind
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.write(["evidence": kind.evidence, "kind": kind.id.rawValue])
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
