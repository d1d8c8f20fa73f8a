internal import SwiftSyntax

extension ClosureExprSyntax {
  /// The properties of the element that the closure compares with values from outside; nil where it
  /// does anything else.
  var comparedMembers: [String]? { wholeComparison ?? necessaryMembers }

  /// Those of a closure that does nothing but compare.
  private var wholeComparison: [String]? {
    if let parts = partsThatNarrow {
      let found = parts.map { Syntax($0).compared(with: firstParameter) }
      return found.contains(nil) ? nil : found.compactMap(\.self).flatMap(\.self)
    }
    if statements.count == 1 { return Syntax(statements).comparedMembers(of: firstParameter) }
    if let parts = namedParts {
      let found = parts.compactMap { Syntax($0).compared(with: firstParameter) }
      return found.first { !$0.isEmpty }
    }
    var members: [String] = []
    for (index, item) in statements.enumerated() {
      guard let asked = item.decision(isLast: index == statements.count - 1),
        let found = asked.compared(with: firstParameter)
      else { return nil }
      members += found
    }
    return members.isEmpty ? nil : members
  }
}

extension ClosureExprSyntax {
  /// The properties of the element that have to be greater than a value from outside for the condition to hold:
  /// `begin` of `$0.begin >= morning`, by whatever name `guard let begin = $0.begin` gives it.
  var membersBoundedBelow: [String] {
    // Of what has to be true at the same time, each part says it by itself.
    if let parts = namedParts { return parts.flatMap { boundedBelow(Syntax($0)) } }
    return boundedBelow(Syntax(statements))
  }

  private func boundedBelow(_ code: Syntax) -> [String] {
    let name = firstParameter
    var bound: [String: String] = [:]
    var members: [String] = []
    var isEither = false
    func member(_ side: ExprSyntax) -> String? {
      let value = side.unwrapped.otherwiseDefault?.unwrapped ?? side.unwrapped
      if let local = value.as(DeclReferenceExprSyntax.self) { return bound[local.baseName.text] }
      guard let access = value.as(MemberAccessExprSyntax.self),
        access.base?.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text == name
      else { return nil }
      return access.declName.baseName.text
    }
    code.forEachDescendant { node in
      if let binding = node.as(OptionalBindingConditionSyntax.self),
        let value = binding.initializer?.value, let found = member(value)
      {
        for local in binding.pattern.boundNames { bound[local] = found }
      }
      if let day = node.as(FunctionCallExprSyntax.self)?.dayPath(name) { members.append(day) }
      guard let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }) else {
        return true
      }
      for (index, term) in terms.enumerated().dropFirst().dropLast() {
        switch term.as(BinaryOperatorExprSyntax.self)?.operator.text {
        case ">", ">=": members += [member(terms[index - 1])].compactMap(\.self)
        case "<", "<=": members += [member(terms[index + 1])].compactMap(\.self)
        case "||": isEither = true
        default: break
        }
      }
      return true
    }
    return isEither ? [] : members
  }
}

extension CodeBlockItemSyntax {
  /// The conditions of `guard … else { return false }` and `if … { return false }`, or the value that the
  /// closure returns; nil for what does anything else.
  fileprivate func decision(isLast: Bool) -> Syntax? {
    if let guarded = item.as(GuardStmtSyntax.self) {
      return guarded.body.statements.givesTruth ? Syntax(guarded.conditions) : nil
    }
    if let choice = item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self) {
      return choice.elseBody == nil && choice.body.statements.givesTruth
        ? Syntax(choice.conditions) : nil
    }
    let isValue = item.is(ReturnStmtSyntax.self) || item.is(ExprSyntax.self)
    return isLast && isValue ? Syntax(self) : nil
  }
}

extension CodeBlockItemListSyntax {
  /// `return false`
  fileprivate var givesTruth: Bool {
    count == 1
      && first?.item.as(ReturnStmtSyntax.self)?.expression?.is(BooleanLiteralExprSyntax.self)
        ?? false
  }
}

extension ClosureExprSyntax {
  /// What few objects of a class are at a time.
  private static let rare: Set = [
    "active", "archived", "blocked", "deleted", "demo", "draft", "hidden", "removed", "running",
    "sample", "trashed",
  ]

  /// Whether all but objects in a rare state fit: `!$0.isArchived`, `$0.isActive == false`,
  /// `$0.archivedAt == nil`.
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
    } else if let terms = value.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      terms.count == 3, terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "==",
      terms[2].is(NilLiteralExprSyntax.self),
      let date = terms[0].unwrapped.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    {
      return date.camelWords.first.map(Self.rare.contains) ?? false
    }
    let name = flag?.unwrapped.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    return name.map(Self.isRare) ?? false
  }

  /// Whether few objects at a time are in the state that a property tells.
  static func isRare(_ property: String) -> Bool {
    property.camelWords.last.map(rare.contains) ?? false
  }
}

extension Syntax {
  private static let operators: Set = ["==", "!=", "<", ">", "<=", ">=", "&&", "||", "!"]

