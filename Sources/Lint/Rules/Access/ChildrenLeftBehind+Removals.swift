internal import SwiftSyntax

// What code that takes objects out of a list does with them.

extension ExprSyntax {
  private static let ordering: Set = ["reversed", "shuffled", "sorted"]
  private static let cutting: Set = ["drop", "dropFirst", "dropLast", "filter", "prefix", "suffix"]

  /// Whether it is what is left of a list: `album.photos.sorted { … }.prefix(while: { … })`.
  func isPart(of list: ExprSyntax) -> Bool {
    var value = unwrapped.otherwiseDefault?.unwrapped ?? unwrapped
    if let call = value.call, call.name == "Array", let given = call.arguments.first?.expression {
      value = given.unwrapped
    }
    var isCut = false
    for _ in 0..<8 {
      guard let call = value.call, let receiver = call.receiver,
        Self.ordering.contains(call.name) || Self.cutting.contains(call.name)
      else { break }
      isCut = isCut || Self.cutting.contains(call.name)
      value = receiver.unwrapped
      value = value.otherwiseDefault?.unwrapped ?? value
    }
    return isCut && value.trimmedDescription == list.unwrapped.trimmedDescription
  }
}

extension Syntax {
  /// Whether code adds to a list what it has not made itself, as what moves objects does.
  var addsWhatIsThere: Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self),
        ["append", "insert"].contains(call.name), !call.isOnContext
      else { return false }
      guard let given = call.arguments.first?.expression.unwrapped else { return true }
      let value = given.as(DeclReferenceExprSyntax.self)?.localValue ?? given
      return !(value.unwrapped.call?.name.first?.isUppercase ?? false)
    }
  }

  /// Whether code that empties a list puts objects into it that are there already.
  func putsBack(into list: ExprSyntax) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == "append",
        call.receiver?.trimmedDescription == list.trimmedDescription,
        let given = call.arguments.first?.expression.as(DeclReferenceExprSyntax.self),
        case .element? = given.nameOrigin
      else { return false }
      return true
    }
  }

  /// Whether an object looks for itself in a list: `photos.firstIndex(of: self)`.
  var handsOnItself: Bool {
    hasDescendant { node in
      guard let name = node.as(DeclReferenceExprSyntax.self), name.baseName.text == "self" else {
        return false
      }
      return name.parent?.as(LabeledExprSyntax.self)?.label?.text == "of"
        || name.parent?.is(ExprListSyntax.self) ?? false
    }
  }

  /// The name of the function around, where it may be a part of what moves objects: a method of the owner
  /// itself, which does not know what its callers are about, or one that code of the file calls which adds to
  /// lists as well.
  func sharedRemoval(from entity: String) -> String? {
    guard let function = enclosing(FunctionDeclSyntax.self) else { return nil }
    let name = function.name.text
    if ownerName?.lastPart == entity.lastPart { return name }
    let isMove =
      sourceFile?.isHandwritten ?? false
      && root.hasDescendant { node in
        guard let caller = node.as(FunctionDeclSyntax.self), caller.id != function.id,
          let called = caller.body?.calledNamesOfCode, called.contains(name)
        else { return false }
        return called.contains {
          ["append", "insert"].contains($0) || $0.camelWords.first == "add"
        }
      }
    return isMove ? name : nil
  }
}

extension CodeBlockSyntax {
  fileprivate var calledNamesOfCode: Set<String> { Syntax(self).calledNames }
}

extension ExprSyntax {
  /// Whether the code around a place has asked that there is no list yet, which has nothing to lose:
  /// `if album.photos == nil { album.photos = [] }`.
  func isNothing(at place: Syntax) -> Bool {
    let asked = "\(trimmedDescription) == nil"
    var node = place
    for _ in 0..<32 {
      guard let next = node.parent, !next.is(MemberBlockSyntax.self) else { return false }
      if let choice = next.as(IfExprSyntax.self), choice.body.id == node.id,
        choice.conditions.contains(where: { $0.condition.trimmedDescription == asked })
      {
        return true
      }
      node = next
    }
    return false
  }

  /// Whether the object whose list it is was made in the same function.
  var isOfNewObject: Bool {
    let owner = unwrapped.as(MemberAccessExprSyntax.self)?.base?.unwrapped
    guard let name = owner?.as(DeclReferenceExprSyntax.self),
      case .local(_, let value?)? = name.nameOrigin
    else { return false }
    return value.call?.name.first?.isUppercase ?? false
  }

  /// Whether it is a variable of the function, a copy of what the store has.
  var isLocal: Bool {
    if case .local? = unwrapped.as(DeclReferenceExprSyntax.self)?.nameOrigin { true } else { false }
  }
}

extension Syntax {
  /// The closure of the action around a place that is no function: what a button does, with what it animates.
  var actionAround: Syntax? {
    var node = self
    for _ in 0..<128 {
      guard let next = node.parent, !next.is(MemberBlockSyntax.self) else { return nil }
      if let closure = next.as(ClosureExprSyntax.self), next.isLater,
        !["Task", "withAnimation"].contains(closure.userCall?.name ?? "")
      {
        return next
      }
      node = next
    }
    return nil
  }
}
