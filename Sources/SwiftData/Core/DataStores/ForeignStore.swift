internal import Foundation
internal import StoreEngine

/// Keeps in memory what contexts have read of a data store of the app's own: rows as any other store
/// has them, so that objects, faults and relationships work alike. Everything that is fetched or saved
/// goes through the data store; the rows are what it said last.
///
/// Unchecked because whoever calls holds the lock of the store in memory.
final class ForeignStore: @unchecked Sendable {
  private struct Place: Hashable {
    let table: Int
    let key: Int64
  }

  private struct Members: Hashable {
    let place: Place
    let slot: Int
  }

  let data: any AnyDataStore
  private unowned let store: SQLStore
  private var keys: [PersistentIdentifier: Int64] = [:]
  private var identifiers: [Place: PersistentIdentifier] = [:]
  /// Entities of the objects, which rows that are not there cannot say.
  private var lastKeys: [Int: Int64] = [:]
  /// What the snapshots said, to write only what is new.
  private var known: [Place: Data] = [:]
  /// Members of lists that have not been looked up.
  private var lists: [Members: [PersistentIdentifier]] = [:]
  private var started: Set<UUID> = []

  init(_ data: any AnyDataStore, _ store: SQLStore) {
    self.data = data
    self.store = store
  }

  // MARK: - Identifiers

  private func place(_ plan: EntityPlan, _ key: Int64) -> Place {
    Place(table: plan.tableNumber, key: key)
  }

  /// Of a saved object what the data store calls it; of another what it is called until then.
  func identifier(of storage: _ModelStorage, _ plan: EntityPlan) -> PersistentIdentifier {
    store.locked {
      identifiers[place(plan, storage.key)]
        ?? PersistentIdentifier(entity: plan.type.name, temporary: storage.temporaryIdentifier)
    }
  }

  /// The key of the object's row, which need not be there yet; nil for an entity that is not kept here.
  func key(of identifier: PersistentIdentifier) -> (plan: EntityPlan, key: Int64)? {
    guard let plan = store.plan(named: identifier.entityName) else { return nil }
    return store.locked {
      if let known = keys[identifier] { return (plan, known) }
      guard identifier.storeIdentifier == data.identifier, let key = try? nextKey(plan) else {
        return nil
      }
      bind(identifier, plan, key)
      return (plan, key)
    }
  }

  func knownKey(of identifier: PersistentIdentifier) -> Int64? {
    store.locked { keys[identifier] }
  }

  private func bind(_ identifier: PersistentIdentifier, _ plan: EntityPlan, _ key: Int64) {
    keys[identifier] = key
    identifiers[place(plan, key)] = identifier
  }

  private func nextKey(_ plan: EntityPlan) throws -> Int64 {
    let root = plan.entity.root
    let last =
      try store.connection.value(
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [.integer(Int64(root))])?.integer ?? 0
    let key = max(last, lastKeys[root] ?? 0) + 1
    lastKeys[root] = key
    try store.run(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?",
      [.integer(key), .integer(Int64(root))], .metadata)
    return key
  }

  /// After a rollback keys that were given to objects must not be given again.
  func noteRollback() {
    for (root, key) in lastKeys {
      try? store.run(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = max(Z_MAX, ?) WHERE Z_ENT = ?",
        [.integer(key), .integer(Int64(root))], .metadata)
    }
  }

  // MARK: - Contexts

  func state(of context: ModelContext) -> EditingState {
    let state = context.editingState
    if started.insert(state.id).inserted { data.begin(state) }
    return state
  }

  func end(_ state: EditingState) {
    store.locked {
      if started.remove(state.id) != nil { data.end(state) }
    }
  }

  // MARK: - Rows

  /// Keeps what snapshots say.
  ///
  /// - Returns: the objects, in the same order.
  @discardableResult
  func take(_ rows: [ForeignRow]) throws -> [(plan: EntityPlan, key: Int64)] {
    var places: [(plan: EntityPlan, key: Int64)] = []
    for row in rows {
      guard let place = key(of: row.identifier) else {
        throw SwiftDataError(
          .unknownSchema,
          "the data store '\(data.identifier)' gave a snapshot of '\(row.identifier.entityName)', "
            + "which is not in its schema, or not its own")
      }
      places.append(place)
    }
    var isNew = false
    for (row, place) in zip(rows, places) {
      if try write(row, place.plan, place.key) { isNew = true }
    }
    if isNew { store.commits.add() }
    return places
  }

