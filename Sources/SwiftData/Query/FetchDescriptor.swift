public import Foundation

/// What to fetch, in which order, and what to load along with it.
public struct FetchDescriptor<T: PersistentModel> {
  public var predicate: Predicate<T>?
  public var sortBy: [SortDescriptor<T>]
  public var fetchLimit: Int?
  public var fetchOffset: Int?
  /// Whether changes that are not saved count.
  public var includePendingChanges = true
  /// The only properties to load; others are read when they are used. Empty for all.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// Relationships to load for all results at once.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

/// Objects that are fetched in batches while they are walked over.
public struct FetchResultsCollection<T: PersistentModel>: RandomAccessCollection {
  /// The batch that was used last, kept alive.
  private final class Batch {
    var start = 0
    var objects: [T] = []
  }

  private let size: Int
  private let load: (Range<Int>) -> [T]
  private let batch = Batch()
  public let endIndex: Int

  /// - Parameter load: gives the objects at a range of places.
  init(count: Int, batchSize: Int, load: @escaping (Range<Int>) -> [T]) {
    endIndex = count
    size = Swift.max(1, batchSize)
    self.load = load
  }

  public var startIndex: Int { 0 }

  public subscript(position: Int) -> T {
    let start = position / size * size
    if batch.start != start || batch.objects.isEmpty {
      batch.objects = load(start..<Swift.min(start + size, endIndex))
      batch.start = start
    }
    return batch.objects[position - start]
  }
}
