internal import Foundation

/// A store in SwiftData's own format as a data store: for data stores of the app's own that are built
/// on it. A container that is given a `ModelConfiguration` opens the file itself and needs none.
///
/// Every request has a context of its own.
public final class DefaultStore: DataStore, DataStoreBatching, HistoryProviding {
  /// Says where the file is.
  public typealias Configuration = ModelConfiguration
  /// Values by the names of properties.
  public typealias Snapshot = DefaultSnapshot
  /// Its transactions.
  public typealias HistoryType = DefaultHistoryTransaction
  /// Places in its history.
  public typealias TokenType = DefaultHistoryToken

  private let container: ModelContainer
  /// Says where the file is.
  public let configuration: ModelConfiguration
  /// The configuration's name.
  public let name: String
  /// The models it keeps.
  public let schema: Schema
  /// The UUID of the file.
  public var identifier: String { container.opened.stores[0].identifier }

  /// Opens, makes or migrates the file. The configuration must have a schema.
  public init(
    _ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    guard let schema = configuration.schema else {
      throw SwiftDataError(
        .unknownSchema,
        "the configuration '\(configuration.name)' has no schema to open a store with")
    }
    self.configuration = configuration
    self.schema = schema
    name = configuration.name
    container = try ModelContainer(
      for: schema, migrationPlan: migrationPlan, configurations: [configuration])
  }

  private func context(_ state: EditingState) -> ModelContext {
    let context = ModelContext(container)
    context.author = state.author
    return context
  }

  private func snapshot<M: PersistentModel>(_ object: M) -> DefaultSnapshot {
    var related: [PersistentIdentifier: any BackingData] = [:]
    return DefaultSnapshot(from: object.persistentBackingData, relatedBackingDatas: &related)
  }

  /// The objects that meet the request, and those that it prefetches.
  public func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    let objects = try context(request.editingState).fetch(request.descriptor)
    var related: [PersistentIdentifier: DefaultSnapshot] = [:]
    for path in request.descriptor.relationshipKeyPathsForPrefetching {
      guard let property = T._$type.property(path) else { continue }
      for object in objects {
        for other in object._$storage.objects(of: property) {
          related[other.persistentModelID] = snapshot(other)
        }
      }
    }
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: objects.map { snapshot($0) },
      relatedSnapshots: related)
  }

  /// How many objects meet the request.
  public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try context(request.editingState).fetchCount(request.descriptor)
  }

  /// The identifiers of the objects that meet the request.
  public func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] {
    try context(request.editingState).fetchIdentifiers(request.descriptor)
  }

  /// Writes the changes in one transaction.
  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    let context = context(request.editingState)
    var objects: [PersistentIdentifier: any PersistentModel] = [:]
    for snapshot in request.inserted {
      let name = snapshot.persistentIdentifier.entityName
      guard let type = container.opened.plan(named: name)?.type else {
        throw SwiftDataError(.unknownSchema, "'\(name)' is not in the schema of the store")
      }
      objects[snapshot.persistentIdentifier] = type.model.madeForFilling()
    }
    func object(_ identifier: PersistentIdentifier) throws -> any PersistentModel {
      if let known = objects[identifier] { return known }
      guard let found = context.existing(identifier) else {
        throw SwiftDataError(
          .unknownSchema, "the store has no object with the identifier \(identifier)")
      }
      objects[identifier] = found
      return found
    }
    // Relationships need all objects to be there.
    for snapshot in request.inserted {
      try fill(object(snapshot.persistentIdentifier), snapshot) { $0.destination == nil }
      context.insertAny(try object(snapshot.persistentIdentifier))
    }
    for snapshot in request.updated {
      try fill(object(snapshot.persistentIdentifier), snapshot) { $0.destination == nil }
    }
    for snapshot in request.inserted + request.updated {
      let owner = try object(snapshot.persistentIdentifier)
      for property in owner._$storage.type.relationships {
        let named = snapshot.values[property.name]
        let value: Any? =
          property.isToMany
          ? try (named as? [PersistentIdentifier] ?? []).map { try object($0) as AnyObject }
          : try (named as? PersistentIdentifier).map { try object($0) }
        owner._$linked.take(property, value, owner)
      }
    }
    for snapshot in request.deleted {
      if let gone = context.existing(snapshot.persistentIdentifier) {
        context.delete(gone, cascades: true)
      }
    }
    try context.save()
    let remapped = Dictionary(
      request.inserted.compactMap { snapshot in
        objects[snapshot.persistentIdentifier].map {
          (snapshot.persistentIdentifier, $0.persistentModelID)
        }
      }, uniquingKeysWith: { first, _ in first })
    let transaction = container.opened.stores[0].history?.transaction
    return DataStoreSaveChangesResult(
      for: identifier, remappedIdentifiers: remapped, snapshotsToReregister: [:],
      historyToken: transaction.map { DefaultHistoryToken(identifier, $0) })
  }

  private func fill(
    _ object: any PersistentModel, _ snapshot: DefaultSnapshot,
    _ isMeant: (ModelProperty) -> Bool
  ) throws {
    let storage = object._$linked
    for property in storage.type.properties where !property.isEphemeral && isMeant(property) {
      let slot = try snapshot.values[property.name].map {
        try SnapshotValues.slot($0, for: property)
      }
      storage.fill(property, slot ?? .null, object)
    }
  }

  /// Deletes the objects that meet the request.
  public func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
    let context = context(request.editingState)
    try context.delete(
      model: T.self, where: request.predicate, includeSubclasses: request.includeSubclasses)
    try context.save()
  }

  /// Removes every object.
  public func erase() throws { try container.erase() }

  /// Nothing is kept for a context.
  public func initializeState(for editingState: EditingState) {}
  /// Nothing is kept for a context.
  public func invalidateState(for editingState: EditingState) {}

  /// The objects that are there, by one fetch each.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    let context = context(editingState)
    var found: [PersistentIdentifier: DefaultSnapshot] = [:]
    for identifier in persistentIdentifiers {
      found[identifier] = context.existing(identifier).map { snapshot($0) }
    }
    return found
  }

  /// The transactions that meet the descriptor.
  public func fetchHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] {
    try ModelContext(container).fetchHistory(descriptor)
  }

  /// Removes the transactions that meet the descriptor.
  public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    try ModelContext(container).deleteHistory(descriptor)
  }

  /// `DefaultHistoryTransaction`.
  public static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }
}

extension PersistentModel {
  /// A new object whose values are given afterwards.
  fileprivate static func madeForFilling() -> any PersistentModel {
    Self(backingData: StoredBackingData(for: Self.self))
  }
}

extension ModelContext {
  fileprivate func insertAny<M: PersistentModel>(_ object: M) { insert(object) }

  /// The object with the identifier, if the store has it.
  fileprivate func existing(_ identifier: PersistentIdentifier) -> (any PersistentModel)? {
    func find<M: PersistentModel>(_: M.Type) -> (any PersistentModel)? {
      self[identifier, as: M.self]
    }
    return stores.plan(named: identifier.entityName).flatMap { find($0.type.model) }
  }
}

extension _ModelStorage {
  fileprivate func objects(of property: ModelProperty) -> [any PersistentModel] {
    property.isToMany
      ? loadedMembers(property.slot).members.compactMap { $0 as? any PersistentModel }
      : destination(property.slot).map { [$0] } ?? []
  }

  fileprivate func fill(_ property: ModelProperty, _ slot: Slot, _ owner: AnyObject) {
    if state == .fault { fire() }
    replace(property.slot, slot, owner)
  }
}
