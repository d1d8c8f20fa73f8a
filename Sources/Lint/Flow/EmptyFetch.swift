internal import SwiftSyntax

/// A fetch whose error is thrown away.
struct EmptyFetch {
  var fetch: FunctionCallExprSyntax
  /// The name of the fetch, or of the function of another file that fetches.
  var place: Syntax
  var entity: String
  /// Whether it asks for all objects of a class, or for the one that there is.
  var isOfAll: Bool
  var predicate: MacroExpansionExprSyntax?
  /// Whether it looks for one object of Core Data by what the predicate of its request says.
  var isLookup = false
  /// What the predicates of such a request say.
  var formats: [String] = []

  /// Whether the model keeps apart what is looked up by: saving merges a second object, or fails.
  func isKeptApart(in file: LintFile) -> Bool {
    formats.flatMap { PredicateFormat.keyPaths(in: $0) }.contains { path in
      path.onlyElement.map { !file.ask(.isUnique($0, of: entity)).isEmpty } ?? false
    }
  }

  /// How an object that is added stands to the stored one: ` 'Note' beside it`, or, where a unique property may be
  /// the same, what becomes of it.
  func beside(in file: LintFile) -> String {
    let unique = file.ask(.attributes(of: entity)).first {
      !file.ask(.isUnique($0, of: entity)).isEmpty
    }
    return " '\(entity)'"
      + (unique.map { ", or writes over the stored one if both have one '\($0)'" } ?? " beside it")
  }

  /// The unique property by which one object is looked up: `#Predicate { $0.code == code }`.
  func uniqueKey(in file: LintFile) -> String? {
    guard let predicate, let use = PredicateUse(predicate), use.entity == entity else { return nil }
    return use.paths.lazy.map(\.first).first { !file.ask(.isUnique($0, of: entity)).isEmpty }
  }
}

extension DoStmtSyntax {
  /// The fetch of `do { if let note = try context.fetch(one).first { return note } } catch { print(error) }`.
  var lookupBeforeReturn: EmptyFetch? {
    guard catchClauses.onlyElement?.goesOn ?? false, body.isHandwritten,
      body.statements.last?.item.onlyExpression?.as(IfExprSyntax.self)?.body.statements.last?.item
        .is(ReturnStmtSyntax.self) ?? false
    else { return nil }
    var found: FunctionCallExprSyntax?
    body.statements.forEachDescendant { node in
      if found == nil, let call = node.as(FunctionCallExprSyntax.self), call.name == "fetch",
        call.isOnContext
      {
        found = call
      }
      return found == nil && !node.is(ClosureExprSyntax.self)
    }
    guard let fetch = found, fetch.enclosing(TryExprSyntax.self)?.questionOrExclamationMark == nil
    else { return nil }
    return fetch.asEmptyFetch
  }

  /// The fetch of `do { note = try context.fetch(one).first } catch { print(error) }`.
  fileprivate func fetch(into name: String) -> FunctionCallExprSyntax? {
    guard catchClauses.onlyElement?.goesOn ?? false, let last = body.statements.last,
      let terms = last.item.onlyExpression?.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.first?.trimmedDescription == name,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
    else { return nil }
    return last.calls.first { $0.name == "fetch" && $0.isOnContext }
  }
}

