internal import Foundation
internal import StoreEngine

/// What one save asks of a data store.
final class ForeignSave {
  private let store: ForeignStore
  private let context: ModelContext
  private let deletedIdentifiers: [PersistentIdentifier]
  private let deleted: Any
  private var outcome: ForeignOutcome?

  init(
    _ store: ForeignStore, _ context: ModelContext, _ identifiers: [PersistentIdentifier],
    _ deleted: Any
  ) {
    self.store = store
    self.context = context
    deletedIdentifiers = identifiers
    self.deleted = deleted
  }

  /// After the rows are written and before they are committed.
  func run(_ inserted: [ModelObject], _ changed: [ModelObject], _ touched: [ModelObject]) throws {
    let new = inserted.filter { $0.storage.isInserted }
    var seen: Set<ObjectIdentifier> = []
    var updated: [ModelObject] = []
    for entry in changed + touched {
      let storage = entry.storage
      guard !storage.isInserted, !storage.isDeleted, storage.key > 0,
        !storage.changed.isEmpty || storage.hasChangedLists,
        seen.insert(ObjectIdentifier(storage)).inserted
      else { continue }
      updated.append(entry)
    }
    let outcome = try store.data.save(
      inserted: new.map(\.object), updated: updated.map(\.object), deleted: deleted,
      store.state(of: context))
    store.accept(outcome, new, deletedIdentifiers)
    store.forget(new + updated)
    self.outcome = outcome
  }

  /// After the commit.
  func finish(_ saved: inout SavedChanges) {
    guard let outcome else { return }
    saved.foreignToken = outcome.token
    guard !outcome.rows.isEmpty, let places = try? store.take(outcome.rows) else { return }
    for (plan, key) in places { context.known(plan, key)?.storage.revert() }
  }
}

extension _ModelStorage {
  fileprivate var hasChangedLists: Bool {
    plan?.toManys.contains { relationship in
      if case .many(let list) = slots[relationship.slot] { !list.changes.isEmpty } else { false }
    } ?? false
  }
}
