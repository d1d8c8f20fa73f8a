internal import SwiftSyntax

/// Computed properties and subscripts that ask or change a store: read, they are as good as called.
extension FlowReader {
  /// What a body calls each time, as far as it is known whose functions these are.
  func calls(in body: CodeBlockItemListSyntax) -> [ObjectFlows.Call] {
    body.stepsOfEachCall.compactMap { callee(ofStep: $0) }
  }

  /// The function that a call means, or the property or subscript that is read.
  func callee(ofStep node: Syntax) -> ObjectFlows.Call? {
    if let call = node.as(FunctionCallExprSyntax.self) { return callee(of: call) }
    if let access = node.as(MemberAccessExprSyntax.self) { return callee(of: access) }
    if let place = node.as(SubscriptCallExprSyntax.self) { return callee(of: place) }
    return node.as(DeclReferenceExprSyntax.self).flatMap { callee(of: $0) }
  }

  private func callee(of access: MemberAccessExprSyntax) -> ObjectFlows.Call? {
    let name = access.declName.baseName.text
    guard file.mayAsk(name), !access.isCalled, let base = access.base, let owner = owner(base)
    else {
      return nil
    }
    return .init(
      owners: [owner], name: name, labels: ["."], location: file.location(access.declName))
  }

  /// A member of the type around the name.
  private func callee(of name: DeclReferenceExprSyntax) -> ObjectFlows.Call? {
    let text = name.baseName.text
    guard file.mayAsk(text), name.isValue, name.nameOrigin.isMemberOrNothing,
      let owner = name.ownerName
    else { return nil }
    return .init(owners: [owner], name: text, labels: ["."], location: file.location(name))
  }

  private func callee(of place: SubscriptCallExprSyntax) -> ObjectFlows.Call? {
    guard file.mayAsk("subscript"), let owner = owner(place.calledExpression) else { return nil }
    return .init(
      owners: [owner], name: "subscript",
      labels: ["["] + place.arguments.map { $0.label?.text ?? "_" },
      location: file.location(place.calledExpression))
  }

  /// The type whose member is read of an expression; nil for lists.
  private func owner(_ base: ExprSyntax) -> String? {
    if let name = base.dottedName {
      if ["self", "Self"].contains(name) { return base.ownerName }
      if name.split(separator: ".").allSatisfy({ $0.first?.isUppercase ?? false }) {
        return name.lastPart
      }
    }
    return types.type(of: base).flatMap { $0.isList ? nil : $0.name }
  }

  /// `var newest: Note? { try? context.fetch(…).first }`
  mutating func noteComputedCode(_ name: String, _ binding: PatternBindingSyntax, owner: String) {
    guard !file.isTest, file.mayAsk(name), let items = binding.accessorBlock?.getter,
      items.isHandwritten
    else { return }
    note(body: items, name: "\(owner).\(name)", labels: ["."], owner: owner, at: Syntax(binding))
  }

  /// `subscript(code: String) -> Note? { … }`
  mutating func noteSubscript(_ declaration: SubscriptDeclSyntax) {
    guard !file.isTest, file.mayAsk("subscript"), let items = declaration.accessorBlock?.getter,
      items.isHandwritten, let owner = declaration.ownerName
    else { return }
    let labels = declaration.parameterClause.parameters.map { parameter in
      // Without a second name there is no label.
      (parameter.secondName == nil ? "_" : parameter.firstName.text)
        + (parameter.defaultValue == nil ? "" : "?")
    }
    note(
      body: items, name: "\(owner).subscript", labels: ["["] + labels, owner: owner,
      at: Syntax(declaration))
  }

  private mutating func note(
    body: CodeBlockItemListSyntax, name: String, labels: [String], owner: String, at node: Syntax
  ) {
    let (effects, calls) = (body.effects, calls(in: body))
    // The property of an actor, which others wait for, is one already.
    if let known = flows.functions.lastIndex(where: { $0.name == name && $0.labels == labels }) {
      flows.functions[known].effects = effects
      flows.functions[known].calls = calls
      return
    }
    flows.functions.append(
      .init(
        name: name, labels: labels, effects: effects, calls: calls, waits: waits(in: body),
        owner: owner, location: file.location(node)))
  }
}

/// What a view does each time it is drawn.
extension FlowReader {
  mutating func noteShown(_ type: StructDeclSyntax) {
    guard !file.isTest, type.memberBlock.isReadable,
      type.inheritanceClause?.mentions(["View"]) ?? false, !type.name.text.contains("Preview")
    else { return }
    // What is found is added afterwards: a reader that changes is copied for each node that asks it.
    let reader = self
    var shown: [ObjectFlows.Shown] = []
    let drawn = type.memberBlock.shownParts
    for (index, part) in (drawn + type.memberBlock.presentedParts).enumerated() {
      part.forEachDescendant { node in
        if node.isLater { return false }
        // What modifies a view is called on a view.
        if let call = node.as(FunctionCallExprSyntax.self), call.receiver?.call != nil {
          return true
        }
        if let made = reader.callee(ofStep: node), made.owners.first != type.name.text,
          !node.isBehindReturn(in: part)
        {
          shown.append(
            .init(view: type.name.text, call: made, isPresented: index >= drawn.count))
        }
        return true
      }
    }
    flows.shown += shown
  }
}

extension AccessorBlockSyntax {
  /// The code that works out the value.
  var getter: CodeBlockItemListSyntax? {
    switch accessors {
    case .getter(let items): items
    case .accessors(let list):
      list.first { $0.accessorSpecifier.text == "get" }?.body?.statements
    }
  }

  /// What runs when the property is read: not `set`, which an assignment alone runs.
  var readCode: Syntax? {
    switch accessors {
    case .getter: Syntax(self)
    case .accessors(let list):
      list.first { $0.accessorSpecifier.text == "get" }?.body.map { Syntax($0) }
    }
  }
}

extension FunctionCallExprSyntax {
  /// Labels of the arguments, `_` without one, and `{` for a closure behind the call.
  var labels: [String] {
    arguments.map { $0.label?.text ?? "_" } + (trailingClosure == nil ? [] : ["{"])
      + additionalTrailingClosures.map(\.label.text)
  }
}