extension ConditionElementListSyntax {
  /// The fetch that these ask for objects, where what they say of an empty table holds after a failure, too.
  ///
  /// - Parameter whereTrue: whether the code runs where they hold.
  func fetchTakenForEmpty(whereTrue: Bool) -> EmptyFetch? {
    // One of them that fails is enough for what stands behind `else`.
    let bound = compactMap {
      $0.condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value
    }
    if !whereTrue, !bound.isEmpty {
      return bound.lazy.compactMap { $0.swallowedFetch(isEmptyAfterFailure: true) }.first
    }
    guard let value = onlyElement?.condition.as(ExprSyntax.self) else { return nil }
    if let not = value.as(PrefixOperatorExprSyntax.self), not.operator.text == "!" {
      // `!known.contains(code)`, where `known` was made of what was fetched.
      if whereTrue {
        return not.expression.call.flatMap { $0.name == "contains" ? $0.receiver : nil }?
          .fetchBehindKeys ?? not.expression.existenceOfFetched
      }
      return not.expression.swallowedFetch(isEmptyAfterFailure: false)
    }
    if !whereTrue, let asked = value.call, asked.name == "contains",
      let found = asked.receiver?.fetchBehindKeys
    {
      return found
    }
    guard let terms = value.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      let first = terms.first, let last = terms.last,
      let sign = terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text
    else {
      return whereTrue
        ? value.swallowedFetch(isEmptyAfterFailure: false) : value.existenceOfFetched
    }
    // `known[code] == nil`
    if whereTrue, sign == "==", last.is(NilLiteralExprSyntax.self),
      let found = first.unwrapped.as(SubscriptCallExprSyntax.self)?.calledExpression.fetchBehindKeys
    {
      return found
    }
    if whereTrue == (sign == "=="), last.trimmedDescription == "false",
      let found = first.existenceOfFetched
    {
      return found
    }
    if sign == "??" { return whereTrue ? value.swallowedFetch(isEmptyAfterFailure: false) : nil }
    let isForEmpty = sign == "=="
    guard isForEmpty == whereTrue, isForEmpty || ["!=", ">"].contains(sign) else { return nil }
    if last.is(NilLiteralExprSyntax.self) { return first.swallowedFetch(isEmptyAfterFailure: true) }
    return last.trimmedDescription == "0" ? first.swallowedFetch(isEmptyAfterFailure: false) : nil
  }
}

