internal import StoreModel

/// Builds an entity from a `@Model` class.
struct EntityBuilder {
  let index: SourceIndex

  func draft(of type: SourceType) -> EntityDraft {
    let declaration = type.declaration
    var draft = EntityDraft(
      path: type.path,
      entity: Entity(
        name: type.name, className: type.qualifiedName,
        superentity: index.modelSuperclass(of: type)?.name, location: declaration.location))
    if declaration.isGeneric {
      draft.problems.append(problem("a generic class cannot be a model", type))
    }
    draft.problems += declaredTwice(in: type)
    var columns = 0
    for property in declaration.properties where !property.isStatic && !property.isComputed {
      let limit = CompositeMapper.mostColumns
      guard columns <= limit, draft.relationships.count <= limit else {
        let what =
          columns > limit ? "columns a table may have" : "relationships a class may have"
        draft.report(
          "the class '\(type.name)' has more than the \(limit) \(what)",
          topic: .unreadModel, nil, declaration.location)
        break
      }
      guard property.attribute("Transient") == nil else { continue }
      if property.isLazy {
        draft.problems.append(
          problem("a lazy property is not stored", type, property.name, property.location))
      } else {
        let count = draft.entity.attributes.count
        PropertyBuilder(index: index, type: type).add(property, to: &draft)
        columns += draft.entity.attributes[count...].columnCount
      }
    }
    for macro in declaration.macros {
      if macro.isNamed("Unique") { addUnique(macro, of: type, to: &draft) }
      if macro.isNamed("Index") { addIndexes(macro, of: type, to: &draft) }
    }
    draft.problems += declaration.problems.map {
      var problem = $0
      problem.entity = type.name
      return problem
    }
    return draft
  }

  /// Properties of one name; which of them counts nobody knows.
  private func declaredTwice(in type: SourceType) -> [ModelProblem] {
    var lines: [String: Int] = [:]
    return type.declaration.properties.filter { !$0.isStatic }.compactMap { property in
      guard let first = lines[property.name] else {
        lines[property.name] = property.location.line ?? 0
        return nil
      }
      var problem = problem(
        "'\(type.name).\(property.name)' is declared here again; the first one is in line \(first)",
        type, property.name, property.location)
      problem.topic = .declaredTwice
      return problem
    }
  }

  private func addUnique(_ macro: AttributeUse, of type: SourceType, to draft: inout EntityDraft) {
    for list in macro.unlabelled {
      let names = properties(in: list, of: type, to: &draft)
      if !names.isEmpty { draft.entity.uniquenessConstraints.append(names) }
    }
  }

  /// Index names as Documentation/Format/StoreFormat.md, 2.6 has them; the R-tree name is by
  /// analogy.
  private func addIndexes(_ macro: AttributeUse, of type: SourceType, to draft: inout EntityDraft) {
    for argument in macro.unlabelled {
      let isRTree = argument.lastName == "rtree"
      let list = argument.arguments.first?.value ?? argument
      let names = properties(in: list, of: type, to: &draft)
      guard !names.isEmpty else { continue }
      draft.entity.fetchIndexes.append(
        FetchIndex(
          name: "SwiftDataIndexOn" + (isRTree ? "RTree" : "Binary") + names.joined(),
          elements: names.map { .init(property: $0, isRTree: isRTree) }))
    }
  }

  private func properties(
    in list: Expression, of type: SourceType, to draft: inout EntityDraft
  ) -> [String] {
    let elements = list.elements ?? [list]
    let names = elements.compactMap { $0.keyPathProperty(of: type.name) }
    if names.count < elements.count {
      draft.problems.append(
        problem("'\(list.text)' is not a list of key paths", type, nil, list.location))
    }
    return names
  }

  private func problem(
    _ message: String, _ type: SourceType, _ property: String? = nil, _ location: Location? = nil
  ) -> ModelProblem {
    ModelProblem(
      message, entity: type.name, property: property,
      location: location ?? type.declaration.location)
  }
}
