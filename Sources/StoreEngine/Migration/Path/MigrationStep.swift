public import StoreModel

/// One stage on the way from a store's version to the target.
public struct MigrationStep: Sendable, Hashable {
  /// What a plan says of a stage.
  public enum Kind: Sendable, Hashable {
    /// A lightweight stage of a plan.
    case lightweight
    /// A custom stage of a plan: lightweight work with code before and after it. Each location is
    /// that of the closure, nil where there is none.
    case custom(willMigrate: Location?, didMigrate: Location?)
    /// No plan says how: one inferred migration.
    case inferred
    /// A mapping model with the hashes of both versions says how.
    case mapped(MappingModel)
  }

  /// For messages: both versions, and the stage's own name where it has one.
  public var name: String
  /// The older version.
  public var from: DataModel
  /// The newer version.
  public var to: DataModel
  /// What the plan says of it.
  public var kind: Kind
  /// Where the stage is declared.
  public var location: Location?
  /// Whether it goes to the older of two versions, which Core Data never does: then `to` is that one.
  public var isBackwards = false
  /// Versions in which what went may stand beside what came, which then is no new name of it.
  package var others: [DataModel] = []
  /// Versions that came between the two, of which one that has neither says the same.
  package var between: [DataModel] = []
  /// For a store of one configuration, whose entities `from` and `to` have: the models as they are.
  public var whole: Models?

  /// Whether it is a custom stage, with closures or without.
  public var isCustom: Bool {
    if case .custom = kind { true } else { false }
  }

  /// The mapping model that says how; nil for any other kind.
  public var mapping: MappingModel? { if case .mapped(let mapping) = kind { mapping } else { nil } }

  /// Two versions.
  public struct Models: Sendable, Hashable {
    /// The older version.
    public var from: DataModel
    /// The newer version.
    public var to: DataModel
  }

  /// - Parameter name: nil takes the names of the versions.
  public init(
    name: String? = nil, from: DataModel, to: DataModel, kind: Kind = .inferred,
    location: Location? = nil
  ) {
    let titles = [from, to].map { $0.name == "live" ? $0.inSentence : $0.name }
    self.name = name ?? titles.joined(separator: " to ")
    self.from = from
    self.to = to
    self.kind = kind
    self.location = location
  }

  /// Where the closure is that runs before the change.
  public var willMigrate: Location? { if case .custom(let will, _) = kind { will } else { nil } }
  /// Where the closure is that runs after the change.
  public var didMigrate: Location? { if case .custom(_, let did) = kind { did } else { nil } }

  /// The places of the stage's closures.
  public var closures: [Location] {
    if case .custom(let will, let did) = kind { [will, did].compactMap { $0 } } else { [] }
  }

  /// Whether code runs before or after the change.
  public var hasClosures: Bool { !closures.isEmpty }
}

extension SchemaHistory.Stage {
  /// `addLevel (NotesSchemaV1 to NotesSchemaV1_1)`.
  var title: String {
    name.map { "\($0) (\(from) to \(to))" } ?? "\(from) to \(to)"
  }
}

extension MigrationStep {
  /// A stage as the plan has it.
  init(from: DataModel, to: DataModel, _ stage: SchemaHistory.Stage) {
    self.init(
      name: stage.title, from: from, to: to, kind: Kind(stage.kind), location: stage.location)
  }
}

extension MigrationStep.Kind {
  fileprivate init(_ kind: SchemaHistory.Stage.Kind) {
    switch kind {
    case .lightweight: self = .lightweight
    case .custom(let will, let did): self = .custom(willMigrate: will, didMigrate: did)
    }
  }
}
