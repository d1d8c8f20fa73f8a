internal import SwiftSyntax

/// What is asked of the names in a body, read at one go for all of them.
struct NameUsers {
  private enum Place {
    /// A variable of the name begins.
    case meaning
    /// The method that is called on the value, if one is.
    case use(SyntaxIdentifier, FunctionCallExprSyntax?)
  }

  private var places: [String: [Place]] = [:]

  init(_ body: Syntax) {
    body.forEachDescendant { node in
      if let pattern = node.as(IdentifierPatternSyntax.self) {
        places[pattern.identifier.text, default: []].append(.meaning)
      }
      guard let use = node.as(DeclReferenceExprSyntax.self), use.isValue else { return true }
      let access = Syntax(use).unwrapping.parent?.as(MemberAccessExprSyntax.self)
      let call =
        access?.isCalled ?? false ? access?.parent?.as(FunctionCallExprSyntax.self) : nil
      places[use.baseName.text, default: []].append(.use(use.id, call))
      return true
    }
  }

  /// Nil where there are several, or the name means something else later.
  func onlyUser(
    of name: String, besides target: DeclReferenceExprSyntax?
  ) -> FunctionCallExprSyntax? {
    var users: [FunctionCallExprSyntax?] = []
    for place in places[name] ?? [] {
      switch place {
      case .meaning: if !users.isEmpty { users.append(nil) }
      case .use(let id, let call): if id != target?.id { users.append(call) }
      }
    }
    return users.count == 1 ? users[0] : nil
  }
}
