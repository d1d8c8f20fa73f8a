internal import SwiftSyntax

extension FlowReader {
  /// What a class does with a context that it made for itself and shows nobody.
  mutating func noteKeptContext(_ node: Syntax) {
    guard node.is(ClassDeclSyntax.self) || node.is(ActorDeclSyntax.self), !file.isTest,
      file.meansSwiftData, let group = node.asProtocol((any DeclGroupSyntax).self),
      let owner = node.typeName, group.memberBlock.isReadable,
      let name = group.memberBlock.madeContext(isActor: node.is(ActorDeclSyntax.self)),
      !group.memberBlock.mentions(["autosaveEnabled", "mainContext", "isStoredInMemoryOnly"])
    else { return }
    var found = ObjectFlows.OwnContext(owner: owner, isModelActor: false, mayBeSaved: false)
    found.isMade = true
    note(uses: name, in: Syntax(group.memberBlock), to: &found)
    if found.change != nil || found.mayBeSaved { flows.contexts.append(found) }
  }

  /// What is done with a context under its own name, and with the objects that come out of it.
  func note(uses name: String, in block: Syntax, to found: inout ObjectFlows.OwnContext) {
    block.forEachDescendant { node in
      if node.is(ActorDeclSyntax.self) || node.is(ClassDeclSyntax.self) { return false }
      if found.change == nil, let object = node.changedObject(types) {
        found.change = file.location(object)
      }
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name else {
        return true
      }
      var whole = Syntax(use)
      if let access = use.parent?.as(MemberAccessExprSyntax.self), access.declName.id == use.id {
        guard ["self", "modelExecutor"].contains(access.base?.lastName ?? "") else { return true }
        whole = Syntax(access)
      }
      // `context = ModelContext(container)`
      if let terms = whole.parent?.as(ExprListSyntax.self),
        terms.first?.id == whole.as(ExprSyntax.self)?.id,
        terms.last?.call?.name == "ModelContext"
      {
        return true
      }
      guard let member = whole.unwrapping.parent?.as(MemberAccessExprSyntax.self) else {
        found.mayBeSaved = true
        return true
      }
      switch member.declName.baseName.text {
      case "insert", "delete": found.change = found.change ?? file.location(member.declName)
      case "fetch", "fetchCount", "fetchIdentifiers", "enumerate", "model", "registeredModel",
        "container", "hasChanges", "undoManager", "author", "rollback", "processPendingChanges":
        break
      default: found.mayBeSaved = true
      }
      return true
    }
  }
}

extension MemberBlockSyntax {
  /// The private property, or any of an actor, whose context the type makes by itself.
  fileprivate func madeContext(isActor: Bool) -> String? {
    for member in members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isInstance,
        let binding = variable.bindings.first, let name = binding.name, binding.isStored,
        isActor || variable.modifiers.isPrivate
      else { continue }
      if let value = binding.initializer?.value {
        if value.call?.calledExpression.dottedName == "ModelContext" { return name }
      } else if binding.typeAnnotation?.type.dottedName == "ModelContext",
        case let values = Syntax(self).values(of: name), !values.isEmpty,
        values.allSatisfy({ $0.call?.calledExpression.dottedName == "ModelContext" })
      {
        return name
      }
    }
    return nil
  }
}

extension Syntax {
  /// The values that a property is given in the code of its type.
  func values(of name: String) -> [ExprSyntax] {
    var found: [ExprSyntax] = []
    forEachDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false, let last = terms.last,
        terms.first?.lastName == name,
        terms.first?.is(DeclReferenceExprSyntax.self) ?? false
          || terms.first?.as(MemberAccessExprSyntax.self)?.base?.isSelfName ?? false
      else { return true }
      found.append(last)
      return true
    }
    return found
  }
}
