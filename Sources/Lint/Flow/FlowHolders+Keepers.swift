internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// The property that the result fills, or the function that returns it.
  var keeperNode: (property: String?, isReturned: Bool)? {
    var node = Syntax(self)
    for _ in 0..<10 {
      guard let parent = node.parent else { return nil }
      if let terms = parent.as(SequenceExprSyntax.self)?.elements {
        if terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false {
          return (terms.first?.plainTarget, false)
        }
        guard terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
        else { return nil }
      } else if parent.is(ReturnStmtSyntax.self) {
        return (nil, true)
      } else if let item = parent.as(CodeBlockItemSyntax.self) {
        let isOnly = item.parent?.as(CodeBlockItemListSyntax.self)?.count == 1
        let code = item.parent?.parent
        return isOnly
          && (code?.parent?.is(FunctionDeclSyntax.self) ?? false
            || code?.parent?.is(SubscriptDeclSyntax.self) ?? false
            || code?.as(ClosureExprSyntax.self)?.madeProperty != nil)
          ? (nil, true) : nil
      } else if !(parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self)
        || parent.is(ExprListSyntax.self) || parent.is(TupleExprSyntax.self)
        || parent.is(LabeledExprSyntax.self)
          && parent.parent?.parent?.is(TupleExprSyntax.self) ?? false
        || parent.is(LabeledExprListSyntax.self)
          && parent.parent?.is(TupleExprSyntax.self) ?? false)
      {
        return nil
      }
      node = parent
    }
    return nil
  }

  /// `NotesModel.notes` or `NoteStore.all()`.
  var keeper: String? {
    guard let (property, isReturned) = keeperNode else {
      // `lazy var notes = (try? context.fetch(…)) ?? []`
      return ExprSyntax(self).madeProperty.flatMap { name in ownerName.map { "\($0).\(name)" } }
        ?? returningFunction
    }
    if isReturned {
      // `lazy var notes: [Note] = { … }()`
      if let property = enclosing(ClosureExprSyntax.self)?.madeProperty {
        return ownerName.map { "\($0).\(property)" }
      }
      if let place = enclosing(SubscriptDeclSyntax.self) {
        return place.ownerName.map { "\($0).subscript()" }
      }
      guard let function = enclosing(FunctionDeclSyntax.self),
        enclosing(ClosureExprSyntax.self) == nil
      else { return nil }
      let name = function.name.text + "()"
      return function.ownerName.map { "\($0).\(name)" } ?? name
    }
    guard let property, let owner = ownerName else { return returningFunction }
    return "\(owner).\(property)"
  }

  /// The function that returns what it makes of each object: `try context.fetch(all).map { NoteInfo($0) }`.
  var mappedKeeper: (name: String, isPart: Bool)? {
    guard let user = onlyUser, ["compactMap", "map"].contains(user.name),
      let name = user.keeper, name.hasSuffix("()")
    else { return nil }
    return (name, user.name == "compactMap")
  }

  /// `NoteStore.all()` for a fetch that fills a variable which the function returns in the end:
  /// `do { notes = try context.fetch(request) } catch { … }; return notes`.
  private var returningFunction: String? {
    guard let function = enclosing(FunctionDeclSyntax.self), let body = function.body,
      body.isHandwritten, var names = filledVariable.map({ Set([$0]) })
    else { return nil }
    var isReturned = false
    body.forEachDescendant { node in
      // `result = notes`
      if let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let value = terms.last?.unwrapped.as(DeclReferenceExprSyntax.self),
        names.contains(value.baseName.text),
        let target = terms.first?.as(DeclReferenceExprSyntax.self), case .local? = target.nameOrigin
      {
        names.insert(target.baseName.text)
      }
      if let name = node.as(ReturnStmtSyntax.self)?.expression?.as(DeclReferenceExprSyntax.self),
        names.contains(name.baseName.text)
      {
        isReturned = true
      }
      return !node.is(FunctionDeclSyntax.self)
    }
    // Of two functions of one name nobody knows which is called.
    guard isReturned, sourceFile?.function(function.name.text, of: function.ownerName) != nil else {
      return nil
    }
    let name = function.name.text + "()"
    return function.ownerName.map { "\($0).\(name)" } ?? name
  }

  /// The variable of the function that is given the result: in an assignment, or as its first value.
  private var filledVariable: String? {
    var node = Syntax(self)
    for _ in 0..<10 {
      guard let next = node.parent else { return nil }
      if let terms = next.as(ExprListSyntax.self), terms.count >= 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
      {
        guard let name = terms.first?.as(DeclReferenceExprSyntax.self),
          case .local? = name.nameOrigin
        else { return nil }
        return name.baseName.text
      }
      if let binding = next.as(PatternBindingSyntax.self) {
        return binding.enclosing(CodeBlockItemListSyntax.self) == nil ? nil : binding.name
      }
      // `guard let notes = try? context.fetch(all) else { return [] }`
      if let binding = next.as(OptionalBindingConditionSyntax.self) {
        return binding.enclosing(ConditionElementListSyntax.self)?.parent?.is(GuardStmtSyntax.self)
          ?? false ? binding.pattern.boundNames.onlyElement : nil
      }
      guard
        next.isWrapper || next.is(ExprListSyntax.self) || next.is(SequenceExprSyntax.self)
          || next.is(InitializerClauseSyntax.self)
      else { return nil }
      node = next
    }
    return nil
  }
}

extension ExprSyntax {
  /// The property of a type whose first value this is.
  fileprivate var madeProperty: String? {
    var node = Syntax(self)
    for _ in 0..<10 {
      guard let next = node.parent else { return nil }
      if let value = next.as(InitializerClauseSyntax.self) {
        let binding = value.parent?.as(PatternBindingSyntax.self)
        return binding?.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) ?? false
          ? binding?.name : nil
      }
      guard next.isWrapper else { return nil }
      node = next
    }
    return nil
  }
}

extension ClosureExprSyntax {
  /// The property of a type whose first value the closure is called for: `lazy var notes = { … }()`.
  var madeProperty: String? {
    guard let call = parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == ExprSyntax(self).id,
      let binding = call.parent?.parent?.as(PatternBindingSyntax.self),
      binding.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) ?? false
    else { return nil }
    return binding.name
  }
}
