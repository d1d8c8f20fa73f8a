public import StoreModel

/// What tells which version a store has.
public struct StoreVersion: Sendable {
  /// What to call it in messages: the version identifier, or the file's name.
  public var name: String
  /// The version identifiers it says it has, by which the one of several versions with the same hashes
  /// is told.
  public var identifiers: [String] = []
  /// By entity, as the store's metadata has them.
  public var entityHashes: [String: VersionHash]
  /// `NSStoreModelVersionChecksumKey`; nil before iOS 17.
  public var checksum: String?
  /// The model the store carries; nil without a readable one.
  public var cachedModel: DataModel? { didSet { noteChecksum() } }
  /// Of the cached model.
  private var cachedChecksum: String?

  /// What is known of a store.
  public init(
    name: String, entityHashes: [String: VersionHash], checksum: String? = nil,
    cachedModel: DataModel? = nil
  ) {
    self.name = name
    self.entityHashes = entityHashes
    self.checksum = checksum
    self.cachedModel = cachedModel
    noteChecksum()
  }

  private mutating func noteChecksum() {
    cachedChecksum = cachedModel.flatMap { ModelHashes(of: $0).checksum }
  }

  /// What an open store says of itself.
  public init(_ store: Store) {
    let identifiers = store.metadata.versionIdentifiers.filter { !$0.isEmpty }
    self.init(
      name: identifiers.isEmpty
        ? store.path.lastPathComponent : identifiers.joined(separator: ", "),
      entityHashes: store.metadata.entityHashes, checksum: store.metadata.checksum,
      cachedModel: store.model.source == .storeCache ? store.model : nil)
    self.identifiers = identifiers
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

extension StoreVersion {
  /// What shows that a store has a version.
  public struct Evidence: Sendable, Hashable {
    /// What shows it.
    public var mark: MigrationPath.Evidence
    /// The configuration whose entities the store has, where it has not all of the model's.
    public var configuration: String?
  }

  /// What evidence for a version is worth that was found once everything unknown of it was decided.
  ///
  /// - Parameter model: the version as it is known without that.
  func evidence(
    _ found: MigrationPath.Evidence, before model: DataModel
  ) -> MigrationPath.Evidence {
    let hashes = ModelHashes(of: model)
    guard found != .cachedModel, hashes.checksum == nil else { return found }
    // What is unknown may be of entities that the store does not have.
    let isExact =
      !entityHashes.isEmpty && entityHashes.allSatisfy { hashes.entities[$0.key] == $0.value }
    return isExact ? .entityHashes : .shape
  }

  /// The best evidence that the store has the model's version; nil without any. Whoever names the
  /// version of a store and whoever looks for the way from it ask here.
  ///
  /// - Parameter hashes: those of the model.
  public func evidence(for model: DataModel, _ hashes: ModelHashes) -> Evidence? {
    let part = model.configuration(with: entityHashes, hashes)
    if let own = hashes.checksum {
      if own == checksum { return Evidence(mark: .checksum, configuration: part) }
      if !entityHashes.isEmpty, hashes.entities == entityHashes {
        return Evidence(mark: .entityHashes)
      }
      if own == cachedChecksum { return Evidence(mark: .cachedModel) }
    }
    return part.map { Evidence(mark: .entityHashes, configuration: $0) }
  }
}
