internal import StoreModel
internal import SwiftSyntax

extension ObjectFlows {
  /// A view's query of whose result only the number or the first object is ever asked for.
  struct AskedQuery: Sendable, Codable {
    var view: String
    var name: String
    var entity: String
    var isPrivate: Bool
    /// `count`, `compared` for a number that is compared with a small one, `isEmpty`, `first`, `prefix`, `randomElement` or `randomElements`, each once; `counted` for the
    /// number of those that fit a condition, and `recounted` for that of others.
    var asks: [String]
    var location: Location
    /// Whether the query sorts its objects.
    var isInOrder = true

    /// Whether the view is a page that a person sees once, when there is little.
    var isShownOnce: Bool {
      view.camelWords.contains {
        ["intro", "introduction", "onboarding", "tutorial", "welcome"].contains($0)
      }
    }

    /// Whether some of the objects are picked at random.
    var picks: Bool { asks.contains { $0.hasPrefix("random") } }
  }
}

extension LintContext {
  /// Those that no other file can ask for more: an extension elsewhere sees what is not private.
  var askedQueries: [ObjectFlows.AskedQuery] {
    flows.askedQueries.filter { query in
      (query.isPrivate || !flows.extended.contains("\(query.view).\(query.name)"))
        && !query.entity.isOfOneObject && !query.asks.contains("deleted") && !query.isShownOnce
        // The first of a table in no order is the only one where that makes sense.
        && (!query.asks.contains("first") || query.isInOrder || flows.grown.contains(query.entity))
    }
  }
}

extension LintContext {
  /// Those whose objects are there to be deleted all together, and to say whether there are any.
  var deletedQueries: [ObjectFlows.AskedQuery] {
    flows.askedQueries.filter { query in
      (query.isPrivate || !flows.extended.contains("\(query.view).\(query.name)"))
        && query.asks.contains("deleted") && query.asks.count > 1
        && Set(query.asks).isSubset(of: ["compared", "count", "deleted", "isEmpty"])
    }
  }
}

extension FlowReader {
  /// An extension, and the names it uses: those of a type inside it are of another object.
  mutating func noteExtended(_ declaration: ExtensionDeclSyntax) {
    guard let type = Syntax(declaration).typeName else { return }
    flows.extended.insert(type)
    guard !StandardTypes.names.contains(type), declaration.memberBlock.isReadable else { return }
    var waiting = [Syntax(declaration.memberBlock)]
    while let node = waiting.popLast() {
      if let token = node.as(TokenSyntax.self), case .identifier(let name) = token.tokenKind,
        name.first?.isUppercase == false
      {
        flows.extended.insert("\(type).\(name.first == "$" ? String(name.dropFirst()) : name)")
      }
      waiting += node.children(viewMode: .sourceAccurate).filter { $0.typeName == nil }
    }
  }
}

extension FlowReader {
  /// The view, the property and the class of `@Query var notes: [Note]`; nil for any other property.
  func viewQuery(
    _ variable: VariableDeclSyntax, _ query: AttributeSyntax
  ) -> (owner: StructDeclSyntax, binding: PatternBindingSyntax, name: String, entity: String)? {
    guard file.meansSwiftData, query.simpleName == "Query",
      let binding = variable.bindings.onlyElement, let name = binding.name,
      let type = binding.typeAnnotation.flatMap({ WrittenType($0.type) }), types.isModel(type),
      let owner = variable.enclosingType?.as(StructDeclSyntax.self),
      owner.inheritanceClause?.mentions(["View", "ViewModifier"]) ?? false
    else { return nil }
    return (owner, binding, name, type.name)
  }

  /// `@Query private var notes: [Note]` with nothing but `notes.count`.
  mutating func noteAsked(_ variable: VariableDeclSyntax, _ query: AttributeSyntax) {
    guard let (owner, _, name, entity) = viewQuery(variable, query),
      query.loadsPlainly(name, in: owner.memberBlock),
      let asks = file.tree.asks(of: name, in: owner.name.text, counts: { counts($0, entity) }),
      !asks.isEmpty, !asks.contains("deleted") || !file.tree.keepsForActions(name, of: owner),
      !asks.contains("first")
        || !query.asksForOpenEnd && (query.isInOrder || query.isOfAll(name, in: owner.memberBlock))
    else { return }
    flows.askedQueries.append(
      .init(
        view: owner.name.text, name: name, entity: entity, isPrivate: variable.isOwn, asks: asks,
        location: file.location(query), isInOrder: query.isInOrder))
  }
}

extension FlowReader {
  /// Whether the closure of a `filter` is what a predicate could be: it looks at attributes and calls nothing.
  private func counts(_ filter: FunctionCallExprSyntax, _ entity: String) -> Bool {
    guard let closure = filter.lastClosure,
      !closure.statements.hasDescendant(where: { $0.is(FunctionCallExprSyntax.self) })
    else { return false }
    let element = closure.firstParameter
    return !closure.statements.hasDescendant { node in
      guard let access = node.as(MemberAccessExprSyntax.self),
        access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == element
      else { return false }
      return file.ask(.attribute(access.declName.baseName.text, of: entity)).isEmpty
    }
  }
}

