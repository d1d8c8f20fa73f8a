internal import Foundation

/// Takes back and repeats changes; Foundation on Linux lacks it. Changes between two
/// `beginUndoGrouping` and `endUndoGrouping`, or between two saves, are taken back together.
public final class UndoManager {
  private var undoStack: [[() -> Void]] = []
  private var redoStack: [[() -> Void]] = []
  private var group: [() -> Void] = []
  private var depth = 0
  private var isDisabled = 0

  public init() {}

  public var groupsByEvent = true
  public var levelsOfUndo = 0
  public var canUndo: Bool { !undoStack.isEmpty || !group.isEmpty }
  public var canRedo: Bool { !redoStack.isEmpty }
  public private(set) var isUndoing = false
  public private(set) var isRedoing = false
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
    if !isUndoing, !isRedoing { redoStack = [] }
    group.append(action)
  }

  public func undo() {
    close()
    guard let actions = undoStack.popLast() else { return }
    isUndoing = true
    for action in actions.reversed() { action() }
    isUndoing = false
    if !group.isEmpty { redoStack.append(group) }
    group = []
  }

  public func redo() {
    guard let actions = redoStack.popLast() else { return }
    isRedoing = true
    for action in actions.reversed() { action() }
    isRedoing = false
    close()
  }

  public func removeAllActions() {
    undoStack = []
    redoStack = []
    group = []
  }
}
