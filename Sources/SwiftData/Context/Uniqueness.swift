internal import StoreEngine

/// Finds what an inserted object collides with under its uniqueness constraints.
///
/// SwiftData inserts or updates: of objects with equal unique values the last one counts, and it
/// takes over the row that is there already.
struct Uniqueness {
  private struct Key: Hashable {
    let entity: Int
    let constraint: Int
    let values: [SQLiteValue]
  }

  private let context: ModelContext
  private let store: SQLStore
  private var seen: [Key: ModelObject] = [:]
  private var losers: Set<ObjectIdentifier> = []
  private var emptyTables: [String: Bool] = [:]
  /// Objects whose place an inserted one takes: those inserted before it, and that of the row.
  private(set) var superseded: [(loser: ModelObject, winner: ModelObject)] = []
  /// Objects that have given up the values of an inserted one, so that they are to be saved first.
  private(set) var movers: [_ModelStorage] = []

  init(_ context: ModelContext, _ store: SQLStore) {
    self.context = context
    self.store = store
  }

  /// The row an object must replace; nil when it is new.
  mutating func existing(for object: ModelObject) throws -> (key: Int64, version: Int64)? {
    let storage = object.storage
    guard let plan = storage.plan, !plan.constraints.isEmpty else { return nil }
    var found: (key: Int64, version: Int64)?
    if seen.isEmpty { seen.reserveCapacity(context.inserted.count) }
    for (number, constraint) in plan.constraints.enumerated() {
      guard let (columns, values) = try values(storage, plan, constraint) else { continue }
      let key = Key(entity: plan.entity.root, constraint: number, values: values)
      if let earlier = seen.updateValue(object, forKey: key), earlier.storage !== storage,
        losers.insert(ObjectIdentifier(earlier.storage)).inserted
      {
        guard earlier.storage.type === storage.type else {
          throw otherClass(storage, constraint, earlier.storage.type.name)
        }
        superseded.append((earlier, object))
      }
      let isEmpty = try tableIsEmpty(plan)
      if found != nil || isEmpty { continue }
      guard let row = try row(plan, columns, values) else { continue }
      guard row.entity == Int64(plan.number) else {
        let other = store.plan(number: Int(row.entity))?.type.name
        throw otherClass(storage, constraint, other ?? "entity \(row.entity)")
      }
      if let known = context.table(plan)[row.key].map({ ModelObject($0) }),
        known.storage !== storage, known.storage.isListed, !known.storage.changed.isEmpty
      {
        // It may have given them up for none.
        if try self.values(known.storage, plan, constraint)?.values != values {
          movers.append(known.storage)
          continue
        }
        superseded.append((known, object))
      }
      found = (row.key, row.version)
    }
    return found
  }

  /// The objects that inserted ones take the place of, each with the one that does.
  mutating func replaced(
    by inserted: [ModelObject]
  ) throws -> [(loser: ModelObject, winner: ModelObject)] {
    var pairs: [(loser: ModelObject, winner: ModelObject)] = []
    for object in inserted where object.storage.isInserted {
      guard let row = try existing(for: object), let plan = object.storage.plan else { continue }
      pairs.append((context.object(plan, row.key), object))
    }
    return pairs + superseded
  }

  private mutating func tableIsEmpty(_ plan: EntityPlan) throws -> Bool {
    if let known = emptyTables[plan.table] { return known }
    let result = try store.with("SELECT 1 FROM \(plan.table) LIMIT 1", .metadata) { statement in
      try statement.bind([])
      return !(try statement.step())
    }
    emptyTables[plan.table] = result
    return result
  }

  /// Nil where one is NULL, which is never equal to anything.
  private func values(
    _ storage: _ModelStorage, _ plan: EntityPlan, _ constraint: [String]
  ) throws -> (columns: [String], values: [SQLiteValue])? {
    var columns: [String] = []
    var values: [SQLiteValue] = []
    for name in constraint {
      guard let property = plan.type.property(named: name) else { return nil }
      if let relationship = plan.relationship[property.slot] {
        guard case .column(let column, _) = relationship.place else { return nil }
        columns.append(column)
        values.append(storage.destinationKey(property.slot).0.map { .integer($0) } ?? .null)
      } else if let attribute = plan.attributes.first(where: { $0.slot == property.slot }) {
        columns += attribute.columns
        values += try attribute.stored(storage.slots[attribute.slot], store)
      }
    }
    return values.contains(.null) ? nil : (columns, values)
  }

  /// An object never becomes one of another class, and what SwiftData does here is not known.
  private func otherClass(
    _ storage: _ModelStorage, _ constraint: [String], _ other: String
  ) -> any Error {
    SaveError.make(
      133_021,
      "a new '\(storage.type.name)' has the unique value of '\(constraint.joined(separator: ", "))' "
        + "that an object of '\(other)' has; which of the two SwiftData keeps is not known, so nothing "
        + "is saved", entity: storage.type.name, property: constraint.first)
  }

  private func row(
    _ plan: EntityPlan, _ columns: [String], _ values: [SQLiteValue]
  ) throws -> (key: Int64, version: Int64, entity: Int64)? {
    let condition = columns.map { "\($0.sqlName) = ?" }.joined(separator: " AND ")
    let sql = "SELECT Z_PK, Z_OPT, Z_ENT FROM \(plan.table) WHERE \(condition)"
    return try store.with(sql, .metadata) { statement in
      try statement.bind(values)
      guard try statement.step() else { return nil }
      return (statement.integer(at: 0), statement.integer(at: 1), statement.integer(at: 2))
    }
  }
}
