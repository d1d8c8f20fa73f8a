internal import Foundation
internal import StoreEngine
internal import StoreModel

/// The part of a migration that needs the user's compiled code, for a process of its own: it is
/// given a plan and a copy of a store, and reports what it does as JSON lines.
public enum MigrationHost {
  public enum Phase: String, Sendable, CaseIterable {
    case willMigrate, didMigrate
  }

  /// One stage of a plan, with the checksums that stores of its versions have.
  public struct Stage: Sendable, Hashable {
    public let from: String
    public let to: String
    public let fromChecksum: String
    public let toChecksum: String
    public let phases: [Phase]
  }

  /// Takes lines of a trace as they come (`Documentation/Trace.md`).
  public typealias Listener = (String) -> Void

  public static func stages(of plan: any SchemaMigrationPlan.Type) -> [Stage] {
    plan.stages.map { stage in
      var phases: [Phase] = []
      if case .custom(_, _, let will, let did) = stage {
        if will != nil { phases.append(.willMigrate) }
        if did != nil { phases.append(.didMigrate) }
      }
      return Stage(
        from: Schema.name(of: stage.fromVersion), to: Schema.name(of: stage.toVersion),
        fromChecksum: checksum(stage.fromVersion), toChecksum: checksum(stage.toVersion),
        phases: phases)
    }
  }

  private static func checksum(_ version: any VersionedSchema.Type) -> String {
    ModelHashes(of: Schema(versionedSchema: version).model).checksum ?? ""
  }

  /// Runs one closure on a store that has the version it sees.
  ///
  /// - Throws: what the closure throws; `SwiftDataError` when there is no such closure.
  public static func run(
    _ plan: any SchemaMigrationPlan.Type, from: String, to: String, phase: Phase,
    store path: String,
    showsValues: Bool = false, events: Listener? = nil
  ) throws {
    let stage = plan.stages.first {
      Schema.name(of: $0.fromVersion) == from && Schema.name(of: $0.toVersion) == to
    }
    guard case .custom(let old, let new, let will, let did) = stage,
      let closure = phase == .willMigrate ? will : did
    else {
      throw SwiftDataError(
        .loadIssueModelContainer, "the plan has no \(phase.rawValue) from '\(from)' to '\(to)'")
    }
    let version = phase == .willMigrate ? old : new
    try listening(events, showsValues) {
      try ClosureRunner.run(
        closure, Schema(versionedSchema: version), path, "\(from) to \(to)")
    }
  }

  /// Runs a whole plan on a copy of a store.
  ///
  /// - Parameters:
  ///   - version: the name of the version to migrate to; nil for the last one.
  ///   - output: where the migrated store goes; the store itself is only read.
  public static func run(
    _ plan: any SchemaMigrationPlan.Type, store path: String, to version: String? = nil,
    output: String, showsValues: Bool = false, events: Listener? = nil
  ) throws {
    try listening(events, showsValues) {
      let stages = PlanHistory(plan)
      let found = try MigrationPath.find(
        from: ContainerMigration.version(path), in: [stages.history], to: version)
      var options = StoreMigration.Options(facts: .current)
      options.runner = ClosureRunner(stages)
      _ = try StoreMigration(store: path, path: found, options: options).run(
        to: StoreOutput(path: output, replaces: false),
        trace: MigrationTrace(TraceHub.isActive ? HubSink() : nil))
    }
  }

  private static func listening(
    _ events: Listener?, _ showsValues: Bool, _ body: () throws -> Void
  ) throws {
    let number = events.map { events in
      TraceHub.listen { events(TraceJSONL.line(of: $0, showsValues: showsValues)) }
    }
    defer { if let number { TraceHub.stop(number) } }
    try body()
  }
}
