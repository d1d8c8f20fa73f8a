internal import SwiftSyntax

extension Syntax {
  /// The object whose stored property is given another value here, where it came out of a store in the
  /// same function: `note` of `note.title = …`, `note.rank += 1` and `note.tags.append(tag)`.
  func changedObject(_ types: TypeReader) -> DeclReferenceExprSyntax? {
    if let object = objectOfChange(types) { return object }
    guard let member = changedMember,
      let object = member.base?.unwrapped.as(DeclReferenceExprSyntax.self),
      let model = types.model(of: ExprSyntax(object)),
      types.file.ask(.isUnstored(member.declName.baseName.text, of: model)).isEmpty,
      object.isFetched
    else { return nil }
    return object
  }

  /// The same of `note.rename(to: title)`, a method of the class that sets its properties.
  private func objectOfChange(_ types: TypeReader) -> DeclReferenceExprSyntax? {
    guard let call = self.as(FunctionCallExprSyntax.self),
      let object = call.receiver?.unwrapped.as(DeclReferenceExprSyntax.self), !object.isSelf,
      object.baseName.text.first?.isLowercase ?? false, !call.isContextMethod,
      !ClosureExprSyntax.listMethods.contains(call.name),
      let model = types.model(of: ExprSyntax(object)), object.isFetched,
      call.tracedFunction(as: nil)?.changesOwn(model, types.file) ?? false
    else { return nil }
    return object
  }

  private var changedMember: MemberAccessExprSyntax? {
    if let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count >= 3 {
      guard let sign = terms.dropFirst().first, sign.assigns else { return nil }
      return terms.first?.as(MemberAccessExprSyntax.self)
    }
    guard let call = self.as(FunctionCallExprSyntax.self),
      ["append", "remove", "removeAll", "toggle"].contains(call.name)
    else { return nil }
    return call.receiver?.unwrapped.as(MemberAccessExprSyntax.self)
  }
}

extension FunctionDeclSyntax {
  /// Whether a method sets a stored property of its own object.
  fileprivate func changesOwn(_ model: String, _ file: LintFile) -> Bool {
    guard let body, body.isHandwritten else { return false }
    return body.hasDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count >= 3,
        terms.dropFirst().first?.assigns ?? false, let target = terms.first
      else { return false }
      let name: String
      if let own = target.as(DeclReferenceExprSyntax.self) {
        if case .local? = own.nameOrigin { return false }
        name = own.baseName.text
      } else if let access = target.as(MemberAccessExprSyntax.self),
        access.base?.isSelfName ?? false
      {
        name = access.declName.baseName.text
      } else {
        return false
      }
      return !file.ask(.attribute(name, of: model)).isEmpty
        || !file.ask(.relationship(name, of: model)).isEmpty
    }
  }
}

extension ExprSyntax {
  /// `=`, `+=` and their like.
  var assigns: Bool {
    if self.is(AssignmentExprSyntax.self) { return true }
    let text = self.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
    return ["+=", "-=", "*=", "/="].contains(text)
  }
}

extension DeclReferenceExprSyntax {
  /// Whether the name's object came out of a store in this function: it was not made here, and no
  /// parameter brought it.
  fileprivate var isFetched: Bool {
    if case .parameter(_, let function)? = nameOrigin { return function.isOwnOfModelActor }
    guard let start = source() else { return false }
    if let made = start.call, made.name.first?.isUppercase ?? false { return false }
    return true
  }

  /// Whether one of the names stands in what the object comes from.
  func comes(from names: Set<String>) -> Bool { source()?.mentions(names) ?? false }

  /// What the object, the list it is an element of, or the list that one is taken from, begins with.
  private func source(_ steps: Int = 6) -> ExprSyntax? {
    let value: ExprSyntax
    switch nameOrigin {
    case .local(_, let first?): value = first
    case .element(let list), .content(let list): value = list
    default: return nil
    }
    guard steps > 0 else { return value }
    var root = value.unwrapped
    for _ in 0..<12 {
      if let inner = root.otherwiseDefault {
        root = inner.unwrapped
      } else if let call = root.as(FunctionCallExprSyntax.self),
        call.passesOn || call.name == "first",
        let receiver = call.receiver
      {
        root = receiver.unwrapped
      } else if let access = root.as(MemberAccessExprSyntax.self), let base = access.base,
        ["first", "last", "lazy"].contains(access.declName.baseName.text)
      {
        root = base.unwrapped
      } else {
        break
      }
    }
    if let name = root.as(DeclReferenceExprSyntax.self) {
      if case .parameter? = name.nameOrigin { return nil }
      if case .property? = name.nameOrigin { return nil }
      return name.source(steps - 1) ?? value
    }
    return value
  }
}

extension Syntax {
  /// Whether it is a function that only a model actor itself calls, with objects of its own context.
  fileprivate var isOwnOfModelActor: Bool {
    guard let function = self.as(FunctionDeclSyntax.self),
      function.modifiers.isPrivate
    else { return false }
    return function.enclosingType?.as(ActorDeclSyntax.self)?.attribute("ModelActor") != nil
  }
}
