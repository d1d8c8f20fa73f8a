internal import StoreModel
internal import SwiftSyntax

/// A source rule that looks at predicates.
protocol PredicateRule: SourceRule {
  func check(_ use: PredicateUse, in file: LintFile, report: RuleReport)
}

extension PredicateRule {
  static var nodes: [SyntaxKind] { [.macroExpansionExpr] }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let use = node.as(MacroExpansionExprSyntax.self).flatMap(PredicateUse.init) else {
      return
    }
    check(use, in: file, report: report)
  }
}

/// A `#Predicate` over models of the input.
struct PredicateUse {
  /// The class as written, without what stands before its last dot.
  let entity: String
  let parameter: String
  let body: ClosureExprSyntax

  /// Nil unless the predicate says which class it is for.
  init?(_ macro: MacroExpansionExprSyntax) {
    guard macro.macroName.text == "Predicate",
      let closure = macro.trailingClosure
        ?? macro.arguments.first?.expression.as(ClosureExprSyntax.self),
      let name = macro.genericArgumentClause?.onlyName ?? Self.entity(around: macro)
    else { return nil }
    entity = name.lastPart
    parameter = closure.firstParameter
    body = closure
  }

  /// What is around the macro may name the class for both: a descriptor, a deletion, a query with its
  /// property, or the type of a constant.
  private static func entity(around macro: MacroExpansionExprSyntax) -> String? {
    if let binding = macro.parent?.parent?.as(PatternBindingSyntax.self) {
      return binding.typeAnnotation?.type.predicateClass
    }
    if let type = macro.resultType { return type }
    // `descriptor.predicate = #Predicate { … }`
    if let terms = macro.parent?.as(ExprListSyntax.self), terms.count == 3,
      let target = terms.first?.as(MemberAccessExprSyntax.self),
      target.declName.baseName.text == "predicate",
      let name = target.base?.as(DeclReferenceExprSyntax.self),
      case .local(let type, let value)? = name.nameOrigin
    {
      return type?.describedEntity ?? value?.call?.genericArgument
        ?? value.flatMap { DescriptorSource($0).declared }
    }
    guard let argument = macro.parent?.as(LabeledExprSyntax.self), let label = argument.label?.text,
      let user = argument.parent?.parent
    else { return nil }
    if let query = user.as(AttributeSyntax.self), query.simpleName == "Query", label == "filter" {
      return query.parent?.parent?.as(VariableDeclSyntax.self)?.bindings.first?
        .typeAnnotation.flatMap { WrittenType($0.type) }?.name
    }
    guard let call = user.as(FunctionCallExprSyntax.self) else { return nil }
    switch (call.name, label) {
    case ("FetchDescriptor", "predicate"), ("init", "predicate"):
      return call.genericArgument ?? call.expectedEntity
    case ("Query", "filter"): return call.genericArgument ?? call.filledQuery
    case ("delete", "where"): return call.argument("model")?.metatypeName
    default: return nil
    }
  }

  /// A path that begins at the predicate's object: `$0.kind.rawValue`.
  struct Path {
    /// The names after the object, up to the first thing that is no name.
    var names: [DeclReferenceExprSyntax]
    /// The call the last name is the function of.
    var call: FunctionCallExprSyntax?

    var first: String { names.first?.baseName.text ?? "" }
  }

  /// Every path from the object, in the order of the text. `$0` of a closure inside is another
  /// object.
  var paths: [Path] {
    var found: [Path] = []
    body.statements.forEachDescendant { node in
      if let inner = node.as(ClosureExprSyntax.self) {
        return parameter != "$0" && !inner.parameterNames.contains(parameter)
      }
      guard let name = node.as(DeclReferenceExprSyntax.self), name.baseName.text == parameter,
        name.parent?.as(MemberAccessExprSyntax.self)?.declName.id != name.id
      else { return true }
      let path = Self.path(from: Syntax(name))
      if !path.names.isEmpty { found.append(path) }
      return true
    }
    return found
  }

  private static func path(from start: Syntax) -> Path {
    var path = Path(names: [], call: nil)
    var node = start
    for _ in 0..<64 {
      guard let parent = node.parent else { break }
      if let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == node.id {
        path.names.append(member.declName)
      } else if let call = parent.as(FunctionCallExprSyntax.self),
        call.calledExpression.id == node.id
      {
        path.call = call
        break
      } else if !parent.is(OptionalChainingExprSyntax.self)
        && !parent.is(ForceUnwrapExprSyntax.self)
      {
        break
      }
      node = parent
    }
    return path
  }
}

extension ClosureExprSyntax {
  /// The names of the parameters as written; empty when there are none.
  var parameterNames: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let names): names.map(\.name.text)
    case .parameterClause(let clause):
      clause.parameters.map { ($0.secondName ?? $0.firstName).text }
    case nil: []
    }
  }

  /// The name of the first parameter, `$0` without one.
  var firstParameter: String { parameterNames.first ?? "$0" }
}

extension MacroExpansionExprSyntax {
  /// `Note` where the function or property around it returns a `Predicate<Note>` and this is what it
  /// returns.
  fileprivate var resultType: String? {
    guard let parent else { return nil }
    let isOnly =
      parent.as(CodeBlockItemSyntax.self)?.parent?
      .as(CodeBlockItemListSyntax.self)?.count == 1
    guard isOnly || parent.is(ReturnStmtSyntax.self) else { return nil }
    var node = parent
    for _ in 0..<16 {
      guard let next = node.parent, !next.is(ClosureExprSyntax.self) else { return nil }
      if let function = next.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause?.type.predicateClass
      }
      if let binding = next.as(PatternBindingSyntax.self) {
        return binding.typeAnnotation?.type.predicateClass
      }
      guard !next.is(MemberBlockSyntax.self) else { return nil }
      node = next
    }
    return nil
  }
}

extension TypeSyntax {
  fileprivate var predicateClass: String? {
    if let optional = self.as(OptionalTypeSyntax.self) {
      return optional.wrappedType.predicateClass
    }
    return self.as(IdentifierTypeSyntax.self).flatMap {
      $0.name.text == "Predicate" ? $0.genericArgumentClause?.onlyName : nil
    }
  }
}

extension FunctionCallExprSyntax {
  /// The class of the query that an initializer fills: `Note` of `_notes = Query(…)` where the type
  /// declares `@Query var notes: [Note]`.
  fileprivate var filledQuery: String? {
    guard let terms = parent?.parent?.as(SequenceExprSyntax.self)?.elements,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let name = terms.first?.lastName, name.first == "_",
      let members = enclosing(StructDeclSyntax.self)?.memberBlock.members
    else { return nil }
    for member in members {
      guard let binding = member.decl.as(VariableDeclSyntax.self)?.bindings.first,
        binding.name == String(name.dropFirst())
      else { continue }
      return binding.typeAnnotation.flatMap { WrittenType($0.type) }?.name
    }
    return nil
  }
}
