internal import SwiftSyntax

/// What code does with the result of a call.
enum ResultUse {
  /// The members that are read of it, in the order of the text; nil when it is handed on, kept, or
  /// used as a whole.
  ///
  /// - Parameter isCounting: whether what is asked of a list that was made of the result, one for one,
  ///   is as good as asked of the result.
  static func uses(of call: FunctionCallExprSyntax, isCounting: Bool = false) -> [String]? {
    var node = Syntax(call)
    for _ in 0..<16 {
      guard let parent = node.parent else { return nil }
      if let access = parent.as(MemberAccessExprSyntax.self), access.base?.id.isSame(node) ?? false
      {
        if isCounting, access.isCalled, let call = parent.parent?.as(FunctionCallExprSyntax.self),
          call.keepsNumber
        {
          node = Syntax(call)
          continue
        }
        if isCounting, access.asksForNumber { return ["count"] }
        if !isCounting, let pick = access.randomPick { return [pick] }
        if !isCounting, access.takesFew { return ["prefix"] }
        // `first(where:)` is another thing than `first`.
        guard !access.isCalled else { return nil }
        return [access.declName.baseName.text]
      }
      if parent.isWrapper {
        node = parent
        continue
      }
      if let value = parent.as(InitializerClauseSyntax.self) {
        guard let body = call.enclosingBody, body.isHandwritten else { return nil }
        if let binding = value.parent?.as(PatternBindingSyntax.self), let name = binding.name,
          binding.parent?.parent?.as(VariableDeclSyntax.self)?.isConstant ?? false
        {
          return members(of: name, in: body, isCounting)
        }
        if let binding = value.parent?.as(OptionalBindingConditionSyntax.self),
          let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        {
          return members(of: name, in: body, isCounting)
        }
      }
      if parent.is(SequenceExprSyntax.self), let filled = call.filledLocal,
        let body = call.enclosingBody, body.isHandwritten
      {
        return members(of: filled.baseName.text, in: body, isCounting, besides: filled)
      }
      return nil
    }
    return nil
  }

  private static func members(
    of name: String, in body: Syntax, _ isCounting: Bool,
    besides target: DeclReferenceExprSyntax? = nil
  ) -> [String]? {
    var found: [String] = []
    var isWhole = false
    body.forEachDescendant { node in
      if let pattern = node.as(IdentifierPatternSyntax.self), pattern.identifier.text == name {
        // The name means something else somewhere, or is bound anew.
        if found.contains("=") { isWhole = true }
        found.append("=")
      }
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name,
        use.isValue, use.id != target?.id
      else { return true }
      let whole = Syntax(use).unwrapping
      if let place = whole.parent?.as(SubscriptCallExprSyntax.self),
        place.calledExpression.id.isSame(whole), place.arguments.count == 1,
        let index = place.arguments.first?.expression.trimmedDescription,
        ["0", "1"].contains(index)
      {
        found.append(index == "0" ? "first" : "second")
        return true
      }
      if !isCounting, let access = whole.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id.isSame(whole) ?? false, access.asksWhetherEmpty
      {
        found.append("isEmpty")
        return true
      }
      // Whether there is a list at all, says nothing of what is in it.
      if isCounting, whole.isComparedWithNil { return true }
      if isCounting, let access = whole.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id.isSame(whole) ?? false, access.asksForNumber
      {
        found.append("count")
      } else if !isCounting, let access = whole.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id.isSame(whole) ?? false, let pick = access.randomPick
      {
        found.append(pick)
      } else if !isCounting, let access = whole.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id.isSame(whole) ?? false, access.takesFew
      {
        found.append("prefix")
      } else if let access = whole.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id.isSame(whole) ?? false, !access.isCalled
      {
        found.append(access.declName.baseName.text)
      } else {
        isWhole = true
      }
      return true
    }
    return isWhole ? nil : found.filter { $0 != "=" }
  }
}

extension FunctionCallExprSyntax {
  /// Whether the result has as many elements as the list, and nothing else is done with them: of
  /// `map { $0.title }`, `sorted { $0.rank < $1.rank }`.
  fileprivate var keepsNumber: Bool {
    guard ["map", "sorted", "reversed", "shuffled"].contains(name) else { return false }
    let closures = arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
    return (closures + [trailingClosure].compactMap(\.self)).allSatisfy { closure in
      closure.statements.count == 1
        && !closure.statements.hasDescendant { $0.is(FunctionCallExprSyntax.self) }
    }
  }
}

extension Syntax {
  /// `notes != nil`
  fileprivate var isComparedWithNil: Bool {
    guard let terms = parent?.as(ExprListSyntax.self).map({ Array($0) }),
      let place = terms.firstIndex(where: { $0.id.isSame(self) }), place + 2 < terms.count,
      let sign = terms[place + 1].as(BinaryOperatorExprSyntax.self)?.operator.text
    else { return false }
    return ["==", "!="].contains(sign) && terms[place + 2].is(NilLiteralExprSyntax.self)
  }
}

extension SyntaxIdentifier {
  fileprivate func isSame(_ node: Syntax) -> Bool { self == node.id }
}

extension MemberAccessExprSyntax {
  /// `notes.count > 0`, `notes.count == 0`: whether there are any.
  var asksWhetherEmpty: Bool {
    guard declName.baseName.text == "count", !isCalled,
      let terms = parent?.as(ExprListSyntax.self).map({ Array($0) }),
      let place = terms.firstIndex(where: { $0.id == ExprSyntax(self).id }),
      place + 2 < terms.count,
      let sign = terms[place + 1].as(BinaryOperatorExprSyntax.self)?.operator.text
    else { return false }
    let number = terms[place + 2].trimmedDescription
    return number == "0" && [">", "==", "!="].contains(sign)
      || number == "1" && [">=", "<"].contains(sign)
  }

