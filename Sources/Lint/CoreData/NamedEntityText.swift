internal import StoreModel
internal import SwiftSyntax

extension CoreDataCode {
  /// A text that a class of Core Data's objects gives by a static member: `static var entityName: String`.
  struct ClassText: Sendable, Codable {
    var owner: String
    /// With `()` behind a function.
    var member: String
    var text: String
    var location: Location
  }

  /// Notes which members name entities, and what the classes of objects say in members of their own.
  mutating func noteEntityNames(_ node: Syntax, in file: LintFile) {
    if let call = node.as(FunctionCallExprSyntax.self) {
      guard let argument = call.entityName, let member = argument.namingMember else { return }
      entityMembers.insert(member)
      return
    }
    guard let (name, value, modifiers) = node.staticText,
      modifiers.contains(where: { ["static", "class"].contains($0.name.text) }),
      let text = value.literalText, let owner = node.ownerName,
      !file.ask(.isManagedClass(owner)).isEmpty
    else { return }
    classTexts.append(
      .init(owner: owner, member: name, text: text, location: file.location(value)))
  }
}

extension Syntax {
  /// A property or a function without parameters, with the only value that it gives.
  fileprivate var staticText: (name: String, value: ExprSyntax, modifiers: DeclModifierListSyntax)?
  {
    if let variable = self.as(VariableDeclSyntax.self) {
      guard !variable.isInstance, let binding = variable.bindings.onlyElement,
        let name = binding.name,
        let value = binding.onlyValue ?? binding.initializer?.value
      else { return nil }
      return (name, value, variable.modifiers)
    }
    guard let function = self.as(FunctionDeclSyntax.self), !function.modifiers.isEmpty,
      function.signature.parameterClause.parameters.isEmpty,
      let value = function.body?.statements.onlyResult
    else { return nil }
    return (function.name.text + "()", value, function.modifiers)
  }
}

extension ExprSyntax {
  /// `entityName` of `Self.entityName`, `T.entityName` and `entityName`; `entityName()` of a call of one.
  fileprivate var namingMember: String? {
    let node = unwrapped
    if let call = node.as(FunctionCallExprSyntax.self) {
      return call.arguments.isEmpty && call.name.first?.isLowercase ?? false
        ? call.name + "()" : nil
    }
    if let access = node.as(MemberAccessExprSyntax.self) { return access.declName.baseName.text }
    guard let name = node.as(DeclReferenceExprSyntax.self) else { return nil }
    switch name.nameOrigin {
    case .property, nil: return name.baseName.text
    default: return nil
    }
  }
}

extension UnknownEntityName: ProjectRule {
  /// What classes say of themselves where code for all of them asks for it.
  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    guard !code.entityMembers.isEmpty else { return }
    let known = lint.modelIndex.entityNames
    for text in code.classTexts where code.entityMembers.contains(text.member) {
      guard !known.contains(text.text), let near = Self.nearest(to: text.text, in: known) else {
        continue
      }
      report(
        "no model has an entity '\(text.text)', which '\(text.owner)' says that it is",
        at: text.location, entity: text.text, help: "write '\(near)'")
    }
  }
}
