public import StoreModel

/// Runs the closures of custom stages. The engine calls it with a store that nobody else has open:
/// before the lightweight part in the older version, after it in the newer one.
public protocol CustomStageRunner: AnyObject {
  /// - Parameters:
  ///   - path: the copy that is being migrated.
  ///   - trace: takes the events of the closure's own work.
  /// - Throws: whatever ends the migration; the copy is then thrown away.
  func willMigrate(_ step: MigrationStep, store path: String, trace: MigrationTrace) throws
  func didMigrate(_ step: MigrationStep, store path: String, trace: MigrationTrace) throws
  /// The newer version's defaults, by `Entity.attribute`, as the app's own code makes them.
  func defaults(of step: MigrationStep) throws -> [String: DefaultValue]
  /// What the closure that ran last did to rows; nil when that is not known.
  var lastRows: ClosureRows? { get }
}

extension CustomStageRunner {
  /// None that only code knows.
  public func defaults(of step: MigrationStep) throws -> [String: DefaultValue] { [:] }
  /// Not known.
  public var lastRows: ClosureRows? { nil }
}

/// What to do with a custom stage's closures when nobody is there to run them.
public enum ClosurePolicy: Sendable, Hashable {
  /// End with `MigrationError.closures`.
  case refuse
  /// Do the lightweight part only. What the closures would have done is missing from the result.
  case skip
}
