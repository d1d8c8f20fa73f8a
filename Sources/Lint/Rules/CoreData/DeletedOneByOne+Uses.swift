internal import SwiftSyntax

extension ExprSyntax {
  /// Whether the rows of a list that is deleted were fetched for something else too: the function uses them
  /// elsewhere, or deletes them only where a condition holds that is not about them.
  ///
  /// - Parameter place: where the rows were fetched.
  func keepsRows(since place: AbsolutePosition, at node: Syntax) -> Bool {
    guard let name = unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let function = node.enclosingBody
    else { return false }
    let isUsed = function.hasDescendant { use in
      guard let use = use.as(DeclReferenceExprSyntax.self), use.baseName.text == name,
        use.position != unwrapped.position
      else { return false }
      return !use.isAskedForCount && !use.isAssigned
    }
    return isUsed || node.isConditional(since: place, on: name)
  }
}

extension FetchedObjects {
  /// Whether the condition picks objects one by one, or is not written where the request is: who knows how
  /// many it finds.
  var isChosen: Bool {
    if !isCoreData {
      guard let predicate = conditions.last?.resolved else {
        return !isWhole
      }
      // What equals something, or is in a list, is a handful; what is old enough piles up.
      guard let macro = predicate.as(MacroExpansionExprSyntax.self) else { return true }
      // So does all that belongs to some owners.
      return !macro.hasDescendant { node in
        ["<", "<=", ">", ">="].contains(
          node.as(BinaryOperatorExprSyntax.self)?.operator.text ?? "")
          || node.as(FunctionCallExprSyntax.self)?.findsThoseOfOwners(besides: entity) ?? false
      }
    }
    guard let descriptorName, let body = fetch.enclosingBody, body.isHandwritten else {
      return false
    }
    return body.assigned("predicate", of: descriptorName).contains { value in
      if value.is(NilLiteralExprSyntax.self) { return false }
      guard let call = value.resolved.call, call.name == "NSPredicate",
        let format = call.argument("format")?.literalText
      else { return true }
      // What is old enough as well piles up, whatever else it is.
      return format.uppercased().contains(" IN ") && !format.contains("<") && !format.contains(">")
    }
  }
}

extension FunctionCallExprSyntax {
  /// `channelIDs.contains($0.channelID)`, `$0.path.starts(with: root)`: of each owner there may be any number, and
  /// of an object's own identifier there is one.
  fileprivate func findsThoseOfOwners(besides entity: String?) -> Bool {
    if name == "starts", argument("with") != nil { return true }
    guard name == "contains", let key = arguments.onlyElement?.expression.unwrapped,
      let access = key.as(MemberAccessExprSyntax.self),
      access.base?.as(DeclReferenceExprSyntax.self) != nil
    else { return false }
    let words = access.declName.baseName.text.camelWords
    guard let first = words.first, words.count > 1,
      access.declName.baseName.text.lowercased().hasSuffix("id")
    else { return false }
    let own = entity?.camelWords ?? []
    return !own.contains(first)
      && !["external", "local", "persistent", "remote", "server", "unique"].contains(first)
  }
}

extension Syntax {
  /// Whether the function deletes all objects of another class in the same way, of which there are many.
  var isBesideDeletionOfMany: Bool {
    enclosingBody?.hasDescendant { other in
      guard other.id != id, let list = DeletedOneByOne.deletedList(other),
        let (fetched, _) = FetchedObjects.behind(list), !fetched.isLimited
      else { return false }
      return !fetched.isCoreData && !fetched.isChosen
    } ?? false
  }

  /// Whether the code behind deletes another object in the same go, as the parent of these: a batch would have
  /// happened already when the save of the rest fails.
  var isBesideOtherDeletion: Bool {
    var node = self
    while let next = node.parent {
      if let items = next.as(CodeBlockItemListSyntax.self),
        items.contains(where: { item in
          item.position > position
            && item.calls.contains { call in
              call.name == "delete" && call.isOnContext && call.arguments.count == 1
                && call.arguments.first?.label == nil
            }
        })
      {
        return true
      }
      if next.is(FunctionDeclSyntax.self) || next.is(ClosureExprSyntax.self) { return false }
      node = next
    }
    return false
  }

  /// Whether code runs only under a condition that stands behind a place and is not about the variable.
  fileprivate func isConditional(since place: AbsolutePosition, on name: String) -> Bool {
    var node = self
    while let next = node.parent, next.position > place || !next.contains(place) {
      if let branch = next.as(IfExprSyntax.self), !branch.conditions.isOnlyAbout(name) {
        return true
      }
      if next.is(SwitchExprSyntax.self) { return true }
      node = next
    }
    // What leaves the function, or the block, between the fetch and the loop.
    var inner = self
    while let next = inner.parent {
      if let list = next.as(CodeBlockItemListSyntax.self) {
        let between = list.filter { $0.position > place && $0.endPosition <= inner.position }
        if between.contains(where: { $0.leaves(unless: name) }) { return true }
        if list.position <= place { return false }
      }
      inner = next
    }
    return false
  }

  private func contains(_ place: AbsolutePosition) -> Bool {
    position <= place && place < endPosition
  }
}

extension CodeBlockItemSyntax {
  /// `guard flag else { return }` and `if flag { return }`.
  fileprivate func leaves(unless name: String) -> Bool {
    if let guarded = item.as(GuardStmtSyntax.self) {
      return !guarded.conditions.isOnlyAbout(name)
    }
    guard let branch = item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self),
      let last = branch.body.statements.last?.item
    else { return false }
    return (last.is(ReturnStmtSyntax.self) || last.is(ContinueStmtSyntax.self))
      && !branch.conditions.isOnlyAbout(name)
  }
}

extension ConditionElementListSyntax {
  /// Whether a condition asks one thing, and asks it of the variable.
  fileprivate func isOnlyAbout(_ name: String) -> Bool {
    count == 1 && mentions([name]) && !mentions(["&&", "||"])
  }
}

extension DeclReferenceExprSyntax {
  /// `rows.isEmpty`, `rows.count`
  fileprivate var isAskedForCount: Bool {
    guard let access = parent?.as(MemberAccessExprSyntax.self),
      access.base?.id == ExprSyntax(self).id
    else { return false }
    return ["isEmpty", "count"].contains(access.declName.baseName.text)
  }

  /// `rows = …`
  fileprivate var isAssigned: Bool {
    guard let terms = parent?.as(ExprListSyntax.self) else { return false }
    return terms.first?.id == ExprSyntax(self).id
      && terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
  }
}