extension ExprSyntax {
  /// The fetch behind `Set(notes.map(\.code))`, where what failed leaves none of them.
  fileprivate var fetchBehindKeys: EmptyFetch? {
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self), case .local? = name.nameOrigin,
      var value = name.localValue?.unwrapped
    else { return nil }
    for _ in 0..<4 {
      guard let call = value.call else { break }
      if ["Set", "Array", "Dictionary"].contains(call.name),
        let list = call.arguments.first?.expression
      {
        value = list.unwrapped
      } else if ["map", "compactMap", "filter"].contains(call.name), let list = call.receiver {
        value = list.unwrapped
      } else {
        break
      }
    }
    guard value.id != name.localValue?.unwrapped.id else { return nil }
    return value.swallowedFetch(isEmptyAfterFailure: false)
  }

  /// The fetch of a function that says whether there is such an object, and says "no" when the fetch fails:
  /// `((try? context.count(for: one)) ?? 0) > 0`, `do { return try context.fetch(one).first != nil } catch {
  /// return false }`.
  var existenceOfFetched: EmptyFetch? {
    let value = unwrapped.as(DeclReferenceExprSyntax.self)?.localValue ?? unwrapped
    var found: EmptyFetch?
    if let call = value.call {
      let own = call.functionOfFile
      guard let statements = (own ?? call.calledFunction)?.body?.statements,
        statements.isHandwritten,
        call.name.first?.isLowercase ?? false
      else { return nil }
      found =
        statements.fetchThatLeaves(["false"])?.asEmptyFetch
        ?? statements.last?.resultValue?.asksWhetherFound
      if own == nil { found?.place = Syntax(call.nameNode) }
    } else {
      found = value.asksWhetherFound
    }
    return found
  }

  /// The fetch of `((try? context.count(for: one)) ?? 0) > 0` and `!((try? context.fetch(one)) ?? []).isEmpty`.
  private var asksWhetherFound: EmptyFetch? {
    if let not = self.as(PrefixOperatorExprSyntax.self), not.operator.text == "!" {
      guard let access = not.expression.as(MemberAccessExprSyntax.self), let base = access.base,
        access.declName.baseName.text == "isEmpty"
      else { return nil }
      return base.swallowedFetch(isEmptyAfterFailure: false)
    }
    guard let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      let first = terms.first, let last = terms.last,
      let sign = terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text
    else { return nil }
    if sign == "!=", last.is(NilLiteralExprSyntax.self) {
      return first.swallowedFetch(isEmptyAfterFailure: true)
    }
    guard
      (sign == ">" || sign == "!=") && last.trimmedDescription == "0"
        || sign == ">=" && last.trimmedDescription == "1"
    else { return nil }
    return first.swallowedFetch(isEmptyAfterFailure: false)
  }

  /// The fetch behind `(try? context.fetch(all)) ?? []`, its members and variables.
  ///
  /// - Parameter isEmptyAfterFailure: whether nil is what the code takes for an empty table.
  func swallowedFetch(isEmptyAfterFailure: Bool) -> EmptyFetch? {
    var (node, isEmpty, isSwallowed) = (self, isEmptyAfterFailure, false)
    // The call of a function of another file.
    var asked: FunctionCallExprSyntax?
    func found(_ fetch: FunctionCallExprSyntax?) -> EmptyFetch? {
      var found = fetch?.asEmptyFetch
      if let asked { found?.place = Syntax(asked.nameNode) }
      return found
    }
    for _ in 0..<16 {
      if let value = node.otherwiseDefault {
        let other = node.as(SequenceExprSyntax.self)?.elements.last?.trimmedDescription ?? ""
        guard ["[]", "0", "true", "nil"].contains(other) else { return nil }
        (node, isEmpty) = (value, isEmpty || other != "nil")
      } else if let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        terms.dropFirst().first?.is(UnresolvedAsExprSyntax.self) ?? false, let value = terms.first
      {
        // `try? context.fetch(request) as? [Note]`
        node = value
      } else if let lookup = node.as(SubscriptCallExprSyntax.self), isEmpty {
        return lookup.calledExpression.fetchBehindKeys
      } else if let attempt = node.as(TryExprSyntax.self) {
        if attempt.questionOrExclamationMark?.text == "?" { isSwallowed = true }
        node = attempt.expression
      } else if let tuple = node.as(TupleExprSyntax.self), let inner = tuple.elements.onlyElement {
        node = inner.expression
      } else if let chain = node.as(OptionalChainingExprSyntax.self) {
        node = chain.expression
      } else if let access = node.as(MemberAccessExprSyntax.self), let base = access.base,
        ["count", "first", "isEmpty"].contains(access.declName.baseName.text)
      {
        node = base
      } else if let name = node.as(DeclReferenceExprSyntax.self) {
        if let fetch = name.fetchThatLeavesEmpty { return found(fetch) }
        guard let value = name.localValue,
          value.parent?.parent?.is(PatternBindingSyntax.self) ?? false
        else { return nil }
        node = value
      } else if let call = node.as(FunctionCallExprSyntax.self) {
        if ["fetch", "fetchCount"].contains(call.name) || call.isCount, call.isOnContext {
          return isSwallowed && isEmpty ? found(call) : nil
        }
        let own = call.functionOfFile
        guard let statements = (own ?? call.calledFunction)?.body?.statements,
          statements.isHandwritten, let last = statements.last?.item
        else { return nil }
        if own == nil, asked == nil { asked = call }
        if let fetch = statements.fetchThatLeavesNothing(orNil: isEmpty) { return found(fetch) }
        // What stands before makes the descriptor.
        guard statements.count == 1 || last.is(ReturnStmtSyntax.self),
          let result = statements.onlyResult
        else { return nil }
        node = result
      } else {
        return nil
      }
    }
    return nil
  }
}

extension DeclReferenceExprSyntax {
  /// `do { notes = try context.fetch(all) } catch { notes = [] }`
  fileprivate var fetchThatLeavesEmpty: FunctionCallExprSyntax? {
    guard let body = enclosingBody, body.isHandwritten else { return nil }
    var found: FunctionCallExprSyntax?
    body.forEachDescendant { node in
      if found == nil, let attempt = node.as(DoStmtSyntax.self), attempt.position < position {
        found =
          attempt.fetch(leaving: "\(baseName.text) = []") ?? attempt.fetch(into: baseName.text)
      }
      return found == nil && !node.is(ClosureExprSyntax.self)
    }
    return found
  }
}

extension CodeBlockItemListSyntax {
  /// `do { return try context.fetch(all) } catch { return [] }`, and the same with the `return` behind it.
  ///
  /// - Parameter orNil: whether nil stands for no objects.
  func fetchThatLeavesNothing(orNil: Bool) -> FunctionCallExprSyntax? {
    fetchThatLeaves(orNil ? ["[]", "nil"] : ["[]"])
  }

