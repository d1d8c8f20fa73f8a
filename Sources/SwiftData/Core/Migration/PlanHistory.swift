internal import Foundation
internal import StoreEngine
internal import StoreModel

/// A user's plan in the engine's terms.
struct PlanHistory {
  /// The plan's versions and stages, each version under its type's name.
  let history: SchemaHistory
  private let stages: [Key: MigrationStage]

  private struct Key: Hashable {
    let from: String
    let to: String
  }

  init(_ plan: any SchemaMigrationPlan.Type) {
    let versions = plan.schemas.map { Schema(versionedSchema: $0).model }
    var stages: [Key: MigrationStage] = [:]
    var described: [SchemaHistory.Stage] = []
    for stage in plan.stages {
      let key = Key(from: Schema.name(of: stage.fromVersion), to: Schema.name(of: stage.toVersion))
      stages[key] = stage
      described.append(SchemaHistory.Stage(from: key.from, to: key.to, kind: stage.kind))
    }
    self.stages = stages
    history = SchemaHistory(
      name: String(describing: plan), versions: versions, stages: described,
      currentVersion: versions.last?.name, isOrdered: true)
  }

  /// Without a plan: the container's own schema is the only version.
  init(_ schema: Schema) {
    stages = [:]
    history = SchemaHistory(
      name: schema.model.name, versions: [schema.model], currentVersion: schema.model.name)
  }

  func stage(_ step: MigrationStep) -> MigrationStage? {
    stages[Key(from: step.from.name, to: step.to.name)]
  }

  /// The version with the schema's hashes: what the container wants.
  func version(like schema: Schema) -> DataModel? {
    let wanted = ModelHashes(of: schema.model).entities
    return history.versions.last { ModelHashes(of: $0).entities == wanted }
  }
}

extension MigrationStage {
  fileprivate var kind: SchemaHistory.Stage.Kind {
    switch self {
    case .lightweight: .lightweight
    case .custom(_, _, let will, let did):
      // Where the closures are written is not known at run time, only that they exist.
      .custom(
        willMigrate: will == nil ? nil : Location(path: "willMigrate"),
        didMigrate: did == nil ? nil : Location(path: "didMigrate"))
    }
  }
}
