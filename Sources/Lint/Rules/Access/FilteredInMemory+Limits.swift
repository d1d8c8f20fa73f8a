internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

extension FilteredInMemory {
  /// Fetches whose limit is counted before the rows that fit are picked out of them.
  ///
  /// - Returns: whether it is one.
  func checkLimit(
    _ call: FunctionCallExprSyntax, _ fetched: FetchedObjects, _ entity: String,
    in file: LintFile, _ report: RuleReport
  ) -> Bool {
    if !fetched.isCoreData, let user = call.onlyUser, user.name == "filter",
      let limit = fetched.source.assigned("fetchLimit").onlyElement,
      limit.is(DeclReferenceExprSyntax.self) || limit.is(IntegerLiteralExprSyntax.self),
      limit.trimmedDescription != "1", fetched.source.assigned("fetchOffset").isEmpty,
      user.lastClosure?.wantsEnd(behind: fetched) ?? false
    {
      report(
        "the limit is counted first: where it is reached, none of the '\(entity)' objects at the other end of the "
          + "order is left for 'filter'", at: file.location(call.nameNode), entity: entity,
        help:
          "give the descriptor a predicate with the condition, so that the limit counts what fits",
        severity: .warning)
      return true
    }
    guard !fetched.isCoreData, let limit = fetched.source.assigned("fetchLimit").onlyElement,
      // Who reckons with rows that do not fit, takes more of them.
      limit.is(IntegerLiteralExprSyntax.self) || limit.is(DeclReferenceExprSyntax.self),
      limit.parent?.as(ExprListSyntax.self)?.count ?? 3 == 3,
      limit.trimmedDescription != "1",
      // Who goes through all pages, meets each object.
      fetched.source.assigned("fetchOffset").isEmpty || call.enclosingLoop == nil,
      let search = Search(of: call) ?? call.searchUnderCondition,
      search.isPredicate(of: entity, ask: file.ask),
      // One more than is wanted makes up for the one that is left out.
      !(call.onlyUser?.lastClosure?.leavesOutOne(of: entity, ask: file.ask) ?? false),
      Set(search.members).isDisjoint(with: fetched.sortKeys)
    else { return false }
    report(
      "the limit is counted first: '\(search.method)' looks at \(limit.trimmedDescription) of the "
        + "'\(entity)' objects alone, and those that fit behind them are missing",
      at: file.location(call.nameNode), entity: entity,
      help:
        "give the descriptor a predicate with the condition, so that the limit counts what fits",
      severity: .warning)
    return true
  }

