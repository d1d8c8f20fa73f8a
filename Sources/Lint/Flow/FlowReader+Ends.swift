internal import SwiftSyntax

/// Functions that load many objects, of which the caller takes one: by where it stands in the list.
extension FlowReader {
  /// `try store.all().first`, `store.all()[index]`, and the same of a constant that holds nothing else.
  mutating func noteEnd(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, call.name.first?.isLowercase ?? false, call.trailingClosure == nil,
      !(call.isContextMethod && call.isOnContext), let end = end(of: call), !call.passesOn,
      let holder = ExprSyntax(call).holder(types), holder.hasSuffix("()")
    else { return }
    flows.firsts.append(
      .init(
        holder: holder, location: file.location(call.nameNode), entity: call.plainlyAsked(types),
        end: end, member: end == "index" ? nil : call.chosenBy))
  }

  private func end(of call: FunctionCallExprSyntax) -> String? {
    let whole = Syntax(call).unwrapping
    if let access = whole.parent?.as(MemberAccessExprSyntax.self),
      access.base?.id == whole.as(ExprSyntax.self)?.id
    {
      let member = access.declName.baseName.text
      if access.takesFew { return "prefix" }
      if access.isCalled { return call.chosenBy == nil ? nil : "largest" }
      return ["first", "last"].contains(member) ? member : nil
    }
    if let place = whole.parent?.as(SubscriptCallExprSyntax.self),
      place.calledExpression.id == whole.as(ExprSyntax.self)?.id
    {
      return place.isForOne ? "index" : nil
    }
    guard file.mayAsk(call.name + "()"), call.isKeptInConstant else { return nil }
    if call.chosenBy != nil { return "largest" }
    if let uses = ResultUse.uses(of: call) {
      let ends = Set(uses).subtracting(["isEmpty"])
      if ends == ["first"] || ends == ["last"] || ends == ["prefix"] { return ends.first }
    }
    return call.isAskedForOnePlace ? "index" : nil
  }
}

extension FunctionCallExprSyntax {
  /// The property of `store.all().max { $0.rank < $1.rank }`, where nothing else is done with the list.
  fileprivate var chosenBy: String? { onlyUser?.extreme?.member }
}

extension SubscriptCallExprSyntax {
  /// `notes[index]`, and not `notes[..<3]`, `store[Note.self]` or `notes["key"]`.
  fileprivate var isForOne: Bool {
    guard let index = arguments.onlyElement, index.label == nil, trailingClosure == nil else {
      return false
    }
    return !index.expression.is(StringLiteralExprSyntax.self)
      && index.expression.metatypeName == nil
      && !index.hasDescendant { ["...", "..<"].contains($0.as(TokenSyntax.self)?.text ?? "") }
  }
}

extension FunctionCallExprSyntax {
  /// The name of the constant that is given the result.
  private var constant: String? {
    var node = Syntax(self)
    for _ in 0..<8 {
      guard let next = node.parent else { return nil }
      if next.is(InitializerClauseSyntax.self) {
        return next.parent?.as(PatternBindingSyntax.self)?.name
          ?? next.parent?.as(OptionalBindingConditionSyntax.self)?.pattern
          .as(IdentifierPatternSyntax.self)?.identifier.text
      }
      guard next.isWrapper else { return nil }
      node = next
    }
    return nil
  }

  fileprivate var isKeptInConstant: Bool {
    enclosing(CodeBlockItemListSyntax.self) != nil && constant != nil
  }

  /// Whether nothing is done with the list in the constant but to take the object at one place of it, and to
  /// ask whether there is that place.
  fileprivate var isAskedForOnePlace: Bool {
    guard let name = constant, let body = enclosingBody, body.isHandwritten else { return false }
    var (places, isMore) = (0, false)
    body.forEachDescendant { node in
      guard !isMore, let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name,
        use.isValue
      else { return !isMore }
      let whole = Syntax(use).unwrapping
      if let place = whole.parent?.as(SubscriptCallExprSyntax.self),
        place.calledExpression.id == whole.as(ExprSyntax.self)?.id, place.isForOne,
        !use.runsMoreOften(than: self)
      {
        places += 1
      } else if let access = whole.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id == whole.as(ExprSyntax.self)?.id, access.asksForBounds
      {
      } else {
        isMore = true
      }
      return true
    }
    return places == 1 && !isMore
  }
}

extension MemberAccessExprSyntax {
  /// `notes.count`, `notes.isEmpty`, `notes.indices.contains(index)`
  fileprivate var asksForBounds: Bool {
    switch declName.baseName.text {
    case "count", "isEmpty": !isCalled
    case "indices":
      parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "contains"
    default: false
    }
  }
}
