internal import SwiftSyntax

extension ExprSyntax {
  var isEnumerated: Bool {
    call?.name == "enumerated" || call?.arguments.first?.expression.call?.name == "enumerated"
  }

  static let passing: Set = [
    "filter", "sorted", "prefix", "suffix", "dropFirst", "dropLast", "reversed", "shuffled",
    "enumerated", "indices",
  ]

  /// The fetch whose objects an expression holds, when both are in one function.
  var fetchedHere: FetchedObjects? {
    var node = self
    for _ in 0..<8 {
      if let found = FetchedObjects(node) { return found }
      let plain = node.unwrapped
      if let list = plain.lazyList {
        node = list
      } else if let name = plain.as(DeclReferenceExprSyntax.self), let value = name.localValue {
        node = value
      } else if let value = plain.otherwiseDefault {
        node = value
      } else if let call = plain.as(FunctionCallExprSyntax.self) {
        if Self.passing.contains(call.name), let receiver = call.receiver {
          node = receiver
        } else if call.name == "Array", let first = call.arguments.first?.expression {
          node = first
        } else {
          return nil
        }
      } else {
        return nil
      }
    }
    return nil
  }

  /// `notes` of `notes.lazy`.
  private var lazyList: ExprSyntax? {
    let access = self.as(MemberAccessExprSyntax.self)
    return access?.declName.baseName.text == "lazy" ? access?.base : nil
  }

  /// `notes` of `notes ?? []`.
  var otherwiseDefault: ExprSyntax? {
    guard let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
    else { return nil }
    return terms.first
  }

  /// What holds the list: `NotesView.notes`, `NoteStore.all()`.
  func holder(_ types: TypeReader, _ steps: Int = 8) -> String? {
    guard steps > 0 else { return nil }
    let node = unwrapped
    if let value = node.otherwiseDefault ?? node.lazyList {
      return value.holder(types, steps - 1)
    }
    let choices = node.choices
    if choices.count > 1 {
      let holders = Set(choices.map { $0.holder(types, steps - 1) })
      return holders.count == 1 ? holders.first ?? nil : nil
    }
    if let name = node.as(DeclReferenceExprSyntax.self) {
      switch name.nameOrigin {
      case .local(_, let value?): return value.holder(types, steps - 1)
      case .property(let binding, let owner):
        if let list = binding.onlyResult, list.choices.count == 1, list.fetchedHere == nil {
          return list.holder(types, steps - 1)
        }
        return "\(owner).\(name.baseName.text)"
      case .parameter(let type, let function):
        guard WrittenType(type)?.isList ?? false else { return nil }
        return function.parameterHolder(name.baseName.text)
      default: return nil
      }
    }
    if let access = node.as(MemberAccessExprSyntax.self), let base = access.base {
      let name = access.declName.baseName.text
      // So do those of a dictionary.
      if name == "values", base.dictionaryValue != nil { return base.holder(types, steps - 1) }
      // The objects of a fetched results controller go by its name.
      if name == "fetchedObjects", types.controlled(base) != nil {
        return base.holder(types, steps - 1)
      }
      if base.as(DeclReferenceExprSyntax.self)?.baseName.text == "self" {
        guard let owner = base.ownerName else { return nil }
        if case .property(let binding, _)? = node.enclosing(MemberBlockSyntax.self)?
          .property(name, owner: owner), let list = binding.onlyResult, list.choices.count == 1,
          list.fetchedHere == nil
        {
          return list.holder(types, steps - 1)
        }
        return "\(owner).\(name)"
      }
      // `NoteStore.all`
      if types.type(of: base) == nil, let owner = base.namedType { return "\(owner).\(name)" }
      guard let owner = types.type(of: base), !owner.isList, !types.isStored(owner.name) else {
        return nil
      }
      return "\(owner.name).\(name)"
    }
    if let place = node.as(SubscriptCallExprSyntax.self) { return place.holder(types) }
    guard let call = node.as(FunctionCallExprSyntax.self) else { return nil }
    if Self.passing.contains(call.name), let receiver = call.receiver {
      return node.isFirstFew || call.keepsPicked ? nil : receiver.holder(types, steps - 1)
    }
    if call.name == "Array" { return call.arguments.first?.expression.holder(types, steps - 1) }
    guard call.name.first?.isLowercase ?? false, call.trailingClosure == nil else { return nil }
    if let receiver = call.receiver, receiver.lastName != "self" {
      guard let owner = types.type(of: receiver) else {
        if let owner = receiver.namedType { return "\(owner).\(call.name)()" }
        return types.generic(of: receiver).map { "\($0.name).\(call.name)()" }
      }
      guard !owner.isList, !types.isStored(owner.name) else { return nil }
      return "\(owner.name).\(call.name)()"
    }
    return call.ownerName.map { "\($0).\(call.name)()" } ?? "\(call.name)()"
  }
}

