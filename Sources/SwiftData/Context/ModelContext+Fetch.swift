internal import Foundation
internal import StoreEngine

extension ModelContext {
  /// The objects that meet the descriptor.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    let plan = try stores.requiredPlan(of: T.self)
    if let foreign = plan.store.foreign { return try fetch(descriptor, plan, from: foreign) }
    let query = try Query(descriptor, plan, in: self)
    if query.runsInMemory {
      let results = try fetchInMemory(descriptor, query)
      try prefetch(descriptor, results)
      return results
    }
    guard !descriptor.relationshipKeyPathsForPrefetching.isEmpty else {
      return try run(query, limit: query.limitText)
    }
    var owners: [Owners] = []
    let results = try run(query, limit: query.limitText) { Owners.add($0.storage, to: &owners) }
    try prefetch(descriptor, results, owners)
    return results
  }

  /// The objects that meet the descriptor, with no more than `batchSize` of them loaded at a time.
  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> {
    let plan = try stores.requiredPlan(of: T.self)
    let query = try Query(descriptor, plan, in: self)
    if query.runsInMemory || plan.store.foreign != nil {
      let all = try fetch(descriptor)
      return FetchResultsCollection(count: all.count, batchSize: all.count) { Array(all[$0]) }
    }
    let keys = try keys(query)
    return FetchResultsCollection(count: keys.count, batchSize: batchSize) { places in
      do {
        return try self.batch(descriptor, query.plan, keys[places])
      } catch {
        fatalError("'\(query.plan.type.name)' cannot be read: \(error)")
      }
    }
  }

  private func keys<T: PersistentModel>(_ query: Query<T>) throws -> [Int64] {
    var keys: [Int64] = []
    try readKeys(query) { _, key in keys.append(key) }
    return keys
  }

  /// Calls `body` with entity number and key of every row; the number is 0 in a table of one entity.
  private func readKeys<T: PersistentModel>(
    _ query: Query<T>, _ body: (Int, Int64) -> Void
  ) throws {
    let sql = query.keySQL + query.limitText
    try query.plan.store.with(sql, .fetch(query.plan.type.name)) { statement in
      try statement.bind(query.values)
      while try statement.step() {
        body(Int(statement.integer(at: 0)), statement.integer(at: 1))
      }
    }
  }

  /// The objects with the keys, what the descriptor prefetches included. A row that is gone is a
  /// fault, so that places stay what they were.
  private func batch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ plan: EntityPlan, _ keys: ArraySlice<Int64>
  ) throws -> [T] {
    let read = try objects(plan, keys: Array(keys))
    let batch = keys.compactMap { (read[$0] ?? object(plan, $0).object) as? T }
    try prefetch(descriptor, batch)
    return batch
  }

  private func run<T: PersistentModel>(
    _ query: Query<T>, limit: String, _ body: (ModelObject) -> Void = { _ in }
  ) throws -> [T] {
    var results: [AnyObject] = []
    var checked: _ModelType?
    try read(
      query.plan, query.selection, query.sql + limit, query.values, .fetch(query.plan.type.name),
      isPartial: query.isPartial
    ) { read, _ in
      // Only objects of the class or below are added, so that the array is one of them.
      if type(of: read.object) != T.self, read.storage.type !== checked {
        let type = read.storage.type
        precondition(type.isKind(of: T._$type), "a row is an object of another class")
        checked = type
      }
      results.append(read.object)
      body(read)
    }
    return results.unchecked()
  }

  /// Joins the rows with what is not saved, and does by the objects what SQL cannot.
  private func fetchInMemory<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ query: Query<T>
  ) throws -> [T] {
    var results: [T] = []
    for object in try run(query, limit: "") {
      let storage = object._$storage
      if storage.isDeleted || (!storage.changed.isEmpty && query.includesPending) { continue }
      if try !query.isFiltered && !descriptor.matches(object) { continue }
      results.append(object)
    }
    if query.includesPending { results += try pendingObjects(descriptor) }
    if !descriptor.sortBy.isEmpty {
      try refuseOpaqueOrder(descriptor.sortBy, results)
      results.sort(using: descriptor.sortBy)
    }
    if let offset = descriptor.fetchOffset, offset > 0 {
      results = Array(results.dropFirst(offset))
    }
    if let limit = descriptor.fetchLimit, limit > 0 { results = Array(results.prefix(limit)) }
    return results
  }

  /// What meets the descriptor among the objects with changes that are not saved.
  func pendingObjects<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    let edited = changed.filter {
      $0.storage.isListed && !$0.storage.isDeleted && !$0.storage.changed.isEmpty
    }
    var seen: Set<ObjectIdentifier> = []
    return try (inserted.filter { $0.storage.isInserted } + edited).compactMap { entry in
      guard let object = entry.object as? T, seen.insert(ObjectIdentifier(object)).inserted,
        try descriptor.matches(object)
      else { return nil }
      return object
    }
  }

  func prefetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ results: [T]
  ) throws {
    if descriptor.relationshipKeyPathsForPrefetching.isEmpty { return }
    var owners: [Owners] = []
    for object in results { Owners.add(object._$storage, to: &owners) }
    try prefetch(descriptor, results, owners)
  }

  /// - Parameter owners: the stored objects among the results.
  private func prefetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ results: [T], _ owners: [Owners]
  ) throws {
    guard !results.isEmpty else { return }
    for keyPath in descriptor.relationshipKeyPathsForPrefetching {
      guard let property = T._$type.property(keyPath), property.destination != nil else {
        throw SwiftDataError(
          .unsupportedKeyPath,
          "\(T._$type.text(keyPath)) is no relationship, so it cannot be prefetched")
      }
      try withExtendedLifetime(results) { try prefetch(property.slot, of: owners) }
    }
  }

  /// How many objects meet the descriptor.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    let plan = try stores.requiredPlan(of: T.self)
    if let foreign = plan.store.foreign { return try count(descriptor, plan, in: foreign) }
    let query = try Query(descriptor, plan, in: self)
    if query.runsInMemory { return try fetch(descriptor).count }
    let isLimited = descriptor.fetchLimit ?? 0 > 0 || descriptor.fetchOffset ?? 0 > 0
    let sql = isLimited ? query.limitedCountSQL : query.countSQL
    return try plan.store.with(sql, .count(plan.type.name)) { statement in
      try statement.bind(query.values)
      guard try statement.step() else { return 0 }
      let count = Int(statement.integer(at: 0))
      plan.store.trace?.counted = count
      return count
    }
  }

  /// The identifiers of the objects that meet the descriptor.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    let plan = try stores.requiredPlan(of: T.self)
    if let foreign = plan.store.foreign { return try identifiers(descriptor, plan, in: foreign) }
    let query = try Query(descriptor, plan, in: self)
    if query.runsInMemory { return try fetch(descriptor).map(\.persistentModelID) }
    var identifiers: [PersistentIdentifier] = []
    let store = plan.store
    try readKeys(query) { number, key in
      let name = number == 0 ? plan.type.name : store.plan(number: number)?.type.name
      identifiers.append(
        PersistentIdentifier(store: store.identifier, entity: name ?? plan.type.name, key: key))
    }
    return identifiers
  }

  /// The same as a collection; all identifiers are read at once, whatever the batch size.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    let all = try fetchIdentifiers(descriptor)
    return FetchResultsCollection(count: all.count, batchSize: all.count) { Array(all[$0]) }
  }

  /// Calls `block` for every object that meets the descriptor, with no more than `batchSize` of
  /// them loaded at a time.
  ///
  /// - Parameter allowEscapingMutations: whether changes may be left unsaved at the end of a batch.
  public func enumerate<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (_ model: T) throws -> Void
  ) throws {
    let plan = try stores.requiredPlan(of: T.self)
    let query = try Query(descriptor, plan, in: self)
    if query.runsInMemory || hasChanges || plan.store.foreign != nil {
      for object in try fetch(descriptor) { try block(object) }
      return
    }
    let keys = try keys(query)
    for start in stride(from: 0, to: keys.count, by: max(1, batchSize)) {
      let end = min(start + max(1, batchSize), keys.count)
      let batch = try batch(descriptor, query.plan, keys[start..<end])
      for object in batch { try block(object) }
      if hasChanges, !allowEscapingMutations { try save() }
      for object in batch { object._$storage.releaseRelated() }
    }
  }
}

extension FetchDescriptor {
  func matches(_ object: T) throws -> Bool { try predicate?.holds(object) ?? true }
}

extension Predicate {
  fileprivate func holds(_ object: repeat each Input) throws -> Bool {
    do {
      return try evaluate(repeat each object)
    } catch {
      throw SwiftDataError(.unsupportedPredicate, error)
    }
  }
}
