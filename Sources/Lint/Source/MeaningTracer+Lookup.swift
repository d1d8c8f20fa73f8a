internal import ModelSource
internal import SwiftSyntax

extension SyntaxProtocol {
  /// The property of a type: of the text around the node, of the file, or of another one, read again.
  func projectBinding(_ name: String, of owner: String) -> PatternBindingSyntax? {
    if let own = sourceFile?.binding(name, of: owner) { return own }
    guard let memo = FileMemo.current else { return nil }
    return memo.file.tree.binding(name, of: owner) ?? memo.foreignBinding(name, of: owner)
  }

  func projectFunction(_ name: String, of owner: String) -> FunctionDeclSyntax? {
    // The file's own functions come first.
    if let own = sourceFile?.function(name, of: owner) { return own }
    guard let memo = FileMemo.current else { return nil }
    return memo.file.tree.function(name, of: owner) ?? memo.foreignFunction(name, of: owner)
  }
}

extension FunctionCallExprSyntax {
  /// The function of the project that is called.
  ///
  /// - Parameter type: whose function it is where nothing stands before the dot.
  func tracedFunction(as type: String?) -> FunctionDeclSyntax? {
    guard let access = calledExpression.as(MemberAccessExprSyntax.self) else {
      return ownerName.flatMap { projectFunction(name, of: $0) }
        ?? sourceFile?.function(name, of: nil)
        ?? FileMemo.current?.file.tree.function(name, of: nil)
    }
    guard let base = access.base else { return type.flatMap { projectFunction(name, of: $0) } }
    if let written = base.dottedName {
      if ["self", "Self"].contains(written) {
        return ownerName.flatMap { projectFunction(name, of: $0) }
      }
      if written.lastPart.first?.isUppercase ?? false {
        return projectFunction(name, of: written.lastPart)
      }
    }
    guard let types = FileMemo.current?.types, let owner = types.type(of: base), !owner.isList
    else { return nil }
    if let own = projectFunction(name, of: owner.name) { return own }
    return types.onlyAdopter(of: owner.name).first.flatMap { projectFunction(name, of: $0) }
  }
}

extension FileMemo {
  /// The property of a type that another file declares.
  func foreignBinding(_ name: String, of owner: String) -> PatternBindingSyntax? {
    let key = "\(owner).\(name)"
    if let known = bindings[key] { return known }
    var found: PatternBindingSyntax?
    if let text = file.ask(.memberCode(key)).first {
      found = ParsePool.tree(of: "extension \(owner) {\n\(text)\n}").binding(name, of: owner)
    }
    bindings[key] = found
    return found
  }
}

extension Syntax {
  /// The value that a parameter of the function has where the call leaves it out.
  func defaultValue(of name: String) -> ExprSyntax? {
    let clause =
      self.as(FunctionDeclSyntax.self)?.signature.parameterClause
      ?? self.as(InitializerDeclSyntax.self)?.signature.parameterClause
    return clause?.parameters.first { ($0.secondName ?? $0.firstName).text == name }?.defaultValue?
      .value
  }
}

extension DeclReferenceExprSyntax {
  /// The type that a variable is declared to have.
  var declaredType: String? {
    guard case .local(let type?, _)? = nameOrigin else { return nil }
    return WrittenType(type)?.name
  }
}
