internal import SwiftSyntax

/// Functions that a list hands its elements to by name: `notes.map(NoteRow.init)`.
extension FlowReader {
  mutating func noteReference(_ call: FunctionCallExprSyntax) {
    guard ClosureExprSyntax.listMethods.contains(call.name), call.trailingClosure == nil,
      let list = call.receiver, let argument = call.arguments.first, call.arguments.count == 1,
      let (callee, label) = calledByName(argument.expression)
    else { return }
    var uses = ObjectFlows.Uses()
    uses.passes.append(.init(callee: callee, label: label, location: file.location(argument)))
    note(uses, of: list, isCode: isCode(Syntax(call)))
  }

  /// The function that an expression names, with the label of its first parameter; `*` where the file
  /// does not say which that is.
  private func calledByName(_ expression: ExprSyntax) -> (callee: String, label: String)? {
    let node = expression.unwrapped
    let name: DeclReferenceExprSyntax
    var owner: String?
    if let access = node.as(MemberAccessExprSyntax.self) {
      name = access.declName
      guard let base = access.base else { return nil }
      if ["self", "Self"].contains(base.dottedName ?? "") {
        owner = base.ownerName
      } else if let type = base.dottedName?.lastPart, type.first?.isUppercase ?? false {
        owner = type
      } else {
        owner = types.type(of: base).flatMap { $0.isList ? nil : $0.name }
      }
      guard owner != nil else { return nil }
    } else if let own = node.as(DeclReferenceExprSyntax.self), own.nameOrigin == nil {
      name = own
      owner = own.ownerName
    } else {
      return nil
    }
    let written = name.argumentNames?.arguments.first?.name.text
    let label = written.map { $0 == "_" ? "#0" : $0 } ?? "*"
    if name.baseName.text == "init" { return owner.map { ($0, label) } }
    guard name.baseName.text.first?.isLowercase ?? false else { return nil }
    return (owner.map { "\($0).\(name.baseName.text)" } ?? name.baseName.text, label)
  }

  /// What an initializer reads of the objects that it is given.
  mutating func noteGiven(_ initializer: InitializerDeclSyntax) {
    guard !file.isTest, let owner = initializer.ownerName, let body = initializer.body,
      body.isHandwritten
    else { return }
    for (position, parameter) in initializer.signature.parameterClause.parameters.enumerated() {
      guard let type = WrittenType(parameter.type), types.isStored(type.name), !type.isList else {
        continue
      }
      let label = parameter.firstName.text == "_" ? "#\(position)" : parameter.firstName.text
      let uses = uses(of: (parameter.secondName ?? parameter.firstName).text, in: Syntax(body))
      guard !uses.isEmpty else { continue }
      flows.holders.append(
        .init(name: "\(owner).init(\(label))", entity: type.name, isList: false, uses: uses))
    }
  }
}
