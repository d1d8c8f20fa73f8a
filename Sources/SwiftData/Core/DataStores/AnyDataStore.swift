/// A data store of the app's own, whatever its types are.
protocol AnyDataStore: AnyObject {
  var identifier: String { get }
  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> (fetched: [ForeignRow], related: [ForeignRow])
  func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int
  func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier]
  func cached(_ identifiers: [PersistentIdentifier], _ state: EditingState) throws -> [ForeignRow]
  /// Makes snapshots of the deleted objects, which have lost their rows by the time of the save.
  func noteDeleted(_ objects: [any PersistentModel]) -> Any
  func save(
    inserted: [any PersistentModel], updated: [any PersistentModel], deleted: Any,
    _ state: EditingState
  ) throws -> ForeignOutcome
  func erase() throws
  func begin(_ state: EditingState)
  func end(_ state: EditingState)
  /// Nil when it keeps no such history.
  func fetchHistory<H: HistoryTransaction>(_ descriptor: HistoryDescriptor<H>) throws -> [H]?
  func deleteHistory<H: HistoryTransaction>(_ descriptor: HistoryDescriptor<H>) throws -> Bool
}

/// What a snapshot says.
struct ForeignRow {
  let identifier: PersistentIdentifier
  let values: [String: Any]
}

/// What a data store has made of a save.
struct ForeignOutcome {
  let remapped: [PersistentIdentifier: PersistentIdentifier]
  let rows: [ForeignRow]
  let token: (any HistoryToken)?
}

extension DataStoreConfiguration {
  /// Makes the store.
  func open(
    _ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?
  ) throws -> any AnyDataStore {
    var configuration = self
    if configuration.schema == nil { configuration.schema = schema }
    try configuration.validate()
    return DataStoreBox(try Store(configuration, migrationPlan: plan))
  }
}

private final class DataStoreBox<S: DataStore>: AnyDataStore {
  private let store: S

  init(_ store: S) { self.store = store }

  var identifier: String { store.identifier }

  private func row(_ snapshot: S.Snapshot) throws -> ForeignRow {
    ForeignRow(
      identifier: snapshot.persistentIdentifier,
      values: try SnapshotReader.values(of: snapshot))
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> (fetched: [ForeignRow], related: [ForeignRow]) {
    let result = try store.fetch(request)
    return (try result.fetchedSnapshots.map(row), try result.relatedSnapshots.values.map(row))
  }

  func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try store.fetchCount(request)
  }

  func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] { try store.fetchIdentifiers(request) }

  func cached(_ identifiers: [PersistentIdentifier], _ state: EditingState) throws -> [ForeignRow] {
    try store.cachedSnapshots(for: identifiers, editingState: state).values.map(row)
  }

  private func snapshots(_ objects: [any PersistentModel]) -> [S.Snapshot] {
    var related: [PersistentIdentifier: any BackingData] = [:]
    func snapshot<M: PersistentModel>(_ object: M) -> S.Snapshot {
      S.Snapshot(from: object.persistentBackingData, relatedBackingDatas: &related)
    }
    return objects.map { snapshot($0) }
  }

  func noteDeleted(_ objects: [any PersistentModel]) -> Any { snapshots(objects) }

  func save(
    inserted: [any PersistentModel], updated: [any PersistentModel], deleted: Any,
    _ state: EditingState
  ) throws -> ForeignOutcome {
    let result = try store.save(
      DataStoreSaveChangesRequest(
        editingState: state, inserted: snapshots(inserted), updated: snapshots(updated),
        deleted: deleted as? [S.Snapshot] ?? []))
    return ForeignOutcome(
      remapped: result.remappedIdentifiers,
      rows: try result.snapshotsToReregister.values.map(row), token: result.historyToken)
  }

  func erase() throws { try store.erase() }
  func begin(_ state: EditingState) { store.initializeState(for: state) }
  func end(_ state: EditingState) { store.invalidateState(for: state) }

  func fetchHistory<H: HistoryTransaction>(_ descriptor: HistoryDescriptor<H>) throws -> [H]? {
    func fetch<P: HistoryProviding>(_ provider: P) throws -> [H]? {
      guard let descriptor = descriptor as? HistoryDescriptor<P.HistoryType> else { return nil }
      return try provider.fetchHistory(descriptor) as? [H]
    }
    return try (store as? any HistoryProviding).flatMap { try fetch($0) }
  }

  func deleteHistory<H: HistoryTransaction>(_ descriptor: HistoryDescriptor<H>) throws -> Bool {
    func delete<P: HistoryProviding>(_ provider: P) throws -> Bool {
      guard let descriptor = descriptor as? HistoryDescriptor<P.HistoryType> else { return false }
      try provider.deleteHistory(descriptor)
      return true
    }
    return try (store as? any HistoryProviding).map { try delete($0) } ?? false
  }
}
