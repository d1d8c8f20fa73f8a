internal import Foundation
public import Observation

/// Counts how often transactions have come into the history of a container's stores that somebody is
/// interested in.
///
/// It listens to `ModelContainer.remoteChange` and then reads what the history has got since it last did.
/// Unchecked because whoever reads or changes what changes holds the lock.
public final class HistoryObserver: Observable, @unchecked Sendable {
  /// Whose stores are watched.
  public let modelContainer: ModelContainer
  /// The classes whose changes count, those of subclasses included; empty for all.
  public let observedModels: [any PersistentModel.Type]
  private let authors: Set<String>
  private let lock = RecursiveLock()
  private var count = 0
  private var tokens: [String: any HistoryToken] = [:]
  private let registrar = ObservationRegistrar()
  private var subscription: (any NSObjectProtocol)?

  /// An observer that counts from now on, or from the places that are given by store.
  ///
  /// - Parameters:
  ///   - authors: whose transactions count; empty for everybody's.
  ///   - isolation: says nothing here; the count may be asked for anywhere.
  public convenience init(
    historyTokens: [String: any HistoryToken]? = nil,
    observedModels: [any PersistentModel.Type] = [], authors: Set<String> = [],
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(historyTokens, observedModels, authors, modelContainer)
  }

  private init(
    _ given: [String: any HistoryToken]?, _ observedModels: [any PersistentModel.Type],
    _ authors: Set<String>, _ container: ModelContainer
  ) throws {
    modelContainer = container
    self.observedModels = observedModels
    self.authors = authors
    for store in container.opened.stores where store.foreign == nil {
      tokens[store.identifier] =
        try given?[store.identifier]
        ?? DefaultHistoryToken(store.identifier, HistoryReader(store: store).last())
    }
    container.opened.watchFiles()
    subscription = NotificationCenter.default.addObserver(
      forName: ModelContainer.remoteChange, object: nil, queue: nil
    ) { [weak self] notification in
      guard let self, notification.object as? ModelContainer == modelContainer else { return }
      look()
    }
    // What the given places have missed.
    if given != nil { look() }
  }

  deinit {
    if let subscription { NotificationCenter.default.removeObserver(subscription) }
  }

  /// How often changes have come in.
  public var eventCounter: Int {
    registrar.access(self, keyPath: \.eventCounter)
    return lock.locked { count }
  }

  /// How far the histories have been read, by the identifiers of their stores.
  public var historyTokens: [String: any HistoryToken] { lock.locked { tokens } }

  private func look() {
    let hasNews = lock.locked {
      var hasNews = false
      for store in modelContainer.opened.stores where store.foreign == nil {
        let known = (tokens[store.identifier] as? DefaultHistoryToken)?.tokenValue?[
          store.identifier]
        // A store that cannot be read now is looked at when it next changes.
        let new = (try? HistoryReader(store: store).transactions(after: known ?? 0)) ?? []
        guard let last = new.last else { continue }
        tokens[store.identifier] = last.token
        if new.contains(where: isRelevant) { hasNews = true }
      }
      return hasNews
    }
    guard hasNews else { return }
    registrar.withMutation(of: self, keyPath: \.eventCounter) { lock.locked { count += 1 } }
  }

  private func isRelevant(_ transaction: DefaultHistoryTransaction) -> Bool {
    if !authors.isEmpty, !(transaction.author.map(authors.contains) ?? false) { return false }
    if observedModels.isEmpty { return true }
    let observed = observedModels.map { $0._$type }
    return transaction.changes.contains { change in
      let name = change.changedPersistentIdentifier.entityName
      guard let type = modelContainer.opened.plan(named: name)?.type else { return false }
      return observed.contains { type.isKind(of: $0) }
    }
  }
}
