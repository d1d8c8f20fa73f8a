internal import SwiftSyntax

/// What a call names, as far as that tells which of the functions of one name in other files it may be.
struct Callee: Hashable, Sendable {
  enum Owner: Hashable, Sendable {
    /// `Snapshot.read(context)`, `Snapshot(context)`, and `context.removeTwins()`.
    case type(String)
    /// `read(context)` and `Self.read(context)`: of the type around it.
    case around
    /// `read(context)`: of no type.
    case file
    /// `note.snapshot()`: of a model, if it is any.
    case object
  }

  let owner: Owner
  /// `init` for an initializer.
  let name: String

  /// Any order that is always the same.
  static func precedes(_ left: Callee, _ right: Callee) -> Bool {
    (left.name, "\(left.owner)") < (right.name, "\(right.owner)")
  }

  /// - Parameter context: what the code calls its `ModelContext`.
  static func named(by expression: ExprSyntax, context: String?) -> [Callee] {
    if let reference = expression.as(DeclReferenceExprSyntax.self) {
      let name = reference.baseName.text
      return name.isTypeName
        ? [Callee(owner: .type(name), name: "init")]
        : [Callee(owner: .around, name: name), Callee(owner: .file, name: name)]
    }
    guard let access = expression.as(MemberAccessExprSyntax.self),
      let base = access.base?.lastReference
    else { return [] }
    let name = access.declName.baseName.text
    // `V1.Copy(note)` makes one.
    if name.isTypeName { return [Callee(owner: .type(name), name: "init")] }
    if ["self", "Self"].contains(base) { return [Callee(owner: .around, name: name)] }
    if base == context { return [Callee(owner: .type("ModelContext"), name: name)] }
    return [Callee(owner: base.isTypeName ? .type(base) : .object, name: name)]
  }
}

extension String {
  fileprivate var isTypeName: Bool { first?.isUppercase ?? false }
}

extension Syntax {
  /// The names of the types around it, the innermost first; of an extension the type it extends.
  var enclosingTypes: [String] {
    var names: [String] = []
    var node = parent
    while let next = node {
      if let type = next.as(ExtensionDeclSyntax.self)?.extendedType {
        names.append(
          type.as(MemberTypeSyntax.self)?.name.text ?? type.trimmedDescription)
      } else if let name = next.asProtocol((any NamedDeclSyntax).self)?.name.text,
        next.isProtocol((any DeclGroupSyntax).self)
      {
        names.append(name)
      }
      node = next.parent
    }
    return names
  }
}
