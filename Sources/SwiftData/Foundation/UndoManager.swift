internal import Foundation

/// Takes back and repeats changes; Foundation on Linux lacks it. Changes between two
/// `beginUndoGrouping` and `endUndoGrouping`, or between two saves, are taken back together.
public final class UndoManager {
  private var undoStack: [[() -> Void]] = []
  private var redoStack: [[() -> Void]] = []
  private var group: [() -> Void] = []
  private var depth = 0
  private var isUndoingNow = false
  private var isRedoingNow = false
  private var isDisabled = 0

  public init() {}

  public var groupsByEvent = true
  public var levelsOfUndo = 0
  public var canUndo: Bool { !undoStack.isEmpty || !group.isEmpty }
  public var canRedo: Bool { !redoStack.isEmpty }
  public var isUndoing: Bool { isUndoingNow }
  public var isRedoing: Bool { isRedoingNow }
  public var isUndoRegistrationEnabled: Bool { isDisabled == 0 }
  public func disableUndoRegistration() { isDisabled += 1 }
  public func enableUndoRegistration() { isDisabled = max(0, isDisabled - 1) }

  public func beginUndoGrouping() {
    if depth == 0 { close() }
    depth += 1
  }

  public func endUndoGrouping() {
    depth = max(0, depth - 1)
    if depth == 0 { close() }
  }

  private func close() {
    guard !group.isEmpty else { return }
    undoStack.append(group)
    group = []
    if levelsOfUndo > 0, undoStack.count > levelsOfUndo { undoStack.removeFirst() }
  }

  /// Notes how a change is taken back.
  public func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping (Target) -> Void
  ) {
    register { handler(target) }
  }

  func register(_ action: @escaping () -> Void) {
    guard isDisabled == 0 else { return }
    if !isUndoingNow, !isRedoingNow { redoStack = [] }
    group.append(action)
  }

  public func undo() {
    close()
    guard let actions = undoStack.popLast() else { return }
    isUndoingNow = true
    for action in actions.reversed() { action() }
    isUndoingNow = false
    if !group.isEmpty { redoStack.append(group) }
    group = []
  }

  public func redo() {
    guard let actions = redoStack.popLast() else { return }
    isRedoingNow = true
    for action in actions.reversed() { action() }
    isRedoingNow = false
    close()
  }

  public func removeAllActions() {
    undoStack = []
    redoStack = []
    group = []
  }
}
