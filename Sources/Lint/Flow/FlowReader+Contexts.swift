internal import SwiftSyntax

extension FlowReader {
  /// A call in the closure of a stage that hands its context to a function of another file.
  mutating func noteStage(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, let stage = MigrationClosures(call) else { return }
    for (closure, name, isBefore) in [
      (stage.will, stage.willName, true), (stage.did, stage.didName, false),
    ] {
      for call in closure?.callsWithContext ?? [] where file.tree.onlyFunction(call.name) == nil {
        guard let meant = aliased(call) ?? callee(of: call) else { continue }
        flows.stageCalls.append(
          .init(call: meant, from: stage.from, to: stage.to, isBefore: isBefore))
      }
      // `didMigrate: Steps.fill`
      let argument = call.argument(isBefore ? "willMigrate" : "didMigrate")
      if closure == nil, let name, file.tree.onlyFunction(name) == nil,
        let owner = argument?.as(MemberAccessExprSyntax.self)?.base?.dottedName?.lastPart
      {
        let meant = ObjectFlows.Call(
          owners: [owner], name: name, labels: ["_"], location: file.location(call))
        flows.stageCalls.append(
          .init(call: meant, from: stage.from, to: stage.to, isBefore: isBefore))
      }
    }
  }

  /// `work(context)` after `let work = Steps.fill`.
  private func aliased(_ call: FunctionCallExprSyntax) -> ObjectFlows.Call? {
    guard let name = call.calledExpression.as(DeclReferenceExprSyntax.self),
      let value = name.localValue?.as(MemberAccessExprSyntax.self),
      let owner = value.base?.dottedName?.lastPart, owner.first?.isUppercase ?? false
    else { return nil }
    return .init(
      owners: [owner], name: value.declName.baseName.text,
      labels: call.arguments.map { $0.label?.text ?? "_" }, location: file.location(call.nameNode))
  }

  /// Functions of other files that are called when a store did not open.
  mutating func noteFailure(_ node: Syntax) {
    guard !file.isTest else { return }
    for items in StoreDeletedOnFailure.failures(node) {
      for item in items {
        item.forEachDescendant { node in
          if node.isForDebugging { return false }
          if let call = node.as(FunctionCallExprSyntax.self),
            file.tree.onlyFunction(call.name) == nil,
            let meant = callee(of: call)
          {
            flows.rescues.append(meant)
          }
          return true
        }
      }
    }
  }

  /// What actors and extensions of types do with a context that is their own.
  mutating func noteContext(_ node: Syntax) {
    guard node.is(ActorDeclSyntax.self) || node.is(ExtensionDeclSyntax.self), !file.isTest,
      let group = node.asProtocol((any DeclGroupSyntax).self), let owner = node.typeName,
      !types.isModel(owner), group.memberBlock.isReadable
    else { return }
    var found = ObjectFlows.OwnContext(
      owner: owner, isModelActor: node.as(ActorDeclSyntax.self)?.attribute("ModelActor") != nil,
      mayBeSaved: false)
    guard found.isModelActor || group.memberBlock.mentions(["modelContext"]) else { return }
    note(uses: "modelContext", in: Syntax(group.memberBlock), to: &found)
    if found.isModelActor || found.mayBeSaved || found.change != nil {
      flows.contexts.append(found)
    }
  }
}

extension FunctionCallExprSyntax {
  /// The class of what is inserted, or deleted at once.
  func changedModel(_ types: TypeReader) -> (String, String)? {
    guard isOnContext, let first = arguments.first else { return nil }
    if name == "insert", let model = types.model(of: first.expression) {
      return (model, "inserted")
    }
    if name == "delete", first.label?.text == "model",
      let model = first.expression.metatypeName?.lastPart, types.isModel(model)
    {
      return (model, "deleted")
    }
    return nil
  }
}

extension Syntax {
  /// What stands behind `#if DEBUG`, and not behind its `#else`.
  var isForDebugging: Bool {
    guard let clause = self.as(IfConfigClauseSyntax.self) else { return false }
    guard let condition = clause.condition else {
      let first = clause.parent?.as(IfConfigClauseListSyntax.self)?.first?.condition
      return first?.trimmedDescription == "!DEBUG"
    }
    return condition.mentions(["DEBUG"]) && condition.trimmedDescription != "!DEBUG"
  }
}
