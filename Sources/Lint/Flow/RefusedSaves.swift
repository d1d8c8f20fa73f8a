internal import StoreModel
internal import SwiftSyntax

/// Saves of new objects whose failure the code passes on, and what it does with the objects then.
extension CatchClauseSyntax {
  /// Whether it tells the caller or the user that it did not work, and leaves the app running.
  var refuses: Bool {
    guard !goesOn, body.isHandwritten else { return false }
    return body.hasDescendant { node in
      if node.is(ThrowStmtSyntax.self) { return true }
      if let back = node.as(ReturnStmtSyntax.self), let value = back.expression {
        return value.is(NilLiteralExprSyntax.self) || value.trimmedDescription == "false"
          || ["failure", "failed", "error"].contains(value.call?.name ?? value.lastName ?? "")
      }
      // `message = error.localizedDescription`, `hasFailed = true`
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let name = terms.first?.lastName, let value = terms.last
      else { return false }
      // `state = .failed(error)`
      let state = value.call?.name ?? value.lastName ?? ""
      return [name, state].flatMap(\.camelWords).contains { word in
        ["alert", "error", "fail", "message", "problem"].contains(where: word.hasPrefix)
      }
    }
  }
}

extension FunctionDeclSyntax {
  /// Where another function of the type inserts what it makes, and has this one save it.
  func insertOfCaller(
    in context: ExprSyntax, _ file: LintFile, _ types: TypeReader
  ) -> (Syntax, String)? {
    guard let owner = ownerName, signature.parameterClause.parameters.isEmpty else { return nil }
    for block in file.tree.memberBlocks(of: owner) {
      for function in block.members.compactMap({ $0.decl.as(FunctionDeclSyntax.self) })
      where function.id != id {
        guard let body = function.body, body.isHandwritten else { continue }
        var call: FunctionCallExprSyntax?
        body.forEachDescendant { node in
          if let found = node.as(FunctionCallExprSyntax.self), found.name == name.text,
            found.receiver?.isSelfName ?? true, found.arguments.isEmpty,
            found.parent?.as(TryExprSyntax.self)?.questionOrExclamationMark == nil
          {
            call = found
          }
          return call == nil
        }
        if let call, !Syntax(body).undoes(after: call.position),
          let found = Syntax(body).madeInsert(before: call, in: context, types)
        {
          return found
        }
      }
    }
    return nil
  }
}

extension ObjectFlows {
  /// A function that makes objects in a loop, in the context that it is given, and throws when it cannot save them.
  struct RefusedFill: Sendable, Codable {
    var owner: String
    /// `fill(into)`
    var filler: String
    var entity: String
    var location: Location
  }
}

extension FlowReader {
  /// `func fill(_ context: ModelContext) throws { for … { context.insert(note) }; try context.save() }`
  mutating func noteRefusedFill(_ function: FunctionDeclSyntax) {
    guard !file.isTest, file.meansSwiftData, let body = function.body, body.isHandwritten,
      let parameter = function.signature.parameterClause.parameters.first(where: {
        WrittenType($0.type)?.name == "ModelContext"
      })
    else { return }
    // What fills an empty table is wanted whenever it is written.
    guard !body.statements.fillsEmpty else { return }
    let name = (parameter.secondName ?? parameter.firstName).text
    let isThrown = function.signature.effectSpecifiers?.throwsClause != nil
    for item in body.statements {
      let tried = item.refusedSave(isThrown: isThrown)
      guard let save = tried, let context = save.receiver, context.trimmedDescription == name,
        !Syntax(body).mentions(["rollback"]), !Syntax(body).undoes(after: save.position),
        let (insert, entity) = Syntax(body).madeInsert(before: save, in: context, types),
        // What is half done is more than one object.
        insert.enclosing(ForStmtSyntax.self) != nil
      else { continue }
      flows.refusedFills.append(
        .init(
          owner: function.ownerName ?? "",
          filler: "\(function.name.text)(\(parameter.firstName.text))", entity: entity,
          location: file.location(save.nameNode)))
      return
    }
  }
}

extension CodeBlockItemSyntax {
  /// The save that the statement makes, whose error goes to the caller or is shown.
  fileprivate func refusedSave(isThrown: Bool) -> FunctionCallExprSyntax? {
    if let attempt = item.as(DoStmtSyntax.self) {
      return attempt.catchClauses.last?.refuses ?? false ? attempt.body.ownSave : nil
    }
    guard isThrown, let attempt = item.as(TryExprSyntax.self),
      attempt.questionOrExclamationMark == nil, let call = attempt.expression.call, call.isSave
    else { return nil }
    return call
  }
}