  /// `notes.prefix(3)`: no more than a number that is written there.
  var takesFew: Bool {
    guard declName.baseName.text == "prefix", let call = parent?.as(FunctionCallExprSyntax.self),
      isCalled, let number = call.arguments.onlyElement
    else { return false }
    guard number.label == nil else { return false }
    if let name = number.expression.as(DeclReferenceExprSyntax.self),
      case .parameter? = name.nameOrigin
    {
      return true
    }
    return number.expression.resolved.is(IntegerLiteralExprSyntax.self)
      && !(number.expression.as(DeclReferenceExprSyntax.self)?.isOfState ?? false)
  }

  /// `randomElement` of `notes.randomElement()`, `notes.shuffled().first` and `notes.shuffled()[0]`,
  /// `randomElements` of `notes.shuffled().prefix(3)` and `notes.shuffled()[..<3]`.
  var randomPick: String? {
    guard let call = parent?.as(FunctionCallExprSyntax.self), isCalled, call.trailingClosure == nil,
      call.arguments.isEmpty
    else { return nil }
    if declName.baseName.text == "randomElement" { return "randomElement" }
    guard declName.baseName.text == "shuffled" else { return nil }
    let whole = Syntax(call).unwrapping
    if let place = whole.parent?.as(SubscriptCallExprSyntax.self),
      place.calledExpression.id.isSame(whole), let index = place.arguments.onlyElement?.expression
    {
      if index.is(IntegerLiteralExprSyntax.self) { return "randomElement" }
      let isRange = index.hasDescendant {
        ["...", "..<"].contains($0.as(TokenSyntax.self)?.text ?? "")
      }
      return isRange ? "randomElements" : nil
    }
    guard let access = whole.parent?.as(MemberAccessExprSyntax.self),
      access.base?.id.isSame(whole) ?? false
    else { return nil }
    switch access.declName.baseName.text {
    case "first", "last": return access.isCalled ? nil : "randomElement"
    case "prefix", "suffix": return access.isCalled ? "randomElements" : nil
    default: return nil
    }
  }

  /// Whether what is after the dot is a function that is called here.
  var isCalled: Bool {
    parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(self).id
  }
}

extension Syntax {
  /// `try`, brackets, `!`, and the first part of `… ?? []`.
  var isWrapper: Bool {
    if self.is(TryExprSyntax.self) || self.is(AwaitExprSyntax.self)
      || self.is(OptionalChainingExprSyntax.self) || self.is(ForceUnwrapExprSyntax.self)
    {
      return true
    }
    if let tuple = self.as(TupleExprSyntax.self) { return tuple.elements.count == 1 }
    if let argument = self.as(LabeledExprSyntax.self) {
      return argument.parent?.parent?.is(TupleExprSyntax.self) ?? false
    }
    if let list = self.as(LabeledExprListSyntax.self) {
      return list.parent?.is(TupleExprSyntax.self) ?? false
    }
    if let terms = self.as(SequenceExprSyntax.self)?.elements {
      return terms.count == 3
        && terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
        && terms.last?.is(ArrayExprSyntax.self) ?? false
    }
    if let list = self.as(ExprListSyntax.self) {
      return list.parent?.as(SequenceExprSyntax.self)?.elements.count == 3
    }
    return false
  }
}

extension FetchedObjects {
  /// Whether the descriptor limits the fetch, or may do so elsewhere.
  var isLimited: Bool { isLimited(by: Self.limits(isCoreData)) }

  /// The same of a fetch whose objects are counted: loaded in parts, they are still all there.
  var isLimitedInNumber: Bool {
    isLimited(by: Self.limits(isCoreData).subtracting(["fetchBatchSize"]))
  }

  /// A predicate is set like the limit, and limits nothing by itself.
  private static func limits(_ isCoreData: Bool) -> Set<String> {
    isCoreData ? ["fetchLimit", "fetchBatchSize", "resultType"] : ["fetchLimit"]
  }

  private func isLimited(by limits: Set<String>) -> Bool {
    guard descriptorName != nil || !source.places.isEmpty else { return false }
    guard descriptor != nil, !source.places.isEmpty else { return true }
    return source.places.contains { place in
      !place.code.isHandwritten || isLimited(place.name, in: place.code, by: limits)
    }
  }

  private func isLimited(_ descriptorName: String, in code: Syntax, by limits: Set<String>) -> Bool
  {
    code.hasDescendant { node in
      guard let name = node.as(DeclReferenceExprSyntax.self), name.baseName.text == descriptorName
      else { return false }
      if let access = name.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id == ExprSyntax(name).id
      {
        return limits.contains(access.declName.baseName.text) && !access.isGivenNone
      }
      // A request is an object: who is given it may set its limit.
      guard isCoreData, let argument = name.parent?.as(LabeledExprSyntax.self) else { return false }
      return argument.parent?.parent?.id != Syntax(fetch).id
    }
  }
}

extension MemberAccessExprSyntax {
  /// `request.fetchLimit = 0`, which stands for no limit.
  fileprivate var isGivenNone: Bool {
    guard let terms = parent?.as(ExprListSyntax.self), terms.count == 3,
      terms.first?.id == ExprSyntax(self).id
    else { return false }
    return terms.last?.as(IntegerLiteralExprSyntax.self)?.literal.text == "0"
  }
}

extension DeclReferenceExprSyntax {
  /// Whether it is a property that changes: `@State private var shown = 20`.
  fileprivate var isOfState: Bool {
    guard case .property(let binding, _)? = nameOrigin else { return false }
    return !(binding.parent?.parent?.as(VariableDeclSyntax.self)?.isConstant ?? false)
  }
}
