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

/// Hands the engine's events to whoever listens to the module.
final class HubSink: TraceSink {
  func record(_ event: TraceEvent) { TraceHub.record(event) }
}
