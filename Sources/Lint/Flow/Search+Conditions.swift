internal import SwiftSyntax

extension ClosureExprSyntax {
  /// The properties of the element that the closure compares with values from outside; nil where it
  /// does anything else.
  var comparedMembers: [String]? {
    statements.count == 1 ? Syntax(statements).comparedMembers(of: firstParameter) : nil
  }
}

extension ClosureExprSyntax {
  /// What few objects of a class are at a time.
  private static let rare: Set = [
    "active", "archived", "blocked", "deleted", "demo", "draft", "hidden", "removed", "running",
    "sample", "trashed",
  ]

  /// Whether all but objects in a rare state fit: `!$0.isArchived`, `$0.isActive == false`.
  var leavesOutRareOnes: Bool {
    guard statements.count == 1, let value = statements.first?.item.onlyExpression?.unwrapped else {
      return false
    }
    var flag: ExprSyntax?
    if let not = value.as(PrefixOperatorExprSyntax.self), not.operator.text == "!" {
      flag = not.expression
    } else if let terms = value.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      terms.count == 3, terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "==",
      terms[2].trimmedDescription == "false"
    {
      flag = terms[0]
    }
    let words = flag?.unwrapped.as(MemberAccessExprSyntax.self)?.declName.baseName.text.camelWords
    return words?.last.map(Self.rare.contains) ?? false
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
      let member = argument.expression.as(MemberAccessExprSyntax.self),
      // One of the objects that many lead to: the list may be nearly all there are.
      member.base?.unwrapped.is(DeclReferenceExprSyntax.self) ?? false,
      let list = receiver?.unwrapped, list.dottedName != nil, !list.mentions([name])
    else { return false }
    return true
  }
}

extension DeclReferenceExprSyntax {
  /// `title` of `note.title`, `folder.shelf.name` of `note.folder?.shelf.name`: which of the names are those
  /// of relationships, the models say.
  fileprivate var comparedPath: String? {
    var names: [String] = []
    var node = Syntax(self)
    while names.count < Self.mostSteps,
      let access = node.parent?.as(MemberAccessExprSyntax.self), !access.isCalled,
      access.base?.id == node.as(ExprSyntax.self)?.id
    {
      names.append(access.declName.baseName.text)
      node = Syntax(access).unwrapping
    }
    guard !names.isEmpty, !(node.parent?.is(MemberAccessExprSyntax.self) ?? false) else {
      return nil
    }
    return names.joined(separator: ".")
  }

  /// A predicate may go further, but nobody reads it then.
  private static let mostSteps = 4
}
