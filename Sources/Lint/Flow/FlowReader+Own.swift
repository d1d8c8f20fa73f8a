internal import SwiftSyntax

extension FlowReader {
  /// What a computed property or a method of a model reads of its own object.
  mutating func noteComputed(
    _ name: String, _ binding: PatternBindingSyntax, owner: String, _ block: MemberBlockSyntax
  ) {
    guard isOfObjects(owner, block), let body = binding.accessorBlock?.readCode else { return }
    noteOwn(name, body, owner)
  }

  /// Whether a type is a class of objects, or a protocol that such a class adopts and that is extended here.
  func isOfObjects(_ owner: String, _ node: some SyntaxProtocol) -> Bool {
    if types.isStored(owner) { return true }
    let type = node.is(MemberBlockSyntax.self) ? node.parent : node.enclosingType
    return type?.is(ExtensionDeclSyntax.self) ?? false && !adopters(of: owner).isEmpty
  }

  mutating func noteOwn(_ name: String, _ body: Syntax, _ owner: String) {
    guard body.isHandwritten else { return }
    var uses = ObjectFlows.Uses()
    body.forEachDescendant { node in
      // `guard let context = managedObjectContext else { return sorted(notes) }` asks no store.
      if let exit = node.parent?.as(GuardStmtSyntax.self), node.id == Syntax(exit.body).id,
        exit.conditions.mentions(["managedObjectContext", "modelContext"])
      {
        return false
      }
      guard let reference = node.as(DeclReferenceExprSyntax.self) else { return true }
      if reference.isValue || reference.isCalledFunction, reference.baseName.text != "self" {
        let text = reference.baseName.text
        guard text.first?.isLowercase ?? false, reference.nameOrigin.isMemberOrNothing else {
          return true
        }
        uses.reads.append(read(text, Syntax(reference), Syntax(reference)))
      } else if let access = reference.parent?.as(MemberAccessExprSyntax.self),
        access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "self",
        access.declName.id == reference.id
      {
        uses.reads.append(read(reference.baseName.text, Syntax(access), Syntax(reference)))
      }
      return true
    }
    if !uses.isEmpty {
      flows.holders.append(
        .init(name: "\(owner).\(name)", entity: owner, isList: false, uses: uses))
    }
  }
}

extension DeclReferenceExprSyntax {
  /// `latest(before: date)`, without anything before it.
  fileprivate var isCalledFunction: Bool {
    parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(self).id
  }
}