extension ExprSyntax {
  /// `NoteStore` where the name of a type stands before a dot.
  fileprivate var namedType: String? {
    guard let type = dottedName?.lastPart, type.first?.isUppercase ?? false else { return nil }
    return type
  }
}

extension Syntax {
  /// What a parameter of a function or initializer is called by those who know neither: `total(of)`,
  /// `NoteList.notes`.
  func parameterHolder(_ name: String) -> String? {
    let clause: FunctionParameterClauseSyntax
    let function: String?
    if let node = self.as(FunctionDeclSyntax.self) {
      (clause, function) = (node.signature.parameterClause, node.name.text)
    } else if let node = self.as(InitializerDeclSyntax.self) {
      (clause, function) = (node.signature.parameterClause, nil)
    } else {
      return nil
    }
    for (position, parameter) in clause.parameters.enumerated()
    where (parameter.secondName ?? parameter.firstName).text == name {
      let label = parameter.firstName.text == "_" ? "#\(position)" : parameter.firstName.text
      guard let function else { return ownerName.map { "\($0).\(label)" } }
      return "\(ownerName.map { "\($0)." } ?? "")\(function)(\(label))"
    }
    return nil
  }
}

extension PatternBindingSyntax {
  /// What a computed property returns, when that is one expression.
  var onlyResult: ExprSyntax? {
    guard let items = accessorBlock?.getter, items.count == 1 else { return nil }
    switch items.first?.item {
    case .expr(let value): return value
    case .stmt(let statement): return statement.as(ReturnStmtSyntax.self)?.expression
    default: return nil
    }
  }
}

extension ExprSyntaxProtocol {
  /// The `await` in front of a call or of a property.
  var awaiting: AwaitExprSyntax? {
    var node = parent
    for _ in 0..<6 {
      guard let next = node else { return nil }
      if let found = next.as(AwaitExprSyntax.self) { return found }
      // `await store.pair(id)?.0`
      let isPart =
        next.as(MemberAccessExprSyntax.self).map { access in
          !["count", "isEmpty", "id", "persistentModelID"].contains(access.declName.baseName.text)
        } ?? next.as(FunctionCallExprSyntax.self).map { $0.isFurtherCall(of: self) } ?? false
      guard
        isPart || next.is(TryExprSyntax.self) || next.is(TupleExprSyntax.self)
          || next.is(OptionalChainingExprSyntax.self) || next.is(ForceUnwrapExprSyntax.self)
      else { return nil }
      node = next.parent
    }
    return nil
  }
}

extension ExprSyntax {
  /// `notes` of `notes = …` and `self.notes = …`.
  var plainTarget: String? {
    if let name = self.as(DeclReferenceExprSyntax.self) {
      if case .local? = name.nameOrigin { return nil }
      return name.baseName.text
    }
    guard let access = self.as(MemberAccessExprSyntax.self),
      access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "self"
    else { return nil }
    return access.declName.baseName.text
  }
}

extension FunctionCallExprSyntax {
  /// Whether the result has the same objects as the list it is called on, or some of them.
  var passesOn: Bool { ExprSyntax.passing.contains(name) }
}

extension FunctionCallExprSyntax {
  /// Whether it calls a method of what the expression gives: `await store.all().map(\.title)`.
  fileprivate func isFurtherCall(of value: some ExprSyntaxProtocol) -> Bool {
    ClosureExprSyntax.listMethods.contains(name)
      && calledExpression.position == value.position && calledExpression.id != ExprSyntax(value).id
  }
}
