public import Foundation
public import Observation
internal import Synchronization

/// The results of a fetch, which follow changes: of the context, saved or not, and what other contexts,
/// containers and processes save.
///
/// A change only notes that the results are out of date and tells who watches them; they are fetched when
/// they are next asked for, wherever that is. So an observer belongs to whom its context belongs to, and
/// the `isolation` of its initializers changes nothing. If a fetch fails, the results stay what they were.
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>:
  Observable, CustomDebugStringConvertible
{
  /// Where the objects are fetched.
  public let modelContext: ModelContext
  /// What the sections have in common; nil without sections.
  public let sectionBy: PartialKeyPath<Element>?
  private let sectionOrder: SortDescriptor<Element>?
  private let title: ((Element) -> SectionTitle)?
  private var descriptor: FetchDescriptor<Element>
  private var order: [SortDescriptor<Element>]
  private var objects: [Element] = []
  private var grouped: SectionedResults<Element, SectionTitle>?
  private let isStale = Atomic<Bool>(false)
  private let registrar = ObservationRegistrar()

  private init(
    _ descriptor: FetchDescriptor<Element>, _ context: ModelContext,
    _ section: (
      path: PartialKeyPath<Element>, order: SortDescriptor<Element>,
      title: (Element) -> SectionTitle
    )?
  ) throws {
    modelContext = context
    sectionBy = section?.path
    sectionOrder = section?.order
    title = section?.title
    order = descriptor.sortBy
    self.descriptor = descriptor
    applyOrder()
    try fetch()
    context.core.watchers.add(self)
    context.stores.watchers.add(self)
    context.stores.watchFiles()
  }

  private func applyOrder() { descriptor.sortBy = (sectionOrder.map { [$0] } ?? []) + order }

  private func fetch() throws {
    isStale.store(false, ordering: .sequentiallyConsistent)
    objects = try modelContext.fetch(descriptor)
    grouped = title.map { SectionedResults(objects, by: $0) }
  }

  private func refresh() {
    registrar.access(self, keyPath: \.results)
    if isStale.load(ordering: .sequentiallyConsistent) { try? fetch() }
  }

  private func change(_ body: () -> Void) {
    registrar.withMutation(of: self, keyPath: \.results) {
      body()
      applyOrder()
      isStale.store(true, ordering: .sequentiallyConsistent)
    }
  }

  /// What is fetched.
  public var fetchDescriptor: FetchDescriptor<Element> {
    registrar.access(self, keyPath: \.results)
    return descriptor
  }

  /// Which objects; nil for all.
  public var filterBy: Predicate<Element>? {
    get { fetchDescriptor.predicate }
    set { change { descriptor.predicate = newValue } }
  }

  /// Their order, that of the sections included, which always comes first.
  public var sortBy: [SortDescriptor<Element>] {
    get { fetchDescriptor.sortBy }
    set { change { order = newValue.filter { $0 != sectionOrder } } }
  }

  /// The objects.
  public var results: FetchResultsCollection<Element> {
    refresh()
    let objects = objects
    return FetchResultsCollection(count: objects.count, batchSize: objects.count) {
      Array(objects[$0])
    }
  }

  /// The objects by sections; nil without sections.
  public var sections: SectionedResults<Element, SectionTitle>? {
    refresh()
    return grouped
  }

  /// The class and the number of objects.
  public var debugDescription: String {
    "ResultsObserver<\(Element.self)>: \(objects.count) objects"
  }
}

extension ResultsObserver: Watcher {
  func noteChange() {
    guard !isStale.exchange(true, ordering: .sequentiallyConsistent) else { return }
    registrar.withMutation(of: self, keyPath: \.results) {}
  }
}

extension ResultsObserver where SectionTitle == Never {
  /// The results of a fetch.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws { try self.init(fetchDescriptor, modelContext, nil) }

  /// The results of a fetch in a context of their own.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws { try self.init(fetchDescriptor, ModelContext(modelContainer), nil) }

  /// The objects that meet a predicate, sorted.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), modelContext, nil)
  }

  /// The objects that meet a predicate, sorted, in a context of their own.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), ModelContext(modelContainer), nil)
  }
}

extension ResultsObserver where SectionTitle == String {
  /// The results of a fetch by sections.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, modelContext,
      (sectionBy, SortDescriptor(sectionBy), { $0[keyPath: sectionBy] }))
  }

  /// The results of a fetch by sections, in a context of their own.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>,
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, ModelContext(modelContainer),
      (sectionBy, SortDescriptor(sectionBy), { $0[keyPath: sectionBy] }))
  }

  /// The objects that meet a predicate by sections.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), modelContext,
      (sectionBy, SortDescriptor(sectionBy), { $0[keyPath: sectionBy] }))
  }

  /// The objects that meet a predicate by sections, in a context of their own.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>,
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), ModelContext(modelContainer),
      (sectionBy, SortDescriptor(sectionBy), { $0[keyPath: sectionBy] }))
  }

  /// The results of a fetch by sections, objects without a value in the section titled with an empty text.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, modelContext,
      (sectionBy, SortDescriptor(sectionBy), { $0[keyPath: sectionBy] ?? "" }))
  }

  /// The results of a fetch by sections, in a context of their own, objects without a value in the section titled with an empty text.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>,
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, ModelContext(modelContainer),
      (sectionBy, SortDescriptor(sectionBy), { $0[keyPath: sectionBy] ?? "" }))
  }

  /// The objects that meet a predicate by sections, objects without a value in the section titled with an empty text.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), modelContext,
      (sectionBy, SortDescriptor(sectionBy), { $0[keyPath: sectionBy] ?? "" }))
  }

  /// The objects that meet a predicate by sections, in a context of their own, objects without a value in the section titled with an empty text.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>,
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), ModelContext(modelContainer),
      (sectionBy, SortDescriptor(sectionBy), { $0[keyPath: sectionBy] ?? "" }))
  }
}
