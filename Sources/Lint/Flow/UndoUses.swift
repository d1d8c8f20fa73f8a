internal import StoreModel
internal import SwiftSyntax

/// Where contexts are asked to undo, and whether any of them can.
struct UndoUses: Sendable, Codable {
  var uses: [Location] = []
  /// Whether code sets an undo manager, or has SwiftUI do so.
  var isSetUp = false

  mutating func formUnion(_ other: UndoUses) {
    uses += other.uses
    isSetUp = isSetUp || other.isSetUp
  }
}

extension FlowReader {
  /// `context.undoManager?.undo()`, `isUndoEnabled: true`
  mutating func noteUndo(_ call: FunctionCallExprSyntax) {
    if call.argument("isUndoEnabled") != nil { flows.undo.isSetUp = true }
    guard ["redo", "undo"].contains(call.name), call.arguments.isEmpty, !file.isTest,
      file.meansSwiftData,
      let manager = call.receiver?.unwrapped.as(MemberAccessExprSyntax.self),
      manager.declName.baseName.text == "undoManager", manager.base?.isContextValue ?? false
    else { return }
    flows.undo.uses.append(file.location(call.nameNode))
  }

  /// `context.undoManager = undoManager`
  mutating func noteUndo(_ sequence: SequenceExprSyntax) {
    guard sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      sequence.elements.first?.lastName == "undoManager"
    else { return }
    flows.undo.isSetUp = true
  }
}
