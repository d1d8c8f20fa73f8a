internal import SwiftSyntax

/// Queries whose objects wait for an action: the view loads all of them when it appears, and is drawn anew
/// with each change of one.
extension SourceFileSyntax {
  func keepsForActions(_ name: String, of owner: StructDeclSyntax) -> Bool {
    let isExtended = hasDescendant { node in
      node.is(ExtensionDeclSyntax.self) && node.typeName == owner.name.text
    }
    guard !isExtended, owner.memberBlock.isReadable else { return false }
    var uses: [ExprSyntax] = []
    var isOther = false
    owner.memberBlock.forEachDescendant { node in
      guard !isOther else { return false }
      if node.as(TokenSyntax.self)?.text == "$\(name)"
        || node.as(TokenSyntax.self)?.text == "_\(name)"
      {
        isOther = true
      }
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name else {
        return !isOther
      }
      var value = ExprSyntax(use)
      if let access = use.parent?.as(MemberAccessExprSyntax.self), access.declName.id == use.id {
        guard access.base?.isSelfName ?? false else { return true }
        value = ExprSyntax(access)
      } else {
        guard case .property? = use.nameOrigin else { return true }
      }
      uses.append(value)
      isOther = !value.isQueryInAction
      return !isOther
    }
    // The only condition of one search, the query itself could have, and of numbers others speak.
    return !isOther && (uses.count > 1 || uses.onlyElement?.isDeletedAsAWhole ?? false)
      && !uses.allSatisfy(\.isAskedForNumber)
  }
}

extension ExprSyntax {
  /// `for note in notes { context.delete(note) }`, which needs no query.
  var isDeletedAsAWhole: Bool {
    guard let loop = parent?.as(ForStmtSyntax.self), loop.sequence.id == id,
      loop.whereClause == nil, let only = loop.body.statements.onlyElement,
      let call = only.item.plainCall
    else { return false }
    return call.name == "delete" && call.isOnContext
  }

  /// `notes.count`, `notes.isEmpty`, `notes.first`
  fileprivate var isAskedForNumber: Bool {
    guard let access = Syntax(self).unwrapping.parent?.as(MemberAccessExprSyntax.self) else {
      return false
    }
    return ["count", "first", "isEmpty", "last"].contains(access.declName.baseName.text)
      && !access.isCalled
  }
}
