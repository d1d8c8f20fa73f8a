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
  private let context: ModelContext
  private let identifiers: [PersistentIdentifier]

  init(_ context: ModelContext, _ identifiers: [PersistentIdentifier]) {
    self.context = context
    self.identifiers = identifiers
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { identifiers.count }

  public subscript(position: Int) -> T {
    guard let object = context.model(for: identifiers[position]) as? T else {
      fatalError("the object at \(position) is not of the type \(T.self)")
    }
    return object
  }
}
