internal import SwiftSyntax

extension FlowReader {
  /// `notes = try store.all()`, and `notes = fetched` of what the same function fetched.
  mutating func noteFill(_ sequence: SequenceExprSyntax) {
    let terms = Array(sequence.elements)
    if terms.count == 3, let place = terms[0].as(SubscriptCallExprSyntax.self) {
      return noteEntry(place, terms[1], terms[2])
    }
    guard terms.count >= 3, terms[1].is(AssignmentExprSyntax.self), !file.isTest,
      terms.count == 3 || terms[3].as(BinaryOperatorExprSyntax.self)?.operator.text == "??",
      let type = types.type(of: terms[0]), type.isList, types.isStored(type.name),
      let property = terms[0].plainTarget, let owner = terms[0].ownerName
    else { return }
    noteFill("\(owner).\(property)", with: terms[2])
  }

  /// `known[note.code] = note` in a loop over notes.
  private mutating func noteEntry(
    _ place: SubscriptCallExprSyntax, _ sign: ExprSyntax, _ value: ExprSyntax
  ) {
    guard sign.is(AssignmentExprSyntax.self), !file.isTest,
      let type = place.calledExpression.dictionaryValue, !type.isList, types.isStored(type.name),
      let name = value.as(DeclReferenceExprSyntax.self), case .element(let list)? = name.nameOrigin,
      let property = place.calledExpression.plainTarget, let owner = place.ownerName
    else { return }
    noteFill("\(owner).\(property)", with: list)
  }

  /// `return try store.all()`, written out or not, in a function that returns a list.
  mutating func noteReturn(_ value: ExprSyntax?, _ place: some SyntaxProtocol) {
    guard let value, !file.isTest, let function = place.enclosing(FunctionDeclSyntax.self),
      place.enclosing(ClosureExprSyntax.self) == nil,
      let type = function.signature.returnClause.flatMap({ WrittenType($0.type) }), type.isList,
      types.isStored(type.name)
    else { return }
    let name = function.name.text + "()"
    noteFill(function.ownerName.map { "\($0).\(name)" } ?? name, with: value)
  }

  mutating func noteFill(_ target: String, with value: ExprSyntax) {
    for choice in value.choices { noteFill(target, choice) }
  }

  private mutating func noteFill(_ target: String, _ value: ExprSyntax) {
    if let fetched = value.fetchedHere {
      // A fetch that stands there itself is a source already.
      guard fetched.fetch.keeper == nil, let entity = fetched.entity, !fetched.isBounded else {
        return
      }
      flows.sources.append(
        .init(
          entity: types.stored(entity, fetched.isCoreData), holder: target,
          location: file.location(fetched.fetch.nameNode), form: .kept,
          isCoreData: fetched.isCoreData, pinned: fetched.pinned, isWhole: fetched.isWhole,
          isWholeUnlessGiven: fetched.isWholeUnlessGiven, isPart: value.takesSome,
          isForOne: isForOne(fetched)))
    } else if let holder = value.holder(types), holder != target {
      flows.fills.append(
        .init(
          from: holder, to: target, isPart: value.takesSome,
          isGiven: !(value.call?.isPlainOrHanded ?? true)))
    }
  }

  /// `try await store.all().count`
  mutating func noteCount(_ access: MemberAccessExprSyntax) {
    let member = access.declName.baseName.text
    guard ["count", "isEmpty"].contains(member), !file.isTest, !access.isCalled,
      let base = access.base?.unwrapped
    else { return }
    if let property = askingProperty(base), let holder = base.holder(types) {
      // The same view shows the rows: what is to be mended there is that it asks for them again.
      guard !base.isBesideRows else { return }
      flows.counts.append(.init(holder: holder, location: file.location(property)))
      return
    }
    guard let call = base.call, call.name.first?.isLowercase ?? false,
      !call.passesOn, !(call.isContextMethod && call.isOnContext),
      let holder = ExprSyntax(call).holder(types),
      // What a store does elsewhere with its list is another occasion; a view shows all of it at once.
      holder.hasSuffix("()"), !(base.isInView && base.isBesideRows)
    else { return }
    flows.counts.append(
      .init(
        holder: holder, location: file.location(call.nameNode), entity: call.plainlyAsked(types)))
  }
}

extension ExprSyntax {
  fileprivate var isInView: Bool {
    enclosing(MemberBlockSyntax.self)?.property("body", owner: "") != nil
  }

  /// Whether the type around uses the same value, as it is written, for more than how many there are.
  fileprivate var isBesideRows: Bool {
    guard let members = enclosing(MemberBlockSyntax.self), members.isHandwritten else {
      return false
    }
    let (text, length) = (trimmedDescription, trimmedLength)
    return members.hasDescendant { node in
      guard node.kind == kind, node.trimmedLength == length, node.trimmedDescription == text,
        node.as(DeclReferenceExprSyntax.self)?.isValue ?? true
      else { return false }
      var whole = node
      while let next = whole.parent, next.isWrapper { whole = next }
      let member = whole.parent?.as(MemberAccessExprSyntax.self)
      return member?.base?.id != whole.as(ExprSyntax.self)?.id
        || !["count", "isEmpty"].contains(member?.declName.baseName.text)
    }
  }
}

