internal import SwiftSyntax

extension ExprSyntaxProtocol {
  /// Whether the code around a place asks first that this list has one element: `guard notes.count == 1`,
  /// `if notes.count == 1, …`, `notes.count == 1 ? … : …`, `notes.count == 1 && …`, `switch notes.count`.
  func hasOneElement(at place: some SyntaxProtocol) -> Bool {
    let count = "\(trimmedDescription).count"
    // `let lines = order.lines.count`
    let counts = [count] + place.constants(of: count)
    let asked = Set(counts.map { "\($0) == 1" })
    let above = Set(counts.flatMap { ["\($0) > 1", "\($0) >= 2"] })
    func ask(_ conditions: ConditionElementListSyntax) -> Bool {
      conditions.contains { asked.contains($0.condition.firstTerms) }
    }
    var below = Syntax(place)
    for _ in 0..<64 {
      guard let node = below.parent, !node.is(FunctionDeclSyntax.self) else { return false }
      if let terms = node.as(SequenceExprSyntax.self)?.elements,
        asked.contains(terms.prefix(3).map(\.trimmedDescription).joined(separator: " "))
      {
        return true
      }
      if let conditions = node.as(ConditionElementListSyntax.self), ask(conditions) { return true }
      if let choice = node.as(IfExprSyntax.self), !below.is(ConditionElementListSyntax.self),
        below.id == choice.body.id, ask(choice.conditions)
      {
        return true
      }
      // `if lines > 1 { … } else if let line = order.lines.first { … }`
      if let choice = node.as(IfExprSyntax.self),
        below.id == choice.elseBody.map({ Syntax($0).id }),
        choice.conditions.count == 1, let condition = choice.conditions.first?.condition,
        above.contains(condition.trimmedDescription)
      {
        return true
      }
      if let choice = node.as(SwitchCaseSyntax.self), choice.label.trimmedDescription == "case 1:",
        let subject = choice.enclosing(SwitchExprSyntax.self)?.subject,
        counts.contains(subject.trimmedDescription)
      {
        return true
      }
      if let items = node.as(CodeBlockItemListSyntax.self) {
        let guards = items.prefix { $0.position < below.position }
          .compactMap { $0.item.as(StmtSyntax.self)?.as(GuardStmtSyntax.self) }
        if guards.contains(where: { ask($0.conditions) }) { return true }
      }
      below = node
    }
    return false
  }
}

extension ConditionElementSyntax.Condition {
  /// `notes.count == 1` of `notes.count == 1 && isOpen`.
  fileprivate var firstTerms: String {
    trimmedDescription.split(separator: " ").prefix(3).joined(separator: " ")
  }
}

extension SyntaxProtocol {
  /// The constants of the function around that hold a value, as it is written.
  fileprivate func constants(of value: String) -> [String] {
    let body =
      enclosing(FunctionDeclSyntax.self).map { Syntax($0) }
      ?? enclosing(AccessorBlockSyntax.self).map { Syntax($0) }
    var names: [String] = []
    body?.forEachDescendant { node in
      if let binding = node.as(PatternBindingSyntax.self), let name = binding.name,
        binding.initializer?.value.trimmedDescription == value
      {
        names.append(name)
      }
      return true
    }
    return names
  }
}

extension MemberAccessExprSyntax {
  /// `if let known = note.links.first { return known }` in a function that else makes the one there is.
  var isMadeOtherwise: Bool {
    guard let function = enclosing(FunctionDeclSyntax.self)?.name.text,
      ["OrCreate", "OrMake", "OrInsert", "ensure"].contains(where: function.contains)
    else { return false }
    return enclosing(OptionalBindingConditionSyntax.self) != nil
  }

  /// Whether the code around gives the elements of a list their places to keep:
  /// `for (index, note) in folder.notes.enumerated() { note.rank = index }`.
  func numbersPlaces(of list: ExprSyntax) -> Bool {
    let text = list.trimmedDescription
    return enclosing(CodeBlockItemListSyntax.self)?.hasDescendant { node in
      guard let loop = node.as(ForStmtSyntax.self),
        let pair = loop.pattern.as(TuplePatternSyntax.self)?.elements, pair.count == 2,
        loop.sequence.trimmedDescription == text + ".enumerated()",
        let index = pair.first?.pattern.trimmedDescription
      else { return false }
      return loop.body.hasDescendant { node in
        guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
          terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
        else { return false }
        return terms.first?.is(MemberAccessExprSyntax.self) ?? false
          && terms.last?.trimmedDescription == index
      }
    } ?? false
  }

  private static let places: Set = [
    "index", "indexes", "indices", "order", "ordinal", "position", "positions", "rank", "ranks",
    "reindex", "renumber", "sequence",
  ]

  /// Whether the place is kept elsewhere: the list is sorted by an attribute that keeps it,
  /// `folder.notes.sort { $0.rank < $1.rank }`, or a function numbers the objects afterwards,
  /// `folder.notes.insert(note, at: 0); updateRanks()`.
  var keepsOrder: Bool {
    func keeps(_ name: String) -> Bool { name.camelWords.contains(where: Self.places.contains) }
    if declName.baseName.text == "sort" {
      return parent?.hasDescendant { node in
        node.as(DeclReferenceExprSyntax.self).map { keeps($0.baseName.text) } ?? false
      } ?? false
    }
    var block = enclosing(CodeBlockItemListSyntax.self)
    for _ in 0..<4 {
      guard let items = block else { return false }
      let later = items.filter { $0.position > position }
      if later.contains(where: { item in
        item.item.onlyExpression?.call.map { keeps($0.name) } ?? false
      }) {
        return true
      }
      block = items.parent?.enclosing(CodeBlockItemListSyntax.self)
    }
    return false
  }

  /// `for note in rest { …; rest.removeFirst() }` of a copy: one is taken away for each turn, whichever it is.
  var onlyShrinksList: Bool {
    guard ["removeFirst", "removeLast"].contains(declName.baseName.text),
      let name = base?.unwrapped.as(DeclReferenceExprSyntax.self), case .local? = name.nameOrigin,
      parent?.parent?.is(CodeBlockItemSyntax.self) ?? false,
      let loop = enclosing(ForStmtSyntax.self)
    else { return false }
    return loop.sequence.lastName == name.baseName.text
  }

  /// `while let note = folder.notes.first { …; folder.notes.remove(note) }` takes all of them, whichever is first.
  var emptiesList: Bool {
    guard ["first", "last"].contains(declName.baseName.text) else { return false }
    return enclosing(OptionalBindingConditionSyntax.self)?.parent?.parent?.parent?
      .is(WhileStmtSyntax.self) ?? false
  }

  /// `folder.notes.first != nil` asks whether there are any.
  var isOnlyAsked: Bool {
    parent?.as(ExprListSyntax.self)?.contains { $0.is(NilLiteralExprSyntax.self) } ?? false
  }
}
