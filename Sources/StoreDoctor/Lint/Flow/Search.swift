internal import SwiftSyntax

/// What is looked for among the elements of a list, as far as a predicate could look for it too.
struct Search {
  /// The call that looks: `first(where:)`, `contains(where:)`, `filter`.
  let call: FunctionCallExprSyntax
  /// The properties that are compared.
  let members: [String]

  /// The only thing that is asked of the result of a call.
  init?(of list: FunctionCallExprSyntax) {
    guard let user = list.onlyUser, ["first", "contains", "filter"].contains(user.name),
      let closure = user.lastClosure,
      user.arguments.allSatisfy({ $0.label?.text ?? "where" == "where" }),
      let members = closure.comparedMembers
    else { return nil }
    call = user
    self.members = members
  }

  /// What a method of a list looks for.
  init?(by user: FunctionCallExprSyntax) {
    guard ["first", "contains", "filter"].contains(user.name),
      let members = user.lastClosure?.comparedMembers,
      user.arguments.allSatisfy({ $0.label?.text ?? "where" == "where" })
    else { return nil }
    call = user
    self.members = members
  }

  /// The Swift types that predicates compare as they are.
  private static let plain: Set = [
    "Bool", "Date", "Double", "Float", "Int", "Int16", "Int32", "Int64", "String", "UUID",
  ]

  /// Whether a predicate can ask for all of the properties.
  func isPredicate(of entity: String, ask: (ModelQuestion) -> [String]) -> Bool {
    Self.arePlain(members, of: entity, ask: ask)
  }

  static func arePlain(
    _ members: [String], of entity: String, ask: (ModelQuestion) -> [String]
  ) -> Bool {
    !members.isEmpty
      && members.allSatisfy { member in
        if !ask(.isPlainManaged(member, of: entity)).isEmpty { return true }
        let types = ask(.attribute(member, of: entity))
        return ask(.storedEnum(member, of: entity)).isEmpty && !types.isEmpty
          && types.allSatisfy { plain.contains($0.last == "?" ? String($0.dropLast()) : $0) }
      }
  }
}

extension FunctionCallExprSyntax {
  /// The method that is called of the result, at once or of the constant that holds it, where nothing
  /// else is done with it.
  fileprivate var onlyUser: FunctionCallExprSyntax? {
    var node = Syntax(self)
    for _ in 0..<16 {
      guard let parent = node.parent else { return nil }
      if let access = parent.as(MemberAccessExprSyntax.self),
        access.base?.id == node.as(ExprSyntax.self)?.id
      {
        return access.isCalled ? access.parent?.as(FunctionCallExprSyntax.self) : nil
      }
      if parent.isWrapper {
        node = parent
        continue
      }
      guard parent.is(InitializerClauseSyntax.self),
        let name = parent.parent?.as(PatternBindingSyntax.self)?.name
          ?? parent.parent?.as(OptionalBindingConditionSyntax.self)?.pattern
          .as(IdentifierPatternSyntax.self)?.identifier.text,
        let body = enclosingBody, body.isHandwritten
      else { return nil }
      guard let user = body.onlyUser(of: name), !user.runsMoreOften(than: self) else { return nil }
      return user
    }
    return nil
  }
}

extension SyntaxProtocol {
  /// Whether a loop or closure is around it that the other node is not in: loaded once, a list may be
  /// searched often.
  fileprivate func runsMoreOften(than other: some SyntaxProtocol) -> Bool {
    var node = Syntax(self)
    for _ in 0..<64 {
      guard let next = node.parent, !next.contains(Syntax(other)) else { return false }
      if next.is(ForStmtSyntax.self) || next.is(WhileStmtSyntax.self)
        || next.is(RepeatStmtSyntax.self) || next.is(FunctionDeclSyntax.self)
        || next.is(ClosureExprSyntax.self)
      {
        return true
      }
      node = next
    }
    return false
  }
}

extension Syntax {
  fileprivate func onlyUser(of name: String) -> FunctionCallExprSyntax? {
    var users: [FunctionCallExprSyntax?] = []
    forEachDescendant { node in
      if let pattern = node.as(IdentifierPatternSyntax.self), pattern.identifier.text == name {
        users.append(contentsOf: users.isEmpty ? [] : [nil])
      }
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name, use.isValue
      else { return true }
      let whole = Syntax(use).unwrapping
      let access = whole.parent?.as(MemberAccessExprSyntax.self)
      users.append(
        access?.isCalled ?? false ? access?.parent?.as(FunctionCallExprSyntax.self) : nil)
      return true
    }
    return users.count == 1 ? users[0] : nil
  }
}

extension ClosureExprSyntax {
  private static let operators: Set = ["==", "!=", "<", ">", "<=", ">=", "&&", "||", "!"]

  /// The properties of the element that the closure compares with values from outside; nil where it
  /// does anything else.
  fileprivate var comparedMembers: [String]? {
    guard statements.count == 1 else { return nil }
    let name = firstParameter
    var members: [String] = []
    var isPlain = true
    statements.forEachDescendant { node in
      if let sign = node.as(BinaryOperatorExprSyntax.self)?.operator.text
        ?? node.as(PrefixOperatorExprSyntax.self)?.operator.text
      {
        if !Self.operators.contains(sign) { isPlain = false }
      } else if node.is(FunctionCallExprSyntax.self) || node.is(SubscriptCallExprSyntax.self)
        || node.is(ClosureExprSyntax.self) || node.is(UnresolvedTernaryExprSyntax.self)
        || node.is(UnresolvedAsExprSyntax.self) || node.is(UnresolvedIsExprSyntax.self)
        || node.is(MacroExpansionExprSyntax.self) || node.is(IfExprSyntax.self)
      {
        isPlain = false
      } else if let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name {
        let access = use.parent?.as(MemberAccessExprSyntax.self)
        // `$0.title.count` is another question than one about the title.
        if let access, access.base?.id == ExprSyntax(use).id,
          !(Syntax(access).unwrapping.parent?.is(MemberAccessExprSyntax.self) ?? false)
        {
          members.append(access.declName.baseName.text)
        } else {
          isPlain = false
        }
      }
      return isPlain
    }
    return isPlain && !members.isEmpty ? members : nil
  }
}
