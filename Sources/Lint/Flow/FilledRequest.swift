internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// The entity or class of the fetch that a predicate or sort descriptor is given to; nil when it is
  /// given to something else, or to fetches of several.
  func fetchedEntity(in file: LintFile) -> String? { Syntax(self).givenEntity(in: file, 4) }
}

extension Syntax {
  /// The entity of the fetch that takes a value, alone, in a list or joined with others, here or by way of
  /// a variable.
  ///
  /// - Parameter steps: how many variables to follow.
  fileprivate func givenEntity(in file: LintFile, _ steps: Int) -> String? {
    var node = self
    for _ in 0..<32 {
      guard steps > 0, let next = node.parent else { return nil }
      switch next.as(SyntaxEnum.self) {
      case .functionCallExpr(let call):
        if ["FetchRequest", "SectionedFetchRequest"].contains(call.name) {
          return call.givenEntity
        }
        if call.name == "NSCompoundPredicate" { break }
        // A method of the value itself takes it nowhere.
        guard Syntax(call.calledExpression).id != node.id else { return nil }
        if ["append", "insert"].contains(call.name),
          let list = call.receiver?.as(DeclReferenceExprSyntax.self)
        {
          return list.filledEntity(in: file, steps)
        }
        return call.managedClass(in: file)
      case .attribute(let attribute): return attribute.fetchedEntity
      case .exprList(let list):
        // `search ?? NSPredicate(…)`, `isOn ? NSPredicate(…) : nil`
        guard list.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false else { break }
        if let name = list.first?.as(DeclReferenceExprSyntax.self) {
          return name.filledEntity(in: file, steps) ?? name.ownRequest
        }
        return list.filledRequest(in: file)
      case .patternBinding(let binding): return binding.filledEntity(in: file, steps)
      case .codeBlockItem, .closureExpr, .memberBlockItem: return nil
      default: break
      }
      node = next
    }
    return nil
  }
}

extension AttributeSyntax {
  /// What `@FetchRequest` asks for: its `entity`, or the type of the property it stands before.
  fileprivate var fetchedEntity: String? {
    guard ["FetchRequest", "SectionedFetchRequest"].contains(simpleName) else { return nil }
    if let named = argumentList?.first(where: { $0.label?.text == "entity" })?.expression {
      return named.requestedEntity
    }
    let variable = parent?.parent?.as(VariableDeclSyntax.self)
    let type = variable?.bindings.first?.typeAnnotation?.type.as(IdentifierTypeSyntax.self)
    return type?.genericArgumentClause?.onlyName?.lastPart
  }
}

extension ExprListSyntax {
  /// The entity of `request.predicate = …`.
  fileprivate func filledRequest(in file: LintFile) -> String? {
    guard count == 3, let target = first?.as(MemberAccessExprSyntax.self),
      ["predicate", "sortDescriptors"].contains(target.declName.baseName.text),
      let request = target.base
    else { return nil }
    return file.requestedEntity(of: request)
  }
}

extension PatternBindingSyntax {
  /// The entity of the requests that a variable is given to; nil unless it is one.
  fileprivate func filledEntity(in file: LintFile, _ steps: Int) -> String? {
    guard let name, let body = enclosingBody else { return nil }
    return body.entity(givenBy: name, in: file, steps)
  }
}

extension DeclReferenceExprSyntax {
  /// The entity of `predicate = …` in an extension of a request.
  fileprivate var ownRequest: String? {
    guard ["predicate", "sortDescriptors"].contains(baseName.text) else { return nil }
    return switch nameOrigin {
    case nil, .unknown?, .property?: requestExtension
    default: nil
    }
  }

  fileprivate func filledEntity(in file: LintFile, _ steps: Int) -> String? {
    guard case .local? = nameOrigin, let body = enclosingBody else { return nil }
    return body.entity(givenBy: baseName.text, in: file, steps)
  }

  /// Whether the variable is only filled, or asked for its number: `predicates.append(…)`, `order = …`.
  fileprivate var isOnlyFilled: Bool {
    if let access = parent?.as(MemberAccessExprSyntax.self), access.base?.id == ExprSyntax(self).id
    {
      return ["append", "count", "insert", "isEmpty", "removeAll", "reserveCapacity"]
        .contains(access.declName.baseName.text)
    }
    guard let list = parent?.as(ExprListSyntax.self) else { return false }
    return list.first?.id == ExprSyntax(self).id
      && list.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
  }
}

extension Syntax {
  /// The only entity of the requests that a variable of the body is given to.
  fileprivate func entity(givenBy name: String, in file: LintFile, _ steps: Int) -> String? {
    guard isHandwritten else { return nil }
    var entities: Set<String?> = []
    forEachDescendant { node in
      if let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name,
        !use.isOnlyFilled
      {
        entities.insert(Syntax(use).givenEntity(in: file, steps - 1))
      }
      return true
    }
    return entities.onlyElement ?? nil
  }
}

extension FunctionCallExprSyntax {
  /// What `FetchRequest(…)` asks for: its entity, its type, or the type of the property that it fills, as in
  /// `_notes = FetchRequest(…)`.
  var givenEntity: String? {
    if let named = argument("entity")?.requestedEntity ?? genericArgument?.lastPart { return named }
    guard let terms = parent?.as(ExprListSyntax.self), let name = terms.first?.lastName,
      name.hasPrefix("_"), let owner = ownerName
    else { return nil }
    return sourceFile?.binding(String(name.dropFirst()), of: owner)?.typeAnnotation?.type
      .as(IdentifierTypeSyntax.self)?.genericArgumentClause?.arguments.last
      .flatMap { Syntax($0.argument).as(TypeSyntax.self)?.dottedName?.lastPart }
  }
}
