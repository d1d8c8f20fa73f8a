internal import SwiftSyntax

/// What a loop makes for one element, or for the few that fail: however long the list is, that is no call
/// for every element.
extension Loop {
  /// How members are called that only one element has with a given value.
  private static let ownNames: Set = [
    "fileURL", "id", "identifier", "objectID", "path", "persistentModelID", "uid", "url", "uuid",
  ]

  /// Whether a call of the body runs about once: under a condition that only one element fits, or in a
  /// `catch`; or once for each value that elements share, where a table keeps what came of it.
  func runsRarely(_ call: some SyntaxProtocol) -> Bool {
    if call.as(FunctionCallExprSyntax.self)?.reportsError ?? false { return true }
    if let check = sequence.parent?.as(ForStmtSyntax.self)?.whereClause, picksOne(check.condition) {
      return true
    }
    var node = Syntax(call)
    // `if !known.contains(note.id) { if let twin = others.first(where: …) { … } }`: what has gone from one list and
    // is found in another, is the exception.
    var (isGone, isFound) = (false, false)
    while node.id != body.id, let parent = node.parent {
      if let choice = parent.as(IfExprSyntax.self), node.id == choice.body.id {
        isGone = isGone || choice.conditions.contains { $0.asksForMissing }
        isFound = isFound || choice.conditions.contains { $0.looksForOne }
        if isGone, isFound { return true }
      }
      if let choice = parent.as(IfExprSyntax.self) {
        if node.id == choice.body.id,
          choice.conditions.contains(where: picksOne) || setsItsFlag(choice)
        {
          return true
        }
        if node.id != choice.body.id, node.id != choice.conditions.id, keepsResult(of: choice) {
          return true
        }
      } else if parent.is(CatchClauseSyntax.self) {
        return true
      } else if let conditions = parent.as(ConditionElementListSyntax.self) {
        // `if note.id == id, let folder = find(…)`
        if conditions.prefix(while: { $0.id != node.id }).contains(where: picksOne) { return true }
      } else if let items = parent.as(CodeBlockItemListSyntax.self) {
        let before = items.prefix { $0.id != node.id }
        if before.contains(where: isBehindCheck) { return true }
      }
      node = parent
    }
    return false
  }

  /// Whether a branch runs once, however long the list is: `if note.repeats && !isDone { …; isDone = true }`, of
  /// a variable that is there before the loop and that no turn sets back.
  private func setsItsFlag(_ choice: IfExprSyntax) -> Bool {
    let flags = choice.conditions.flatMap { condition -> [DeclReferenceExprSyntax] in
      guard let value = condition.condition.as(ExprSyntax.self)?.unwrapped else { return [] }
      let terms = value.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? [value]
      let signs = terms.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
      guard signs.allSatisfy({ $0 != "||" }) else { return [] }
      return terms.split { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "&&" }.compactMap
      {
        guard let not = $0.onlyElement?.unwrapped.as(PrefixOperatorExprSyntax.self),
          not.operator.text == "!"
        else { return nil }
        return not.expression.unwrapped.as(DeclReferenceExprSyntax.self)
      }
    }
    return flags.contains { flag in
      guard case .local(_, let first?)? = flag.nameOrigin, first.position < body.position else {
        return false
      }
      let name = flag.baseName.text
      func sets(_ item: Syntax, _ value: String) -> Bool {
        guard let terms = item.as(SequenceExprSyntax.self).map({ Array($0.elements) }) else {
          return false
        }
        return terms.count == 3 && terms[1].is(AssignmentExprSyntax.self)
          && terms[0].trimmedDescription == name && terms[2].trimmedDescription == value
      }
      return choice.body.statements.contains { item in
        item.item.as(ExprSyntax.self).map { sets(Syntax($0), "true") } ?? false
      } && !body.hasDescendant { sets($0, "false") }
    }
  }

  /// `guard index == notes.count - 1 else { continue }`
  private func isBehindCheck(_ item: CodeBlockItemSyntax) -> Bool {
    item.item.as(GuardStmtSyntax.self)?.conditions.contains { picksOne($0) || isFullPortion($0) }
      ?? false
  }

  /// `guard waiting.count == portionSize else { continue }`: what follows takes many elements at once.
  private func isFullPortion(_ condition: ConditionElementSyntax) -> Bool {
    guard let terms = condition.condition.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      let counted = terms.first, counted.lastName == "count", let size = terms.last,
      // The list that fills up is there before the loop: what a turn makes of its element is no portion.
      !isOfTurn(counted),
      ["==", ">="].contains(
        terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text ?? "")
    else { return false }
    return !["0", "1"].contains(size.trimmedDescription)
  }

  /// Whether a value belongs to the element, or to what the turn makes of it.
  private func isOfTurn(_ value: ExprSyntax) -> Bool {
    var root = value.unwrapped
    while let base = root.as(MemberAccessExprSyntax.self)?.base { root = base.unwrapped }
    guard let name = root.as(DeclReferenceExprSyntax.self) else { return false }
    if names.contains(name.baseName.text) { return true }
    guard case .local(_, let made?)? = name.nameOrigin else { return false }
    return made.position >= body.position && made.position < body.endPosition
  }