  /// The properties of an object that a condition compares with values from outside, `folder.name` for
  /// one of an object that it leads to; nil where it does anything else.
  func comparedMembers(of name: String) -> [String]? {
    compared(with: name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The same where none need be compared.
  func compared(with name: String) -> [String]? {
    var members: [String] = []
    var isPlain = true
    forEachDescendant { node in
      if node.is(MatchingPatternConditionSyntax.self) { isPlain = false }
      // `guard let due else` asks for nothing of the object.
      if let binding = node.as(OptionalBindingConditionSyntax.self), binding.initializer == nil {
        isPlain = false
      }
      if let sign = node.as(BinaryOperatorExprSyntax.self)?.operator.text
        ?? node.as(PrefixOperatorExprSyntax.self)?.operator.text
      {
        if !Self.operators.contains(sign), !node.calculates(without: name),
          !(node.as(BinaryOperatorExprSyntax.self)?.isOrFalse ?? false),
          !(node.as(BinaryOperatorExprSyntax.self)?.isOrValue(without: name) ?? false)
        {
          isPlain = false
        }
      } else if let text = node.as(FunctionCallExprSyntax.self)?.searchedText(of: name) {
        members.append(text)
        return false
      } else if node.as(FunctionCallExprSyntax.self)?.looksUp(name) ?? false {
        return true
      } else if node.as(FunctionCallExprSyntax.self)?.isPresentDate ?? false {
        return false
      } else if let aged = node.as(FunctionCallExprSyntax.self).flatMap({
        $0.agedPath(name) ?? $0.dayPath(name).map { [$0] }
      }) {
        members += aged
        return false
      } else if node.as(FunctionCallExprSyntax.self)?.isValue(without: name) ?? false {
        return false
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
    return isPlain ? members : nil
  }
}

extension Syntax {
  /// Whether an operator works out a value from outside alone: `60 * 60 * 24`, `limit - 1`.
  fileprivate func calculates(without name: String) -> Bool {
    if let sign = self.as(PrefixOperatorExprSyntax.self) {
      return sign.operator.text == "-" && !sign.expression.mentions([name])
    }
    guard let sign = self.as(BinaryOperatorExprSyntax.self),
      ["*", "+", "-", "/"].contains(sign.operator.text),
      let terms = sign.parent?.as(ExprListSyntax.self).map({ Array($0) }),
      let index = terms.firstIndex(where: { $0.id == ExprSyntax(sign).id }), index > 0,
      index + 1 < terms.count
    else { return false }
    return !terms[index - 1].mentions([name]) && !terms[index + 1].mentions([name])
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call gives a value from outside that a comparison holds something against, which can be worked
  /// out before: `$0.code == Code.today.format()`.
  fileprivate func isValue(without name: String) -> Bool {
    guard !mentions([name]), !hasDescendant(where: { $0.is(ClosureExprSyntax.self) }),
      let terms = parent?.as(ExprListSyntax.self).map({ Array($0) }),
      let index = terms.firstIndex(where: { $0.id == ExprSyntax(self).id })
    else { return false }
    return [index - 1, index + 1].contains { side in
      terms.indices.contains(side)
        && ["==", "<", ">", "<=", ">="].contains(
          terms[side].as(BinaryOperatorExprSyntax.self)?.operator.text)
    }
  }

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

  /// The property of `Date.now.timeIntervalSince(note.date)`, which a predicate compares with a date that long
  /// ago; none for a name that `guard let date = note.date` has given it.
  fileprivate func agedPath(_ name: String) -> [String]? {
    guard self.name == "timeIntervalSince", let argument = arguments.onlyElement,
      argument.label == nil, let receiver, !receiver.mentions([name]),
      receiver.call.map({ $0.name == "Date" && $0.arguments.isEmpty })
        ?? (receiver.dottedName != nil)
    else { return nil }
    let date = argument.expression.unwrapped
    if date.is(DeclReferenceExprSyntax.self) { return [] }
    guard let member = date.as(MemberAccessExprSyntax.self),
      let owner = member.base?.as(DeclReferenceExprSyntax.self), owner.baseName.text == name
    else { return nil }
    return owner.comparedPath.map { [$0] }
  }

  /// The property of `calendar.isDate(note.date, inSameDayAs: day)` and `calendar.isDateInToday(note.date)`: a
  /// predicate compares it with where the day begins and ends.
  fileprivate func dayPath(_ name: String) -> String? {
    let labels = plainLabels
    guard
      labels == ["_"]
        && ["isDateInToday", "isDateInTomorrow", "isDateInYesterday"].contains(self.name)
        || self.name == "isDate"
          && (labels == ["_", "inSameDayAs"] || labels == ["_", "equalTo", "toGranularity"]),
      let receiver, !receiver.mentions([name]), let date = arguments.first?.expression,
      let member = (date.otherwiseDefault?.unwrapped ?? date).as(MemberAccessExprSyntax.self),
      let owner = member.base?.as(DeclReferenceExprSyntax.self), owner.baseName.text == name,
      arguments.dropFirst().allSatisfy({ !$0.expression.mentions([name]) }),
      // All other days are many.
      !(parent?.is(PrefixOperatorExprSyntax.self) ?? false)
    else { return nil }
    return owner.comparedPath
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
