internal import SwiftSyntax

/// Where a name that an expression uses was given its meaning.
enum NameOrigin {
  /// A variable of a function, with its type and first value as far as they are written.
  case local(type: TypeSyntax?, value: ExprSyntax?)
  /// What a loop or a closure is given: one element of a list.
  case element(of: ExprSyntax)
  /// What the closure of an optional's `map` is given.
  case content(of: ExprSyntax)
  case parameter(type: TypeSyntax, of: Syntax)
  /// A property of the type around the code.
  case property(PatternBindingSyntax, owner: String)
  /// A closure's parameter or a part of a pattern that nothing more is known of.
  case unknown
}

extension DeclReferenceExprSyntax {
  /// Looks outward through the scopes around the name; nil when the file does not declare it there.
  var nameOrigin: NameOrigin? {
    guard let memo = FileMemo.current else { return foundOrigin }
    return memo.origin(of: self) { foundOrigin }
  }

  private var foundOrigin: NameOrigin? {
    let text = baseName.text
    let isProjected = text.hasPrefix("$") && text.dropFirst().first?.isLetter ?? false
    let name = isProjected ? String(text.dropFirst()) : text
    var inner = Syntax(self)
    for _ in 0..<256 {
      guard let scope = inner.parent else { return nil }
      if let found = scope.origin(of: name, below: inner) { return found }
      inner = scope
    }
    return nil
  }
}

extension Syntax {
  /// What a name means that this scope itself declares.
  fileprivate func origin(of name: String, below inner: Syntax) -> NameOrigin? {
    switch self.as(SyntaxEnum.self) {
    case .codeBlockItemList(let list): return list.local(name, before: inner.position)
    case .conditionElementList(let list):
      return list.binding(name, before: inner.position)
    case .ifExpr(let node):
      return node.body.id == inner.id ? node.conditions.binding(name, before: nil) : nil
    case .whileStmt(let node):
      return node.body.id == inner.id ? node.conditions.binding(name, before: nil) : nil
    case .forStmt(let node):
      guard inner.id == node.body.id || inner.id == node.whereClause?.id,
        node.pattern.boundNames.contains(name)
      else { return nil }
      return node.pattern.origin(of: name, in: node.sequence)
    case .switchCase(let node):
      return inner.id == node.statements.id ? caseOrigin(of: name, in: node) : nil
    case .closureExpr(let node): return node.parameter(name)
    case .functionDecl(let node): return node.signature.parameterClause.origin(of: name, in: self)
    case .initializerDecl(let node):
      return node.signature.parameterClause.origin(of: name, in: self)
    case .memberBlock(let node):
      guard let owner = node.parent?.typeName else { return nil }
      return node.property(name, owner: owner)
        ?? (node.parent?.is(ExtensionDeclSyntax.self) ?? false
          ? node.sourceFile?.type(owner)?.property(name, owner: owner) : nil)
    default: return nil
    }
  }

  /// The name of a type declaration or of what an extension extends.
  var typeName: String? {
    // Most nodes are none, and to ask for a protocol takes long.
    switch kind {
    case .actorDecl, .classDecl, .enumDecl, .extensionDecl, .protocolDecl, .structDecl: break
    default: return nil
    }
    if let node = self.as(ExtensionDeclSyntax.self) {
      return node.extendedType.dottedName?.lastPart
    }
    guard let group = asProtocol((any DeclGroupSyntax).self),
      let named = group.asProtocol((any NamedDeclSyntax).self)
    else { return nil }
    return named.name.text
  }
}

extension SyntaxProtocol {
  /// The name of the nearest type around a node.
  var ownerName: String? { enclosingType?.typeName }

  /// The nearest type or extension around a node.
  var enclosingType: Syntax? {
    enclosing(MemberBlockSyntax.self)?.parent
  }

  var sourceFile: SourceFileSyntax? { root.as(SourceFileSyntax.self) }
}

extension MemberBlockSyntax {
  func property(_ name: String, owner: String) -> NameOrigin? {
    for member in members {
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
      if let binding = variable.bindings.first(where: { $0.name == name }) {
        return .property(binding, owner: owner)
      }
    }
    return nil
  }

  /// The only function of that name.
  func function(_ name: String) -> FunctionDeclSyntax? {
    let found = members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
      .filter { $0.name.text == name }
    return found.count == 1 ? found.first : nil
  }
}

extension CodeBlockItemListSyntax {
  /// The nearest declaration before a place, `guard let` included.
  fileprivate func local(_ name: String, before place: AbsolutePosition) -> NameOrigin? {
    var found: NameOrigin?
    for item in self {
      guard item.position < place else { break }
      switch item.item {
      case .decl(let declaration):
        guard let variable = declaration.as(VariableDeclSyntax.self) else { continue }
        for binding in variable.bindings where binding.pattern.boundNames.contains(name) {
          found =
            binding.name == nil
            ? .unknown
            : .local(type: binding.typeAnnotation?.type, value: binding.initializer?.value)
        }
      case .stmt(let statement):
        guard let conditions = statement.as(GuardStmtSyntax.self)?.conditions else { continue }
        found = conditions.binding(name, before: place) ?? found
      case .expr: continue
      }
    }
    return found
  }
}

