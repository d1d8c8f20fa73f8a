internal import SwiftSyntax

extension ForeignMembers {
  /// "yes" for a property of a class that one of its initializers has to be given: `Note.id`.
  func isGivenAtBirth(_ name: String) -> [String] {
    let parts = name.keyPath
    guard parts.count == 2 else { return [] }
    return answers(to: .isGivenAtBirth(name), about: parts[0]) { tree in
      let isGiven = tree.memberBlocks(of: parts[0]).flatMap(\.members).contains { member in
        member.decl.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters
          .contains { $0.firstName.text == parts[1] && $0.defaultValue == nil } ?? false
      }
      return isGiven ? ["yes"] : []
    }
  }

  /// "yes" for a property that an initializer makes a unique key of, together with others: `Note.code`.
  /// Among the rows where the others are the same, it differs.
  func isInComposedKey(_ name: String) -> [String] {
    let parts = name.keyPath
    guard parts.count == 2 else { return [] }
    return answers(to: .isInComposedKey(name), about: parts[0]) { tree in
      let blocks = tree.memberBlocks(of: parts[0])
      let keys = blocks.flatMap(\.uniqueNames)
      guard !keys.isEmpty else { return [] }
      let isPart = blocks.flatMap(\.members).contains { member in
        guard let body = member.decl.as(InitializerDeclSyntax.self)?.body else { return false }
        return keys.contains { key in
          body.values(givenTo: key).contains { value in
            let names = value.composedNames
            return names.count > 1 && names.contains(parts[1])
          }
        }
      }
      return isPart ? ["yes"] : []
    }
  }
}

extension MemberBlockSyntax {
  /// The attributes that are unique by themselves.
  fileprivate var uniqueNames: [String] {
    members.compactMap { member in
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        variable.attribute("Attribute")?.argumentList?.contains(where: {
          $0.expression.trimmedDescription == ".unique"
        }) ?? false
      else { return nil }
      return variable.bindings.first?.name
    }
  }
}

extension CodeBlockSyntax {
  /// What `self.key = …` and `key = …` give to a property.
  fileprivate func values(givenTo key: String) -> [ExprSyntax] {
    statements.compactMap { item in
      guard let terms = item.item.as(SequenceExprSyntax.self)?.elements.map(\.self),
        terms.count > 2, terms[1].is(AssignmentExprSyntax.self), terms[0].lastName == key
      else { return nil }
      // What follows may be a sum of texts.
      return terms.count == 3 ? terms[2] : ExprSyntax(item.item.as(SequenceExprSyntax.self))
    }
  }
}

extension ExprSyntax {
  /// The properties that a value is made of: the names in it, and the labels of its arguments.
  fileprivate var composedNames: Set<String> {
    guard !self.is(DeclReferenceExprSyntax.self), !self.is(MemberAccessExprSyntax.self) else {
      return []
    }
    let own = lastAssigned
    var names: Set<String> = []
    forEachDescendant { node in
      if let argument = node.as(LabeledExprSyntax.self), let label = argument.label?.text,
        label != "separator"
      {
        // The label says which property a changed value is of.
        names.insert(label)
        return !argument.expression.is(DeclReferenceExprSyntax.self)
          && !argument.expression.is(MemberAccessExprSyntax.self)
      }
      if let name = node.as(DeclReferenceExprSyntax.self), name.isValue {
        names.insert(name.baseName.text)
      }
      return true
    }
    return names.subtracting([own, "self", "Self"].compactMap(\.self))
  }

  /// `key` of `key = a + b`
  private var lastAssigned: String? {
    self.as(SequenceExprSyntax.self)?.elements.first?.lastName
  }
}
