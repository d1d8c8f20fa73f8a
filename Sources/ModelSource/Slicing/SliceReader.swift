internal import StoreModel
internal import SwiftSyntax

/// Cuts a file into units and notes what each mentions. Like the reader of declarations it descends
/// into types only; everything inside functions is read as a run of tokens.
struct SliceReader {
  let source: SourceText
  private var file = SliceFile()

  static func read(_ source: SourceText, _ tree: SourceFileSyntax) -> SliceFile {
    var reader = SliceReader(source: source)
    reader.file.path = source.path
    reader.file.bytes = source.bytes
    for statement in tree.statements { reader.add(statement) }
    let conditions = ConditionReader(viewMode: .sourceAccurate)
    conditions.walk(tree)
    reader.file.blanks += conditions.idle
    reader.readReferences(tree, without: conditions.idle)
    return reader.file
  }

  private init(source: SourceText) { self.source = source }

  private mutating func add(_ statement: CodeBlockItemSyntax) {
    if case .decl(let declaration) = statement.item {
      add(declaration, in: nil, path: [])
    } else {
      // `#Preview { … }` and the statements of a main file.
      file.blanks.append(range(statement))
    }
  }

  private mutating func add(_ declaration: DeclSyntax, in parent: Int?, path: [String]) {
    switch declaration.as(DeclSyntaxEnum.self) {
    case .importDecl(let node):
      let module = node.path.first?.name.identifierText ?? ""
      file.imports.append(.init(module: module, range: range(node)))
    case .classDecl(let node): addType(node, in: parent, path: path)
    case .structDecl(let node): addType(node, in: parent, path: path)
    case .enumDecl(let node): addType(node, in: parent, path: path)
    case .actorDecl(let node): addType(node, in: parent, path: path)
    case .protocolDecl(let node): addType(node, in: parent, path: path, kind: .protocol)
    case .extensionDecl(let node): addExtension(node, in: parent)
    case .typeAliasDecl(let node): add(.alias, [node.name], node, in: parent)
    case .associatedTypeDecl(let node): add(.requirement, [node.name], node, in: parent)
    case .functionDecl(let node):
      add(kind(.function, in: parent), [node.name], node, in: parent)
    case .variableDecl(let node): addVariable(node, in: parent, path: path)
    case .enumCaseDecl(let node):
      add(.enumCase, node.elements.map(\.name), node, in: parent)
    case .initializerDecl(let node):
      // A call names the labels, not the initializer.
      let label = node.signature.parameterClause.parameters.first?.firstName
      add(
        kind(.initializer, in: parent), [node.initKeyword, label].compactMap { $0 }, node,
        in: parent)
    case .deinitializerDecl(let node): add(.initializer, [node.deinitKeyword], node, in: parent)
    case .subscriptDecl(let node):
      let label = node.parameterClause.parameters.first?.firstName
      add(
        kind(.initializer, in: parent), [node.subscriptKeyword, label].compactMap { $0 }, node,
        in: parent)
    case .operatorDecl(let node): add(.operator, [node.name], node, in: parent)
    case .precedenceGroupDecl(let node): add(.operator, [node.name], node, in: parent)
    case .macroExpansionDecl(let node):
      // Apple's `#Unique` and `#Index` belong to their class; a preview belongs to Xcode.
      if parent == nil || node.macroName.text == "Preview" {
        file.blanks.append(range(node))
      } else {
        add(.macro, [node.macroName], node, in: parent)
      }
    case .ifConfigDecl(let node): addActiveBranch(of: node, in: parent, path: path)
    default: file.blanks.append(range(declaration))
    }
  }

  /// What a protocol asks for comes with the protocol.
  private func kind(_ kind: SliceUnit.Kind, in parent: Int?) -> SliceUnit.Kind {
    parent.map { file.units[$0].kind == .protocol } ?? false ? .requirement : kind
  }

  private mutating func add(
    _ kind: SliceUnit.Kind, _ names: [TokenSyntax], _ node: some DeclSyntaxProtocol,
    in parent: Int?
  ) {
    var unit = SliceUnit(
      kind: kind, parent: parent, names: names.map(\.identifierText), range: range(node),
      line: names.first.flatMap { source.location($0).line } ?? 1)
    note(node, in: &unit)
    file.units.append(unit)
    if ![.type, .protocol, .extension].contains(kind) { addClosures(in: node) }
  }

