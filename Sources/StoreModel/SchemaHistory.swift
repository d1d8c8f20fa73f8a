/// The versions of one schema in order, with the stages between them: a `SchemaMigrationPlan`, an
/// `.xcdatamodeld`, a `.momd`, or a single model.
public struct SchemaHistory: Sendable, Hashable {
  /// The plan's type name or the bundle's base name.
  public var name: String
  /// Oldest first where the source has an order (a plan); otherwise sorted by name.
  public var versions: [DataModel]
  public var stages: [Stage]
  /// Name of the version new stores are made with; nil when the source does not say.
  public var currentVersion: String?
  /// Whether the order of `versions` is the order in which they shipped.
  public var isOrdered: Bool
  /// Whether every version and stage that the source names could be read.
  public var isComplete: Bool
  /// Whether every stage that the source names could be read.
  public var hasAllStages: Bool
  public var location: Location?

  public init(
    name: String, versions: [DataModel], stages: [Stage] = [], currentVersion: String? = nil,
    isOrdered: Bool = false, isComplete: Bool = true, hasAllStages: Bool = true,
    location: Location? = nil
  ) {
    self.name = name
    self.versions = versions
    self.stages = stages
    self.currentVersion = currentVersion
    self.isOrdered = isOrdered
    self.isComplete = isComplete
    self.hasAllStages = hasAllStages
    self.location = location
  }

  /// One step of a migration plan, between two versions named as in `versions`.
  public struct Stage: Sendable, Hashable {
    public var name: String?
    public var from: String
    public var to: String
    public var kind: Kind
    public var location: Location?

    public enum Kind: Sendable, Hashable {
      case lightweight
      /// A custom stage; each location is that of the closure, nil when it is `nil` or left out.
      case custom(willMigrate: Location?, didMigrate: Location?)
    }

    public init(
      name: String? = nil, from: String, to: String, kind: Kind, location: Location? = nil
    ) {
      self.name = name
      self.from = from
      self.to = to
      self.kind = kind
      self.location = location
    }
  }
}