extension AttributeSyntax {
  /// Whether the query has no condition, also none that the view's initializer gives it.
  fileprivate func isOfAll(_ name: String, in members: MemberBlockSyntax) -> Bool {
    !(argumentList?.contains { $0.label?.text == "filter" } ?? false)
      && !members.mentions(["_\(name)"])
  }

  fileprivate var isInOrder: Bool {
    argumentList?.contains { ["sort", "order"].contains($0.label?.text) } ?? false
  }
}

extension SourceFileSyntax {
  /// What the code of a type in the file asks of a list that one of its properties holds; nil where it does
  /// anything else with the list.
  fileprivate func asks(
    of list: String, in owner: String, counts: (FunctionCallExprSyntax) -> Bool
  ) -> [String]? {
    var found: Set<String> = []
    var isWhole = false
    forEachDescendant { node in
      guard !isWhole else { return false }
      if let group = node.asProtocol((any DeclGroupSyntax).self), node.typeName == owner {
        let block = group.memberBlock
        guard block.isReadable, let asks = block.asks(of: list, counts: counts) else {
          isWhole = true
          return false
        }
        found.formUnion(asks)
      }
      return true
    }
    return isWhole ? nil : found.sorted()
  }
}

extension MemberBlockSyntax {
  private func asks(_ use: Syntax, counts: (FunctionCallExprSyntax) -> Bool) -> String? {
    let whole = use.unwrapping
    guard let access = whole.parent?.as(MemberAccessExprSyntax.self),
      access.base?.id == whole.as(ExprSyntax.self)?.id, !access.isWatched
    else { return nil }
    if access.asksWhetherEmpty { return "isEmpty" }
    if access.asksForNumber { return access.isComparedWithFew ? "compared" : "count" }
    if let pick = access.randomPick { return pick }
    if access.takesFew { return "prefix" }
    // `notes.filter { $0.isDone }.count`
    if access.isCalled, access.declName.baseName.text == "filter",
      let filter = access.parent?.as(FunctionCallExprSyntax.self),
      let number = filter.parent?.as(MemberAccessExprSyntax.self), !number.isCalled,
      ["count", "isEmpty"].contains(number.declName.baseName.text), counts(filter)
    {
      return "counted"
    }
    let member = access.declName.baseName.text
    guard !access.isCalled, ["count", "isEmpty", "first"].contains(member) else { return nil }
    return member == "count" && access.isComparedWithFew ? "compared" : member
  }

  fileprivate func asks(
    of list: String, counts: (FunctionCallExprSyntax) -> Bool
  ) -> Set<String>? {
    var found: Set<String> = []
    var isWhole = false
    forEachDescendant { node in
      guard !isWhole, let name = node.as(DeclReferenceExprSyntax.self) else { return !isWhole }
      if name.baseName.text == "$\(list)" { isWhole = true }
      guard name.baseName.text == list else { return !isWhole }
      var use = node
      if let access = name.parent?.as(MemberAccessExprSyntax.self), access.declName.id == name.id {
        // The property of another object may have the same name.
        guard access.base?.isSelfName ?? false else { return true }
        use = Syntax(access)
      } else if let origin = name.nameOrigin {
        guard case .property = origin else { return true }
      }
      if use.as(ExprSyntax.self)?.isDeletedAsAWhole ?? false {
        found.insert("deleted")
      } else if let ask = asks(use, counts: counts) {
        if !found.insert(ask).inserted, ask == "counted" { found.insert("recounted") }
      } else {
        isWhole = true
      }
      return !isWhole
    }
    return isWhole ? nil : found
  }
}

extension MemberAccessExprSyntax {
  /// Whether a view watches the value to do something else when it changes: `.onChange(of: notes.count)`.
  fileprivate var isWatched: Bool {
    guard let argument = enclosing(LabeledExprSyntax.self) else { return false }
    return ["of", "id", "value"].contains(argument.label?.text)
  }
}

extension MemberAccessExprSyntax {
  /// `notes.count > 1`, which a handful of objects answers.
  fileprivate var isComparedWithFew: Bool {
    guard let terms = parent?.as(ExprListSyntax.self).map({ Array($0) }),
      let place = terms.firstIndex(where: { $0.id == ExprSyntax(self).id }),
      place + 2 < terms.count,
      let sign = terms[place + 1].as(BinaryOperatorExprSyntax.self)?.operator.text,
      ["<", "<=", "==", "!=", ">", ">="].contains(sign),
      let number = Int(terms[place + 2].trimmedDescription)
    else { return false }
    return number <= 10
  }
}
