internal import SwiftSyntax

/// Lists of sort descriptors under a name.
extension FlowReader {
  /// `var order: [SortDescriptor<Note>] { [SortDescriptor(\.rank)] }`
  mutating func noteSortList(_ path: KeyPathExprSyntax) {
    guard !file.isTest, let call = path.parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
      call.name == "SortDescriptor" || call.name == "init" && call.receiver == nil,
      path.components.count == 1,
      let name = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName,
      let (list, owner, entity) = call.sortList,
      let entity = path.root?.dottedName?.lastPart ?? entity
    else { return }
    flows.sortLists.append(
      .init(
        list: list, owner: owner, entity: entity,
        property: name.baseName.text, location: file.location(name)))
  }

  /// What a fetch is sorted by, where that has a name: `Query(sort: order.descriptors)`.
  mutating func noteSortUse(_ argument: LabeledExprSyntax) {
    guard ["sort", "sortBy"].contains(argument.label?.text ?? "") else { return }
    guard let user = argument.parent?.parent else { return }
    let call = user.as(FunctionCallExprSyntax.self)
    guard
      call.map({ ["FetchDescriptor", "Query"].contains($0.name) || $0.makesDescriptor })
        ?? (user.as(AttributeSyntax.self)?.simpleName == "Query")
    else { return }
    noteSortUse(argument.expression)
  }

  /// `descriptor.sortBy = Orders.byRank`
  mutating func noteSortUse(_ sequence: SequenceExprSyntax) {
    let terms = Array(sequence.elements)
    guard terms.count == 3, terms[1].is(AssignmentExprSyntax.self),
      terms[0].as(MemberAccessExprSyntax.self)?.declName.baseName.text == "sortBy"
    else { return }
    noteSortUse(terms[2])
  }

  private mutating func noteSortUse(_ given: ExprSyntax) {
    let value = given.unwrapped
    for one in value.as(ArrayExprSyntax.self)?.elements.map(\.expression) ?? [value] {
      for choice in one.choices { flows.sortUses.formUnion(sortNames(choice.unwrapped, 4)) }
    }
  }

  /// What a descriptor or a list of such may be called where it is declared: with its type as far as that is
  /// known, which is empty for none.
  private func sortNames(_ value: ExprSyntax, _ steps: Int) -> [String] {
    guard steps > 0 else { return [] }
    let node = value.as(FunctionCallExprSyntax.self)?.calledExpression ?? value
    if let name = node.as(DeclReferenceExprSyntax.self) {
      let text = name.baseName.text
      if case .local(_, let local?)? = name.nameOrigin {
        return [".\(text)"] + sortNames(local.unwrapped, steps - 1)
      }
      return [".\(text)"] + (name.ownerName.map { ["\($0).\(text)"] } ?? [])
    }
    guard let access = node.as(MemberAccessExprSyntax.self) else { return [] }
    let text = access.declName.baseName.text
    guard let base = access.base else { return [text] }
    if let owner = access.ownerOfMember ?? types.type(of: base)?.name {
      return ["\(owner).\(text)"]
    }
    return [text]
  }
}

extension FunctionCallExprSyntax {
  /// The property or function whose descriptors these are, and the class that its type names, as far as
  /// a type is written.
  fileprivate var sortList: (name: String, owner: String, entity: String?)? {
    var node = Syntax(self)
    for _ in 0..<32 {
      guard let next = node.parent else { return nil }
      if let call = next.as(FunctionCallExprSyntax.self), call.id != id { return nil }
      if let binding = next.as(PatternBindingSyntax.self) {
        guard let name = binding.name else { return nil }
        guard let type = binding.typeAnnotation?.type else {
          return binding.initializer == nil ? nil : (name, owner(of: next), nil)
        }
        return type.sortedClass.map { (name, owner(of: next), $0) }
      }
      if let function = next.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause?.type.sortedClass.map {
          (function.name.text, owner(of: next), $0)
        }
      }
      node = next
    }
    return nil
  }
}

extension FunctionCallExprSyntax {
  /// The type that declares a property or function; empty for variables of functions and of the file.
  private func owner(of declaration: Syntax) -> String {
    let isLocal =
      declaration.is(PatternBindingSyntax.self)
      && !(declaration.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) ?? false)
    return isLocal ? "" : declaration.ownerName ?? ""
  }
}

extension TypeSyntax {
  /// `Note` of `[SortDescriptor<Note>]` and `SortDescriptor<Note>`.
  fileprivate var sortedClass: String? {
    let element = self.as(ArrayTypeSyntax.self)?.element ?? self
    guard let type = element.as(IdentifierTypeSyntax.self), type.name.text == "SortDescriptor"
    else {
      return nil
    }
    return type.genericArgumentClause?.onlyName?.lastPart
  }
}
