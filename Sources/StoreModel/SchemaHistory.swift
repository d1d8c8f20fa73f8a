/// The versions of one schema in order, with the stages between them: a `SchemaMigrationPlan`, an
/// `.xcdatamodeld`, a `.momd`, or a single model.
public struct SchemaHistory: Sendable, Hashable {
  /// The plan's type name or the bundle's base name.
  public var name: String
  /// Oldest first where the source has an order (a plan), however it lists them; otherwise sorted by name.
  public var versions: [DataModel]
  /// In the order of the plan; empty for bundles of model files.
  public var stages: [Stage]
  /// Name of the version new stores are made with; nil when the source does not say.
  public var currentVersion: String?
  /// Whether the order of `versions` is the order in which they shipped.
  public var isOrdered: Bool
  /// What could not be read of the plan itself: versions and stages that the source names.
  public var unread: [ModelProblem]
  /// Where the plan or the bundle is.
  public var location: Location?
  /// The paths of the app's mapping models, which say how one version becomes another; sorted.
  public var mappings: [String] = []
  /// The paths of the Swift files that were read with it, which may hold code that its stages call; sorted.
  package var sources: [String] = []
  /// What the containers that are given this plan open, by place.
  package var openings: [ContainerOpening] = []
  /// The containers that open the newest version of the plan without it, where none is given any plan.
  package var openedWithout: [Location] = []
  /// Whether containers are opened, none of them with a plan or with a class of this one.
  package var isUnopened = false
  /// Stages of the plan to versions that it does not list yet, each with the version.
  package var drafts: [Draft] = []
  /// Where the source lists the versions, when it does so from the newest to the oldest.
  package var newestFirst: Location?
  /// Where the source lists the versions, when it does so in another order than their stages lead.
  package var unsorted: Location?
  /// Classes beside the plan that belong to no version.
  package var unversioned: [Entity] = []

  /// A history that is complete, unless said otherwise.
  public init(
    name: String, versions: [DataModel], stages: [Stage] = [], currentVersion: String? = nil,
    isOrdered: Bool = false, unread: [ModelProblem] = [],
    location: Location? = nil
  ) {
    self.name = name
    self.versions = versions
    self.stages = stages
    self.currentVersion = currentVersion
    self.isOrdered = isOrdered
    self.unread = unread
    self.location = location
  }

  /// Whether every version and stage that the source names could be read.
  public var isComplete: Bool { unread.isEmpty }
  /// Whether every stage that the source names could be read.
  public var hasAllStages: Bool { unread.allSatisfy { $0.topic != .unreadStages } }

  /// A stage whose end the plan does not list: the next version, as long as somebody works on it.
  package struct Draft: Sendable, Hashable {
    package var stage: Stage
    package var version: DataModel

    package init(stage: Stage, version: DataModel) {
      (self.stage, self.version) = (stage, version)
    }
  }

  /// One step of a migration plan, between two versions named as in `versions`.
  public struct Stage: Sendable, Hashable {
    /// What the plan calls it, where it has a name.
    public var name: String?
    /// The version it starts with.
    public var from: String
    /// The version it ends with.
    public var to: String
    /// How the step is made.
    public var kind: Kind
    /// Where the stage is declared.
    public var location: Location?

    /// Whether code belongs to it.
    public enum Kind: Sendable, Hashable {
      case lightweight
      /// A custom stage; each location is that of the closure, nil when it is `nil` or left out.
      case custom(willMigrate: Location?, didMigrate: Location?)
    }

    /// A stage between two versions.
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
