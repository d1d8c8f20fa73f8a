internal import ModelSource
internal import SwiftSyntax

/// A call of `setValueTransformer`, and the function that has to be called for it.
struct TransformerRegistration: Sendable {
  /// Nil where the system calls it, or where it cannot be told: in an initializer, in a closure, in a
  /// function that overrides another or that Objective-C may know.
  let function: String?
  /// The type whose method the function is.
  let owner: String?
  let parameters: Int
  /// Whether only its own file can call it.
  let isPrivate: Bool
  /// Classes that the function or its type speaks of.
  let classes: Set<String>

  init(_ call: FunctionCallExprSyntax) {
    let body = call.enclosing(FunctionDeclSyntax.self)
    let type = call.enclosingType
    owner = type?.writtenName
    let modifiers = Set(body?.modifiers.map(\.name.text) ?? [])
    let isInside = call.enclosing(ClosureExprSyntax.self) == nil
    let isOwn =
      isInside && modifiers.isDisjoint(with: ["override", "open"])
      && body?.attributes.isEmpty == true
      // A method of a delegate is the system's to call.
      && (modifiers.contains("static") || modifiers.contains("class") || type == nil)
      && Self.isPlain(type)
    function = isOwn ? body?.name.text : nil
    parameters = body?.signature.parameterClause.parameters.count ?? 0
    isPrivate = !modifiers.isDisjoint(with: ["private", "fileprivate"])
    var names = Set(body?.capitalisedNames ?? [])
    names.formUnion(Syntax(call).capitalisedNames)
    if let owner { names.insert(owner) }
    classes = names
  }

  /// Whether no protocol can ask for the function: a class that has a superclass alone, an enum, or an
  /// extension that adds no protocol.
  private static func isPlain(_ type: Syntax?) -> Bool {
    let inherited =
      type?.as(ClassDeclSyntax.self)?.inheritanceClause
      ?? type?.as(StructDeclSyntax.self)?.inheritanceClause
      ?? type?.as(EnumDeclSyntax.self)?.inheritanceClause
      ?? type?.as(ExtensionDeclSyntax.self)?.inheritanceClause
    return inherited?.inheritedTypes.allSatisfy {
      $0.type.trimmedDescription.hasSuffix("Transformer")
    } ?? true
  }

  // MARK: Calls

  /// What is written before the dot and how many arguments follow; both nil where the function is only
  /// named, and so may be called from anywhere.
  struct Call: Sendable, Hashable {
    var owner: String?
    var arguments: Int?
  }

  /// All mentions of functions of these names.
  static func calls(of names: Set<String>, in files: [SourceFile]) -> [String: Set<Call>] {
    let chosen = WordsOfFiles.positions(of: names, in: files).map { files[$0] }
    let parts = ParsePool.map(chosen) { _, tree in
      var found: [String: Set<Call>] = [:]
      tree.forEachDescendant { node in
        guard let name = node.as(DeclReferenceExprSyntax.self), names.contains(name.baseName.text)
        else { return true }
        found[name.baseName.text, default: []].insert(Call(name))
        return true
      }
      return found
    }
    return parts.reduce(into: [:]) { $0.merge($1) { $0.union($1) } }
  }

  /// Whether one of the calls may be of this function.
  func isReached(by calls: [String: Set<Call>], class name: String) -> Bool {
    guard let function else { return true }
    return (calls[function] ?? []).contains { call in
      if let arguments = call.arguments, arguments > parameters { return false }
      // A name that begins with a capital is a type's; a short one may stand for any.
      guard let base = call.owner, base.count > 2, base.first?.isUppercase == true, base != "Self"
      else { return true }
      return base == owner || base == name
    }
  }
}

extension TransformerRegistration.Call {
  fileprivate init(_ name: DeclReferenceExprSyntax) {
    var expression = Syntax(name)
    if let access = name.parent?.as(MemberAccessExprSyntax.self), access.declName.id == name.id {
      owner = access.base?.trimmedDescription
      expression = Syntax(access)
    }
    let call = expression.parent?.as(FunctionCallExprSyntax.self)
    if let call, call.calledExpression.id == expression.id {
      arguments =
        call.arguments.count + (call.trailingClosure == nil ? 0 : 1)
        + call.additionalTrailingClosures.count
    }
  }
}

extension SyntaxProtocol {
  /// Names of types, as far as a capital tells.
  fileprivate var capitalisedNames: [String] {
    tokens(viewMode: .sourceAccurate).compactMap { token in
      guard case .identifier(let name) = token.tokenKind, name.first?.isUppercase == true else {
        return nil
      }
      return name
    }
  }
}

extension Syntax {
  /// The name of a type's declaration, or of what an extension extends.
  fileprivate var writtenName: String? {
    self.as(ClassDeclSyntax.self)?.name.text ?? self.as(StructDeclSyntax.self)?.name.text
      ?? self.as(EnumDeclSyntax.self)?.name.text ?? self.as(ActorDeclSyntax.self)?.name.text
      ?? self.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
  }
}
