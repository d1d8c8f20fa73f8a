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

  func history(of plan: SourceType) -> SchemaHistory {
    var unread: [ModelProblem] = []
    let models = schemas(of: plan).compactMap { index.type($0) }.map { versions.version(of: $0) }
    let listed = metatypes("schemas", of: plan)
    for item in listed where item.path == nil {
      unread.add(
        "'\(item.text)', a schema of '\(plan.name)', is not declared in the given sources",
        topic: .unreadVersions, meant: meant(item.text, in: plan.path), location: item.location)
    }
    let stages = self.stages(of: plan, unread: &unread)
    var history = SchemaHistory(
      name: plan.qualifiedName, versions: models, stages: stages,
      currentVersion: models.last?.name, isOrdered: true, unread: unread,
      location: plan.declaration.location)
    history.drafts = drafts(of: plan, besides: Set(models.map(\.name)))
    return history.oldestFirst(listedAt: listed.first?.location)
  }

  /// Stages that stand written in the plan, listed or not, and lead from one of its versions to one that it
  /// does not list.
  private func drafts(of plan: SourceType, besides listed: Set<String>) -> [SchemaHistory.Draft] {
    plan.declaration.properties.filter(\.isStatic).compactMap(\.value).compactMap { value in
      let item = ConstantReader.Item(value: value, scope: plan.path)
      guard case .metatype(let name)? = value.argument("toVersion")?.kind,
        let stage = stage(item), listed.contains(stage.from), !listed.contains(stage.to),
        let type = index.resolve(name, in: plan.path).flatMap(index.type)
      else { return nil }
      return SchemaHistory.Draft(stage: stage, version: versions.version(of: type))
    }
  }

  /// The version that was meant by a name that nobody declares.
  private func meant(_ name: String, in scope: [String]) -> String? {
    index.nameLike(name, in: scope) { index.conforms($0, to: "VersionedSchema") }
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
    of plan: SourceType, unread: inout [ModelProblem]
  ) -> [SchemaHistory.Stage] {
    guard let property = plan.staticProperty("stages") else {
      unread.add(
        "'\(plan.name)' has no stages", topic: .unreadStages, location: plan.declaration.location)
      return []
    }
    var result: [SchemaHistory.Stage] = []
    for element in constants.list(property.value, in: plan.path) {
      if let stage = stage(element) {
        result.append(stage)
        for end in ["fromVersion", "toVersion"] {
          guard case .metatype(let name)? = element.value.argument(end)?.kind,
            index.resolve(name, in: element.scope) == nil
          else { continue }
          let text = name.joined(separator: ".")
          unread.add(
            "'\(text)', in a stage of '\(plan.name)', is not declared in the given sources",
            topic: .unreadStages, meant: meant(text, in: plan.path),
            location: element.value.location)
        }
      } else {
        unread.add(
          "'\(element.value.text)' in the stages of '\(plan.name)' is no stage that can be read",
          topic: .unreadStages, location: element.value.location)
      }
    }
    if property.value == nil {
      unread.add(
        "the stages of '\(plan.name)' are not a single array",
        topic: .unreadStages, location: property.location)
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
