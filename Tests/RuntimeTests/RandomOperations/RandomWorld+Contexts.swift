import Dispatch
import Foundation

@testable import SwiftData

/// Operations on contexts.
extension World {
  func performOther(_ operation: Operation) throws {
    switch operation {
    case .save(let saving, let keeps): try save(saving, keeps)
    case .rollback: try rollBack()
    case .undo:
      guard let undo, let before = undoStack.popLast() else { return }
      guard undo.canUndo else { throw Difference(description: "there is nothing to undo") }
      undo.undo()
      redoStack.append(now)
      now = before
      try compare(context, now, "after undo")
    case .redo:
      guard let undo, let after = redoStack.popLast() else { return }
      guard undo.canRedo else { throw Difference(description: "there is nothing to redo") }
      undo.redo()
      undoStack.append(now)
      now = after
      try compare(context, now, "after redo")
    case .watchUndo(let isOn):
      if (undo != nil) != isOn {
        undo = isOn ? UndoManager() : nil
        context.undoManager = undo
      }
      undo?.removeAllActions()
      (undoStack, redoStack) = ([], [])
    case .hold(let id, let fetches):
      guard let item = now[id] else { return }
      guard fetches else {
        objects[id] = try object(id)
        return
      }
      guard let found = try item.kind.rule.queries.fetchOne(context, id) else {
        throw Difference(description: "#\(id) is not found by its tag")
      }
      if let known = objects[id], known !== found {
        throw Difference(description: "#\(id) is two objects in one context")
      }
      objects[id] = found
    case .drop: dropObjects()
    case .read(let id, let place):
      guard now[id] != nil else { return }
      try compareLink(id, place, try object(id), now, "when read")
    case .fetchAll(let kind, let keeps):
      let found = try kind.rule.queries.fetch(context)
      guard keeps else { return }
      for object in found where now[object.tag] != nil { objects[object.tag] = object }
    case .use(let next, let keeps): try use(next, keeps)
    case .renew(let number):
      guard !isDirty || number != current else { return }
      if number == current { leave(keeping: false) }
      kept[number] = nil
      renew(number)
    case .reopen:
      guard !isDirty, shared == nil else { return }
      leave(keeping: false)
      close()
      try open()
    case .clash(let id, let attribute, let seed, let other, let clash):
      try self.clash(id, attribute, seed, other, clash)
    default: break
    }
  }

  // MARK: - Saving

  private func save(_ saving: Operation.Saving, _ keeps: Bool) throws {
    let verdict = now.verdict()
    var thrown: (any Error)?
    do {
      switch saving {
      case .plain: try context.save()
      case .transaction where verdict == .saves: try context.transaction {}
      // A transaction that fails is rolled back, too.
      case .transaction: try context.save()
      case .auto: try autosave()
      }
    } catch {
      thrown = error
    }
    let isSaved = thrown == nil && !context.hasChanges
    if verdict != .saves {
      guard !isSaved else {
        throw Difference(description: "what is \(verdict) was saved")
      }
      let codes = verdict == .invalid ? [1560, 1570, 1580, 1600] : [133_021]
      if let thrown, !codes.contains((thrown as? CocoaError)?.code.rawValue ?? 0) {
        throw Difference(description: "saving what is \(verdict) throws \(thrown)")
      }
      isRefused = true
      return
    }
    if let thrown { throw Difference(description: "save throws \(thrown)") }
    guard isSaved else { throw Difference(description: "there are changes after a save") }
    now.commit()
    try settle(keeps)
    try compare(context, now, "after a save")
    try compareAnew("in a new context after a save")
  }

  /// Makes a change on the main queue, and waits until what is scheduled there has run.
  private func autosave() throws {
    let context = context
    guard let id = now.items.keys.min(), let place = now[id]!.kind.rule.attributes.indices.last,
      shared == nil
    else { return try context.save() }
    let kind = now[id]!.kind
    let object = try object(id)
    let value = now[id]!.values[place]
    context.autosaveEnabled = true
    undo?.disableUndoRegistration()
    defer { undo?.enableUndoRegistration() }
    nonisolated(unsafe) let change = {
      // The change itself comes to nothing, so that the plain model need not know of it.
      if let other = (0..<9).lazy.map({ self.value(kind, place, $0) }).first(where: { $0 != value })
      {
        kind.rule.attributes[place].set(object, other)
        kind.rule.attributes[place].set(object, value)
      }
    }
    // The queue hands the context over; the lock says so to the thread sanitizer, which does not
    // know the queue.
    let handover = NSLock()
    handover.withLock {}
    DispatchQueue.main.sync { handover.withLock { change() } }
    // What is scheduled saves, and may schedule another save that comes to nothing.
    DispatchQueue.main.sync { handover.withLock {} }
    DispatchQueue.main.sync { handover.withLock { context.autosaveEnabled = false } }
    DispatchQueue.main.sync { handover.withLock {} }
    handover.withLock {}
  }