  /// Those of 'checkLimit'.
  static let limits: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      func search(_ title: String, _ context: ModelContext) throws -> [Note] {
        var recent = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank, order: .reverse)])
        recent.fetchLimit = 50
        let notes = try context.↓fetch(recent)
        return notes.filter { $0.title == title }
      }
      ---
      func loose(_ count: Int, _ context: ModelContext) throws -> [Note] {
        var recent = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank, order: .reverse)])
        recent.fetchLimit = count
        return try context.↓fetch(recent).filter { $0.folder == nil }
      }
      ---
      func until(_ rank: Int, _ count: Int?, _ context: ModelContext) throws -> [Note] {
        var recent = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank, order: .reverse)])
        if let count { recent.fetchLimit = count }
        let notes = try context.↓fetch(recent)
        return notes.filter { $0.rank <= rank }
      }
      ---
      func page(_ title: String?, _ page: Int, _ size: Int, _ context: ModelContext) throws -> [Note] {
        var some = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank, order: .reverse)])
        some.fetchLimit = size
        some.fetchOffset = page * size
        let notes = try context.↓fetch(some)
        let fitting: [Note]
        if let title {
          fitting = notes.filter { $0.title == title }
        } else {
          fitting = notes
        }
        return fitting
      }
      ---
      @MainActor final class NoteStore {
        let context: ModelContext
        init(context: ModelContext) { self.context = context }
        func recent() throws -> [Note] {
          var recent = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank, order: .reverse)])
          recent.fetchLimit = 20
          return try context.fetch(recent)
        }
      }
      func important(_ title: String, _ store: NoteStore) throws -> [Note] {
        try store.↓recent().filter { $0.title == title }
      }
      """,
    clean: """
      func before(_ id: UUID, _ context: ModelContext) throws -> Page? {
        var recent = FetchDescriptor<Page>(sortBy: [SortDescriptor(\\.rank, order: .reverse)])
        recent.fetchLimit = 5
        return try context.fetch(recent).first { $0.id != id }
      }
      @Model final class Page { var id = UUID(); var rank = 0; init() {} }
      ---
      func high(_ least: Int, _ context: ModelContext) throws -> [Note] {
        var recent = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank, order: .reverse)])
        recent.fetchLimit = 50
        return try context.fetch(recent).filter { $0.rank >= least }
      }
      ---
      func search(_ title: String, _ limit: Int, _ context: ModelContext) throws -> [Note] {
        var recent = FetchDescriptor<Note>(sortBy: [SortDescriptor(\\.rank, order: .reverse)])
        recent.fetchLimit = limit * 10
        return Array(try context.fetch(recent).filter { $0.title == title }.prefix(limit))
      }
      """)
}

extension ClosureExprSyntax {
  /// Whether the only condition wants what the order puts last, which a limit cuts off: `$0.date <= end`, the newest
  /// first.
  fileprivate func wantsEnd(behind fetched: FetchedObjects) -> Bool {
    guard statements.count == 1,
      let terms = statements.first?.item.onlyExpression?.unwrapped.as(SequenceExprSyntax.self)?
        .elements.map(\.self), terms.count == 3,
      let access = terms[0].as(MemberAccessExprSyntax.self),
      access.base?.trimmedDescription == firstParameter,
      let sort = fetched.descriptor?.argument("sortBy")?.resolved.as(ArrayExprSyntax.self)?.elements
        .onlyElement?.expression.call,
      sort.name == "SortDescriptor",
      sort.arguments.first?.expression.as(KeyPathExprSyntax.self)?.onlyName
        == access.declName.baseName.text
    else { return false }
    let isReversed = sort.argument("order")?.lastName == "reverse"
    return (isReversed ? ["<", "<="] : [">", ">="]).contains(terms[1].trimmedDescription)
  }

  /// Whether the only condition leaves out the object with one id: `$0.id != id`.
  fileprivate func leavesOutOne(of entity: String, ask: (ModelQuestion) -> [String]) -> Bool {
    guard statements.count == 1,
      let terms = statements.first?.item.onlyExpression?.unwrapped.as(SequenceExprSyntax.self)?
        .elements.map(\.self), terms.count == 3, terms[1].trimmedDescription == "!="
    else { return false }
    return [terms[0], terms[2]].contains { side in
      guard let access = side.as(MemberAccessExprSyntax.self),
        access.base?.trimmedDescription == firstParameter
      else { return false }
      let name = access.declName.baseName.text
      return ["id", "persistentModelID", "uuid"].contains(name)
        || !ask(.isUnique(name, of: entity)).isEmpty
    }
  }
}

extension FunctionCallExprSyntax {
  fileprivate var enclosingLoop: Syntax? {
    var node = parent
    while let next = node, !next.is(FunctionDeclSyntax.self) {
      if next.is(ForStmtSyntax.self) || next.is(WhileStmtSyntax.self)
        || next.is(RepeatStmtSyntax.self)
      {
        return next
      }
      node = next.parent
    }
    return nil
  }

  /// What is looked for among the objects where a condition is given, which are taken as they are where not:
  /// `if let title { some = notes.filter { $0.title == title } } else { some = notes }`.
  fileprivate var searchUnderCondition: Search? {
    guard let name = enclosing(PatternBindingSyntax.self)?.name, let body = enclosingBody,
      body.isHandwritten, body.mentions(["filter"])
    else { return nil }
    var found: Search?
    var isOther = false
    body.forEachDescendant { node in
      guard !isOther, let use = node.as(DeclReferenceExprSyntax.self), use.isValue,
        use.baseName.text == name, use.position > position
      else { return !isOther }
      guard let access = use.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id == ExprSyntax(use).id
      else {
        // `some = notes`, `return notes`
        isOther = !(use.parent?.is(ReturnStmtSyntax.self) ?? false) && !use.isAssigned
        return !isOther
      }
      if ["count", "isEmpty"].contains(access.declName.baseName.text) { return true }
      guard found == nil, let call = access.parent?.as(FunctionCallExprSyntax.self),
        call.name == "filter", let choice = call.enclosing(IfExprSyntax.self),
        body.contains(Syntax(choice)), let search = Search(by: call)
      else {
        isOther = true
        return false
      }
      found = search
      return true
    }
    return isOther ? nil : found
  }
}

extension DeclReferenceExprSyntax {
  /// Whether it is what another variable gets.
  fileprivate var isAssigned: Bool {
    guard let terms = parent?.as(ExprListSyntax.self), terms.count == 3 else { return false }
    return terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
      && terms.last?.id == ExprSyntax(self).id
  }
}

extension FetchedObjects {
  /// The attributes that the descriptor sorts by, as far as they are written in it.
  var sortKeys: Set<String> {
    let lists = [descriptor?.argument("sortBy")].compactMap(\.self) + source.assigned("sortBy")
    var keys: Set<String> = []
    for list in lists {
      list.forEachDescendant { node in
        if let path = node.as(KeyPathExprSyntax.self) {
          keys.formUnion(path.components.map { $0.component.trimmedDescription })
        }
        return true
      }
    }
    return keys
  }
}

extension FlowReader {
  /// `recent.fetchLimit = 50; return try context.fetch(recent)`
  mutating func noteLimited(_ fetched: FetchedObjects, of entity: String) {
    guard !fetched.isCoreData, types.isModel(entity),
      let limit = fetched.source.assigned("fetchLimit").onlyElement,
      let number = limit.as(IntegerLiteralExprSyntax.self)?.literal.text, number != "1",
      fetched.source.assigned("fetchOffset").isEmpty,
      let holder = fetched.fetch.keeper, holder.hasSuffix("()")
    else { return }
    flows.limited.append(
      .init(holder: holder, entity: entity, limit: number, keys: fetched.sortKeys))
  }
}

extension FilteredInMemory {
  /// Functions that fetch with a limit, whose callers pick out what fits.
  func checkLimits(_ lint: LintContext, _ report: RuleReport) {
    for limited in lint.flows.limited {
      // Another function of the name may have none.
      let isSure = !lint.flows.sources.contains { $0.holder == limited.holder }
      guard isSure else { continue }
      for search in lint.flows.searches
      where search.holder == limited.holder
        && limited.keys.isDisjoint(with: search.members)
        && Search.arePlain(search.members, of: limited.entity, ask: lint.answer)
      {
        report(
          "'\(limited.holder.lastPart.replacing("()", with: ""))' gives \(limited.limit) '\(limited.entity)' objects "
            + "alone, and those that fit behind them are missing here", at: search.location,
          entity: limited.entity,
          help: "give the function the condition, so that the limit counts what fits",
          severity: .warning)
      }
    }
  }
}
