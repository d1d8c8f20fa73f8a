public import StoreModel

/// One stage on the way from a store's version to the target.
public struct MigrationStep: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// A lightweight stage of a plan.
    case lightweight
    /// A custom stage of a plan: lightweight work with code before and after it. Each location is
    /// that of the closure, nil where there is none.
    case custom(willMigrate: Location?, didMigrate: Location?)
    /// No plan says how: one inferred migration.
    case inferred
  }

  public var name: String
  public var from: DataModel
  public var to: DataModel
  public var kind: Kind
  public var location: Location?
  /// For a store of one configuration, whose entities `from` and `to` have: the models as they are.
  public var whole: Models?

  public var isCustom: Bool {
    if case .custom = kind { true } else { false }
  }

  public struct Models: Sendable, Hashable {
    public var from: DataModel
    public var to: DataModel
  }

  public init(
    name: String? = nil, from: DataModel, to: DataModel, kind: Kind = .inferred,
    location: Location? = nil
  ) {
    self.name = name ?? "\(from.name) to \(to.name)"
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

  public var hasClosures: Bool { !closures.isEmpty }
}

/// What tells which version a store has.
public struct StoreVersion: Sendable {
  /// What to call it in messages: the version identifier, or the file's name.
  public var name: String
  public var entityHashes: [String: VersionHash]
  /// `NSStoreModelVersionChecksumKey`; nil before iOS 17.
  public var checksum: String?
  /// The model the store carries; nil without a readable one.
  public var cachedModel: DataModel?

  public init(
    name: String, entityHashes: [String: VersionHash], checksum: String? = nil,
    cachedModel: DataModel? = nil
  ) {
    self.name = name
    self.entityHashes = entityHashes
    self.checksum = checksum
    self.cachedModel = cachedModel
  }

  public init(_ store: Store) {
    let identifiers = store.metadata.versionIdentifiers.filter { !$0.isEmpty }
    self.init(
      name: identifiers.isEmpty
        ? store.path.split(separator: "/").last.map(String.init) ?? store.path
        : identifiers.joined(separator: ", "),
      entityHashes: store.metadata.entityHashes, checksum: store.metadata.checksum,
      cachedModel: store.model.source == .storeCache ? store.model : nil)
  }

  /// A store that an app with this very model would have written.
  public init(model: DataModel) {
    let model = model.settled()
    let hashes = ModelHashes(of: model)
    self.init(
      name: model.name, entityHashes: hashes.entities, checksum: hashes.checksum,
      cachedModel: model)
  }
}
