public import StoreModel

/// A place in the source that makes a model container or a schema out of a list of models.
public struct ContainerUse: Sendable, Hashable, Codable {
  /// The call: `ModelContainer`, `Schema` or `modelContainer`.
  public var call: String
  /// The model types, as written and in order.
  public var types: [String]
  /// The versioned schema the container opens, as written.
  public var versionedSchema: String?
  public var migrationPlan: String?
  /// Full names of those of `types`, `versionedSchema` and `migrationPlan` that the given sources
  /// declare, typealiases followed, by the name as written.
  public var resolved: [String: String] = [:]
  /// Where each of these is declared, since parts of a folder may use one name for different types.
  public var declared: [String: Location] = [:]
  /// The `cloudKitDatabase` argument, as written; nil when left out, which means `.automatic`.
  public var cloudKitDatabase: String?
  /// How many configurations the container is given.
  public var configurations = 0
  /// Whether one of them is made somewhere else, so that what it says is not known.
  public var hasUnknownConfiguration = false
  public var isStoredInMemoryOnly: Bool
  /// The store's URL, as written.
  public var url: String?
  public var location: Location
  /// Whether its list of models was read to the end.
  package var isListed = true
  /// Whether it is given a plan, even one whose name is not written there.
  package var hasPlan = false
  /// Whether nothing more than that is known of it.
  package var isUnread = false

  /// What its names mean depends on other files, so a cache keeps them as written.
  private enum CodingKeys: CodingKey {
    case call, types, versionedSchema, migrationPlan, cloudKitDatabase, configurations
    case hasUnknownConfiguration, isStoredInMemoryOnly, url, location
    case isListed, hasPlan, isUnread
  }

  public init(
    call: String, types: [String] = [], versionedSchema: String? = nil,
    migrationPlan: String? = nil, cloudKitDatabase: String? = nil,
    isStoredInMemoryOnly: Bool = false, url: String? = nil, location: Location
  ) {
    self.call = call
    self.types = types
    self.versionedSchema = versionedSchema
    self.migrationPlan = migrationPlan
    self.cloudKitDatabase = cloudKitDatabase
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.url = url
    self.location = location
  }
}
