internal import Foundation

/// Fetches from data stores of the app's own.
extension ModelContext {
  /// What a data store was asked for, and what it has left to the context.
  private struct Answer {
    var rows: (fetched: [ForeignRow], related: [ForeignRow])
    var isFiltered = true
    var isSorted = true
  }

  func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ plan: EntityPlan, from foreign: ForeignStore
  ) throws -> [T] {
    let pending = includesPending(descriptor, plan)
    var request = descriptor
    if pending { request.removeLimits() }
    let (answer, places) = try plan.store.locked {
      let answer = try ask(request, foreign)
      try foreign.take(answer.rows.related)
      return (answer, try foreign.take(answer.rows.fetched))
    }
    let read = try objects(plan, keys: places.map(\.key))
    var results: [T] = []
    for place in places {
      guard let object = read[place.key] as? T else { continue }
      let storage = object._$storage
      if storage.isDeleted || (pending && !storage.changed.isEmpty) { continue }
      if try !answer.isFiltered && !descriptor.matches(object) { continue }
      results.append(object)
    }
    if pending { results += try pendingObjects(descriptor) }
    let isOrdered = answer.isSorted && !pending
    if !isOrdered, !descriptor.sortBy.isEmpty { results.sort(using: descriptor.sortBy) }
    if pending || !answer.isFiltered || !answer.isSorted {
      results = Array(results.dropFirst(max(0, descriptor.fetchOffset ?? 0)))
    }
    if let limit = descriptor.fetchLimit, limit > 0 { results = Array(results.prefix(limit)) }
    try prefetch(descriptor, results)
    return results
  }

  /// Asks for less where the store prefers that.
  private func ask<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ foreign: ForeignStore
  ) throws -> Answer {
    var request = descriptor
    var answer = Answer(rows: ([], []))
    while true {
      do {
        answer.rows = try foreign.data.fetch(
          DataStoreFetchRequest(descriptor: request, editingState: foreign.state(of: self)))
        return answer
      } catch DataStoreError.preferInMemoryFilter where answer.isFiltered {
        answer.isFiltered = false
        request.predicate = nil
      } catch DataStoreError.preferInMemorySort where answer.isSorted {
        answer.isSorted = false
        request.sortBy = []
      }
      request.removeLimits()
    }
  }

  private func includesPending<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ plan: EntityPlan
  ) -> Bool {
    descriptor.includePendingChanges && hasPending(in: plan, related: descriptor.predicate != nil)
  }

  func count<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ plan: EntityPlan, in foreign: ForeignStore
  ) throws -> Int {
    try direct(descriptor, plan, foreign) { try foreign.data.fetchCount($0) }
      ?? fetch(descriptor, plan, from: foreign).count
  }

  func identifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ plan: EntityPlan, in foreign: ForeignStore
  ) throws -> [PersistentIdentifier] {
    try direct(descriptor, plan, foreign) { try foreign.data.fetchIdentifiers($0) }
      ?? fetch(descriptor, plan, from: foreign).map(\.persistentModelID)
  }

  /// Nil when the context has to look at the objects itself.
  private func direct<T: PersistentModel, R>(
    _ descriptor: FetchDescriptor<T>, _ plan: EntityPlan, _ foreign: ForeignStore,
    _ ask: (DataStoreFetchRequest<T>) throws -> R
  ) throws -> R? {
    if includesPending(descriptor, plan) { return nil }
    return try plan.store.locked {
      do {
        return try ask(
          DataStoreFetchRequest(descriptor: descriptor, editingState: foreign.state(of: self)))
      } catch DataStoreError.preferInMemoryFilter {
        return nil
      } catch DataStoreError.preferInMemorySort {
        return nil
      }
    }
  }
}

extension FetchDescriptor {
  fileprivate mutating func removeLimits() {
    fetchLimit = nil
    fetchOffset = nil
  }
}