  /// The fetch of a `do` at the end whose failure gives one of these values.
  fileprivate func fetchThatLeaves(_ nothing: [String]) -> FunctionCallExprSyntax? {
    var attempt = last?.item.as(DoStmtSyntax.self)
    var left = attempt?.catchClauses.onlyElement?.body.statements.last?.resultValue
    if attempt == nil, count > 1, let value = last?.item.as(ReturnStmtSyntax.self)?.expression,
      let before = dropLast().last?.item.as(DoStmtSyntax.self),
      before.catchClauses.onlyElement?.goesOn ?? false,
      before.body.statements.last?.item.is(ReturnStmtSyntax.self) ?? false
    {
      (attempt, left) = (before, value)
    }
    guard let body = attempt?.body.statements, let text = left?.trimmedDescription,
      nothing.contains(text),
      first?.item.is(DeclSyntax.self) ?? false || first?.item.is(DoStmtSyntax.self) ?? false,
      body.count < 6
    else { return nil }
    var found: FunctionCallExprSyntax?
    for item in body where found == nil {
      found = item.calls.first {
        ($0.name == "fetch" || $0.isCount) && $0.isOnContext
          && $0.enclosing(TryExprSyntax.self)?.questionOrExclamationMark == nil
      }
    }
    return found
  }
}

extension CodeBlockItemSyntax {
  /// What it returns, written with `return` or as the only statement.
  fileprivate var resultValue: ExprSyntax? {
    item.as(ReturnStmtSyntax.self)?.expression ?? item.onlyExpression
  }
}

extension DoStmtSyntax {
  /// The fetch of a statement whose failure ends in its `catch`, where it asks for all objects of a class.
  var fetchThatMayFail: FunctionCallExprSyntax? {
    for item in body.statements {
      for call in item.calls where call.name == "fetch" && call.isOnContext {
        if call.enclosing(TryExprSyntax.self)?.questionOrExclamationMark == nil { return call }
      }
    }
    return nil
  }

  /// The fetch that the statement is there for, where `catch` ends with what stands for no objects.
  fileprivate func fetch(leaving empty: String) -> FunctionCallExprSyntax? {
    guard let last = catchClauses.onlyElement?.body.statements.last?.item.trimmedDescription,
      last == empty || last == "return \(empty)", let only = body.statements.onlyElement
    else { return nil }
    return only.calls.first { $0.name == "fetch" && $0.isOnContext }
  }
}

extension FunctionCallExprSyntax {
  var asEmptyFetch: EmptyFetch? {
    if name == "fetchCount" {
      guard let made = arguments.first?.expression.resolved.call, let entity = made.describedEntity
      else { return nil }
      return .init(
        fetch: self, place: Syntax(nameNode), entity: entity,
        isOfAll: made.argument("predicate") == nil || entity.isOfOneObject,
        predicate: made.argument("predicate")?.resolved.as(MacroExpansionExprSyntax.self))
    }
    guard let fetched = isCount ? FetchedObjects(asking: self) : FetchedObjects(ExprSyntax(self)),
      let entity = fetched.entity
    else { return nil }
    let predicates = fetched.isCoreData ? fetched.source.assigned("predicate") : []
    return .init(
      fetch: self, place: Syntax(nameNode), entity: entity,
      isOfAll: fetched.isWhole || entity.isOfOneObject || fetched.isOfAnyOne,
      predicate: fetched.conditions.last?.resolved
        .as(MacroExpansionExprSyntax.self),
      isLookup: !predicates.isEmpty, formats: predicates.compactMap(\.predicateFormat))
  }
}

extension FetchedObjects {
  /// Whether a request of Core Data's asks for one object, and for no certain one.
  fileprivate var isOfAnyOne: Bool {
    isCoreData && source.assigned("predicate").isEmpty
      && source.assigned("fetchLimit").onlyElement?.trimmedDescription == "1"
  }
}

extension ExprSyntax {
  /// `id == %@` of `NSPredicate(format: "id == %@", id)`.
  fileprivate var predicateFormat: String? {
    guard let call = resolved.call, call.name == "NSPredicate" else { return nil }
    return call.argument("format")?.literalText
  }
}
