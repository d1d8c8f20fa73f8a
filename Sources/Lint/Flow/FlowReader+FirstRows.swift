internal import SwiftSyntax

/// Objects that are made only where their table has none: settings, a counter, what there is one of.
extension FlowReader {
  /// An insert, by whether it is the first of its table or may be one of many.
  mutating func noteRow(_ call: FunctionCallExprSyntax, of entity: String) {
    guard !file.isTest else { return }
    if call.isFirstRow(of: entity, types) {
      flows.firstRows.insert(entity)
    } else {
      flows.furtherRows.insert(entity)
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether it inserts the one object of a table that was found to be empty: behind
  /// `if let known = try context.fetch(all).first { return known }`, or under `if settings.isEmpty`.
  fileprivate func isFirstRow(of entity: String, _ types: TypeReader) -> Bool {
    guard let body = enclosingBody, body.isHandwritten else { return false }
    var inserts = 0
    body.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self), call.name == "insert",
        let (model, action) = call.changedModel(types), model == entity, action == "inserted"
      {
        inserts += 1
      }
      return true
    }
    guard inserts == 1 else { return false }
    var node = Syntax(self)
    var isDecided = false
    while let next = node.parent, next.id != body.id {
      if next.is(ForStmtSyntax.self) || next.is(WhileStmtSyntax.self)
        || next.as(ClosureExprSyntax.self)?.loopedList != nil
      {
        return false
      }
      if let choice = next.as(IfExprSyntax.self), choice.conditions.id != node.id,
        choice.conditions.ask(whetherEmpty: entity, types)
      {
        isDecided = true
      }
      if let items = next.as(CodeBlockItemListSyntax.self) {
        isDecided =
          isDecided
          || items.contains { $0.position < position && $0.leaves(unlessEmpty: entity, types) }
      }
      node = next
    }
    return isDecided
  }
}

extension CodeBlockItemSyntax {
  /// `if let known = all.first { return known }`, `guard all.isEmpty else { return }`
  fileprivate func leaves(unlessEmpty entity: String, _ types: TypeReader) -> Bool {
    let conditions =
      item.as(GuardStmtSyntax.self)?.conditions
      ?? item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)?.conditions
    guard let conditions, conditions.ask(whetherEmpty: entity, types) else { return false }
    return hasDescendant { $0.is(ReturnStmtSyntax.self) }
  }
}

extension ConditionElementListSyntax {
  /// Whether they ask whether a table has any object: `all.first`, `all.isEmpty`, `count == 0`.
  fileprivate func ask(whetherEmpty entity: String, _ types: TypeReader) -> Bool {
    contains { element in
      if let binding = element.condition.as(OptionalBindingConditionSyntax.self) {
        return binding.initializer?.value.asks(whetherEmpty: entity, types) ?? false
      }
      guard let value = element.condition.as(ExprSyntax.self)?.unwrapped else { return false }
      if let not = value.as(PrefixOperatorExprSyntax.self) {
        return not.expression.asks(whetherEmpty: entity, types)
      }
      let first = value.as(SequenceExprSyntax.self)?.elements.first ?? value
      return first.asks(whetherEmpty: entity, types)
    }
  }
}

extension ExprSyntax {
  fileprivate func asks(whetherEmpty entity: String, _ types: TypeReader) -> Bool {
    var value = unwrapped
    value = value.otherwiseDefault?.unwrapped ?? value
    if let name = value.as(DeclReferenceExprSyntax.self), let local = name.localValue {
      value = local.unwrapped
      value = value.otherwiseDefault?.unwrapped ?? value
    }
    if let count = value.call, count.name == "fetchCount", count.isOnContext {
      let made = count.arguments.first?.expression.resolved.call
      return made?.describedEntity == entity && made?.argument("predicate") == nil
    }
    guard let access = value.as(MemberAccessExprSyntax.self), !access.isCalled,
      ["count", "first", "isEmpty"].contains(access.declName.baseName.text),
      let list = access.base?.unwrapped
    else { return false }
    if let fetched = FetchedObjects(list.otherwiseDefault ?? list) {
      return fetched.entity == entity && fetched.isWhole
    }
    return list.isQueryOfAll(entity, types)
  }

  /// Whether it is a property that a query fills with all objects of a class.
  private func isQueryOfAll(_ entity: String, _ types: TypeReader) -> Bool {
    guard let name = self.as(DeclReferenceExprSyntax.self),
      case .property(let binding, _)? = name.nameOrigin,
      let query = binding.parent?.parent?.as(VariableDeclSyntax.self)?.attribute("Query"),
      let type = types.type(of: self)
    else { return false }
    return type.isList && type.name == entity
      && query.argumentList?.contains { $0.label?.text == "filter" } != true
  }
}
