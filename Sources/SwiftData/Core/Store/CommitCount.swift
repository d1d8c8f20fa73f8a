internal import Synchronization

/// How many transactions this process has committed to a file, whichever container they came from.
final class CommitCount: Sendable {
  private let count = Atomic<Int>(0)

  var current: Int { count.load(ordering: .relaxed) }
  func add() { count.wrappingAdd(1, ordering: .relaxed) }
}

/// Transactions on a store.
struct Commits {
  var all = -1
  /// Those of other contexts.
  var foreign = 0
}

/// Lists that others may have changed: a loaded list is read again, when it is next asked for, once
/// another context has saved. What this context has not saved yet stays.
extension ModelContext {
  /// The transactions on the store of a plan.
  func commits(_ plan: EntityPlan) -> Commits {
    let all = plan.store.commits.current
    return Commits(all: all, foreign: all - table(plan).ownCommits)
  }

  func noteOwnCommit(_ store: SQLStore) {
    store.commits.add()
    for number in Set(store.plans.map(\.tableNumber)) { core.tables[number].ownCommits += 1 }
  }
}

extension _ModelStorage {
  func isOutdated(_ list: ToMany) -> Bool {
    guard key > 0, list.changes.isEmpty, let plan else { return false }
    // Mostly nothing was committed since this was last asked.
    guard list.commits.all != plan.store.commits.current, let context else { return false }
    let commits = context.commits(plan)
    if list.commits.foreign != commits.foreign { return true }
    list.commits = commits
    return false
  }
}
