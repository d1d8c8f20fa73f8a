package import StoreModel

/// What one stage does to a store: the changes between its two versions and the SQL that carries
/// them out, in order (Documentation/Format/MigrationRules.md, 6.4).
///
/// A plan rests on the store's schema alone, not on its rows, so it can be shown without running.
package struct StagePlan: Sendable {
  package let step: MigrationStep
  /// The differences of the two versions, each with its consequence.
  package let changes: [ModelDifference]
  package let statements: [StageStatement]
  /// What is likely rather than known about the result, one sentence each.
  package let notes: [String]
  package let source: StoreLayout
  package let target: StoreLayout
  package let pairing: ModelPairing
  /// The two versions as the plan compares them.
  let comparison: ModelComparison
  /// What the store says of itself afterwards.
  package let metadata: StoreMetadata
  /// How the masks of history rows change.
  let masks: HistoryMasks
  /// For a stage that goes by a mapping model: which rows become which.
  let mapped: [MappedRows]

  /// - Parameter stored: the model the store carries. It counts when it has the hashes of the step's
  ///   older version, and tells column names that hashes leave open.
  /// - Throws: `MigrationError` when it is not inferred, or not known how Core Data does it.
  package init(
    _ step: MigrationStep, stored: DataModel? = nil, schema: TableSchema, metadata: StoreMetadata,
    facts: StageFacts
  ) throws {
    if let mapping = step.mapping {
      self = try StagePlan(
        mapping, step, stored: stored, schema: schema, metadata: metadata, facts: facts)
      return
    }
    let oldHashes = ModelHashes(of: step.from)
    let hashes = ModelHashes(of: step.to)
    let comparison = ModelDiff.compare(from: step.from, to: step.to)
    let impossible = comparison.differences.filter {
      $0.migration >= .custom && !(step.isCustom && $0.isChangeOfKind)
    }
    guard impossible.isEmpty else {
      throw MigrationError.notInferrable(stage: step.name, impossible)
    }
    guard hashes.checksum != nil else {
      let reasons =
        step.to.unknownModels
        + hashes.certainty.values.compactMap { $0.isUnknown ? $0.reason : nil }.sorted()
      throw MigrationError.unsupported(
        "the version hashes of '\(step.to.name)' are not known: " + reasons.joined(separator: "; "))
    }
    try Self.checkSchema(schema)
    let names = Set(step.from.entities.map(\.name))
    let comparable = step.whole == nil ? stored : stored?.part(names)
    let own = comparable.flatMap { model in
      oldHashes.checksum != nil && ModelHashes(of: model).checksum == oldHashes.checksum
        ? model : nil
    }
    let old = own ?? step.from
    let framework = metadata.frameworkVersion ?? StoreEra.defaultFramework
    let history = schema.tables["ACHANGE"] != nil
    let source = StoreLayout(
      model: old, framework: framework, history: history, existing: schema.existing)
    let pairing = ModelDiff.compare(from: old, to: step.to).pairing
    let newFramework = max(framework, Self.firstFramework(for: step.to))
    let target = StoreLayout(
      model: step.to, framework: newFramework, history: history,
      existing: TranslatedTables(source: source, pairing: pairing).existing(for: step.to))
    if let omission = target.omissions.first { throw MigrationError.unsupported(omission) }
    var builder = StageBuilder(
      source: source, target: target, pairing: pairing, schema: schema, facts: facts)
    try builder.build()
    var new = metadata.migrated(to: step.to, hashes: hashes, framework: newFramework)
    var cached = step.to
    if let whole = step.whole {
      // What a store of one configuration says of the whole model stays of the whole model.
      if metadata.checksum == ModelHashes(of: whole.from).checksum {
        new.checksum = ModelHashes(of: whole.to).checksum
      }
      if let stored, stored.entities.count > names.count { cached = whole.to }
    }
    self.step = step
    changes = comparison.differences
    self.comparison = comparison
    statements =
      builder.statements.flatMap(\.self)
      + Self.bookkeeping(cached, metadata: new, schema: schema, era: target.era)
    // Guesses about the new layout that were not there in the old one already.
    let known = Set(source.unknowns)
    notes = target.unknowns.filter { !known.contains($0) }
    self.source = source
    self.target = target
    self.pairing = pairing
    self.metadata = new
    masks = builder.masks
    mapped = []
  }

  /// What is in the file besides Core Data's own tables and is not known to survive.
  static func checkSchema(_ schema: TableSchema) throws {
    if schema.tableNames.contains(where: { $0.hasPrefix("ANSCK") }) {
      throw MigrationError.unsupported(
        "the store is mirrored to CloudKit; how its mirroring tables have to follow a migration is "
          + "not known")
    }
    if let name = schema.virtualTables.first {
      throw MigrationError.unsupported(
        "the store has the virtual table '\(name)'; how Core Data migrates it is not known")
    }
    if let name = schema.views.first {
      throw MigrationError.unsupported(
        "the store has a view, '\(name)', that Core Data did not make")
    }
    let foreign = schema.triggers.first { !$0.name.hasPrefix("Z_DA_") && !$0.name.hasPrefix("ZT_") }
    if let foreign {
      throw MigrationError.unsupported(
        "the store has a trigger, '\(foreign.name)', that Core Data did not make")
    }
  }

  /// The first framework version that knows everything in the model.
  static func firstFramework(for model: DataModel) -> Int {
    var first = 0
    for entity in model.entities {
      // Older frameworks make indexes of the older kinds of these.
      let implied = entity.impliedFetchIndexes
      if !entity.fetchIndexes.allSatisfy(implied.contains) { first = max(first, 847) }
      for attribute in entity.attributes where !attribute.isTransient {
        if attribute.derivation != nil { first = max(first, 977) }
        if attribute.type == .composite { first = max(first, 1333) }
      }
    }
    return first
  }

  /// The statements after which a store says that it has a model, and carries it.
  package static func bookkeeping(
    _ model: DataModel, metadata: StoreMetadata, schema: TableSchema, era: StoreEra
  ) -> [StageStatement] {
    var statements = [
      StageStatement(
        action: .metadata, sql: "UPDATE Z_METADATA SET Z_PLIST = ?",
        values: [.blob(metadata.plist())],
        reason: "hashes, checksum, digest and identifiers of the new version")
    ]
    let hasCache = schema.tables["Z_MODELCACHE"] != nil
    guard hasCache || era.hasModelCache else { return statements }
    func cache(_ sql: String, _ values: [SQLiteValue] = []) {
      statements.append(
        StageStatement(
          action: .modelCache, sql: sql, values: values,
          reason: "the copy of the model that the store carries"))
    }
    if hasCache {
      cache("DELETE FROM Z_MODELCACHE")
    } else {
      cache("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
    }
    cache("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)", [.blob(ModelCache.content(of: model))])
    return statements
  }
}

extension StagePlan {
  /// The schema the store has after the stage.
  package func schema(after schema: TableSchema) throws -> TableSchema {
    let scratch = try schema.scratch()
    try masks.install(in: scratch)
    for statement in statements where statement.action != .check {
      try scratch.run(statement.sql, statement.values)
    }
    return try TableSchema(scratch)
  }
}

extension StoreMetadata {
  /// The metadata after a migration: the store keeps its identity and the app's own entries.
  package func migrated(to model: DataModel, hashes: ModelHashes, framework: Int) -> StoreMetadata {
    var new = self
    let fresh = StoreMetadata(
      uuid: uuid, hashes: hashes, versionIdentifiers: model.versionIdentifiers, framework: framework
    )
    new.frameworkVersion = framework
    if maximumFrameworkVersion.map({ $0 < framework }) ?? true {
      new.maximumFrameworkVersion = fresh.maximumFrameworkVersion
    }
    new.versionIdentifiers = model.versionIdentifiers
    new.entityHashes = hashes.entities
    new.digest = fresh.digest ?? (digest == nil ? nil : hashes.digest)
    new.checksum = fresh.checksum ?? (checksum == nil ? nil : hashes.checksum)
    new.hashesVersion = hashesVersion ?? fresh.hashesVersion
    return new
  }
}

/// What the store's tables are called in terms of the new model, to settle what that does not tell:
/// which side of a reflexive pair names its table, and the order of order columns.
struct TranslatedTables {
  let source: StoreLayout
  let pairing: ModelPairing

  func existing(for model: DataModel) -> ExistingTables {
    let numbers = EntityNumbering(model)
    var tables: [(name: String, columns: [String])] = []
    for table in source.tables {
      let columns = table.columns.compactMap { column -> String? in
        guard case .order(let entity, let name) = column.role else { return nil }
        return newName(name, of: entity).map { "Z_FOK_\($0.uppercased())" }
      }
      guard let root = pairing.pair(from: table.root)?.destination.name else { continue }
      tables.append(("Z\(root.uppercased())", columns))
    }
    for join in source.joinTables {
      guard let owner = pairing.pair(from: join.owner)?.destination.name,
        let number = numbers.index(of: owner), let name = newName(join.relationship, of: join.owner)
      else { continue }
      let table = "Z_\(number + 1)\(name.uppercased())"
      tables.append((table, join.isOwnInverse ? [table, secondColumn(of: join, table)] : []))
    }
    return ExistingTables(tables)
  }

  /// Named after the relationship, with its number, or by a name of its own.
  private func secondColumn(of join: JoinTable, _ first: String) -> String {
    guard join.otherColumn.hasPrefix(join.ownerColumn) else { return join.otherColumn }
    return first + join.otherColumn.dropFirst(join.ownerColumn.count)
  }

  private func newName(_ property: String, of entity: String) -> String? {
    pairing.pair(from: entity)?.properties.first { $0.source.name == property }?.destination.name
  }
}