  /// What is current is what is stored now.
  private func settle(_ keeps: Bool) throws {
    for id in now.items.keys {
      guard let object = objects[id] else { continue }
      identifiers[id] = object.persistentModelID
      if object.persistentModelID.storeIdentifier == nil {
        throw Difference(description: "#\(id) has a temporary identifier after a save")
      }
    }
    identifiers = identifiers.filter { now[$0.key] != nil }
    objects = objects.filter { now[$0.key] != nil }
    if !keeps { dropObjects() }
    base = now
    forgetChanges()
  }

  private func forgetChanges() {
    isDirty = false
    isRefused = false
    undo?.removeAllActions()
    (undoStack, redoStack) = ([], [])
  }

  private func rollBack() throws {
    context.rollback()
    now = base
    objects = objects.filter { identifiers[$0.key] != nil && now[$0.key] != nil }
    forgetChanges()
    if context.hasChanges { throw Difference(description: "there are changes after a rollback") }
    try compare(context, now, "after a rollback")
  }

  // MARK: - Several contexts

  private func leave(keeping: Bool) {
    undo = nil
    context.undoManager = nil
    forgetChanges()
    kept[current] = keeping ? objects : nil
    objects = [:]
  }

  private func use(_ next: Int, _ keeps: Bool) throws {
    guard !isDirty, next != current else { return }
    leave(keeping: keeps)
    current = next
    // What was held here while others saved is refreshed by a fetch.
    for kind in Kind.allCases { _ = try kind.rule.queries.fetch(context) }
    guard let old = kept.removeValue(forKey: next) else { return }
    for (id, object) in old.sorted(by: { $0.key < $1.key }) {
      guard let item = now[id], identifiers[id] == object.persistentModelID else { continue }
      try compareValues(id, object, item, "of an object that was kept")
      for place in item.links.indices {
        try compareLink(id, place, object, now, "of an object that was kept")
      }
    }
  }

  /// Two contexts change objects at the same time; the second one to save is refused if they are the
  /// same.
  private func clash(
    _ id: Int, _ attribute: Int, _ seed: UInt64, _ otherID: Int, _ clash: Operation.Clash
  ) throws {
    guard !isDirty, let item = now[id], let otherItem = now[otherID] else { return }
    if clash == .otherObject, id == otherID { return }
    let rule = item.kind.rule.attributes[attribute]
    let values = (0..<UInt64(20)).map { value(item.kind, attribute, seed &+ $0) }
    guard let first = values.first(where: { $0 != item.values[attribute] }),
      let second = values.first(where: { $0 != item.values[attribute] && $0 != first })
    else { return }
    let other = fresh(current == 0 ? World.contexts - 1 : 0)
    guard let theirs = try item.kind.rule.queries.fetchOne(other, id) else {
      throw Difference(description: "#\(id) is not found by its tag")
    }
    rule.set(theirs, first)
    switch clash {
    case .sameObject:
      try perform(
        .set(id: id, attribute: attribute, seed: seedOf(second, item.kind, attribute, seed)))
    case .otherObject:
      let unique = Set(otherItem.kind.rule.unique.joined())
      let places = otherItem.kind.rule.attributes.indices.filter { !unique.contains($0) }
      guard let place = places.last else { return }
      try perform(.set(id: otherID, attribute: place, seed: seed))
    case .deletion: try perform(.delete(id: id))
    }
    try save(.plain, false)
    if isDirty {
      // The deletion was refused.
      try rollBack()
      return
    }
    do {
      try other.save()
      if clash != .otherObject { throw Difference(description: "a conflict of #\(id) was saved") }
      now.items[id]!.values[attribute] = first
      base = now
      dropObjects()
    } catch let error as CocoaError {
      if clash == .otherObject || error.code.rawValue != 133_020 {
        throw Difference(description: "saving beside another context throws \(error)")
      }
      other.rollback()
      if other.hasChanges { throw Difference(description: "there are changes after a rollback") }
    }
    try compareAnew("after a conflict")
    // This context has not seen what the other one saved.
    objects = [:]
    undo = nil
    renew(current)
  }

  private func seedOf(_ value: AnyValue, _ kind: Kind, _ attribute: Int, _ seed: UInt64) -> UInt64 {
    (0..<UInt64(20)).map { seed &+ $0 }.first { self.value(kind, attribute, $0) == value } ?? seed
  }
}
