internal import SwiftSyntax

/// What an expression stands for, where its file says so in another place.
extension ExprSyntax {
  /// The value of a variable, of a constant or computed property, or the result of a function of the same
  /// file, as far as there is only one; anything else is itself.
  var resolved: ExprSyntax {
    var value = self
    for _ in 0..<4 {
      guard let next = value.nextValue else { break }
      value = next
    }
    return value
  }

  /// One step of it.
  var nextValue: ExprSyntax? {
    let node = unwrapped.withoutCast.unwrapped
    if let name = node.as(DeclReferenceExprSyntax.self) {
      if let value = name.localValue { return value }
      if case .property(let binding, _)? = name.nameOrigin { return binding.onlyValue }
      return nil
    }
    if let access = node.as(MemberAccessExprSyntax.self) {
      guard let owner = access.ownerOfMember,
        let binding = node.sourceFile?.binding(access.declName.baseName.text, of: owner)
      else { return nil }
      return binding.onlyValue
    }
    guard let call = node.as(FunctionCallExprSyntax.self), let function = call.functionOfFile else {
      return nil
    }
    return function.body?.statements.onlyResult
  }
}

extension FunctionCallExprSyntax {
  /// The function of the file that is called, as far as what stands before the dot says whose it is.
  var functionOfFile: FunctionDeclSyntax? {
    guard name.first?.isLowercase ?? false else { return nil }
    if let access = calledExpression.as(MemberAccessExprSyntax.self) {
      return access.ownerOfMember.flatMap { sourceFile?.function(self, of: $0) }
    }
    return ownerName.flatMap { sourceFile?.function(self, of: $0) }
      ?? sourceFile?.function(self, of: nil)
  }

  /// The labels of what stands between the brackets, `_` for none.
  var plainLabels: [String] { arguments.map { $0.label?.text ?? "_" } }

  /// Of several functions of that name in the type around the only one that takes the arguments.
  var overloadOfFile: FunctionDeclSyntax? {
    guard receiver?.isSelfName ?? true, let ownerName else { return nil }
    return sourceFile?.function(name, of: ownerName, labels: plainLabels)
  }
}

extension MemberAccessExprSyntax {
  /// The type whose member is named: `self.order`, `Self.order`, `Note.order`.
  var ownerOfMember: String? {
    guard let base = base?.dottedName else { return nil }
    if ["self", "Self"].contains(base) { return ownerName }
    let last = base.lastPart
    return last.first?.isUppercase ?? false ? last : nil
  }
}

extension SourceFileSyntax {
  /// The property of a type or of its extensions in the file.
  func binding(_ name: String, of owner: String) -> PatternBindingSyntax? {
    for members in memberBlocks(of: owner) {
      if case .property(let binding, _)? = members.property(name, owner: owner) { return binding }
    }
    return nil
  }

  /// What the only function of a name in a type returns.
  func result(of name: String, in owner: String) -> ExprSyntax? {
    function(name, of: owner)?.body?.statements.onlyResult
  }

  /// The only function of a name in a type, or outside of all.
  func function(_ name: String, of owner: String?) -> FunctionDeclSyntax? {
    if let memo = FileMemo.current, memo.file.tree.id == id {
      let found = memo.functions(named: name).filter { $0.ownerName == owner }
      return found.count == 1 ? found[0] : nil
    }
    let found = functions(name, of: owner)
    return found.count == 1 ? found[0] : nil
  }

  /// The function of a type that a call means: of several of its name the only one that takes the arguments.
  func function(_ call: FunctionCallExprSyntax, of owner: String?) -> FunctionDeclSyntax? {
    let found: [FunctionDeclSyntax]
    if let memo = FileMemo.current, memo.file.tree.id == id {
      found = memo.functions(named: call.name).filter { $0.ownerName == owner }
    } else {
      found = functions(call.name, of: owner)
    }
    guard found.count > 1 else { return found.first }
    guard call.trailingClosure == nil else { return nil }
    return found.filter { call.plainLabels.fit($0.signature.parameterClause.parameters.labels) }
      .onlyElement
  }

  /// The only function of a name in a type that takes arguments with these labels.
  func function(_ name: String, of owner: String, labels: [String]) -> FunctionDeclSyntax? {
    functions(name, of: owner)
      .filter { labels.fit($0.signature.parameterClause.parameters.labels) }.onlyElement
  }

  /// - Parameter owner: nil for functions outside of types.
  fileprivate func functions(_ name: String, of owner: String?) -> [FunctionDeclSyntax] {
    let all =
      owner.map { memberBlocks(of: $0).flatMap { $0.members.map(\.decl) } }
      ?? statements.compactMap { $0.item.as(DeclSyntax.self) }
    return all.compactMap { $0.as(FunctionDeclSyntax.self) }.filter { $0.name.text == name }
  }

  /// The members of the types and extensions of a name at the top level of the file, and of types in them.
  func memberBlocks(of owner: String) -> [MemberBlockSyntax] {
    // Each question goes through all of them.
    guard totalLength.utf8Length < 400_000 else { return [] }
    var found: [MemberBlockSyntax] = []
    var waiting = statements.compactMap { $0.item.as(DeclSyntax.self) }
    while let declaration = waiting.popLast() {
      guard let group = declaration.asProtocol((any DeclGroupSyntax).self) else { continue }
      if Syntax(declaration).typeName == owner { found.append(group.memberBlock) }
      waiting += group.memberBlock.members.map(\.decl)
    }
    return found
  }
}

extension PatternBindingSyntax {
  /// The value that a property always has: that of a constant, of a getter, or of `{ … }()`.
  var onlyValue: ExprSyntax? {
    if let block = accessorBlock {
      switch block.accessors {
      case .getter(let items): return items.onlyResult
      case .accessors(let list):
        guard let getter = list.first(where: { $0.accessorSpecifier.text == "get" }) else {
          return nil
        }
        return getter.body?.statements.onlyResult
      }
    }
    guard let variable = parent?.parent?.as(VariableDeclSyntax.self),
      variable.isConstant || variable.isLazy, let value = initializer?.value
    else { return nil }
    let made = value.call?.calledExpression.as(ClosureExprSyntax.self)
    return made?.statements.onlyResult ?? value
  }
}

extension CodeBlockItemListSyntax {
  /// The only value that a body returns.
  var onlyResult: ExprSyntax? {
    guard isHandwritten else { return nil }
    if count == 1, let value = first?.item.as(ExprSyntax.self) { return value }
    var results: [ExprSyntax?] = []
    forEachDescendant { node in
      if node.is(ClosureExprSyntax.self) || node.is(FunctionDeclSyntax.self) { return false }
      if let result = node.as(ReturnStmtSyntax.self) { results.append(result.expression) }
      return true
    }
    return results.count == 1 ? results[0] : nil
  }
}
