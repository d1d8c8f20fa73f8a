internal import SwiftSyntax

/// Several searches of one list that ask for the same: `notes.contains { $0.title == title && $0.isDone }` and
/// `for note in notes where note.title == title`. A predicate that asks for what they share finds all that
/// any of them needs.
extension Search {
  init?(sharedByUsesOf list: FunctionCallExprSyntax) {
    guard let name = list.constantName, let body = list.enclosingBody, body.isHandwritten else {
      return nil
    }
    var uses: [SearchedUse?] = []
    body.forEachDescendant { node in
      if node.as(IdentifierPatternSyntax.self)?.identifier.text == name,
        !node.contains(Syntax(list)), !(node.parent?.contains(Syntax(list)) ?? false)
      {
        uses.append(nil)
      }
      if let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name, use.isValue {
        uses.append(
          SearchedUse(use).flatMap { $0.call.runsMoreOften(than: list) ? nil : $0 })
      }
      return true
    }
    guard uses.count > 1, !uses.contains(where: { $0 == nil }), let first = uses.first ?? nil else {
      return nil
    }
    let others = uses.dropFirst().compactMap { use in use.map { Set($0.equalities.map(\.text)) } }
    let shared = first.equalities.filter { part in others.allSatisfy { $0.contains(part.text) } }
    guard !shared.isEmpty else { return nil }
    self.init(method: first.method, members: shared.flatMap(\.members))
  }
}

extension Search {
  /// What is looked for where the caller has said so: `guard let day else { return notes }` stands before
  /// `notes.filter { $0.day == day }`, and a descriptor without a predicate would do for the first.
  init?(wherePartIsWanted list: FunctionCallExprSyntax) {
    guard let name = list.constantName, let body = list.enclosingBody, body.isHandwritten else {
      return nil
    }
    var searches: [FunctionCallExprSyntax?] = []
    var isReturned = false
    body.forEachDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name, use.isValue
      else { return true }
      if use.isReturnedUnasked || use.isTakenUnasked {
        isReturned = true
      } else {
        let access = Syntax(use).unwrapping.parent?.as(MemberAccessExprSyntax.self)
        searches.append(
          access?.isCalled ?? false ? access?.parent?.as(FunctionCallExprSyntax.self) : nil)
      }
      return true
    }
    guard isReturned, let search = searches.onlyElement ?? nil, !search.runsMoreOften(than: list)
    else { return nil }
    self.init(by: search)
  }
}

extension DeclReferenceExprSyntax {
  /// Whether the whole list is returned where a parameter is not given, or a text is empty: it is all that a
  /// branch does.
  fileprivate var isReturnedUnasked: Bool {
    guard let back = parent?.as(ReturnStmtSyntax.self),
      let items = back.enclosing(CodeBlockItemListSyntax.self), items.count == 1,
      let block = items.parent?.parent
    else { return false }
    let guarded = block.as(GuardStmtSyntax.self)
    let conditions = guarded?.conditions ?? block.as(IfExprSyntax.self)?.conditions
    guard let only = conditions?.onlyElement?.condition else { return false }
    // `guard !words.isEmpty else { return notes }`
    if only.asksForEmptyText(negated: guarded != nil) { return true }
    let given: String?
    if let binding = only.as(OptionalBindingConditionSyntax.self) {
      guard guarded != nil else { return false }
      given = binding.initializer?.value.lastName ?? binding.pattern.boundNames.first
    } else {
      // `if day == nil { return notes }`
      let terms = only.as(SequenceExprSyntax.self)?.elements
      guard terms?.last?.is(NilLiteralExprSyntax.self) ?? false else { return false }
      given = terms?.first?.lastName
    }
    guard let given else { return false }
    return enclosing(FunctionDeclSyntax.self)?.signature.parameterClause.parameters.contains {
      ($0.secondName ?? $0.firstName).text == given
    } ?? false
  }
}

