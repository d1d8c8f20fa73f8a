internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// The entity or class of the fetch that a predicate or sort descriptor is given to; nil when it is
  /// given to something else, or to fetches of several.
  var fetchedEntity: String? {
    var node = Syntax(self)
    for _ in 0..<32 {
      guard let next = node.parent else { return nil }
      if let call = next.as(FunctionCallExprSyntax.self) {
        if call.name == "FetchRequest" || call.name == "SectionedFetchRequest" {
          return call.givenEntity
        }
        guard call.name == "NSCompoundPredicate" else { return nil }
      } else if let attribute = next.as(AttributeSyntax.self) {
        return attribute.fetchedEntity
      } else if let list = next.as(ExprListSyntax.self) {
        return list.filledRequest
      } else if let binding = next.as(PatternBindingSyntax.self) {
        return binding.filledRequest
      } else if next.is(CodeBlockItemSyntax.self) || next.is(ClosureExprSyntax.self)
        || next.is(MemberBlockItemSyntax.self)
      {
        return nil
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
  fileprivate var filledRequest: String? {
    guard count == 3, let target = first?.as(MemberAccessExprSyntax.self),
      ["predicate", "sortDescriptors"].contains(target.declName.baseName.text),
      dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
    else { return nil }
    return target.base?.as(DeclReferenceExprSyntax.self)?.localValue?.requestedEntity
  }
}

extension PatternBindingSyntax {
  /// The entity of the requests that a variable is given to; nil unless it is one.
  fileprivate var filledRequest: String? {
    guard let name, let body = enclosingBody, body.isHandwritten else { return nil }
    var entities: Set<String?> = []
    body.forEachDescendant { node in
      if let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name {
        entities.insert(use.givenRequest)
      }
      return true
    }
    return entities.count == 1 ? entities.first ?? nil : nil
  }
}

extension DeclReferenceExprSyntax {
  /// The entity of the request that takes it, alone or in a list: `request.predicate = recent`.
  fileprivate var givenRequest: String? {
    var node = Syntax(self)
    for _ in 0..<8 {
      guard let next = node.parent else { return nil }
      if let list = next.as(ExprListSyntax.self) { return list.filledRequest }
      if let call = next.as(FunctionCallExprSyntax.self) {
        return ["FetchRequest", "SectionedFetchRequest"].contains(call.name)
          ? call.givenEntity : nil
      }
      guard
        next.is(ArrayExprSyntax.self) || next.is(ArrayElementListSyntax.self)
          || next.is(ArrayElementSyntax.self) || next.is(LabeledExprSyntax.self)
          || next.is(LabeledExprListSyntax.self)
      else { return nil }
      node = next
    }
    return nil
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