  private func write(_ row: ForeignRow, _ plan: EntityPlan, _ key: Int64) throws -> Bool {
    let text = try Self.fingerprint(row.values)
    let place = place(plan, key)
    if known[place] == text { return false }
    let storage = _ModelStorage(plan.type, .null, state: .ready)
    storage.plan = plan
    storage.key = key
    for property in plan.type.properties where !property.isEphemeral {
      let value = row.values[property.name]
      switch property.kind {
      case .toOne:
        guard let other = value as? PersistentIdentifier, let found = self.key(of: other) else {
          break
        }
        storage.slots[property.slot] = .key(found.key, found.plan.number)
      case .toMany:
        // A snapshot may leave lists to the other ends.
        guard let members = value as? [PersistentIdentifier] else { break }
        lists[Members(place: place, slot: property.slot)] = members
      case .scalar, .coded:
        if let value {
          storage.slots[property.slot] = try SnapshotValues.slot(value, for: property)
        }
      }
    }
    if let version = try version(of: key, plan) {
      storage.version = version
      guard try plan.update(of: SlotSet(plan.type.properties.map(\.slot))).run(storage) else {
        return false
      }
    } else {
      try plan.insertion.run(storage)
    }
    known[place] = text
    return true
  }

  private func version(of key: Int64, _ plan: EntityPlan) throws -> Int64? {
    try store.connection.value(
      "SELECT Z_OPT FROM \(plan.table) WHERE Z_PK = ?", [.integer(key)])?.integer
  }

  private static func fingerprint(_ values: [String: Any]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try encoder.encode(AnyValues(values: values))
  }