extension DeclReferenceExprSyntax {
  /// Whether the whole list is what a text that is empty leaves: `words.isEmpty ? notes : notes.filter { … }`,
  /// `if words.isEmpty { shown = notes } else { … }`.
  fileprivate var isTakenUnasked: Bool {
    if let choice = parent?.as(UnresolvedTernaryExprSyntax.self),
      let terms = choice.parent?.as(ExprListSyntax.self).map({ Array($0) }),
      let place = terms.firstIndex(where: { $0.id == ExprSyntax(choice).id }), place > 0
    {
      return terms[place - 1].asksForEmptyText
    }
    guard let terms = parent?.as(ExprListSyntax.self).map({ Array($0) }), terms.count == 3,
      terms[1].is(AssignmentExprSyntax.self), terms[2].id == ExprSyntax(self).id,
      let items = enclosing(CodeBlockItemListSyntax.self), items.count == 1,
      let choice = items.parent?.parent?.as(IfExprSyntax.self),
      choice.body.statements.id == items.id,
      case .expression(let condition)? = choice.conditions.onlyElement?.condition
    else { return false }
    return condition.asksForEmptyText
  }
}

extension ExprSyntax {
  /// `words.isEmpty`
  fileprivate var asksForEmptyText: Bool {
    let asked = self.as(MemberAccessExprSyntax.self)
    return asked?.declName.baseName.text == "isEmpty"
      && asked?.base?.unwrapped.is(DeclReferenceExprSyntax.self) ?? false
  }
}

extension ConditionElementSyntax.Condition {
  /// `words.isEmpty`, or with a sign before it `!words.isEmpty`.
  fileprivate func asksForEmptyText(negated: Bool) -> Bool {
    guard case .expression(let value) = self else { return false }
    let sign = value.as(PrefixOperatorExprSyntax.self)
    guard negated ? sign?.operator.text == "!" : sign == nil else { return false }
    return (sign?.expression ?? value).asksForEmptyText
  }
}

/// One search of a list.
private struct SearchedUse {
  let method: String
  let call: Syntax
  /// What must be equal to a value, as text in which the element is `$0`, and the properties that are compared.
  let equalities: [(text: String, members: [String])]

  init?(_ use: DeclReferenceExprSyntax) {
    let whole = Syntax(use).unwrapping
    if let loop = whole.parent?.as(ForStmtSyntax.self) {
      guard let condition = loop.whereClause?.condition, loop.sequence.id == ExprSyntax(use).id,
        let element = loop.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
        !loop.body.hasDescendant(where: { $0.is(AwaitExprSyntax.self) })
      else { return nil }
      self.init("for … where", Syntax(loop), condition, element)
    } else {
      guard let access = whole.parent?.as(MemberAccessExprSyntax.self), access.isCalled,
        let call = access.parent?.as(FunctionCallExprSyntax.self),
        ["contains", "filter", "first"].contains(call.name), let closure = call.lastClosure,
        closure.statements.count == 1,
        let condition = closure.statements.first?.item.onlyExpression
      else { return nil }
      self.init(call.name, Syntax(call), condition, closure.firstParameter)
    }
  }

  private init?(_ method: String, _ call: Syntax, _ condition: ExprSyntax, _ element: String) {
    let value = condition.unwrapped
    guard Syntax(value).comparedMembers(of: element) != nil else { return nil }
    (self.method, self.call) = (method, call)
    let terms = value.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? [value]
    let signs = terms.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
    guard !signs.contains("||") else { return nil }
    equalities = terms.split { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "&&" }
      .compactMap { part in
        let sides = [part.first, part.last].compactMap(\.self)
        guard part.count == 3, signs.contains("=="),
          part.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text == "==",
          // What all but a few have in common leaves out little.
          !sides.contains(where: {
            $0.is(NilLiteralExprSyntax.self) || $0.is(BooleanLiteralExprSyntax.self)
          })
        else { return nil }
        let members = sides.flatMap { Syntax($0).comparedMembers(of: element) ?? [] }
        let text = part.flatMap { term in
          term.tokens(viewMode: .sourceAccurate).map { $0.text == element ? "$0" : $0.text }
        }.joined(separator: " ")
        return members.isEmpty ? nil : (text, members)
      }
  }
}

extension FunctionCallExprSyntax {
  /// The constant that holds the result: `let notes = (try? context.fetch(all)) ?? []`.
  var constantName: String? {
    var node = Syntax(self)
    for _ in 0..<16 {
      guard let parent = node.parent else { return nil }
      if parent.is(InitializerClauseSyntax.self) {
        guard let binding = parent.parent?.as(PatternBindingSyntax.self),
          binding.parent?.parent?.as(VariableDeclSyntax.self)?.isConstant ?? false
        else { return nil }
        return binding.name
      }
      guard parent.isWrapper else { return nil }
      node = parent
    }
    return nil
  }
}
