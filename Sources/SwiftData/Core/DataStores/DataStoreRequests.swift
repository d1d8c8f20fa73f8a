public import Foundation

/// What a context asks a data store for. Unchecked because key paths have no `Sendable` types; nothing
/// changes after `init`.
public struct DataStoreFetchRequest<T: PersistentModel>: @unchecked Sendable {
  /// Which objects, and in which order.
  public let descriptor: FetchDescriptor<T>
  /// Who asks.
  public let editingState: EditingState
}

/// What a data store has found. Unchecked for the same reason.
public struct DataStoreFetchResult<
  ModelType: PersistentModel, SnapshotType: DataStoreSnapshot
>: @unchecked Sendable {
  /// What was asked for.
  public let descriptor: FetchDescriptor<ModelType>
  /// The objects, in the order that was asked for.
  public let fetchedSnapshots: [SnapshotType]
  /// Others that belong to them, which need not be asked for then.
  public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

  /// The result of a fetch.
  public init(
    descriptor: FetchDescriptor<ModelType>, fetchedSnapshots: [SnapshotType],
    relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
  ) {
    self.descriptor = descriptor
    self.fetchedSnapshots = fetchedSnapshots
    self.relatedSnapshots = relatedSnapshots
  }
}

/// What a context wants a data store to keep.
public struct DataStoreSaveChangesRequest<SnapshotType: DataStoreSnapshot>: Sendable {
  /// Who saves.
  public let editingState: EditingState
  /// New objects, under identifiers that last until the save is done.
  public let inserted: [SnapshotType]
  /// Objects that have changed.
  public let updated: [SnapshotType]
  /// Objects that are no more.
  public let deleted: [SnapshotType]
}

/// What a data store has made of a save.
public final class DataStoreSaveChangesResult<T: DataStoreSnapshot>: Sendable {
  /// The store.
  public let storeIdentifier: String
  /// What the identifiers of new objects became.
  public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
  /// Objects that the store itself has changed with the save.
  public let snapshotsToReregister: [PersistentIdentifier: T]
  /// The place after the save in the store's history, if it keeps one.
  public let historyToken: (any HistoryToken)?

  /// The result of a save.
  public init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:]
  ) {
    self.storeIdentifier = storeIdentifier
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshotsToReregister = snapshotsToReregister
    historyToken = nil
  }

  /// The result of a save that a history has noted.
  public init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:], historyToken: (any HistoryToken)?
  ) {
    self.storeIdentifier = storeIdentifier
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshotsToReregister = snapshotsToReregister
    self.historyToken = historyToken
  }
}

/// Which objects a data store is to delete. Unchecked as a fetch is.
public struct DataStoreBatchDeleteRequest<T: PersistentModel>: @unchecked Sendable {
  /// Which objects; nil for all.
  public let predicate: Predicate<T>?
  /// Who asks.
  public let editingState: EditingState
  /// Whether objects of subclasses go as well.
  public let includeSubclasses: Bool
}
