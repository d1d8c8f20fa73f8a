internal import SwiftSyntax

extension ExprSyntax {
  /// The texts of a written table of which a loop goes through the rows: `rule.key` of
  /// `[(json: "km", key: "mileage")]`, and the values or keys of a written dictionary.
  var tabledKeys: [ExprSyntax]? {
    let node = unwrapped
    let row = node.as(MemberAccessExprSyntax.self)?.base?.unwrapped ?? node
    guard let name = row.as(DeclReferenceExprSyntax.self), let list = name.loopedTable else {
      return nil
    }
    if let rows = list.resolved.as(ArrayExprSyntax.self),
      let member = node.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    {
      let labels = list.tupleLabels
      return rows.elements.compactMap { element in
        guard let parts = element.expression.as(TupleExprSyntax.self)?.elements else { return nil }
        if let named = parts.first(where: { $0.label?.text == member }) { return named.expression }
        let place = labels.firstIndex(of: member) ?? Int(member)
        return place.flatMap { $0 < parts.count ? Array(parts)[$0].expression : nil }
      }
    }
    guard let table = list.resolved.as(DictionaryExprSyntax.self),
      case .elements(let pairs) = table.content, let isValue = name.isValueOfPair
    else { return nil }
    return pairs.map { isValue ? $0.value : $0.key }
  }

  /// The texts of the values that the file makes of a type of its own, one of which is read here:
  /// `field.id` where `FormField(id: "title", label: "Title")` stands in a table.
  var describedKeys: [ExprSyntax]? {
    guard let access = unwrapped.as(MemberAccessExprSyntax.self), let base = access.base,
      let tree = sourceFile, tree.isHandwritten, let memo = FileMemo.current,
      let type = memo.types.type(of: base), !type.isList, !memo.types.isStored(type.name),
      tree.binding(access.declName.baseName.text, of: type.name)?.isStored ?? false
    else { return nil }
    var found: [ExprSyntax] = []
    tree.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self),
        call.name == type.name || call.makesElement(of: type.name),
        let value = call.argument(access.declName.baseName.text), value.literalText != nil
      {
        found.append(value)
      }
      return true
    }
    return found.count > 1 ? found : nil
  }

  /// The labels that the declaration of a list of tuples gives their parts.
  private var tupleLabels: [String] {
    let name =
      self.as(DeclReferenceExprSyntax.self) ?? self.as(MemberAccessExprSyntax.self)?.declName
    guard let name, let owner = name.ownerName,
      let type = sourceFile?.binding(name.baseName.text, of: owner)?.typeAnnotation?.type
        .as(ArrayTypeSyntax.self)?.element.as(TupleTypeSyntax.self)
    else { return [] }
    return type.elements.map { $0.firstName?.text ?? "" }
  }
}

extension FunctionCallExprSyntax {
  /// `.init(id: "title")` in a list that is declared to be one of the type.
  fileprivate func makesElement(of type: String) -> Bool {
    guard name == "init", receiver == nil, let list = enclosing(ArrayExprSyntax.self),
      let binding = list.parent?.parent?.as(PatternBindingSyntax.self)
    else { return false }
    return binding.typeAnnotation.flatMap { WrittenType($0.type) }?.name == type
  }
}

extension DeclReferenceExprSyntax {
  /// What the loop around goes through that gives the name its meaning, alone or as part of a pair.
  fileprivate var loopedTable: ExprSyntax? {
    var node = parent
    for _ in 0..<64 {
      guard let next = node, !next.is(FunctionDeclSyntax.self) else { return nil }
      if let loop = Loop(next, calls: Loop.complete), loop.names.contains(baseName.text) {
        return loop.sequence
      }
      node = next.parent
    }
    return nil
  }

  /// Whether it is the second name of `for (json, key) in table`; nil where it is no part of a pair.
  fileprivate var isValueOfPair: Bool? {
    var node = parent
    for _ in 0..<64 {
      guard let next = node, !next.is(FunctionDeclSyntax.self) else { return nil }
      if let loop = next.as(ForStmtSyntax.self),
        let parts = loop.pattern.as(TuplePatternSyntax.self)?.elements, parts.count == 2
      {
        return parts.last?.pattern.boundNames.contains(baseName.text)
      }
      if let closure = next.as(ClosureExprSyntax.self), closure.parameterNames.count == 2 {
        return closure.parameterNames[1] == baseName.text
      }
      node = next.parent
    }
    return nil
  }
}
