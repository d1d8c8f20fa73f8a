public import Foundation

/// Where the objects of a container are kept, and how that place is called. A container that is given
/// one makes its `Store`.
public protocol DataStoreConfiguration<Store>: Hashable {
  /// The class of the store.
  associatedtype Store: DataStore where Store.Configuration == Self
  /// Different for each configuration of a container.
  var name: String { get }
  /// The models of this configuration; a container gives its own where there is none.
  var schema: Schema? { get set }
  /// Throws when there can be no such store. A container asks before it makes one.
  func validate() throws
}

extension DataStoreConfiguration {
  /// Finds nothing wrong.
  public func validate() throws {}
}

/// A place of the app's own where objects are kept, such as a file of another format or a service.
///
/// A container calls it from whatever thread asks, one call after the other.
public protocol DataStore: AnyObject {
  /// What says where it is.
  associatedtype Configuration: DataStoreConfiguration where Configuration.Store == Self
  /// How an object's values travel between contexts and the store.
  associatedtype Snapshot: DataStoreSnapshot

  /// Opens or makes the store, migrating it if need be: nobody else applies the plan to it.
  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

  /// What it was made with.
  var configuration: Configuration { get }
  /// What distinguishes it from other stores; part of its objects' identifiers.
  var identifier: String { get }
  /// The models it keeps.
  var schema: Schema { get }

  /// The objects that meet the request.
  ///
  /// - Throws: `DataStoreError.preferInMemoryFilter` or `preferInMemorySort` to be asked for all objects,
  ///   or for them in any order, and leave the rest to the context.
  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, Snapshot>
  /// How many objects meet the request.
  func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int
  /// The identifiers of the objects that meet the request.
  func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier]
  /// Keeps what a context has changed, all or nothing.
  func save(
    _ request: DataStoreSaveChangesRequest<Snapshot>
  ) throws -> DataStoreSaveChangesResult<Snapshot>
  /// Removes every object.
  func erase() throws
  /// A context begins to use the store.
  func initializeState(for editingState: EditingState)
  /// A context has gone.
  func invalidateState(for editingState: EditingState)
  /// What the store knows of objects without looking them up; others it may leave out.
  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot]
}

extension DataStore {
  /// Counts what a fetch gives.
  public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try fetch(request).fetchedSnapshots.count
  }

  /// The identifiers of what a fetch gives.
  public func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] {
    try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
  }

  /// Throws `DataStoreError.unsupportedFeature`.
  public func erase() throws { throw DataStoreError.unsupportedFeature }
  /// Does nothing.
  public func initializeState(for editingState: EditingState) {}
  /// Does nothing.
  public func invalidateState(for editingState: EditingState) {}

  /// None.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}

/// A data store that deletes many objects by one request. Contexts send their deletions with a save; the
/// request is for callers of the store.
public protocol DataStoreBatching: DataStore {
  /// Deletes the objects that meet the request.
  func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws
}

/// A data store that keeps a history of what was saved.
public protocol HistoryProviding: DataStore {
  /// Its transactions.
  associatedtype HistoryType: HistoryTransaction
  /// The same.
  static var historyType: HistoryType.Type { get }
  /// The transactions that meet the descriptor.
  func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]
  /// Removes the transactions that meet the descriptor.
  func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}

extension HistoryProviding {
  /// The class of its transactions.
  public static var historyType: HistoryType.Type { HistoryType.self }
}

/// What a data store may throw.
public enum DataStoreError: Error, Hashable, Sendable {
  /// The predicate makes no sense to the store.
  case invalidPredicate
  /// The context shall pick the objects itself from all of them.
  case preferInMemoryFilter
  /// The context shall sort the objects itself.
  case preferInMemorySort
  /// The store cannot do what it was asked.
  case unsupportedFeature
}

/// A context as data stores see it.
public struct EditingState: Identifiable, Hashable, Sendable {
  /// Different for each context.
  public typealias ID = UUID
  /// Which context it is.
  public let id: UUID
  /// The `author` of the context.
  public let author: String?
}