  private struct AnyValues: Encodable {
    let values: [String: Any]

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
      for (name, value) in values {
        guard let value = value as? any Encodable else { continue }
        try fields.encode(value, forKey: .modeledProperty(name))
      }
    }
  }

  /// An object is gone.
  private func drop(_ identifier: PersistentIdentifier) {
    guard let plan = store.plan(named: identifier.entityName),
      let key = keys.removeValue(forKey: identifier)
    else { return }
    let place = place(plan, key)
    identifiers[place] = nil
    known[place] = nil
    for slot in plan.relationshipSlots { lists[Members(place: place, slot: slot)] = nil }
  }

  func dropAll() {
    keys = [:]
    identifiers = [:]
    known = [:]
    lists = [:]
  }

  // MARK: - Looking up

  /// Reads the rows that are not there yet: from the data store's cache, or by a fetch.
  func load(_ identifiers: [PersistentIdentifier], for context: ModelContext) throws {
    try store.locked {
      var missing: [String: [PersistentIdentifier]] = [:]
      for identifier in identifiers {
        guard let (plan, key) = key(of: identifier), try version(of: key, plan) == nil else {
          continue
        }
        missing[identifier.entityName, default: []].append(identifier)
      }
      if missing.isEmpty { return }
      let state = state(of: context)
      for (_, wanted) in missing.sorted(by: { $0.key < $1.key }) {
        let cached = try data.cached(wanted, state)
        try take(cached)
        let found = Set(cached.map(\.identifier))
        let rest = wanted.filter { !found.contains($0) }
        guard let plan = rest.first.flatMap({ store.plan(named: $0.entityName) }) else { continue }
        try fetch(rest, plan.type.model, state)
      }
    }
  }

  /// The same for objects by their keys.
  func load(_ keys: some Sequence<Int64>, of plan: EntityPlan, for context: ModelContext) throws {
    try store.locked {
      try load(keys.compactMap { identifiers[place(plan, $0)] }, for: context)
    }
  }

  private func fetch<T: PersistentModel>(
    _ identifiers: [PersistentIdentifier], _ model: T.Type, _ state: EditingState
  ) throws {
    let predicate = Predicate<T> { object in
      PredicateExpressions.build_contains(
        PredicateExpressions.build_Arg(identifiers),
        PredicateExpressions.build_KeyPath(
          root: PredicateExpressions.build_Arg(object),
          keyPath: \T.persistentModelID))
    }
    var answer = try? data.fetch(
      DataStoreFetchRequest(
        descriptor: FetchDescriptor<T>(predicate: predicate), editingState: state))
    // A store that does not look for identifiers gives all objects, or takes their word for it.
    if answer == nil || !Set(identifiers).isSubset(of: answer?.fetched.map(\.identifier) ?? []) {
      answer = try data.fetch(
        DataStoreFetchRequest(descriptor: FetchDescriptor<T>(), editingState: state))
    }
    if let answer { try take(answer.fetched + answer.related) }
  }

  /// Gives lists the members that snapshots have named.
  func resolve(
    _ relationship: RelationshipPlan, _ keys: some Sequence<Int64>, for context: ModelContext
  ) throws {
    try store.locked {
      for key in keys {
        let place = place(relationship.source, key)
        let list = Members(place: place, slot: relationship.slot)
        guard let named = lists.removeValue(forKey: list) else { continue }
        try load(named, for: context)
        try write(named.compactMap { self.key(of: $0)?.key }, key, relationship)
      }
    }
  }

  private func write(_ members: [Int64], _ owner: Int64, _ relationship: RelationshipPlan) throws {
    let list = members.jsonText
    let table = relationship.destination.table
    let among = "IN (SELECT value FROM json_each(?))"
    switch relationship.place {
    case .join(let join, let own, let other, _):
      try store.run(
        "DELETE FROM \(join.name.sqlName) WHERE \(own.sqlName) = ? AND \(other.sqlName) NOT \(among)",
        [.integer(owner), .text(list)], .metadata)
      try store.run(
        "INSERT OR IGNORE INTO \(join.name.sqlName) (\(own.sqlName), \(other.sqlName)) "
          + "SELECT ?, value FROM json_each(?)", [.integer(owner), .text(list)], .metadata)
    case .inverseColumn(let column):
      // What a member says of itself comes first.
      let companion = relationship.inverse.flatMap { inverse -> String? in
        if case .column(_, let companion?) = inverse.place { companion } else { nil }
      }
      let more = companion.map { ", \($0.sqlName) = \(relationship.source.number)" } ?? ""
      try store.run(
        "UPDATE \(table) SET \(column.sqlName) = ?\(more) WHERE Z_PK \(among) "
          + "AND \(column.sqlName) IS NULL", [.integer(owner), .text(list)], .metadata)
    case .foreignColumn(let column):
      try store.run(
        "UPDATE \(table) SET \(column.sqlName) = NULL WHERE \(column.sqlName) = ? "
          + "AND Z_PK NOT \(among)", [.integer(owner), .text(list)], .metadata)
      try store.run(
        "UPDATE \(table) SET \(column.sqlName) = ? WHERE Z_PK \(among)",
        [.integer(owner), .text(list)], .metadata)
    case .column: break
    }
  }

  // MARK: - Saving

  /// Before the rows of a save are written.
  func begin(
    _ deleted: [ModelObject], _ changed: [ModelObject], _ context: ModelContext
  ) throws -> ForeignSave {
    for entry in changed + deleted where entry.storage.key > 0 {
      for relationship in entry.storage.plan?.toManys ?? [] {
        try resolve(relationship, [entry.storage.key], for: context)
      }
    }
    let gone = deleted.filter { $0.storage.isDeleted }
    return ForeignSave(
      self, context, gone.map { $0.storage.identifier }, data.noteDeleted(gone.map(\.object)))
  }

  func accept(
    _ outcome: ForeignOutcome, _ inserted: [ModelObject], _ deleted: [PersistentIdentifier]
  ) {
    for entry in inserted where entry.storage.isInserted {
      guard let plan = entry.storage.plan else { continue }
      let temporary = PersistentIdentifier(
        entity: plan.type.name, temporary: entry.storage.temporaryIdentifier)
      bind(outcome.remapped[temporary] ?? temporary, plan, entry.storage.key)
      // A store may keep relationships to new objects as it got them.
      keys[temporary] = entry.storage.key
    }
    for identifier in deleted { drop(identifier) }
  }

  func forget(_ objects: [ModelObject]) {
    for entry in objects {
      guard let plan = entry.storage.plan else { continue }
      // The next snapshot is compared with what was saved, not with what was read before.
      known[place(plan, entry.storage.key)] = nil
    }
  }
}
