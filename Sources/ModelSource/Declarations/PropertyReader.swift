internal import StoreModel
internal import SwiftSyntax

/// Reads `var` and `let` declarations.
struct PropertyReader {
  let source: SourceText
  let expressions: ExpressionReader

  func add(_ node: VariableDeclSyntax, to owner: inout TypeDeclaration) {
    let modifiers = node.modifiers.map(\.name.text)
    let attributes = expressions.uses(of: node.attributes)
    // `var a, b: Int`: an annotation holds for the names before it that have none of their own.
    var following: TypeReference?
    var properties: [PropertyDeclaration] = []
    for binding in node.bindings.reversed() {
      let type = binding.typeAnnotation.map { expressions.type($0.type) }
      if let type { following = type } else if binding.initializer != nil { following = nil }
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
        owner.problems.append(
          ModelProblem(
            "properties declared as a tuple are not read", location: source.location(binding)))
        continue
      }
      var property = PropertyDeclaration(
        name: pattern.identifier.identifierText, type: type ?? following,
        initializer: binding.initializer.map { expressions.expression($0.value) },
        isStatic: modifiers.contains { $0 == "static" || $0 == "class" },
        isLazy: modifiers.contains("lazy"), attributes: attributes,
        location: source.location(pattern))
      readAccessors(of: binding, into: &property)
      properties.append(property)
    }
    owner.properties += properties.reversed()
  }

  private func readAccessors(
    of binding: PatternBindingSyntax, into property: inout PropertyDeclaration
  ) {
    switch binding.accessorBlock?.accessors {
    case .getter(let body):
      property.isComputed = true
      property.getter = result(of: body)
    case .accessors(let accessors):
      let observers: Set = ["willSet", "didSet"]
      property.isComputed = accessors.contains { !observers.contains($0.accessorSpecifier.text) }
      let getter = accessors.first { $0.accessorSpecifier.text == "get" }
      property.getter = getter?.body.flatMap { result(of: $0.statements) }
    case nil: break
    }
  }

  func result(of body: CodeBlockItemListSyntax, depth: Int = 0) -> Expression? {
    var reader = BodyReader(expressions: expressions)
    return reader.result(of: body, depth: depth)
  }
}
