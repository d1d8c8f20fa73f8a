internal import SwiftSyntax

/// Lists that are given newly made objects in place of those they have.
extension ExprSyntax {
  /// `names.map { Photo($0) }`, and a closure that makes one object, fills and returns it; also as the set of
  /// Core Data's: `NSSet(array: names.map { … })`.
  var makesObjects: Bool {
    guard let call = unwrapped.withoutCast.call else { return false }
    if ["NSOrderedSet", "NSSet", "Set"].contains(call.name),
      let list = call.arguments.onlyElement?.expression
    {
      return (list.unwrapped.as(DeclReferenceExprSyntax.self)?.localValue ?? list).makesObjects
    }
    guard ["compactMap", "map"].contains(call.name),
      let result = call.lastClosure?.statements.resultAtEnd?.unwrapped
    else { return false }
    let made = result.as(DeclReferenceExprSyntax.self)?.localValue?.unwrapped ?? result
    return made.call?.calledExpression.as(DeclReferenceExprSyntax.self)?
      .baseName.text.first?.isUppercase ?? false
  }

  /// Whether the object whose list it is has had objects before, as far as code says: it is handed to the type
  /// around, which reads the list elsewhere as well, or to a function that is there to change what is.
  func isKept(from place: Syntax) -> Bool {
    guard let access = unwrapped.as(MemberAccessExprSyntax.self), let base = access.base?.unwrapped,
      !place.isBehindEmptyCheck(of: trimmedDescription)
    else { return false }
    let name: DeclReferenceExprSyntax
    if let own = base.as(DeclReferenceExprSyntax.self) {
      name = own
    } else if let own = base.as(MemberAccessExprSyntax.self), own.base?.isSelfName ?? false {
      name = own.declName
    } else {
      return false
    }
    switch name.nameOrigin {
    case .parameter(_, let function):
      let words = function.as(FunctionDeclSyntax.self)?.name.text.camelWords ?? []
      return words.first.map(ChangingWords.all.contains) ?? false
    case .property(let binding, _):
      guard binding.isStored, binding.initializer == nil,
        let block = binding.enclosing(MemberBlockSyntax.self), block.isReadable
      else { return false }
      let list = access.declName.baseName.text
      return block.hasDescendant { node in
        guard let other = node.as(MemberAccessExprSyntax.self), other.id != access.id,
          other.declName.baseName.text == list
        else { return false }
        return other.base?.lastName == name.baseName.text
      }
    default: return false
    }
  }
}

/// What functions begin with that work on an object which is there.
enum ChangingWords {
  static let all: Set = [
    "change", "edit", "modify", "refresh", "replace", "reset", "set", "sync", "update",
  ]
}

extension CodeBlockItemListSyntax {
  /// The value of a closure: its only expression, or what the only `return` at its end gives.
  fileprivate var resultAtEnd: ExprSyntax? {
    let result = onlyResult
    return count == 1 || last?.item.is(ReturnStmtSyntax.self) ?? false ? result : nil
  }
}

extension Syntax {
  /// Whether the code around a place has asked whether a list has anything.
  fileprivate func isBehindEmptyCheck(of list: String) -> Bool {
    let body = enclosing(FunctionDeclSyntax.self).map { Syntax($0) } ?? enclosingBody
    return body?.hasDescendant { node in
      guard let access = node.as(MemberAccessExprSyntax.self),
        access.declName.baseName.text == "isEmpty"
      else { return false }
      return access.base?.trimmedDescription.filter { $0 != "?" } == list.filter { $0 != "?" }
    } ?? false
  }
}
