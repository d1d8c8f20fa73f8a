public import ErrorCatalog
public import StoreEngine
public import StoreModel

/// What is known about the case at hand: a store, the models it may belong to, and ways to ask the
/// store for numbers. Everything is optional; what is missing stays unknown in the answers.
public struct CaseFacts {
  public var store: Store?
  /// The models of the app's source or bundle.
  public var histories: [SchemaHistory]

  /// A store, as far as it could be read.
  public struct Store {
    /// As the user named it.
    public var name: String
    public var entityHashes: [String: VersionHash]
    /// `NSStoreModelVersionChecksumKey`, or the checksum computed from the hashes.
    public var checksum: String?
    public var identifiers: [String]
    public var framework: Int?
    /// The cached model, or one rebuilt from the tables.
    public var model: DataModel?
    /// Column names of a table, nil when there is no such table.
    public var columns: (_ table: String) -> [String]?
    /// Rows of an entity whose property is NULL; nil when that cannot be told.
    public var countNulls: (_ entity: String, _ property: String) -> Int?
    /// Rows of an entity; nil when that cannot be told.
    public var countRows: (_ entity: String) -> Int?
    /// Groups of rows of an entity that share the values of these properties.
    public var countDuplicates: (_ entity: String, _ properties: [String]) -> Int?

    public init(
      name: String, entityHashes: [String: VersionHash], checksum: String? = nil,
      identifiers: [String] = [], framework: Int? = nil, model: DataModel? = nil,
      columns: @escaping (_ table: String) -> [String]? = { _ in nil },
      countNulls: @escaping (_ entity: String, _ property: String) -> Int? = { _, _ in nil },
      countRows: @escaping (_ entity: String) -> Int? = { _ in nil },
      countDuplicates: @escaping (_ entity: String, _ properties: [String]) -> Int? = { _, _ in nil
      }
    ) {
      self.name = name
      self.entityHashes = entityHashes
      self.checksum = checksum
      self.identifiers = identifiers
      self.framework = framework
      self.model = model
      self.columns = columns
      self.countNulls = countNulls
      self.countRows = countRows
      self.countDuplicates = countDuplicates
    }
  }

  /// The differences of two models, one plain sentence each, oldest model first.
  public var differences: (_ from: DataModel, _ to: DataModel) -> [CaseFinding]

  public init(
    store: Store? = nil, histories: [SchemaHistory] = [],
    differences: @escaping (_ from: DataModel, _ to: DataModel) -> [CaseFinding] = { _, _ in [] }
  ) {
    self.store = store
    self.histories = histories
    self.differences = differences
  }
}
