internal import SwiftSyntax

extension ClosureExprSyntax {
  /// The properties of the element that the closure compares with values from outside; nil where it
  /// does anything else.
  var comparedMembers: [String]? {
    statements.count == 1 ? Syntax(statements).comparedMembers(of: firstParameter) : nil
  }
}

extension Syntax {
  private static let operators: Set = ["==", "!=", "<", ">", "<=", ">=", "&&", "||", "!"]

  /// The properties of an object that a condition compares with values from outside, `folder.name` for
  /// one of an object that it leads to; nil where it does anything else.
  func comparedMembers(of name: String) -> [String]? {
    var members: [String] = []
    var isPlain = true
    forEachDescendant { node in
      if let sign = node.as(BinaryOperatorExprSyntax.self)?.operator.text
        ?? node.as(PrefixOperatorExprSyntax.self)?.operator.text
      {
        if !Self.operators.contains(sign) { isPlain = false }
      } else if node.as(FunctionCallExprSyntax.self)?.looksUp(name) ?? false {
        return true
      } else if node.is(FunctionCallExprSyntax.self) || node.is(SubscriptCallExprSyntax.self)
        || node.is(ClosureExprSyntax.self) || node.is(UnresolvedTernaryExprSyntax.self)
        || node.is(UnresolvedAsExprSyntax.self) || node.is(UnresolvedIsExprSyntax.self)
        || node.is(MacroExpansionExprSyntax.self) || node.is(IfExprSyntax.self)
      {
        isPlain = false
      } else if let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name {
        if let path = use.comparedPath {
          members.append(path)
        } else {
          isPlain = false
        }
      }
      return isPlain
    }
    return isPlain && !members.isEmpty ? members : nil
  }
}

extension FunctionCallExprSyntax {
  /// `wanted.contains(note.id)`: whether a list from outside holds a property of the object.
  fileprivate func looksUp(_ name: String) -> Bool {
    guard self.name == "contains", arguments.count == 1, trailingClosure == nil,
      let argument = arguments.first, argument.label == nil,
      argument.expression.is(MemberAccessExprSyntax.self),
      let list = receiver?.unwrapped, list.dottedName != nil, !list.mentions([name])
    else { return false }
    return true
  }
}

extension DeclReferenceExprSyntax {
  /// `title` of `note.title`, `folder.name` of `note.folder?.name`.
  fileprivate var comparedPath: String? {
    guard let access = parent?.as(MemberAccessExprSyntax.self),
      access.base?.id == ExprSyntax(self).id
    else { return nil }
    let name = access.declName.baseName.text
    guard let next = Syntax(access).unwrapping.parent?.as(MemberAccessExprSyntax.self) else {
      return name
    }
    // `note.title.count` is another question than one about the title.
    guard next.base?.is(OptionalChainingExprSyntax.self) ?? false,
      !(Syntax(next).unwrapping.parent?.is(MemberAccessExprSyntax.self) ?? false)
    else { return nil }
    return "\(name).\(next.declName.baseName.text)"
  }
}
