internal import SwiftSyntax

extension FlowReader {
  /// `notes = try store.all()`, and `notes = fetched` of what the same function fetched.
  mutating func noteFill(_ sequence: SequenceExprSyntax) {
    let terms = Array(sequence.elements)
    guard terms.count >= 3, terms[1].is(AssignmentExprSyntax.self), !file.isTest,
      terms.count == 3 || terms[3].as(BinaryOperatorExprSyntax.self)?.operator.text == "??",
      let type = types.type(of: terms[0]), type.isList, types.isStored(type.name),
      let property = terms[0].plainTarget, let owner = terms[0].ownerName
    else { return }
    noteFill("\(owner).\(property)", with: terms[2])
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
          isCoreData: fetched.isCoreData, pinned: fetched.pinned, isWhole: fetched.isWhole))
    } else if let holder = value.holder(types), holder != target {
      flows.fills.append(.init(from: holder, to: target))
    }
  }

  /// `try await store.all().count`
  mutating func noteCount(_ access: MemberAccessExprSyntax) {
    guard ["count", "isEmpty"].contains(access.declName.baseName.text), !file.isTest,
      let call = access.base?.unwrapped.call, call.name.first?.isLowercase ?? false,
      !call.passesOn, !(call.isContextMethod && call.isOnContext),
      let holder = ExprSyntax(call).holder(types),
      holder.hasSuffix("()")
    else { return }
    flows.counts.append(.init(holder: holder, location: file.location(call.nameNode)))
  }
}

extension FlowReader {
  /// `try store.all().first { $0.title == title }`
  mutating func noteSearch(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, call.name.first?.isLowercase ?? false, !call.isContextMethod,
      !call.passesOn, call.trailingClosure == nil, let search = Search(of: call),
      let holder = ExprSyntax(call).holder(types), holder.hasSuffix("()")
    else { return }
    flows.searches.append(
      .init(
        holder: holder, entity: ExprSyntax(call).genericModel(types), members: search.members,
        location: file.location(call.nameNode)))
  }
}