extension ConditionElementListSyntax {
  fileprivate func binding(_ name: String, before place: AbsolutePosition?) -> NameOrigin? {
    var found: NameOrigin?
    for element in self {
      if let place, element.position >= place { break }
      if let matching = element.condition.as(MatchingPatternConditionSyntax.self) {
        found =
          matching.pattern.payloadOrigin(of: name, in: matching.initializer.value) ?? found
        continue
      }
      guard let binding = element.condition.as(OptionalBindingConditionSyntax.self),
        binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
      else { continue }
      // `if let note` gives the name the meaning it had outside, which the walk outward finds.
      guard let value = binding.initializer?.value else { continue }
      found = .local(type: binding.typeAnnotation?.type, value: value)
    }
    return found
  }
}

extension FunctionParameterClauseSyntax {
  fileprivate func origin(of name: String, in function: Syntax) -> NameOrigin? {
    parameters.first { ($0.secondName ?? $0.firstName).text == name }
      .map { .parameter(type: $0.type, of: function) }
  }
}

extension ClosureExprSyntax {
  /// Views that show something for each element of their first argument.
  static let listViews: Set = ["ForEach", "List", "Table", "Chart", "OutlineGroup", "Picker"]
  /// Methods of a list that call their closure for each element.
  static let listMethods: Set = [
    "forEach", "map", "compactMap", "flatMap", "filter", "first", "last", "contains", "allSatisfy",
    "reduce", "sorted", "sort", "min", "max", "prefix", "drop", "firstIndex", "lastIndex",
    "removeAll", "partition", "count", "concurrentPerform",
  ]

  /// The call that the closure is an argument of.
  var userCall: FunctionCallExprSyntax? {
    if let call = parent?.as(FunctionCallExprSyntax.self) { return call }
    if let argument = parent?.as(LabeledExprSyntax.self) {
      return argument.parent?.parent?.as(FunctionCallExprSyntax.self)
    }
    return parent?.as(MultipleTrailingClosureElementSyntax.self)?.parent?.parent?
      .as(FunctionCallExprSyntax.self)
  }

  /// The list that the closure is called for each element of.
  var loopedList: ExprSyntax? {
    guard let call = userCall else { return nil }
    if let receiver = call.receiver, Self.listMethods.contains(call.name) { return receiver }
    if call.receiver == nil, call.name == "Dictionary", let first = call.arguments.first,
      first.label?.text == "grouping"
    {
      return first.expression
    }
    if call.receiver == nil, call.name == "TableColumn" { return call.tableRows }
    guard call.receiver == nil, Self.listViews.contains(call.name),
      let first = call.arguments.first,
      first.label == nil || first.label?.text == "data", first.expression.id != Syntax(self).id
    else { return nil }
    return first.expression
  }

  fileprivate func parameter(_ name: String) -> NameOrigin? {
    if name.hasPrefix("$"), signature?.parameterClause == nil {
      guard let list = loopedList else { return .unknown }
      // The second of two is the element for `reduce`, and another element for `sorted`.
      let isSecond = name == "$1"
      let method = userCall?.name ?? ""
      if method == "reduce" { return isSecond ? .element(of: list) : .unknown }
      if isSecond, !["sorted", "sort", "min", "max"].contains(method) { return .unknown }
      if list.enumerated != nil { return .unknown }
      return ["map", "flatMap"].contains(method) ? .content(of: list) : .element(of: list)
    }
    if case .parameterClause(let clause) = signature?.parameterClause,
      let written = clause.parameters.first(where: { ($0.secondName ?? $0.firstName).text == name }
      )?
      .type
    {
      return .local(type: written, value: nil)
    }
    let names = parameterNames.map { $0.hasPrefix("$") ? String($0.dropFirst()) : $0 }
    guard let position = names.firstIndex(of: name) else { return nil }
    guard let list = loopedList else {
      // `.confirmationDialog("Delete?", isPresented: $asks, presenting: noteToDelete) { note in … }`
      let shown = position == 0 ? userCall?.argument("presenting") : nil
      return shown.map { .content(of: $0) } ?? .unknown
    }
    let method = userCall?.name ?? ""
    if let inner = list.enumerated { return position == 1 ? .element(of: inner) : .unknown }
    switch (method, position) {
    case ("reduce", 1), ("sorted", _), ("sort", _): return .element(of: list)
    case ("reduce", _): return .unknown
    case ("map", 0), ("flatMap", 0): return .content(of: list)
    case (_, 0): return .element(of: list)
    default: return .unknown
    }
  }
}
