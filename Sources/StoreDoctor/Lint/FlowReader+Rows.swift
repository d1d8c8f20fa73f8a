internal import SwiftSyntax

extension FlowReader {
  /// `notes.map(\.folder?.name)`, `TableColumn("Folder", value: \.folder.name)`.
  mutating func noteKeyPath(_ call: FunctionCallExprSyntax) {
    let list =
      call.receiver == nil
      ? call.name == "Dictionary" ? call.argument("grouping") : call.tableRows
      : ClosureExprSyntax.listMethods.contains(call.name) ? call.receiver : nil
    guard let list,
      let path = call.arguments.lazy.compactMap({ argument in
        argument.expression.as(KeyPathExprSyntax.self)
          ?? argument.expression.call?.arguments.first?.expression.as(KeyPathExprSyntax.self)
      }).first
    else { return }
    let names = path.components.compactMap {
      $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName
    }
    guard let first = names.first else { return }
    let next = names.dropFirst().first.flatMap {
      ["id", "persistentModelID"].contains($0.baseName.text) ? nil : $0
    }
    let read = ObjectFlows.Read(
      member: first.baseName.text, toOne: next.map { file.location($0) },
      toMany: file.location(first), location: file.location(first))
    note(ObjectFlows.Uses(reads: [read]), of: list)
  }

  /// A call in the closure of a stage that hands its context to a function of another file.
  mutating func noteStage(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, let stage = MigrationClosures(call) else { return }
    for (closure, name, isBefore) in [
      (stage.will, stage.willName, true), (stage.did, stage.didName, false),
    ] {
      var calls: [FunctionCallExprSyntax] = []
      closure?.statements.forEachDescendant { node in
        if let call = node.as(FunctionCallExprSyntax.self),
          call.arguments.contains(where: { $0.expression.lastName == closure?.firstParameter })
        {
          calls.append(call)
        }
        return true
      }
      for call in calls where file.tree.onlyFunction(call.name) == nil {
        guard let meant = callee(of: call) else { continue }
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
    group.memberBlock.forEachDescendant { node in
      guard let name = node.as(DeclReferenceExprSyntax.self), name.baseName.text == "modelContext"
      else { return !node.is(ActorDeclSyntax.self) }
      var whole = Syntax(name)
      if let access = name.parent?.as(MemberAccessExprSyntax.self), access.declName.id == name.id {
        guard ["self", "modelExecutor"].contains(access.base?.lastName ?? "") else { return true }
        whole = Syntax(access)
      }
      guard let use = whole.parent?.as(MemberAccessExprSyntax.self) else {
        found.mayBeSaved = true
        return true
      }
      switch use.declName.baseName.text {
      case "insert", "delete": found.change = found.change ?? file.location(use.declName)
      case "fetch", "fetchCount", "fetchIdentifiers", "enumerate", "model", "registeredModel",
        "container", "hasChanges", "undoManager", "author", "rollback", "processPendingChanges":
        break
      default: found.mayBeSaved = true
      }
      return true
    }
    if found.isModelActor || found.mayBeSaved || found.change != nil {
      flows.contexts.append(found)
    }
  }
}

extension FunctionCallExprSyntax {
  /// The list whose objects a column of a table shows: `notes` of `Table(notes) { TableColumn… }`, and
  /// what `ForEach` goes through in its rows.
  var tableRows: ExprSyntax? {
    guard receiver == nil, name == "TableColumn" else { return nil }
    var closure = enclosing(ClosureExprSyntax.self)
    for _ in 0..<8 {
      guard let call = closure?.userCall else { return nil }
      if call.name == "Table" {
        if let first = call.arguments.first, first.label == nil { return first.expression }
        var rows: ExprSyntax?
        call.additionalTrailingClosures.first { $0.label.text == "rows" }?.forEachDescendant {
          node in
          if rows == nil, let each = node.as(FunctionCallExprSyntax.self), each.name == "ForEach" {
            rows = each.arguments.first?.expression
          }
          return rows == nil
        }
        return rows
      }
      closure = closure?.enclosing(ClosureExprSyntax.self)
    }
    return nil
  }

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
  /// `#if DEBUG`
  var isForDebugging: Bool {
    self.as(IfConfigDeclSyntax.self)?.clauses.contains {
      $0.condition?.mentions(["DEBUG"]) ?? false
    } ?? false
  }
}