extension SubscriptCallExprSyntax {
  /// What stands for the list that a subscript of the project's own types gives.
  func holder(_ types: TypeReader) -> String? {
    guard types.file.mayAsk("subscript"), let owner = types.type(of: calledExpression),
      !owner.isList, !types.isStored(owner.name)
    else { return nil }
    return "\(owner.name).subscript()"
  }
}

extension ExprSyntax {
  /// `{ … }()`, or a fetch that stands there itself, as a lazy property has it.
  fileprivate var isWorkedOut: Bool {
    call?.calledExpression.is(ClosureExprSyntax.self) ?? false || fetchedHere != nil
  }
}

extension FlowReader {
  /// `try store.all().first { $0.title == title }`
  mutating func noteSearch(_ call: FunctionCallExprSyntax) {
    noteOwnSearch(call)
    if !file.isTest, let list = call.receiver?.unwrapped, let property = askingProperty(list),
      let search = Search(by: call), let holder = list.holder(types)
    {
      flows.searches.append(
        .init(
          holder: holder, entity: nil, members: search.members, location: file.location(property)))
      return
    }
    guard !file.isTest, call.name.first?.isLowercase ?? false,
      !(call.isContextMethod && call.isOnContext), !call.passesOn, call.trailingClosure == nil,
      let search = Search(of: call), search.turnedInto == nil,
      let holder = ExprSyntax(call).holder(types), holder.hasSuffix("()")
    else { return }
    flows.searches.append(
      .init(
        holder: holder, entity: ExprSyntax(call).genericModel(types), members: search.members,
        location: file.location(call.nameNode), isPlain: call.isPlainQuery,
        isForOne: search.isForOne))
  }

  /// `store[Note.self].first { $0.title == title }`
  mutating func noteSearch(_ place: SubscriptCallExprSyntax) {
    guard !file.isTest,
      let access = Syntax(place).unwrapping.parent?.as(MemberAccessExprSyntax.self),
      access.isCalled, let user = access.parent?.as(FunctionCallExprSyntax.self),
      file.mayAsk("subscript"), let search = Search(by: user), let holder = place.holder(types)
    else { return }
    let named = place.arguments.lazy.compactMap { $0.expression.metatypeName?.lastPart }.first
    flows.searches.append(
      .init(
        holder: holder, entity: named.flatMap { types.isStored($0) ? $0 : nil },
        members: search.members, location: file.location(place.calledExpression)))
  }

  /// The name of a computed property that may ask a store each time it is read.
  private func askingProperty(_ list: ExprSyntax) -> DeclReferenceExprSyntax? {
    let name =
      list.as(DeclReferenceExprSyntax.self) ?? list.as(MemberAccessExprSyntax.self)?.declName
    guard let name, file.mayAsk(name.baseName.text) else { return nil }
    if list.is(DeclReferenceExprSyntax.self), !name.nameOrigin.isMemberOrNothing { return nil }
    return name
  }

  /// `notes.filter { $0.isDone }` of a private list that is loaded once and used for nothing else.
  private mutating func noteOwnSearch(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, let list = call.receiver?.unwrapped, let search = Search(by: call),
      let name = list.as(DeclReferenceExprSyntax.self),
      case .property(let binding, let owner)? = name.nameOrigin,
      let made = binding.initializer?.value, made.isWorkedOut,
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self),
      variable.modifiers.contains(where: { $0.name.text == "private" }),
      let block = binding.enclosing(MemberBlockSyntax.self), block.isReadable
    else { return }
    var uses = 0
    block.forEachDescendant { node in
      if node.as(DeclReferenceExprSyntax.self)?.baseName.text == name.baseName.text { uses += 1 }
      return true
    }
    guard uses == 1 else { return }
    flows.searches.append(
      .init(
        holder: "\(owner).\(name.baseName.text)", entity: nil, members: search.members,
        location: file.location(call.nameNode)))
  }
}

extension ExprSyntax {
  private static let choosing: Set = [
    "compactMap", "drop", "dropFirst", "dropLast", "filter", "prefix", "suffix",
  ]

  /// Whether a method leaves out some objects of a list: `try all().filter { $0.isOld }.sorted()`.
  fileprivate var takesSome: Bool {
    var node = unwrapped
    for _ in 0..<12 {
      guard let call = node.as(FunctionCallExprSyntax.self), let list = call.receiver else {
        return false
      }
      if Self.choosing.contains(call.name) { return true }
      node = list.unwrapped
    }
    return false
  }
}
