public import StoreModel

/// Plans the stages of a path one after the other, each on the schema the one before leaves,
/// without rows.
public struct MigrationPreview {
  private var schema: TableSchema
  private var metadata: StoreMetadata
  private var stored: DataModel?

  /// Starts with the schema of a store.
  public init(_ store: Store) throws {
    schema = try TableSchema(store.connection)
    metadata = store.metadata
    stored = store.model.source == .storeCache ? store.model : nil
  }

  /// Starts with the schema a model has in a fresh store.
  public init(_ model: DataModel) throws {
    schema = try TableSchema(StoreLayout(model: model, history: model.source == .swift))
    metadata = StoreMetadata(
      uuid: "", hashes: ModelHashes(of: model), versionIdentifiers: model.versionIdentifiers,
      framework: StoreEra.defaultFramework)
  }

  /// The plan of the next stage.
  ///
  /// - Throws: `MigrationError`.
  public mutating func next(_ step: MigrationStep) throws -> StagePlan {
    let facts = StageFacts(now: 0, uuid: [UInt8](repeating: 0, count: 16))
    let plan = try StagePlan(
      step, stored: stored, schema: schema, metadata: metadata, facts: facts)
    schema = try plan.schema(after: schema)
    metadata = plan.metadata
    stored = nil
    return plan
  }
}
