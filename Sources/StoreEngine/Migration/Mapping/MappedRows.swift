internal import StoreModel

/// Rows of one entity that become rows of another through an entity mapping.
struct MappedRows: Sendable {
  let mapping: EntityMapping
  let old: NumberedEntity
  let new: NumberedEntity
  /// The temporary table of old and new keys.
  let table: String
  /// The mapping's filter, over the tables as they are before the stage.
  var before: RowFilter?
  /// The same over the tables that were set aside.
  var aside: RowFilter?
  /// Columns whose values are the same before and after.
  var copied: [(old: String, new: String)] = []
}

extension StagePlan {
  /// The plan of a stage that goes by a mapping model: all rows are made anew
  /// (Documentation/Format/MappingModels.md, 5).
  init(
    _ mapping: MappingModel, _ step: MigrationStep, stored: DataModel?, schema: TableSchema,
    metadata: StoreMetadata, facts: StageFacts
  ) throws {
    try Self.checkSchema(schema)
    let (oldHashes, hashes) = (ModelHashes(of: step.from), ModelHashes(of: step.to))
    comparison = ModelDiff.compare(
      from: step.from, to: step.to, sourceHashes: oldHashes, destinationHashes: hashes)
    // What the store carries tells column names that hashes leave open.
    let own = stored.flatMap { model in
      oldHashes.checksum != nil && ModelHashes(of: model).checksum == oldHashes.checksum
        ? model : nil
    }
    let framework = metadata.frameworkVersion ?? StoreEra.defaultFramework
    let history = schema.tables["ACHANGE"] != nil
    source = StoreLayout(
      model: own ?? step.from, framework: framework, history: history, existing: schema.existing)
    let newFramework = max(framework, Self.firstFramework(for: step.to))
    target = StoreLayout(model: step.to, framework: newFramework, history: history)
    if let omission = target.omissions.first { throw MigrationError.unsupported(omission) }
    var builder = MappingBuilder(
      mapping: mapping, stage: step.name, source: source, target: target, schema: schema,
      facts: facts,
      common: StageBuilder(
        source: source, target: target, pairing: comparison.pairing, schema: schema, facts: facts))
    try builder.build()
    self.step = step
    changes = comparison.differences
    self.metadata = metadata.migrated(to: step.to, hashes: hashes, framework: newFramework)
    statements =
      builder.statements
      + Self.bookkeeping(step.to, metadata: self.metadata, schema: schema, era: target.era)
    notes = target.unknowns + builder.notes
    // No row continues as itself.
    pairing = ModelPairing()
    masks = HistoryMasks(source: source, target: target, pairing: pairing)
    mapped = builder.rows
  }
}
