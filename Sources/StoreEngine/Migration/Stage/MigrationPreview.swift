package import StoreModel

/// Plans the stages of a path, each on the schema that the one before leaves, without rows.
package struct MigrationPreview {
  private var schema: TableSchema
  private var metadata: StoreMetadata
  private var stored: DataModel?
  /// Whether existing rows get a default that only the app's own code can tell.
  package private(set) var hasUnknownDefaults = false

  /// Starts with the schema of a store.
  package init(_ store: Store) throws {
    schema = try TableSchema(store.connection)
    metadata = store.metadata
    stored = store.model.source == .storeCache ? store.model : nil
  }

  /// Starts with the schema a model has in a fresh store.
  package init(_ model: DataModel) throws {
    let model = model.settled()
    schema = try TableSchema(StoreLayout(model: model, history: model.source == .swift))
    metadata = StoreMetadata(
      uuid: "", hashes: ModelHashes(of: model), versionIdentifiers: model.versionIdentifiers,
      framework: StoreEra.defaultFramework)
  }

  /// The plan of the next stage.
  package mutating func next(_ step: MigrationStep) throws -> StagePlan {
    let plan = try plan(step, StageFacts(now: 0, uuid: [UInt8](repeating: 0, count: 16)))
    schema = try plan.schema(after: schema)
    metadata = plan.metadata
    stored = nil
    return plan
  }

  /// Defaults that only the app knows change values, not what is done.
  private mutating func plan(_ step: MigrationStep, _ facts: StageFacts) throws -> StagePlan {
    do {
      return try StagePlan(step, stored: stored, schema: schema, metadata: metadata, facts: facts)
    } catch MigrationError.unknownDefault(let entity, let attribute, let text) {
      hasUnknownDefaults = true
      var facts = facts
      facts.defaults["\(entity).\(attribute)"] = .expression(text)
      return try plan(step, facts)
    }
  }
}

extension MigrationPath {
  /// Whether existing rows get a default that only the app's own code can tell.
  package var needsCodedDefaults: Bool { steps.contains(where: \.needsCodedDefaults) }
}

extension MigrationStep {
  private static let codedDefaults = ModelMemo<Bool>()

  fileprivate var needsCodedDefaults: Bool {
    guard hasNewCodedDefaults else { return false }
    return Self.codedDefaults.answer(of: from, to) {
      guard var preview = try? MigrationPreview(from) else { return false }
      _ = try? preview.next(self)
      return preview.hasUnknownDefaults
    }
  }

  /// Whether an attribute with such a default is not one that the old version has just so: only then is
  /// it worth planning the stage.
  private var hasNewCodedDefaults: Bool {
    to.entities.contains { entity in
      let old = from.entities.first { $0.name == entity.name && entity.renamingIdentifier == nil }
      return entity.attributes.contains { attribute in
        guard case .expression? = attribute.defaultValue else { return false }
        return
          !(old?.attributes.contains {
            $0.name == attribute.name && $0.type == attribute.type
              && $0.isTransient == attribute.isTransient
              && $0.isOptional == attribute.isOptional && attribute.renamingIdentifier == nil
          } ?? false)
      }
    }
  }
}
