internal import ModelSource
internal import SwiftSyntax

extension LabeledExprSyntax {
  /// The call that makes an object of the app's with a context, and whether the object changes that context
  /// and never saves it: `Writer(context: context).write(rows)`. Nil where it is not known to be one.
  func madeWithContext(_ file: LintFile) -> (call: FunctionCallExprSyntax, isChanging: Bool)? {
    guard let call = parent?.parent?.as(FunctionCallExprSyntax.self),
      let type = call.calledExpression.dottedName?.lastPart, type.first?.isUppercase ?? false,
      let label = label?.text, case let use = file.ask(.contextUse("\(type).\(label)")),
      !use.isEmpty
    else { return nil }
    // Who keeps the object may save what it works on.
    let isUsedHere =
      call.parent?.is(MemberAccessExprSyntax.self) ?? false
      || call.parent?.is(InitializerClauseSyntax.self) ?? false
        && call.enclosing(CodeBlockItemSyntax.self)?.item.is(VariableDeclSyntax.self) ?? false
    let saves = call.enclosingBody?.mentions(["save", "commit", "flush"]) ?? true
    return (call, use == ["changes"] && isUsedHere && !saves)
  }
}

extension ForeignMembers {
  /// "changes" for a type that inserts or deletes in the context it is made with, and does nothing that may
  /// save it; "may save" for one that may.
  ///
  /// - Parameter name: the type with the label of the initializer: `Writer.context`.
  func useOfContext(_ name: String) -> [String] {
    let parts = name.keyPath
    guard parts.count == 2 else { return [] }
    let uses = answers(to: .contextUse(name), about: parts[0]) { tree in
      tree.memberBlocks(of: parts[0]).compactMap { $0.use(ofContext: parts[1]) }
    }
    return uses.contains("may save") ? ["may save"] : uses.contains("changes") ? ["changes"] : []
  }
}

extension MemberBlockSyntax {
  /// What the code of a type does with the context that an initializer is given under a label.
  fileprivate func use(ofContext label: String) -> String? {
    guard isHandwritten else { return "may save" }
    if mentions(["save", "transaction", "autosaveEnabled"]) { return "may save" }
    var name = label
    for member in members {
      guard let start = member.decl.as(InitializerDeclSyntax.self),
        let parameter = start.signature.parameterClause.parameters.first(where: {
          $0.firstName.text == label
        })
      else { continue }
      let given = (parameter.secondName ?? parameter.firstName).text
      guard let kept = start.property(keeping: given) else { return "may save" }
      name = kept
    }
    var use: String?
    forEachDescendant { node in
      if let argument = node.as(LabeledExprSyntax.self), argument.expression.lastName == name {
        use = "may save"
      }
      if use == nil, let call = node.as(FunctionCallExprSyntax.self),
        ["insert", "delete"].contains(call.name), call.receiver?.lastName == name
      {
        use = "changes"
      }
      return use != "may save"
    }
    return use
  }
}

extension InitializerDeclSyntax {
  /// The property that is set to a parameter: `self.context = context`.
  fileprivate func property(keeping parameter: String) -> String? {
    body?.statements.lazy.compactMap { item -> String? in
      guard let terms = item.item.as(ExprSyntax.self)?.as(SequenceExprSyntax.self)?.elements,
        terms.count == 3, terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        terms.last?.as(DeclReferenceExprSyntax.self)?.baseName.text == parameter
      else { return nil }
      return terms.first?.lastName
    }.first
  }
}
