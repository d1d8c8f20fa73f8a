internal import StoreModel
internal import SwiftSyntax

/// Collects what a syntax tree declares. It descends into types only, never into function bodies,
/// so its depth is that of the nesting of types.
struct DeclarationReader {
  let source: SourceText
  let expressions: ExpressionReader

  init(source: SourceText) {
    self.source = source
    expressions = ExpressionReader(source: source)
  }

  func declarations(in file: SourceFileSyntax) -> FileDeclarations {
    var result = FileDeclarations(path: source.path)
    // A file's own declarations are read as members of a type without a name.
    var whole = TypeDeclaration(
      kind: .extension, path: [], location: Location(path: source.path, line: 1, column: 1))
    for statement in file.statements {
      if case .decl(let declaration) = statement.item {
        add(declaration, to: &whole)
      } else if case .expr(let expression) = statement.item,
        let macro = expression.as(MacroExpansionExprSyntax.self)
      {
        whole.macros.append(use(of: macro))
      }
    }
    result.types = whole.types
    result.aliases = whole.aliases
    result.globals = whole.properties
    result.problems = whole.problems
    return result
  }

  private func add(_ declaration: DeclSyntax, to owner: inout TypeDeclaration) {
    switch declaration.as(DeclSyntaxEnum.self) {
    case .classDecl(let node):
      owner.types.append(nominal(.class, node, generic: node.genericParameterClause != nil))
    case .structDecl(let node):
      let isGeneric = node.genericParameterClause != nil
      if node.name.text == "CodingKeys" { owner.coding.insert(.ownKeys) }
      owner.types.append(nominal(.struct, node, generic: isGeneric))
    case .enumDecl(let node):
      if node.name.text == "CodingKeys" { owner.coding.insert(.ownKeys) }
      owner.types.append(nominal(.enum, node, generic: node.genericParameterClause != nil))
    case .actorDecl(let node):
      owner.types.append(nominal(.actor, node, generic: node.genericParameterClause != nil))
    case .protocolDecl(let node):
      owner.types.append(nominal(.protocol, node, generic: false))
    case .extensionDecl(let node):
      guard case .named(let path, _) = expressions.type(node.extendedType) else { return }
      owner.types.append(
        type(.extension, path: path, node, inherits: node.inheritanceClause, generic: false))
    case .typeAliasDecl(let node):
      owner.aliases.append(
        TypeAlias(
          name: node.name.identifierText, target: expressions.type(node.initializer.value),
          parameters: node.genericParameterClause?.parameters.map(\.name.identifierText) ?? []))
    case .variableDecl(let node):
      PropertyReader(source: source, expressions: expressions).add(node, to: &owner)
    case .enumCaseDecl(let node):
      owner.cases += node.elements.map {
        EnumCase(
          name: $0.name.identifierText,
          rawValue: $0.rawValue.map { expressions.expression($0.value) },
          hasAssociatedValues: !($0.parameterClause?.parameters.isEmpty ?? true))
      }
    case .functionDecl(let node):
      noteCoding(of: node, in: &owner)
      noteConstant(node, in: &owner)
    case .initializerDecl(let node):
      let first = node.signature.parameterClause.parameters.first
      if first?.firstName.text == "from",
        first?.type.trimmedDescription.hasSuffix("Decoder") ?? false
      {
        owner.coding.insert(.ownDecoder)
      } else if first?.firstName.text == "rawValue" {
        // What it makes of a raw value is its own affair.
        owner.coding.insert(.ownDecoder)
      }
    case .macroExpansionDecl(let node):
      owner.macros.append(
        AttributeUse(
          path: [node.macroName.identifierText],
          arguments: expressions.arguments(node.arguments), location: source.location(node)))
    case .ifConfigDecl(let node): addActiveBranch(of: node, to: &owner)
    default: break
    }
  }

  private func nominal(
    _ kind: TypeDeclaration.Kind, _ node: some DeclGroupSyntax & NamedDeclSyntax, generic: Bool
  ) -> TypeDeclaration {
    type(
      kind, path: [node.name.identifierText], node, inherits: node.inheritanceClause,
      generic: generic)
  }

  private func type(
    _ kind: TypeDeclaration.Kind, path: [String], _ node: some DeclGroupSyntax,
    inherits: InheritanceClauseSyntax?, generic: Bool
  ) -> TypeDeclaration {
    let place = (node as? any NamedDeclSyntax).map { source.location($0.name) }
    var result = TypeDeclaration(
      kind: kind, path: path, attributes: uses(of: node.attributes),
      inherits: inherits?.inheritedTypes.map { expressions.type($0.type) } ?? [],
      isGeneric: generic, location: place ?? source.location(node))
    for member in node.memberBlock.members { add(member.decl, to: &result) }
    return result
  }

  private func use(of macro: MacroExpansionExprSyntax) -> AttributeUse {
    AttributeUse(
      path: [macro.macroName.identifierText], arguments: expressions.arguments(macro.arguments),
      location: source.location(macro))
  }

  /// What a static function without parameters returns is as good as a constant.
  private func noteConstant(_ function: FunctionDeclSyntax, in owner: inout TypeDeclaration) {
    guard function.signature.parameterClause.parameters.isEmpty,
      function.modifiers.contains(where: { $0.name.text == "static" }),
      let body = function.body?.statements
    else { return }
    let reader = PropertyReader(source: source, expressions: expressions)
    let name = function.name.identifierText
    owner.functions.removeAll { $0.name == name }
    if let result = reader.result(of: body) {
      owner.functions.append(.init(name: name, result: result))
    }
  }

  /// A hand-written encoder decides itself what is stored, so the composite rules may not hold.
  private func noteCoding(of function: FunctionDeclSyntax, in owner: inout TypeDeclaration) {
    guard function.name.text == "encode",
      function.signature.parameterClause.parameters.first?.firstName.text == "to"
    else { return }
    owner.coding.insert(.ownEncoder)
    let text = function.body.map { source.bytes[$0.byteRange(in: source.bytes.count)] } ?? []
    let body = String(decoding: text, as: UTF8.self)
    if body.contains("singleValueContainer") || body.contains("unkeyedContainer") {
      owner.coding.insert(.unkeyed)
    }
  }

  private func addActiveBranch(of node: IfConfigDeclSyntax, to owner: inout TypeDeclaration) {
    let active = node.builtClause
    if case .decls(let members) = active?.elements {
      for member in members { add(member.decl, to: &owner) }
    } else if case .statements(let statements) = active?.elements {
      for case .decl(let declaration) in statements.map(\.item) { add(declaration, to: &owner) }
    }
    owner.problems.append(
      ModelProblem(
        "declarations inside '#if' are read as an iOS release build sees them", topic: .conditional,
        location: source.location(node)))
  }

  private func uses(of attributes: AttributeListSyntax) -> [AttributeUse] {
    expressions.uses(of: attributes)
  }
}

extension ExpressionReader {
  func uses(of attributes: AttributeListSyntax) -> [AttributeUse] {
    attributes.compactMap { element in
      guard case .attribute(let attribute) = element,
        case .named(let path, _) = type(attribute.attributeName)
      else { return nil }
      var arguments: [Expression.Argument] = []
      if case .argumentList(let list) = attribute.arguments { arguments = self.arguments(list) }
      return AttributeUse(
        path: path, arguments: arguments, location: source.location(attribute))
    }
  }
}

extension SyntaxProtocol {
  fileprivate func byteRange(in count: Int) -> Range<Int> {
    let start = min(position.utf8Offset, count)
    return start..<min(max(start, endPosition.utf8Offset), count)
  }
}