extension CodeBlockSyntax {
  /// The save that the block tries itself: not one of a closure, nor one whose error is dropped.
  var ownSave: FunctionCallExprSyntax? {
    var found: FunctionCallExprSyntax?
    forEachDescendant { node in
      if found != nil || node.is(ClosureExprSyntax.self) || node.is(DoStmtSyntax.self) {
        return false
      }
      if let call = node.as(FunctionCallExprSyntax.self), call.name == "save", call.isSave,
        call.parent?.as(TryExprSyntax.self)?.questionOrExclamationMark == nil
      {
        found = call
      }
      return found == nil
    }
    return found
  }
}

extension CodeBlockSyntax {
  /// Where the block deletes one object of the context before a save.
  func ownDeletion(before save: FunctionCallExprSyntax, in context: ExprSyntax) -> Syntax? {
    var found: Syntax?
    forEachDescendant { node in
      guard found == nil, node.position < save.position, !node.is(ClosureExprSyntax.self),
        !node.is(ForStmtSyntax.self)
      else { return false }
      if let call = node.as(FunctionCallExprSyntax.self), call.name == "delete",
        call.receiver?.trimmedDescription == context.trimmedDescription,
        let argument = call.arguments.onlyElement, argument.label == nil
      {
        found = call.nameNode
      }
      return found == nil
    }
    return found
  }
}

extension DoStmtSyntax {
  /// The function, or the closure of an action, in which it stands.
  var codeAround: Syntax {
    var node = Syntax(self)
    for _ in 0..<64 {
      guard let next = node.parent else { return node }
      if next.is(FunctionDeclSyntax.self) || next.is(ClosureExprSyntax.self)
        || next.is(InitializerDeclSyntax.self)
      {
        return next
      }
      node = next
    }
    return node
  }
}

extension ExprSyntax {
  /// Whether the context is a property that keeps one, or the one of a container or actor: not one that the
  /// function has made or was given.
  func livesOn(in file: LintFile) -> Bool {
    let value = unwrapped
    if value.lastName == "mainContext" { return true }
    let name: DeclReferenceExprSyntax
    if let own = value.as(DeclReferenceExprSyntax.self) {
      name = own
    } else if let access = value.as(MemberAccessExprSyntax.self), access.base?.isSelfName ?? false {
      name = access.declName
    } else {
      return false
    }
    let type = enclosingType
    if name.baseName.text == "modelContext",
      type?.asProtocol((any WithAttributesSyntax).self)?.attribute("ModelActor") != nil
    {
      return true
    }
    if case .property(let binding, _)? = name.nameOrigin {
      return binding.isStored || binding.accessorBlock?.mentions(["mainContext"]) ?? false
    }
    guard value.is(MemberAccessExprSyntax.self), let owner = ownerName else { return false }
    return file.tree.binding(name.baseName.text, of: owner)?.isStored ?? false
  }
}

extension Syntax {
  /// An insert, before a save and into the same context, of an object that the code makes, with its class.
  func madeInsert(
    before save: FunctionCallExprSyntax, in context: ExprSyntax, _ types: TypeReader
  ) -> (Syntax, String)? {
    var found: (Syntax, String)?
    forEachDescendant { node in
      guard found == nil, node.position < save.position else { return false }
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == "insert",
        call.isOnContext,
        call.receiver?.trimmedDescription == context.trimmedDescription,
        let argument = call.arguments.onlyElement, argument.label == nil
      else { return true }
      let object = argument.expression.unwrapped
      let made = object.call ?? object.as(DeclReferenceExprSyntax.self)?.localValue?.unwrapped.call
      guard let name = made?.calledExpression.dottedName?.lastPart, types.isModel(name) else {
        return true
      }
      found = (call.nameNode, name)
      return false
    }
    return found
  }

  private static let undoing = [
    "cleanup", "delete", "discard", "remove", "reset", "retry", "revert", "rollback", "undo",
  ]

  /// Whether the code takes something back behind a place, or tries it again.
  func undoes(after place: AbsolutePosition) -> Bool {
    hasDescendant { node in
      guard let token = node.as(TokenSyntax.self), token.position > place,
        case .identifier(let name) = token.tokenKind
      else { return false }
      return Self.undoing.contains { name.lowercased().hasPrefix($0) }
    }
  }
}

extension CodeBlockItemListSyntax {
  /// `guard try context.fetchCount(all) == 0 else { return }`, `guard all.isEmpty else { return }`
  fileprivate var fillsEmpty: Bool {
    contains { item in
      guard let check = item.item.as(GuardStmtSyntax.self),
        check.body.statements.last?.item.is(ReturnStmtSyntax.self) ?? false
      else { return false }
      return check.conditions.mentions(["fetchCount", "isEmpty"])
    }
  }
}