  /// The closures of custom stages: `willMigrate` and `didMigrate`, and those behind the call.
  private mutating func addClosures(in node: some DeclSyntaxProtocol) {
    let parent = file.units.count - 1
    for token in node.tokens(viewMode: .sourceAccurate) where token.text == "custom" {
      guard let call = token.parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
        call.arguments.contains(where: { $0.label?.text == "toVersion" })
      else { continue }
      let closures =
        call.arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
        + [call.trailingClosure].compactMap { $0 } + call.additionalTrailingClosures.map(\.closure)
      for closure in closures where !closure.statements.isEmpty {
        file.units.append(
          SliceUnit(
            kind: .closure, parent: parent, names: [], range: range(closure.statements),
            line: source.location(closure.leftBrace).line ?? 1))
      }
    }
  }

  private mutating func addType(
    _ node: some DeclGroupSyntax & NamedDeclSyntax, in parent: Int?, path: [String],
    kind: SliceUnit.Kind = .type
  ) {
    let path = path + [node.name.identifierText]
    add(kind, [node.name], node, in: parent)
    file.units[file.units.count - 1].isClass = node.is(ClassDeclSyntax.self)
    finishGroup(node, path: path)
  }

  private mutating func addExtension(_ node: ExtensionDeclSyntax, in parent: Int?) {
    guard case .named(let path, _) = ExpressionReader(source: source).type(node.extendedType),
      let name = path.last
    else { return file.blanks.append(range(node)) }
    add(.extension, [], node, in: parent)
    file.units[file.units.count - 1].names = [name]
    finishGroup(node, path: path)
  }

  private mutating func finishGroup(_ node: some DeclGroupSyntax, path: [String]) {
    let position = file.units.count - 1
    file.units[position].path = path
    if let clause = node.inheritanceClause {
      file.units[position].inheritanceStart =
        clause.colon.positionAfterSkippingLeadingTrivia.utf8Offset
      file.units[position].inherits = clause.inheritedTypes.map { inherited in
        .init(
          name: inheritedName(inherited.type), range: range(inherited),
          commaOffset: inherited.trailingComma?.positionAfterSkippingLeadingTrivia.utf8Offset)
      }
    }
    for member in node.memberBlock.members { add(member.decl, in: position, path: path) }
  }

  private func inheritedName(_ type: TypeSyntax) -> String {
    // `@unchecked Sendable`, `any P`, `Module.P`: the name comes last, before its arguments.
    var names: [String] = []
    for token in type.tokens(viewMode: .sourceAccurate) {
      if token.tokenKind == .leftAngle { break }
      if case .identifier = token.tokenKind { names.append(token.identifierText) }
    }
    return names.last ?? ""
  }

  private mutating func addVariable(
    _ node: VariableDeclSyntax, in parent: Int?, path: [String]
  ) {
    let names = node.bindings.compactMap {
      $0.pattern.as(IdentifierPatternSyntax.self)?.identifier
    }
    let isComputed = node.bindings.contains { $0.accessorBlock.map(Self.isGetter) ?? false }
    add(kind(isComputed ? .computed : .stored, in: parent), names, node, in: parent)
    if parent != nil, let name = names.first { noteInverse(node, of: path + [name.identifierText]) }
  }

