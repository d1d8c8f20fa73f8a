internal import StoreModel
internal import SwiftSyntax

/// Where contexts are asked to undo, and whether any of them can.
struct UndoUses: Sendable, Codable {
  var uses: [Location] = []
  /// Those in files that may be for the Mac, too.
  var usesOfAnySystem: [Location] = []
  /// Whether code sets an undo manager, or has SwiftUI do so.
  var isSetUp = false

  mutating func formUnion(_ other: UndoUses) {
    uses += other.uses
    usesOfAnySystem += other.usesOfAnySystem
    isSetUp = isSetUp || other.isSetUp
  }
}

extension FlowReader {
  /// `context.undoManager?.undo()`, `isUndoEnabled: true`
  mutating func noteUndo(_ call: FunctionCallExprSyntax) {
    if call.argument("isUndoEnabled") != nil { flows.undo.isSetUp = true }
    noteManagedUndo(call)
    guard ["redo", "undo"].contains(call.name), call.arguments.isEmpty, !file.isTest,
      file.meansSwiftData,
      let manager = call.receiver?.unwrapped.as(MemberAccessExprSyntax.self),
      manager.declName.baseName.text == "undoManager", manager.base?.isContextValue ?? false
    else { return }
    flows.undo.uses.append(file.location(call.nameNode))
  }

  /// `context.undo()` and `context.undoManager?.undo()` of Core Data, whose contexts have no undo manager of
  /// themselves where there is UIKit.
  private mutating func noteManagedUndo(_ call: FunctionCallExprSyntax) {
    guard ["redo", "undo"].contains(call.name), call.arguments.isEmpty, !file.isTest,
      file.imports.contains("CoreData"), let receiver = call.receiver?.unwrapped
    else { return }
    let manager = receiver.as(MemberAccessExprSyntax.self)
    let context =
      manager?.declName.baseName.text == "undoManager" ? manager?.base?.unwrapped : receiver
    guard let context,
      context.isContextOfCoreData || types.type(of: context)?.name == "NSManagedObjectContext"
    else { return }
    if file.imports.contains("UIKit") {
      flows.undo.uses.append(file.location(call.nameNode))
    } else {
      flows.undo.usesOfAnySystem.append(file.location(call.nameNode))
    }
  }

  /// `context.undoManager = undoManager`
  mutating func noteUndo(_ sequence: SequenceExprSyntax) {
    guard sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      sequence.elements.first?.lastName == "undoManager",
      sequence.elements.last.map({ !$0.is(NilLiteralExprSyntax.self) }) ?? false
    else { return }
    flows.undo.isSetUp = true
  }
}
