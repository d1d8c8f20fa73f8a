internal import Foundation
internal import StoreEngine
internal import StoreModel

/// Brings a store to a container's schema: on a copy, whose content then takes the place of the
/// store's in one transaction.
struct ContainerMigration {
  let path: String
  let schema: Schema
  let plan: (any SchemaMigrationPlan.Type)?

  /// - Throws: `SwiftDataError` with the engine's reason.
  func run() throws {
    do {
      let stages = plan.map { PlanHistory($0) } ?? PlanHistory(schema)
      guard let target = stages.version(like: schema) else {
        throw MigrationError.targetNotInPlan(
          target: schema.debugDescription, plan: stages.history.name)
      }
      try migrate(stages, to: target)
    } catch let error as SwiftDataError {
      throw error
    } catch let error as MigrationError {
      if case .backwards = error { throw SwiftDataError(.backwardMigration, error) }
      throw SwiftDataError(.loadIssueModelContainer, error)
    } catch {
      throw SwiftDataError(.loadIssueModelContainer, error)
    }
  }

  private func migrate(_ stages: PlanHistory, to target: DataModel) throws {
    let version = try Self.version(path)
    let found = try MigrationPath.find(from: version, in: [stages.history], to: target.name)
    guard !found.steps.isEmpty else { return }
    var options = StoreMigration.Options(facts: .current)
    options.runner = ClosureRunner(stages)
    options.countsRows = false
    let migration = StoreMigration(store: path, path: found, options: options)
    let copy = try WorkCopy(of: path, for: StoreOutput(beside: path), now: options.facts.now)
    let trace = MigrationTrace(TraceHub.isActive ? HubSink() : nil)
    _ = try migration.run(on: copy, trace: trace)
    try copy.replaceContent(of: path)
  }

  static func version(_ path: String) throws -> StoreVersion {
    let file = try StoreFile.open(path: path)
    let version = StoreVersion(try Store(connection: file.connection, path: path))
    try file.prove()
    return version
  }
}

extension Schema {
  /// What makes entities of a store others than the schema's, of those that both have: properties, or
  /// entities where the store carries no model; empty when they fit.
  package func misfits(inStoreAt path: String) throws -> [String] {
    let store = try ContainerMigration.version(path)
    let own = ModelHashes(of: model).entities
    let others = store.entityHashes.keys.filter { name in
      own[name].map { $0 != store.entityHashes[name] } ?? false
    }
    guard !others.isEmpty else { return [] }
    let differences = store.cachedModel.map { ModelDiff.differences(from: $0, to: model) } ?? []
    let paths = Set(differences.filter { $0.affectsHash && others.contains($0.entity) }.map(\.path))
    return (paths.isEmpty ? Set(others) : paths).sorted()
  }
}

/// Hands the engine's events to whoever listens to the module.
final class HubSink: TraceSink {
  func record(_ event: TraceEvent) { TraceHub.record(event) }
}

/// A user's plan in the engine's terms.
struct PlanHistory {
  /// The plan's versions and stages, each version under its type's name.
  let history: SchemaHistory
  private let stages: [MigrationStage]

  init(_ plan: any SchemaMigrationPlan.Type) {
    let versions = plan.schemas.map { Schema(versionedSchema: $0).model }
    stages = plan.stages
    history = SchemaHistory(
      name: String(describing: plan), versions: versions,
      stages: stages.map { SchemaHistory.Stage(from: $0.from, to: $0.to, kind: $0.kind) },
      currentVersion: versions.last?.name, isOrdered: true
    ).oldestFirst(listedAt: nil)
  }

  /// Without a plan: the container's own schema is the only version.
  init(_ schema: Schema) {
    stages = []
    history = SchemaHistory(
      name: schema.model.name, versions: [schema.model], currentVersion: schema.model.name)
  }

  func stage(_ step: MigrationStep) -> MigrationStage? {
    stages.last { $0.from == step.from.name && $0.to == step.to.name }
  }

  /// The version with the schema's hashes: what the container wants.
  func version(like schema: Schema) -> DataModel? {
    let wanted = ModelHashes(of: schema.model).entities
    return history.versions.last { ModelHashes(of: $0).entities == wanted }
  }
}

extension MigrationStage {
  fileprivate var from: String { Schema.name(of: fromVersion) }
  fileprivate var to: String { Schema.name(of: toVersion) }

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

/// Runs the closures of a plan's custom stages, each with a context over one version of the store.
final class ClosureRunner: CustomStageRunner {
  private let plan: PlanHistory

  init(_ plan: PlanHistory) { self.plan = plan }

  func willMigrate(_ step: MigrationStep, store path: String, trace: MigrationTrace) throws {
    guard case .custom(let version, _, let closure?, _) = plan.stage(step) else { return }
    try Self.run(closure, Schema(versionedSchema: version), path, step.name)
  }

  func didMigrate(_ step: MigrationStep, store path: String, trace: MigrationTrace) throws {
    guard case .custom(_, let version, _, let closure?) = plan.stage(step) else { return }
    try Self.run(closure, Schema(versionedSchema: version), path, step.name)
  }

  /// Calls a closure with a context over the store, which must have the schema's version.
  static func run(
    _ closure: (ModelContext) throws -> Void, _ schema: Schema, _ path: String, _ stage: String
  ) throws {
    var configuration = ModelConfiguration(
      schema: schema, url: URL(fileURLWithPath: path), cloudKitDatabase: .none)
    configuration.isDurable = false
    try TraceHub.inStage(stage) {
      let connection = try Connection(path: path, mode: .readWrite)
      let store = try SQLStore(
        configuration: configuration, schema: schema, connection: connection, firstTable: 0)
      // A stage may change every row in one save; pages that do not fit are written more than once.
      try connection.run("PRAGMA cache_size = -65536")
      let context = ModelContext(ModelContainer(store))
      context.name = stage
      defer { context.close() }
      try closure(context)
    }
  }
}
