internal import SwiftSyntax

/// Fetches that an index would help, and what says that they are of many objects.
extension FlowReader {
  /// `FetchDescriptor<Note>(predicate: …, sortBy: …)`, `@Query(filter: …, sort: …)`
  mutating func noteLookup(_ node: Syntax) {
    guard !file.isTest, let (filter, sort) = node.filterAndSort,
      let macro = filter.as(MacroExpansionExprSyntax.self), let use = PredicateUse(macro),
      types.isModel(use.entity)
    else { return }
    let place: Syntax
    let property: String
    var isSorted = false
    // The newest of each of many cannot be had by one fetch.
    let newest = node.as(FunctionCallExprSyntax.self)?.newestKey
    if let key = sort?.firstSortKey, let name = key.onlyName,
      use.paths.contains(where: { $0.first == name && $0.names.count == 1 })
    {
      guard !file.ask(.attribute(name, of: use.entity)).contains("Bool") else { return }
      (place, property, isSorted) = (Syntax(key), name, true)
    } else if let path = use.soughtProperty(in: file),
      FetchedObjects.namesOfOne.contains(where: { path.baseName.text.lowercased().hasSuffix($0) })
        || newest != nil
    {
      // An index helps to find one object, not to find half of them.
      (place, property) = (Syntax(path), path.baseName.text)
    } else {
      return
    }
    guard !file.ask(.isUnindexed(property, of: use.entity)).isEmpty,
      // An index over both serves a fetch that also asks for its first.
      !file.ask(.indexLeads(property, of: use.entity)).contains(where: { lead in
        use.paths.contains { $0.first == lead && $0.names.first?.isCompared ?? false }
      }), !use.isNarrowed(beside: property, in: file)
    else { return }
    flows.lookups.append(
      .init(
        entity: use.entity, property: property, location: file.location(place),
        function: node.functionName, isSorted: isSorted,
        isOfMany: node.isPaged || !file.ask(.hasIndex(use.entity)).isEmpty,
        isInLoop: node.isInLoop(types, isNewest: newest != nil), newest: newest))
  }

  /// A loop that inserts objects of a class.
  mutating func noteGrowth(_ call: FunctionCallExprSyntax, in loop: Loop) {
    // What an app brings along is little.
    let words = loop.sequence.words + [Syntax(call).functionName ?? ""]
    if words.contains(where: { word in
      ["default", "demo", "initial", "preset", "sample", "seed"].contains {
        word.lowercased().contains($0)
      }
    }) {
      return
    }
    if call.name == "insert", call.isOnContext, let first = call.arguments.first?.expression,
      let model = types.model(of: first)
    {
      flows.grown.insert(model)
    }
  }
}

extension PredicateUse {
  /// The first property that has to equal something, where none of those has an index: one is enough
  /// to find a few rows.
  fileprivate func soughtProperty(in file: LintFile) -> DeclReferenceExprSyntax? {
    guard !body.hasDescendant(where: { ["||", "!="].contains($0.operatorText) }) else { return nil }
    let sought = paths.filter { path in
      path.names.count == 1 && path.call == nil && path.names[0].isCompared
    }
    guard
      sought.allSatisfy({ !file.ask(.isUnindexed($0.first, of: entity)).isEmpty })
    else { return nil }
    return sought.first?.names.first
  }
}

extension PredicateUse {
  /// Whether an index over another property leaves a few rows to look through: `note.code == code`,
  /// `codes.contains(note.code)`.
  fileprivate func isNarrowed(beside property: String, in file: LintFile) -> Bool {
    guard !body.hasDescendant(where: { $0.operatorText == "||" }) else { return false }
    return paths.contains { path in
      path.names.count == 1 && path.first != property
        && (path.names[0].isCompared || path.names[0].isSoughtInList)
        && !file.ask(.attribute(path.first, of: entity)).isEmpty
        && file.ask(.isUnindexed(path.first, of: entity)).isEmpty
    }
  }
}

