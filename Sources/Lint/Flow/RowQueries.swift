internal import StoreModel
internal import SwiftSyntax

extension ObjectFlows {
  /// A query of a view, which runs once for each row where the view is one of a list's rows.
  struct RowQuery: Sendable, Codable {
    var view: String
    /// The property that holds the one object that the view shows, where it loads all objects and keeps those
    /// of that one.
    var property: String?
    /// The class that is loaded.
    var entity: String
    var isCoreData: Bool
    var location: Location

    /// As which argument a list hands over the object.
    func takes(_ pass: Pass) -> Bool { pass.callee == view && pass.label == property }
  }

  /// To what lists hand each of their objects.
  var rowPasses: [Pass] {
    sources.flatMap(\.uses.passes) + holders.lazy.filter(\.isList).flatMap(\.uses.passes)
  }
}

extension FlowReader {
  mutating func noteRowQuery(
    _ query: AttributeSyntax, _ name: String, of entity: String, in block: MemberBlockSyntax,
    _ owner: String
  ) {
    let isCoreData = query.simpleName == "FetchRequest"
    guard isCoreData || file.meansSwiftData else { return }
    flows.rowQueries.append(
      .init(
        view: owner, property: isCoreData ? nil : kept(by: query, name, of: entity, in: block),
        entity: types.stored(entity, isCoreData), isCoreData: isCoreData,
        location: file.location(query)))
  }

  /// `folder` for `@Query var notes: [Note]` of a view that asks for `notes.filter { $0.folder == folder }` alone.
  private func kept(
    by query: AttributeSyntax, _ name: String, of entity: String, in block: MemberBlockSyntax
  ) -> String? {
    guard !entity.isOfOneObject,
      query.argumentList?.contains(where: {
        !["sort", "order", "animation"].contains($0.label?.text)
      }) != true, !block.setsQuery(name)
    else { return nil }
    return block.onlyObject(comparedIn: name, types)
  }
}

extension MemberBlockSyntax {
  /// Whether an initializer gives the query another meaning.
  fileprivate func setsQuery(_ name: String) -> Bool {
    hasDescendant { $0.as(DeclReferenceExprSyntax.self)?.baseName.text == "_" + name }
  }

  /// The one object among the view's properties with which every search of a list compares its elements; nil
  /// where the list is used in any other way.
  fileprivate func onlyObject(comparedIn list: String, _ types: TypeReader) -> String? {
    var objects: Set<String> = []
    var isOther = false
    forEachDescendant { node in
      guard !isOther, let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == list,
        use.isValue
      else { return !isOther }
      if let object = use.searchedObject(types) {
        objects.insert(object)
      } else {
        isOther = true
      }
      return true
    }
    return isOther || objects.count != 1 ? nil : objects.first
  }
}

extension DeclReferenceExprSyntax {
  private static let searches: Set = [
    "allSatisfy", "contains", "count", "filter", "first", "last", "lazy",
  ]

  /// The object that a search of this list asks its elements for: `folder` of
  /// `notes.filter { $0.folder?.id == folder.id }`.
  fileprivate func searchedObject(_ types: TypeReader) -> String? {
    guard let access = parent?.as(MemberAccessExprSyntax.self), access.isCalled,
      let call = access.parent?.as(FunctionCallExprSyntax.self), Self.searches.contains(call.name),
      let closure = call.lastClosure, closure.statements.count == 1,
      closure.statements.hasDescendant(where: {
        $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "=="
      })
    else { return nil }
    var objects: Set<String> = []
    closure.statements.forEachDescendant { node in
      if let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
        case .property(let binding, _)? = name.nameOrigin, binding.isStored,
        types.model(of: ExprSyntax(name)) != nil
      {
        objects.insert(name.baseName.text)
      }
      return true
    }
    return objects.count == 1 ? objects.first : nil
  }
}
