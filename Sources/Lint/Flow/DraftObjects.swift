internal import StoreModel
internal import SwiftSyntax

extension FlowReader {
  /// An object that a view makes for a form: `draft = Note()`, `_draft = State(initialValue: Note())`,
  /// `@State private var draft = Note()`.
  mutating func noteDraft(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, file.meansSwiftData,
      let entity = call.calledExpression.dottedName?.lastPart,
      entity.first?.isUppercase ?? false, types.isModel(entity),
      // What is given another object is related to it.
      !call.arguments.contains(where: {
        types.type(of: $0.expression).map { types.isModel($0.name) } ?? false
      }),
      let type = call.enclosingType?.as(StructDeclSyntax.self),
      type.inheritanceClause?.mentions(["View"]) ?? false,
      let name = call.keptInState, let binding = file.tree.binding(name, of: type.name.text),
      binding.parent?.parent?.as(VariableDeclSyntax.self)?.attribute("State") != nil
    else { return }
    flows.drafts.append(.init(entity: entity, property: name, location: file.location(call)))
  }

  /// An insert of whatever it is given, `context.insert(object)` of any model and `objects.forEach(context.insert)`:
  /// any class may come this way.
  mutating func noteAnyInsert(_ access: MemberAccessExprSyntax) {
    guard access.declName.baseName.text == "insert", !file.isTest, let context = access.base,
      context.isContextValue
    else { return }
    let call = access.parent?.as(FunctionCallExprSyntax.self)
    if call?.calledExpression.id != ExprSyntax(access).id || call?.changedModel(types) == nil {
      flows.furtherRows.insert(ObjectFlows.anyModel)
    }
  }
}

extension FunctionCallExprSyntax {
  /// The property that the object becomes the value of.
  fileprivate var keptInState: String? {
    var value = Syntax(self)
    if let state = parent?.parent?.parent?.as(FunctionCallExprSyntax.self), state.name == "State" {
      value = Syntax(state)
    }
    if let binding = value.parent?.parent?.as(PatternBindingSyntax.self) { return binding.name }
    guard let terms = value.parent?.as(ExprListSyntax.self).map(Array.init), terms.count == 3,
      terms[1].is(AssignmentExprSyntax.self), terms[2].id == ExprSyntax(value)?.id,
      let name = terms[0].lastName
    else { return nil }
    return name.hasPrefix("_") ? String(name.dropFirst()) : name
  }
}
