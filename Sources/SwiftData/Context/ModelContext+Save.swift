internal import Foundation

extension ModelContext {
  /// Writes every change, all or nothing per store.
  ///
  /// - Throws: `CocoaError` with Core Data's codes for values that may not be saved (1550 and
  ///   following), for constraints (133021) and for rows another context changed (133020).
  public func save() throws {
    guard hasChanges else { return clearChanges() }
    postWillSave()
    try Validation.check(self)
    let stores = stores.stores.sorted { $0.identifier < $1.identifier }
    let saves = stores.map { StoreSave(self, $0) }.filter { !$0.isEmpty }
    for save in saves { try save.run() }
    clearChanges()
    var saved = SavedChanges()
    for save in saves { save.finish(&saved) }
    postDidSave(saved)
    core.watchers.notify()
    self.stores.noteCommit()
  }

  func scheduleAutosave() {
    if isStandIn { core.keep(self) }
    if core.watchers.areThere { core.watchers.notify() }
    guard autosaveEnabled, !isAutosaveScheduled, MainQueue.isCurrent else { return }
    isAutosaveScheduled = true
    // Handed from the main queue to itself, so it stays with whoever uses it.
    nonisolated(unsafe) let context = self
    DispatchQueue.main.async {
      context.isAutosaveScheduled = false
      if context.autosaveEnabled { try? context.save() }
    }
  }

  /// Saves what `block` changes, or undoes it when the block throws.
  public func transaction(block: () throws -> Void) throws {
    do {
      try block()
      try save()
    } catch {
      rollback()
      throw error
    }
  }

  /// Forgets every change that is not saved.
  public func rollback() {
    let entries = (inserted, changed, deleted, touched)
    clearChanges()
    for entry in entries.0 where entry.storage.key == 0 {
      entry.storage.isInserted = false
      entry.storage.isDeleted = false
      entry.storage.changed.removeAll()
      entry.storage.core = nil
      entry.storage.plan = nil
      core.noteStray(entry.object)
    }
    for entry in entries.1 + entries.2 + entries.3 where entry.storage.key > 0 {
      entry.storage.revert()
    }
    undoManager?.removeAllActions()
    core.watchers.notify()
  }

  /// Forgets what is not saved, and lets go of what objects hold of each other.
  func close() {
    rollback()
    core.openCircles()
  }

  func clearChanges() {
    inserted = []
    changed = []
    deleted = []
    touched = []
    core.letGo()
  }
}

extension _ModelStorage {
  /// Turns the object into a fault, so that it shows what is stored.
  func revert() {
    isListed = false
    isDeleted = false
    changed.removeAll()
    for property in type.properties where !property.isEphemeral { slots[property.slot] = .unloaded }
    state = .fault
  }
}

/// The queue of the main actor. In a program whose main function is asynchronous it is served by
/// any thread, so that asking for the main thread would not do.
private enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true || Thread.isMainThread }
}