  /// `willSet` and `didSet` alone leave a property stored.
  private static func isGetter(_ block: AccessorBlockSyntax) -> Bool {
    guard case .accessors(let list) = block.accessors else { return true }
    return list.contains { !["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }

  private mutating func noteInverse(_ node: VariableDeclSyntax, of property: [String]) {
    for case .attribute(let attribute) in node.attributes {
      guard case .argumentList(let list) = attribute.arguments else { continue }
      for argument in list where argument.label?.text == "inverse" {
        guard let keyPath = argument.expression.as(KeyPathExprSyntax.self) else { continue }
        let names = identifiers(in: keyPath)
        // Without the comma before it, or, for the first of several, with the one behind it.
        var whole = range(argument)
        if let before = list.last(where: { range($0).upperBound <= whole.lowerBound }) {
          let comma = before.trailingComma?.positionAfterSkippingLeadingTrivia.utf8Offset
          whole = (comma ?? whole.lowerBound)..<range(argument.expression).upperBound
        }
        file.inverses.append(
          .init(
            owner: Array(property.dropLast()), property: property.last ?? "", target: names,
            range: whole))
      }
    }
  }

  private mutating func addActiveBranch(
    of node: IfConfigDeclSyntax, in parent: Int?, path: [String]
  ) {
    switch ConditionReader.active(node) {
    case .decls(let members):
      for member in members { add(member.decl, in: parent, path: path) }
    case .statements(let statements):
      for statement in statements { add(statement) }
    default: return
    }
  }

  private mutating func note(_ node: some DeclSyntaxProtocol, in unit: inout SliceUnit) {
    guard let node = node as? any WithModifiersSyntax else { return }
    unit.isStatic = node.modifiers.contains { ["static", "class"].contains($0.name.text) }
    unit.isPrivate = node.modifiers.contains {
      ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil
    }
    guard let attributed = node as? any WithAttributesSyntax else { return }
    for case .attribute(let attribute) in attributed.attributes {
      guard let name = identifiers(in: attribute.attributeName).last else { continue }
      unit.attributes.insert(name)
      if AppleNames.attributes.contains(name) { file.blanks.append(range(attribute)) }
    }
  }

  private func identifiers(in node: some SyntaxProtocol) -> [String] {
    node.tokens(viewMode: .sourceAccurate).compactMap { token in
      if case .identifier = token.tokenKind { token.identifierText } else { nil }
    }
  }

  /// With the semicolon behind it, which cannot stand alone.
  private func range(_ node: some SyntaxProtocol) -> Range<Int> {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    let semicolon =
      node.parent?.as(MemberBlockItemSyntax.self)?.semicolon
      ?? node.parent?.as(CodeBlockItemSyntax.self)?.semicolon
    let end = semicolon?.endPositionBeforeTrailingTrivia ?? node.endPositionBeforeTrailingTrivia
    return start..<max(start, end.utf8Offset)
  }

  /// Gives each identifier to the innermost unit around it.
  private mutating func readReferences(_ tree: SourceFileSyntax, without idle: [Range<Int>]) {
    var idle = idle[...]
    let modules = Set(file.imports.map(\.module))
    var open: [Int] = []
    var next = 0
    var isMember = false
    var qualifier: SliceFile.Qualifier?
    for token in tree.tokens(viewMode: .sourceAccurate) {
      let offset = token.positionAfterSkippingLeadingTrivia.utf8Offset
      while let first = idle.first, first.upperBound <= offset { idle.removeFirst() }
      if idle.first?.contains(offset) ?? false { continue }
      while let last = open.last, file.units[last].range.upperBound <= offset { open.removeLast() }
      while next < file.units.count, file.units[next].range.lowerBound <= offset {
        open.append(next)
        next += 1
      }
      if var open = qualifier {
        if token.tokenKind == .period, open.range.isEmpty {
          qualifier?.range = open.range.lowerBound..<offset + 1
        } else {
          open.name = token.identifierText
          if !open.range.isEmpty { file.qualifiers.append(open) }
          qualifier = nil
        }
      }
      switch token.tokenKind {
      case .identifier, .binaryOperator, .prefixOperator, .postfixOperator:
        let name = token.identifierText
        if let unit = open.last {
          file.units[unit].references.insert(name)
          if !isMember { file.units[unit].bases.insert(name) }
        }
        if !isMember, modules.contains(name) {
          qualifier = .init(module: name, name: "", range: offset..<offset)
        }
      case .keyword(.public), .keyword(.open), .keyword(.package):
        // All is one module here, and what stands in for names of Apple's SDK is not public.
        if let modifier = token.parent?.as(DeclModifierSyntax.self) {
          file.blanks.append(range(modifier))
        }
      default: break
      }
      isMember = token.tokenKind == .period
    }
  }
}
