internal import Diagnostics
public import StoreEngine
public import StoreModel

/// A store under examination, with what several rules want to know about it.
public final class StoreInspection {
  /// The store, read with the model that it is examined against.
  public let store: Store
  /// The file that findings name.
  public let path: String
  /// What lies on the disk; nil when only a connection is known.
  public let state: FileState?
  /// Versions the tables are compared with, besides the store's own model.
  public let histories: [SchemaHistory]
  /// Whether the values at fault are read and named; otherwise only keys are.
  public let showsValues: Bool

  /// A store as it was read, with the model it has.
  public init(
    store: Store, path: String, state: FileState? = nil, histories: [SchemaHistory] = [],
    showsValues: Bool = false
  ) {
    self.store = store
    self.path = path
    self.state = state
    self.histories = histories
    self.showsValues = showsValues
  }

  /// A store ready to be examined: one without a model of its own takes the given one that its hashes
  /// name.
  ///
  /// - Throws: `SQLiteError` when the store cannot be read with that model.
  public convenience init(
    of store: Store, state: FileState? = nil, histories: [SchemaHistory], showsValues: Bool = false
  ) throws {
    var store = store
    if store.model.source == .store,
      let model = Identifier.model(of: StoreSchema(store), among: histories)
    {
      store = try Store(connection: store.connection, path: store.path, model: model)
    }
    self.init(
      store: store, path: store.path, state: state, histories: histories, showsValues: showsValues)
  }

  /// Whether the model is one; a model guessed from the tables always fits them and knows no types.
  var hasModel: Bool { store.model.source != .store }

  /// The given version that the store has, in Swift source; nil where none is.
  lazy var source: DataModel? = {
    if store.model.source == .swift { return store.model }
    let model = Identifier.model(of: StoreSchema(store), among: histories)
    return model?.source == .swift ? model : nil
  }()
  /// Whether code in Swift reads the rows through classes that cannot do without their values.
  private(set) lazy var isSwiftData = {
    if source != nil { return true }
    let kind = FileKind(.coreData, "Core Data", evidence: "")
    guard let traits = try? StoreTraits(of: store) else { return false }
    return FileIdentifier.refine(kind, with: traits).id == .swiftData
  }()

  private(set) lazy var hashes = ModelHashes(of: store.model)
  /// Kept by `externalFiles`.
  var external: ExternalFiles?
  private(set) lazy var actual: SchemaObjects? = try? SchemaObjects(store.connection)
  private(set) lazy var expected: SchemaObjects? = try? SchemaObjects(of: store.layout)

  /// Entities of the model, without those of the history.
  var entities: [StoreEntity] { store.entities.filter { !$0.isTableMissing } }

  /// The first entity of each table, which is the root of its family.
  var roots: [StoreEntity] { entities.filter { $0.parent == nil } }

  /// Properties with the entity that declares them: each once, for its subentities too.
  var declaredProperties: [(entity: StoreEntity, property: StoreProperty)] {
    entities.flatMap { entity in
      entity.properties.filter { $0.declaringEntity == entity.name }.map { (entity, $0) }
    }
  }

  func entity(named name: String) -> StoreEntity? { try? store.entity(named: name) }

  func has(_ column: String, in table: String) -> Bool {
    store.existingTables.columns[table]?.contains(column) ?? false
  }

  /// Whether any row has a value in the column.
  func hasValue(in column: String, of table: String) throws -> Bool {
    let name = column.sqlQuoted
    return try store.connection.value(
      "SELECT 1 FROM main.\(table.sqlQuoted) WHERE \(name) IS NOT NULL LIMIT 1") != nil
  }

  func finding(
    _ rule: RuleInfo, _ message: String, entity: String? = nil, property: String? = nil,
    certainty: Certainty = .certain
  ) -> Finding {
    var finding = rule.finding(message)
    finding.location = Location(path: path)
    finding.entity = entity
    finding.property = property
    finding.certainty = certainty
    return finding
  }

  /// A condition on the rows of one entity; the message ends in the rows.
  func condition(
    _ rule: RuleInfo, on entity: StoreEntity, _ property: StoreProperty?, _ sql: String,
    value: String? = nil, lookup: String? = nil, message: @escaping @Sendable (RowHits) -> String
  ) -> RowCondition {
    let limit = entity.condition.map { "t.\($0) AND " } ?? ""
    // With a limit each row is needed, and would have to be looked up itself.
    return condition(
      rule, in: entity.table, "\(limit)(\(sql))", value: value,
      lookup: limit.isEmpty ? lookup : nil, entity: entity.name, property: property?.name,
      message: message)
  }

  /// A condition on the rows of any table.
  func condition(
    _ rule: RuleInfo, in table: String, keys: [String] = ["Z_PK"], _ sql: String,
    value: String? = nil, lookup: String? = nil, entity: String? = nil, property: String? = nil,
    message: @escaping @Sendable (RowHits) -> String
  ) -> RowCondition {
    let path = self.path
    return RowCondition(table: table, keys: keys, sql: sql, value: value, lookup: lookup) { hits in
      var finding = rule.finding(message(hits))
      finding.location = Location(path: path)
      finding.entity = entity
      finding.property = property
      return finding
    }
  }
}

extension StoreInspection {
  /// A foreign key: the column, whose rows hold it, and where it points.
  struct Reference {
    /// The table and rows that hold the column.
    let holder: StoreEntity
    let column: String
    let entityColumn: String?
    let target: StoreEntity
    /// As the user knows it: the relationship, on the entity that declares it.
    let entity: StoreEntity
    let property: StoreProperty

    var path: String { "\(entity.name).\(property.name)" }
  }

  /// Every foreign key of the entity tables, each once.
  var references: [Reference] {
    declaredProperties.compactMap { entity, property in
      switch property.kind {
      case .toOne(let relationship, let column?, let entityColumn):
        guard let target = self.entity(named: relationship.destination), !target.isTableMissing
        else { return nil }
        return Reference(
          holder: entity, column: column, entityColumn: entityColumn, target: target,
          entity: entity, property: property)
      case .toMany(let relationship, let path?) where !path.isJoin && relationship.inverse == nil:
        // Without an inverse the key of the source stands in the destination's row.
        guard let holder = self.entity(named: relationship.destination), !holder.isTableMissing
        else { return nil }
        return Reference(
          holder: holder, column: path.source, entityColumn: nil, target: entity, entity: entity,
          property: property)
      default: return nil
      }
    }
  }

  /// A join table with the entities at its two ends.
  struct Join {
    let path: ToManyPath
    let source: StoreEntity
    let destination: StoreEntity
    let property: StoreProperty

    var name: String { "\(source.name).\(property.name)" }
  }

  /// Every join table of the store once.
  var joins: [Join] {
    var seen: Set<String> = []
    return declaredProperties.compactMap { entity, property in
      guard case .toMany(let relationship, let path?) = property.kind, path.isJoin,
        seen.insert(path.table).inserted,
        let destination = self.entity(named: relationship.destination)
      else { return nil }
      return Join(path: path, source: entity, destination: destination, property: property)
    }
  }
}
