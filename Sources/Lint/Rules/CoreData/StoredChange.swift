internal import StoreModel
internal import SwiftSyntax

/// What a save is to keep.
enum StoredChange {
  case added(String?)
  case deleted
  case changed

  var lost: String {
    switch self {
    case .added(let name?) where name != "NSManagedObject":
      ": the new '\(name.lastPart)' is lost, and the user does not learn of it"
    case .added: ": what was added is lost, and the user does not learn of it"
    case .deleted: ": what was deleted comes back, and the user does not learn of it"
    case .changed: ": the change is lost, and the user does not learn of it"
    }
  }
}

extension FunctionCallExprSyntax {
  /// What the same code changes in the context before it saves.
  func changeBefore(_ types: TypeReader) -> StoredChange? {
    guard
      let body = enclosing(ClosureExprSyntax.self).map({ Syntax($0.statements) }) ?? enclosingBody,
      body.isHandwritten
    else { return nil }
    var found: StoredChange?
    body.forEachDescendant { node in
      guard node.position < position else { return false }
      if let call = node.as(FunctionCallExprSyntax.self) {
        if call.name == "insert", call.isOnContext, let object = call.arguments.onlyElement {
          found = .added(types.object(of: object.expression))
        } else if call.makesManaged {
          found = found ?? .added(ExprSyntax(call).madeClass)
        } else if call.name == "delete", call.isOnContext {
          found = found ?? .deleted
        }
      } else if found == nil, node.setsStored(types) {
        found = .changed
      }
      return !node.is(FunctionDeclSyntax.self)
        && (!node.is(ClosureExprSyntax.self) || node.as(ClosureExprSyntax.self)?.loopedList != nil)
    }
    return found
  }
}

extension Syntax {
  /// `note.title = title`, of whatever object of a store.
  fileprivate func setsStored(_ types: TypeReader) -> Bool {
    guard let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count >= 3,
      terms.dropFirst().first?.assigns ?? false,
      let member = terms.first?.as(MemberAccessExprSyntax.self), let base = member.base
    else { return false }
    return types.object(of: base.unwrapped) != nil
  }
}
