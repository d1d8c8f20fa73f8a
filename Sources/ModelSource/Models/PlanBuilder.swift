internal import StoreModel

/// Reads `SchemaMigrationPlan`s.
struct PlanBuilder {
  let index: SourceIndex
  let versions: VersionBuilder
  private var constants: ConstantReader { ConstantReader(index: index) }

  var plans: [SourceType] {
    index.heirs.filter {
      $0.declaration.kind != .protocol && index.conforms($0, to: "SchemaMigrationPlan")
    }
  }

  /// Paths of the schemas a plan names, in its order.
  func schemas(of plan: SourceType) -> [[String]] {
    metatypes("schemas", of: plan).compactMap { $0.path }
  }

  /// - Parameter problems: what could not be read of the plan itself.
  func history(of plan: SourceType, problems: inout [ModelProblem]) -> SchemaHistory {
    let known = problems.count
    let models = schemas(of: plan).compactMap { index.type($0) }.map { versions.version(of: $0) }
    for item in metatypes("schemas", of: plan) where item.path == nil {
      problems.add(
        "'\(item.text)', a schema of '\(plan.name)', is not declared in the given sources",
        location: item.location)
    }
    let knownOfSchemas = problems.count
    let stages = self.stages(of: plan, problems: &problems)
    return SchemaHistory(
      name: plan.qualifiedName, versions: models, stages: stages,
      currentVersion: models.last?.name, isOrdered: true, isComplete: problems.count == known,
      hasAllStages: problems.count == knownOfSchemas, location: plan.declaration.location)
  }

  private func metatypes(
    _ name: String, of plan: SourceType
  ) -> [(path: [String]?, text: String, location: Location)] {
    constants.list(plan.staticProperty(name)?.value, in: plan.path).map { item in
      guard case .metatype(let type) = item.value.kind else {
        return (nil, item.value.text, item.value.location)
      }
      let path = index.resolve(type, in: item.scope)
      return (path, type.joined(separator: "."), item.value.location)
    }
  }

  private func stages(
    of plan: SourceType, problems: inout [ModelProblem]
  ) -> [SchemaHistory.Stage] {
    guard let property = plan.staticProperty("stages") else {
      problems.add("'\(plan.name)' has no stages", location: plan.declaration.location)
      return []
    }
    var result: [SchemaHistory.Stage] = []
    for element in constants.list(property.value, in: plan.path) {
      if let stage = stage(element) {
        result.append(stage)
      } else {
        problems.add(
          "'\(element.value.text)' in the stages of '\(plan.name)' is not a stage",
          location: element.value.location)
      }
    }
    if property.value == nil {
      problems.add(
        "the stages of '\(plan.name)' are not a single array",
        location: property.location)
    }
    return result
  }

  private func stage(_ item: ConstantReader.Item) -> SchemaHistory.Stage? {
    let value = item.value
    guard let from = version(value.argument("fromVersion"), in: item.scope),
      let to = version(value.argument("toVersion"), in: item.scope)
    else { return nil }
    let kind: SchemaHistory.Stage.Kind
    switch value.lastName {
    case "lightweight": kind = .lightweight
    case "custom":
      // The first trailing closure has no label: it is the first closure not given otherwise.
      let trailing = value.arguments.first { $0.label == nil }?.value
      let will = value.argument("willMigrate")
      let did = value.argument("didMigrate")
      kind = .custom(
        willMigrate: closure(will ?? trailing),
        didMigrate: closure(did ?? (will == nil ? nil : trailing)))
    default: return nil
    }
    return SchemaHistory.Stage(from: from, to: to, kind: kind, location: value.location)
  }

  private func version(_ expression: Expression?, in scope: [String]) -> String? {
    guard case .metatype(let name)? = expression?.kind else { return nil }
    return (index.resolve(name, in: scope) ?? name).joined(separator: ".")
  }

  private func closure(_ expression: Expression?) -> Location? {
    guard let expression, !expression.isNil else { return nil }
    return expression.location
  }
}
