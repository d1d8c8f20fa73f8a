internal import Foundation

/// Takes back and repeats changes; Foundation on Linux lacks it. Changes between
/// `beginUndoGrouping` and `endUndoGrouping` are taken back together, as are those outside of groups.
public final class UndoManager {
  private var undoStack: [[() -> Void]] = []
  private var redoStack: [[() -> Void]] = []
  private var group: [() -> Void] = []
  private var depth = 0
  private var isDisabled = 0

  /// Makes a manager with nothing to undo.
  public init() {}

  /// Accepted and without effect.
  public var groupsByEvent = true
  /// How many groups are kept; 0 for all.
  public var levelsOfUndo = 0
  /// Whether `undo` has something to take back.
  public var canUndo: Bool { !undoStack.isEmpty || !group.isEmpty }
  /// Whether `redo` has something to repeat.
  public var canRedo: Bool { !redoStack.isEmpty }
  /// Whether changes are being taken back.
  public private(set) var isUndoing = false
  /// Whether changes are being repeated.
  public private(set) var isRedoing = false
  /// Whether changes are noted.
  public var isUndoRegistrationEnabled: Bool { isDisabled == 0 }
  /// Stops noting changes until `enableUndoRegistration` was called as often.
  public func disableUndoRegistration() { isDisabled += 1 }
  /// Takes one call of `disableUndoRegistration` back.
  public func enableUndoRegistration() { isDisabled = max(0, isDisabled - 1) }

  /// Begins a group that is taken back as a whole; groups within it are part of it.
  public func beginUndoGrouping() {
    if depth == 0 { close() }
    depth += 1
  }

  /// Ends the group that was begun last.
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
    if !isUndoing, !isRedoing { redoStack = [] }
    group.append(action)
  }

  /// Takes the last group back, one that is still open included.
  public func undo() {
    close()
    guard let actions = undoStack.popLast() else { return }
    isUndoing = true
    for action in actions.reversed() { action() }
    isUndoing = false
    if !group.isEmpty { redoStack.append(group) }
    group = []
  }

  /// Repeats the group that was taken back last.
  public func redo() {
    guard let actions = redoStack.popLast() else { return }
    isRedoing = true
    for action in actions.reversed() { action() }
    isRedoing = false
    close()
  }

  /// Forgets all that could be taken back or repeated.
  public func removeAllActions() {
    undoStack = []
    redoStack = []
    group = []
  }
}
