public import Foundation

/// What to fetch, in which order, and what to load along with it.
public struct FetchDescriptor<T: PersistentModel> {
  /// Which objects; nil for all of the class and its subclasses.
  public var predicate: Predicate<T>?
  /// Their order; empty for none.
  public var sortBy: [SortDescriptor<T>]
  /// How many of them at most; nil or 0 for all.
  public var fetchLimit: Int?
  /// How many of them to leave out at the start.
  public var fetchOffset: Int?
  /// Whether changes that are not saved count.
  public var includePendingChanges = true
  /// The only properties to load; others are read when they are used. Empty for all.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// Relationships to load for all results at once.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// A description of what to fetch, without limits and prefetching.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

extension FetchDescriptor: Equatable {
  /// Predicates are equal when they are written alike and have captured the same values.
  public static func == (left: Self, right: Self) -> Bool {
    left.predicate.map { String(describing: $0) } == right.predicate.map { String(describing: $0) }
      && left.sortBy == right.sortBy && left.fetchLimit == right.fetchLimit
      && left.fetchOffset == right.fetchOffset
      && left.includePendingChanges == right.includePendingChanges
      && left.propertiesToFetch == right.propertiesToFetch
      && left.relationshipKeyPathsForPrefetching == right.relationshipKeyPathsForPrefetching
  }
}

/// Objects that are fetched in batches while they are walked over.
public struct FetchResultsCollection<T>: RandomAccessCollection {
  /// A place in the collection, counted from 0.
  public typealias Index = Int
  /// All places.
  public typealias Indices = Range<Int>
  /// A walk over the elements.
  public typealias Iterator = IndexingIterator<FetchResultsCollection<T>>
  /// A part of the collection.
  public typealias SubSequence = Slice<FetchResultsCollection<T>>

  /// The batch that was used last, kept alive.
  private final class Batch {
    var start = 0
    var objects: [T] = []
  }

  private let size: Int
  private let load: (Range<Int>) -> [T]
  private let batch = Batch()
  /// The number of elements.
  public let endIndex: Int

  /// - Parameter load: gives the objects at a range of places.
  init(count: Int, batchSize: Int, load: @escaping (Range<Int>) -> [T]) {
    endIndex = count
    size = Swift.max(1, batchSize)
    self.load = load
  }

  /// Always 0.
  public var startIndex: Int { 0 }

  /// The element at a place. Reading a batch that fails ends the process.
  public subscript(position: Int) -> T {
    let start = position / size * size
    if batch.start != start || batch.objects.isEmpty {
      batch.objects = load(start..<Swift.min(start + size, endIndex))
      batch.start = start
    }
    return batch.objects[position - start]
  }
}
