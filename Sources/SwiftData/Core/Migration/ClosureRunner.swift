internal import Foundation
internal import StoreEngine
internal import StoreModel

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
    let configuration = ModelConfiguration(
      schema: schema, url: URL(fileURLWithPath: path), cloudKitDatabase: .none)
    try TraceHub.inStage(stage) {
      let connection = try Connection(path: path, mode: .readWrite)
      // A copy that fails is thrown away, so nothing waits until it is on the disk.
      try connection.run("PRAGMA synchronous = OFF")
      let store = try DataStore(
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
