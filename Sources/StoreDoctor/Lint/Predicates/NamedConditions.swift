internal import StoreModel
internal import SwiftSyntax

/// Predicates that have a name, because a function or a static property gives them to fetches.
extension FunctionCallExprSyntax {
  /// The key paths of `NSPredicate(format: …)` in a function or property that gives it to others.
  func conditions(in file: LintFile) -> [CoreDataCode.Condition] {
    guard name == "NSPredicate", !file.isTest, let format = argument("format"),
      let name = givenName
    else { return [] }
    return UnknownKey.keyPaths(of: self, in: file).map { path, place in
      .init(name: name, path: path, location: file.location(place.id == format.id ? format : place))
    }
  }

  /// `NoteFilters.recent` of `static func recent() -> NSPredicate { … }`.
  private var givenName: String? {
    var node = Syntax(self)
    for _ in 0..<64 {
      guard let parent = node.parent else { return nil }
      if parent.is(ClosureExprSyntax.self) { return nil }
      if let function = parent.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause?.type.dottedName == "NSPredicate"
          ? function.fullName(function.name.text) : nil
      }
      if let variable = parent.as(VariableDeclSyntax.self), variable.isMember {
        return variable.isInstance ? nil : variable.bindings.first?.name.map(variable.fullName)
      }
      node = parent
    }
    return nil
  }
}

extension SequenceExprSyntax {
  /// The name and the fetch in `request.predicate = NoteFilters.recent()`.
  var conditionUse: CoreDataCode.ConditionUse? {
    guard elements.count == 3, let target = elements.first?.as(MemberAccessExprSyntax.self),
      target.declName.baseName.text == "predicate",
      elements.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let entity = target.base?.as(DeclReferenceExprSyntax.self)?.localValue?.requestedEntity,
      let value = elements.last?.unwrapped,
      let given = (value.call?.calledExpression ?? value).dottedName
    else { return nil }
    let parts = given.split(separator: ".").map(String.init)
    guard let name = parts.last, name.first?.isLowercase ?? false, parts.count < 3 else {
      return nil
    }
    let owner = parts.count == 2 && !["self", "Self"].contains(parts[0]) ? parts[0] : ownerName
    return .init(name: owner.map { "\($0).\(name)" } ?? name, entity: entity)
  }
}

extension VariableDeclSyntax {
  fileprivate var isMember: Bool { parent?.is(MemberBlockItemSyntax.self) ?? false }
}

extension SyntaxProtocol {
  /// With the type around it.
  fileprivate func fullName(_ name: String) -> String { ownerName.map { "\($0).\(name)" } ?? name }
}
