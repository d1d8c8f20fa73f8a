/// One shipped version of the models.
public protocol VersionedSchema {
  /// Its classes; those they relate to belong to it, too.
  static var models: [any PersistentModel.Type] { get }
  /// Its number, a label.
  static var versionIdentifier: Schema.Version { get }
}

/// The versions of a schema, oldest first, and the stages between them.
public protocol SchemaMigrationPlan {
  /// Every version, oldest first.
  static var schemas: [any VersionedSchema.Type] { get }
  /// One for each step from a version to the next.
  static var stages: [MigrationStage] { get }
}

/// One step from a version to the next. Unchecked because closures of stages are written without
/// `@Sendable`; whoever opens the container calls them, one after the other.
public enum MigrationStage: @unchecked Sendable, CustomStringConvertible {
  /// Everything follows from the difference of the two models.
  case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
  /// `willMigrate` sees the old models before the change, `didMigrate` the new ones after it.
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: ((ModelContext) throws -> Void)?, didMigrate: ((ModelContext) throws -> Void)?)

  /// The version the stage begins with.
  public var fromVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(let version, _), .custom(let version, _, _, _): version
    }
  }

  /// The version the stage leads to.
  public var toVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(_, let version), .custom(_, let version, _, _): version
    }
  }

  public var description: String { "\(fromVersion) to \(toVersion)" }
}
