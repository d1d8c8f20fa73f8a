internal import SwiftSyntax

/// What the code says of two contexts: that one of them is the other's parent, and so another one.
extension SyntaxProtocol {
  /// Whether the function or type around says so: `worker.parent = context`.
  func isParent(_ parent: String, of child: String) -> Bool {
    guard parent != child else { return false }
    let blocks = ownerName.flatMap { sourceFile?.memberBlocks(of: $0) } ?? []
    return (blocks.map { Syntax($0) } + [enclosingBody].compactMap(\.self)).contains { code in
      guard code.isHandwritten else { return false }
      return code.hasDescendant { node in
        guard let terms = node.as(ExprListSyntax.self), terms.count == 3,
          terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
          let target = terms.first?.as(MemberAccessExprSyntax.self),
          target.declName.baseName.text == "parent"
        else { return false }
        return target.base?.lastName == child && terms.last?.lastName == parent
      }
    }
  }
}

extension DeclReferenceExprSyntax {
  /// Whether a property certainly keeps objects of another context than this: of its parent, by what
  /// fetches them, or of the main one, which a view shows; and nothing puts objects of this context there.
  func keepsObjects(ofOtherThan context: ExprSyntax) -> Bool {
    guard let own = context.lastName, let owner = ownerName,
      let blocks = sourceFile?.memberBlocks(of: owner), blocks.allSatisfy(\.isHandwritten)
    else { return false }
    switch nameOrigin {
    case .property, nil: break
    default: return false
    }
    guard let binding = sourceFile?.binding(baseName.text, of: owner) else { return false }
    let values = blocks.flatMap { Syntax($0).assignments(to: baseName.text) }
    guard
      !values.contains(where: { value in
        value.mentions([own]) || value.performCall?.receiver?.lastName == own
      })
    else { return false }
    let isShown =
      binding.parent?.parent?.as(VariableDeclSyntax.self)?.attribute("Published") != nil
    return isShown
      || !values.isEmpty
        && values.allSatisfy { terms in
          guard let call = terms.dropFirst(2).first?.unwrapped.call,
            call.name == "fetch", let other = call.receiver?.lastName
          else { return false }
          return isParent(other, of: own)
        }
  }
}

extension DeclReferenceExprSyntax {
  /// Whether other code may fill what the name stands for.
  var isOfProperty: Bool {
    if case .property? = nameOrigin { return true }
    return parent?.as(MemberAccessExprSyntax.self)?.base?.isSelfName ?? false
  }
}

extension Syntax {
  /// `notes = try context.fetch(request) ?? []` and `self.notes = …`, as lists of their terms.
  func assignments(to name: String) -> [ExprListSyntax] {
    var found: [ExprListSyntax] = []
    forEachDescendant { node in
      guard let terms = node.as(ExprListSyntax.self), terms.count >= 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        terms.first?.plainTarget == name
      else { return true }
      found.append(terms)
      return true
    }
    return found
  }
}
