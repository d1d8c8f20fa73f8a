internal import SwiftSyntax

extension FetchedObjects {
  /// The fetch that an expression is, that filled the variable it names, or that a function makes which is
  /// called for it: `try outdated(before: limit)`.
  ///
  /// - Returns: also the node of this code that fetches, itself or through the function.
  static func behind(_ list: ExprSyntax) -> (objects: FetchedObjects, place: Syntax)? {
    // `for note in notes ?? []`
    let list = list.unwrapped.otherwiseDefault?.unwrapped ?? list
    if let own = FetchedObjects(list) { return (own, own.fetch.nameNode) }
    var value = list.unwrapped
    if let name = value.as(DeclReferenceExprSyntax.self) {
      value = name.localValue?.unwrapped ?? value
    }
    value = value.otherwiseDefault?.unwrapped ?? value
    if let call = value.call { return call.fetchOfHelper(3).map { ($0, call.nameNode) } }
    return value.fetchOfProperty(3).map { ($0, Syntax(value)) }
  }
}

extension FunctionCallExprSyntax {
  /// What the function that is called fetches and returns.
  ///
  /// - Parameter depth: how many functions deep to look.
  fileprivate func fetchOfHelper(_ depth: Int) -> FetchedObjects? {
    guard depth > 0, !(isContextMethod && isOnContext), trailingClosure == nil,
      let body = calledFunction?.body, body.isHandwritten, let result = body.statements.onlyResult
    else { return nil }
    if let found = FetchedObjects(result) { return found }
    return result.fetchOfResult(depth - 1)
  }
}

extension ExprSyntax {
  /// What a computed property fetches and gives: `stale` of `var stale: [Note] { get throws { … } }`.
  fileprivate func fetchOfProperty(_ depth: Int) -> FetchedObjects? {
    guard depth > 0, let memo = FileMemo.current, let (name, owner) = property(memo.types),
      memo.file.mayAsk(name),
      let items = projectBinding(name, of: owner)?.accessorBlock?.getter, items.isHandwritten,
      let result = items.onlyResult
    else { return nil }
    return FetchedObjects(result) ?? result.fetchOfResult(depth - 1)
  }

  /// The property that is read, and the type whose it is: `stale`, `self.stale`, `Store.shared.stale`.
  func property(_ types: TypeReader) -> (name: String, owner: String)? {
    if let own = self.as(DeclReferenceExprSyntax.self) {
      if case .property? = own.nameOrigin {} else if own.nameOrigin != nil { return nil }
      return own.ownerName.map { (own.baseName.text, $0) }
    }
    guard let access = self.as(MemberAccessExprSyntax.self), let base = access.base else {
      return nil
    }
    let name = access.declName.baseName.text
    let owner =
      base.isSelfName
      ? access.ownerName
      : access.isOfType
        ? base.dottedName?.lastPart
        : types.file.mayAsk(name) ? types.type(of: base)?.name : nil
    return owner.map { (name, $0) }
  }

  fileprivate func fetchOfResult(_ depth: Int) -> FetchedObjects? {
    let value = otherwiseDefault?.unwrapped ?? unwrapped
    return value.call?.fetchOfHelper(depth) ?? value.fetchOfProperty(depth)
  }
}
