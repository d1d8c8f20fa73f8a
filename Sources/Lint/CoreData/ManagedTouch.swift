internal import SwiftSyntax

extension TypeReader {
  /// Whether it is a class of Core Data's objects.
  func isManaged(_ name: String) -> Bool { !file.ask(.isManagedClass(name)).isEmpty }

  /// The class of the object that an expression is, of SwiftData's or of Core Data's.
  func object(of expression: ExprSyntax) -> String? {
    if let model = model(of: expression) { return model }
    return managed(expression).flatMap { $0.isList ? nil : $0.name }
  }

  /// The class of Core Data's objects that an expression is one or many of.
  func managed(_ expression: ExprSyntax) -> WrittenType? {
    guard let type = type(of: expression), isManaged(type.name) else { return nil }
    // `API.Share` is another type than the class of Core Data, unless a module is named: one that the file
    // imports, or its own, whose folder it lies in.
    if let outer = type.outer, !file.imports.contains(outer),
      !file.path.split(separator: "/").contains(Substring(outer))
        || file.tree.type(outer) != nil
    {
      return nil
    }
    return type
  }
}

extension ExprSyntax {
  private static let free: Set = ["objectID", "managedObjectContext", "hash", "isEqual"]
  private static let ofList: Set = ["count", "isEmpty", "indices"]

  /// Whether it is what a relationship of another object is set to: `note.folder = folder`.
  private func isLinked(_ whole: Syntax) -> Bool {
    guard let terms = whole.parent?.as(ExprListSyntax.self).map(Array.init), terms.count == 3,
      terms[1].is(AssignmentExprSyntax.self), terms[2].id == whole.as(ExprSyntax.self)?.id
    else { return false }
    return terms[0].as(MemberAccessExprSyntax.self)?.base.map { !$0.isSelfName } ?? false
  }

  /// Whether a managed object, or one of a list, is used here: not what any thread may ask for.
  func touchesManaged(_ type: WrittenType) -> Bool {
    let whole = Syntax(self).unwrapping
    // `notes[0].title`: one of the list.
    if type.isList, let place = whole.parent?.as(SubscriptCallExprSyntax.self),
      place.calledExpression.id == whole.as(ExprSyntax.self)?.id
    {
      return ExprSyntax(place).touchesManaged(WrittenType(name: type.name, isList: false))
        || place.parent?.is(InitializerClauseSyntax.self) ?? false
    }
    guard let access = whole.parent?.as(MemberAccessExprSyntax.self), access.base?.id == whole.id
    else {
      // A predicate takes no more than its 'objectID'.
      if whole.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)?.name == "NSPredicate" {
        return false
      }
      return whole.parent?.is(LabeledExprSyntax.self) ?? false || isLinked(whole)
        || type.isList && (whole.parent?.is(ForStmtSyntax.self) ?? false)
    }
    let member = access.declName.baseName.text
    guard type.isList else { return !Self.free.contains(member) }
    guard !Self.ofList.contains(member) else { return false }
    return !(access.parent?.mentions(["objectID"]) ?? false)
  }
}