extension DeclReferenceExprSyntax {
  /// `codes.contains(note.code)`
  fileprivate var isSoughtInList: Bool {
    guard let argument = parent?.parent?.as(LabeledExprSyntax.self), argument.label == nil,
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
    else { return false }
    return call.name == "contains" && call.receiver?.is(DeclReferenceExprSyntax.self) ?? false
  }

  /// `note.code == code`
  fileprivate var isCompared: Bool {
    guard let terms = parent?.parent?.as(ExprListSyntax.self).map(Array.init),
      let position = terms.firstIndex(where: { $0.id == parent?.as(ExprSyntax.self)?.id })
    else { return false }
    return [position - 1, position + 1].contains { side in
      terms.indices.contains(side) && Syntax(terms[side]).operatorText == "=="
    }
  }
}

extension Syntax {
  fileprivate var operatorText: String {
    self.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
  }

  fileprivate var filterAndSort: (filter: ExprSyntax, sort: ExprSyntax?)? {
    if let call = self.as(FunctionCallExprSyntax.self), call.name == "FetchDescriptor" {
      return call.argument("predicate").map { ($0, call.argument("sortBy")) }
    }
    guard let query = self.as(AttributeSyntax.self), query.simpleName == "Query" else { return nil }
    let list = query.argumentList
    return list?.first { $0.label?.text == "filter" }.map { filter in
      (filter.expression, list?.first { $0.label?.text == "sort" }?.expression)
    }
  }

  /// Whether the descriptor made here is for a few objects at a time.
  fileprivate var isPaged: Bool {
    guard let binding = enclosing(PatternBindingSyntax.self), let name = binding.name,
      let body = enclosingBody, body.isHandwritten, binding.initializer?.value.call?.id == id
    else { return false }
    let limits = body.assigned("fetchLimit", of: name)
    return !body.assigned("fetchOffset", of: name).isEmpty
      || limits.contains { $0.as(IntegerLiteralExprSyntax.self)?.literal.text != "1" }
  }

  /// The function around it, as calls name it.
  fileprivate var functionName: String? {
    guard let function = enclosing(FunctionDeclSyntax.self) else { return nil }
    return function.ownerName.map { "\($0).\(function.name.text)" } ?? function.name.text
  }

  /// Whether a loop of the same function makes the descriptor for each of many elements.
  fileprivate func isInLoop(_ types: TypeReader, isNewest: Bool) -> Bool {
    var node = self
    for _ in 0..<64 {
      guard let next = node.parent, !next.is(FunctionDeclSyntax.self) else { return false }
      if let loop = Loop(next, calls: Loop.complete), !loop.isPaging, loop.isList(types),
        !loop.isSmallOrChunked(types), loop.body.contains(self),
        loop.waits || isNewest && loop.isOfMany(types)
      {
        return mentions(loop.changingNames)
      }
      node = next
    }
    return false
  }
}

extension FunctionCallExprSyntax {
  /// By what a descriptor is sorted that is for the newest object alone: `timestamp`.
  fileprivate var newestKey: String? {
    guard let (_, order) = ExprSyntax(self).newestKeys, let body = enclosingBody,
      body.isHandwritten,
      let name = parent?.parent?.as(PatternBindingSyntax.self)?.name,
      body.assigned("fetchLimit", of: name).contains(where: { $0.trimmedDescription == "1" })
    else { return nil }
    return order.onlyName
  }
}

extension KeyPathExprSyntax {
  /// `date` of `\Note.date`; nil for longer paths.
  var onlyName: String? {
    guard components.count == 1 else { return nil }
    return components.last?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName
      .text
  }
}

extension ExprSyntax {
  /// The key path of `\.date`, `SortDescriptor(\.date)` and the first of a list of these.
  fileprivate var firstSortKey: KeyPathExprSyntax? {
    let first = self.as(ArrayExprSyntax.self)?.elements.first?.expression ?? self
    let key = first.as(FunctionCallExprSyntax.self)?.arguments.first?.expression ?? first
    return key.as(KeyPathExprSyntax.self)
  }
}