  private func picksOne(_ condition: ConditionElementSyntax) -> Bool {
    condition.condition.as(ExprSyntax.self).map { picksOne($0) || picksChange($0) } ?? false
  }

  /// Whether a condition holds for the one element that gets a flag and the one that loses it:
  /// `note.isOpen != shallBeOpen`, where that is `note.id == openID`.
  private func picksChange(_ condition: ExprSyntax) -> Bool {
    guard let terms = condition.unwrapped.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      terms.count == 3, terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "!="
    else { return false }
    return [terms[0], terms[2]].contains { side in
      let value = side.unwrapped
      return (value.as(DeclReferenceExprSyntax.self)?.localValue ?? value).asComparison
        .map(picksOne) ?? false
    }
  }

  /// Whether a condition holds one element against something that does not change in the loop.
  private func picksOne(_ condition: ExprSyntax) -> Bool {
    guard let terms = condition.unwrapped.as(SequenceExprSyntax.self).map({ Array($0.elements) })
    else { return false }
    let operators = terms.map { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
    guard !operators.contains("||") else { return false }
    let parts = terms.split { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "&&" }
    return parts.contains { part in
      guard
        let sign = part.firstIndex(where: {
          $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "=="
        })
      else { return false }
      let (left, right) = (part[..<sign], part[(sign + 1)...])
      return isOne(left, comparedWith: right) || isOne(right, comparedWith: left)
    }
  }

  private func isOne(_ side: ArraySlice<ExprSyntax>, comparedWith other: ArraySlice<ExprSyntax>)
    -> Bool
  {
    guard side.count == 1, let value = side.first, isOfOneElement(value, 3),
      let first = other.first,
      !other.contains(where: { $0.mentions(changingNames) })
    else { return false }
    // One case of an enumeration, and nil, many elements may have.
    let isCase = first.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false
    return !isCase && !first.is(NilLiteralExprSyntax.self)
      && !first.is(BooleanLiteralExprSyntax.self)
  }

  /// Whether a value is an element or a number of one, or something that tells elements apart:
  /// `index`, `note.id`, `notes[index].url`, and a constant with one of these.
  private func isOfOneElement(_ value: ExprSyntax, _ steps: Int) -> Bool {
    let node = value.unwrapped
    if let name = node.as(DeclReferenceExprSyntax.self) {
      if names.contains(name.baseName.text) { return true }
      guard steps > 0, let local = name.localValue, local.position >= body.position else {
        return false
      }
      return isOfOneElement(local, steps - 1)
    }
    guard let access = node.as(MemberAccessExprSyntax.self), let base = access.base?.unwrapped,
      Self.ownNames.contains(access.declName.baseName.text)
    else { return false }
    if let element = base.as(SubscriptCallExprSyntax.self) {
      return element.arguments.first?.expression.as(DeclReferenceExprSyntax.self)
        .map { names.contains($0.baseName.text) } ?? false
    }
    return base.as(DeclReferenceExprSyntax.self).map { names.contains($0.baseName.text) } ?? false
  }

  /// Whether the `else` of a look into a table fills the table: `if let state = states[note.kind] { … }
  /// else { … }`, by something that elements share.
  private func keepsResult(of choice: IfExprSyntax) -> Bool {
    guard choice.conditions.lookUp(whatIsPutAwayIn: body) else { return false }
    return choice.conditions.contains { condition in
      let table = condition.condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value
        .as(SubscriptCallExprSyntax.self)
      guard
        let key = table?.arguments.first?.expression.unwrapped.as(MemberAccessExprSyntax.self)
      else { return false }
      return !Self.ownNames.contains(key.declName.baseName.text)
    }
  }
}

extension ConditionElementSyntax {
  /// `!known.contains(note.id)`
  fileprivate var asksForMissing: Bool {
    let not = condition.as(ExprSyntax.self)?.unwrapped.as(PrefixOperatorExprSyntax.self)
    return not?.operator.text == "!" && not?.expression.call?.name == "contains"
  }

  /// `let twin = others.first(where: { … })`
  fileprivate var looksForOne: Bool {
    condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value.call?.name == "first"
  }
}

extension ExprSyntax {
  /// The expression, where it compares two values.
  fileprivate var asComparison: ExprSyntax? {
    let value = unwrapped
    return value.as(SequenceExprSyntax.self)?.elements.count == 3 ? value : nil
  }
}

extension FunctionCallExprSyntax {
  private static let reporting: Set = [
    "add", "handle", "log", "note", "present", "record", "report", "show", "track",
  ]

  /// Whether a function keeps or shows what went wrong: `addError(error)`.
  fileprivate var reportsError: Bool {
    let words = name.camelWords
    return words.first.map(Self.reporting.contains) ?? false
      && words.dropFirst().contains { ["error", "errors", "failure", "problem"].contains($0) }
  }
}
