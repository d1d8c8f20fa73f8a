internal import SwiftSyntax

/// What is done with each object of a list.
extension FlowReader {
  private static let lists = ClosureExprSyntax.listMethods.union(ClosureExprSyntax.listViews)
    .union(["Dictionary", "TableColumn"])

  /// A loop over a list whose holder is known.
  mutating func noteLoop(_ node: Syntax) {
    if let call = node.as(FunctionCallExprSyntax.self), call.name == "enumerate", call.isOnContext {
      return noteEnumeration(call)
    }
    let sequence: ExprSyntax
    let body: Syntax
    let name: String
    if let loop = node.as(ForStmtSyntax.self) {
      if let pair = loop.sequence.call, pair.name == "zip", pair.receiver == nil {
        return noteZip(loop, pair)
      }
      guard loop.awaitKeyword == nil, let last = loop.pattern.elementName else { return }
      (sequence, body, name) = (loop.sequence, Syntax(loop.body), last)
    } else if let call = node.as(FunctionCallExprSyntax.self), Self.lists.contains(call.name),
      let closure = call.trailingClosure
        ?? call.arguments.last?.expression.as(ClosureExprSyntax.self),
      let list = closure.loopedList
    {
      sequence = list
      body = Syntax(closure.statements)
      let names = closure.parameterNames.map { $0.hasPrefix("$") ? String($0.dropFirst()) : $0 }
      name =
        call.name == "reduce"
        ? names.last ?? "$1"
        : (list.isEnumerated ? names.last : names.first) ?? "$0"
    } else if let call = node.as(FunctionCallExprSyntax.self), let each = call.functionForEach,
      let list = call.receiver, let pass = pass(to: each)
    {
      return note(.init(passes: [pass]), of: list, isCode: isCode(node))
    } else {
      return
    }
    guard body.isHandwritten, !body.waitsForNetwork, !body.worksOnFiles, !body.onlyPrints,
      !body.leavesOutKnown,
      !body.stopsWhenEnough
    else { return }
    note(uses(of: name, in: body), of: sequence, isCode: isCode(node))
  }

  /// `for (place, note) in zip(places, notes)`
  private mutating func noteZip(_ loop: ForStmtSyntax, _ pair: FunctionCallExprSyntax) {
    guard let names = loop.pattern.as(TuplePatternSyntax.self)?.elements, loop.body.isHandwritten
    else { return }
    for (name, list) in zip(names, pair.arguments) {
      guard let own = name.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
        continue
      }
      note(
        uses(of: own, in: Syntax(loop.body)), of: list.expression, isCode: isCode(Syntax(loop)))
    }
  }

  /// `try context.enumerate(notes) { note in … }`
  private mutating func noteEnumeration(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, let closure = call.lastClosure, Syntax(closure).isHandwritten,
      let descriptor = call.arguments.first?.expression,
      case let source = DescriptorSource(descriptor), let made = source.made,
      let entity = made.describedEntity ?? source.declared, types.isModel(entity),
      !source.places.contains(where: { $0.code.bounds($0.name) })
    else { return }
    let uses = uses(of: closure.firstParameter, in: Syntax(closure.statements))
    guard !uses.isEmpty else { return }
    flows.sources.append(
      .init(
        entity: entity, holder: "", location: file.location(call.nameNode), form: .loop, uses: uses,
        function: file.function(around: call), owner: call.ownerName))
  }

  /// Whether a loop or method of a list stands outside of views.
  func isCode(_ node: Syntax) -> Bool {
    if let call = node.as(FunctionCallExprSyntax.self),
      !ClosureExprSyntax.listMethods.contains(call.name)
    {
      return false
    }
    let group = node.enclosingType?.asProtocol((any DeclGroupSyntax).self)
    return group.map { group in
      !(group.inheritanceClause?.mentions(["View"]) ?? false)
        && group.memberBlock.property("body", owner: "") == nil
    } ?? true
  }

  /// What is done with each object of a list.
  ///
  /// - Parameter isCode: whether all objects are gone through at once, unlike in a list that is scrolled.
  mutating func note(_ uses: ObjectFlows.Uses, of sequence: ExprSyntax, isCode: Bool = false) {
    guard !uses.isEmpty, !sequence.isWrittenOut else { return }
    if let fetched = sequence.fetchedHere {
      guard !file.isTest, let entity = fetched.entity, !fetched.isBounded,
        !fetched.isByID(file)
      else { return }
      flows.sources.append(
        .init(
          entity: types.stored(entity, fetched.isCoreData), holder: "",
          location: file.location(fetched.fetch.nameNode), form: .loop, uses: uses,
          isCoreData: fetched.isCoreData, pinned: fetched.pinned,
          function: file.function(around: fetched.fetch), owner: sequence.ownerName))
      return
    }
    guard let holder = sequence.holder(types), !sequence.isQueryInAction else {
      // Rows of one group of a list that was grouped: whose they are does not matter for what each asks.
      if !isCode, !uses.passes.isEmpty, let entity = sequence.groupedModel(types) {
        flows.holders.append(
          .init(
            name: "[\(entity)].grouped", entity: entity, isList: true,
            uses: .init(passes: uses.passes)))
      }
      return
    }
    let written = types.type(of: sequence)?.name ?? ""
    let entity = types.isStored(written) ? written : sequence.genericModel(types) ?? written
    flows.holders.append(
      .init(
        name: holder, entity: entity, isList: true, uses: uses,
        // What a property keeps may have been loaded with all that it leads to.
        isCode: isCode && holder.last == ")"))
  }
}

extension ExprSyntax {
  /// The class of the objects in a table of lists, of which this is one: `list` of `if let list = byDay[day]`,
  /// and `byDay[day] ?? []`.
  fileprivate func groupedModel(_ types: TypeReader) -> String? {
    var value = otherwiseDefault ?? self
    if let name = value.unwrapped.as(DeclReferenceExprSyntax.self),
      case .local(_, let first?)? = name.nameOrigin
    {
      value = first.otherwiseDefault ?? first
    }
    guard let place = value.unwrapped.as(SubscriptCallExprSyntax.self),
      let table = place.calledExpression.as(DeclReferenceExprSyntax.self),
      case .property(let binding, _)? = table.nameOrigin,
      let lists = binding.typeAnnotation?.type.as(DictionaryTypeSyntax.self)?.value,
      let type = WrittenType(lists), type.isList, types.isStored(type.name)
    else { return nil }
    return type.name
  }
}

extension Syntax {
  /// Whether a turn ends at once for what is known already, so that few of many go on:
  /// `guard !known.contains(note.id) else { continue }`.
  fileprivate var leavesOutKnown: Bool {
    let items =
      self.as(CodeBlockSyntax.self)?.statements ?? self.as(CodeBlockItemListSyntax.self)
    return items?.contains { item in
      guard let check = item.item.as(GuardStmtSyntax.self), check.conditions.count == 1,
        let not = check.conditions.first?.condition.as(PrefixOperatorExprSyntax.self)
      else { return false }
      return not.operator.text == "!" && not.expression.call?.name == "contains"
    } ?? false
  }
}
