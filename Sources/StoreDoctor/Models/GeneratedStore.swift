public import Diagnostics
public import StoreEngine
public import StoreModel

/// A synthetic store that was made of a model.
public struct GeneratedStore: Answer {
  /// The model it is of.
  public let version: VersionReference
  /// The new file.
  public let path: String
  /// Rows of each concrete entity, without those of subentities.
  public let rows: [String: Int]
  /// Links of each many-to-many relationship, `Entity.relationship`.
  public let links: [String: Int]
  /// What the model asks for and could not be made, one sentence each.
  public let notes: [String]

  private enum CodingKeys: String, CodingKey {
    case version = "model"
    case path, rows, links, notes
  }

  /// What a store is filled with.
  public struct Options: Sendable {
    /// How many rows to make, spread over the entities.
    public var rows = 0
    /// Another seed gives other values.
    public var seed: UInt64 = 1
    /// Whether the store keeps persistent history; nil as its framework would: SwiftData does, asked
    /// or not.
    public var keepsHistory: Bool?
    /// The framework version that the store claims to be written by; nil the one new stores get.
    public var framework: Int?

    /// An empty store.
    public init() {}
  }

  /// Writes a store, which appears under its name only when it is complete.
  ///
  /// - Parameters:
  ///   - plans: what becomes unique in a version behind the model's has equal values here.
  ///   - output: where it is to appear.
  ///   - connected: gets the connection while statements run, for whoever wants to stop them; then nil.
  ///   - progress: is told now and then how many rows there are.
  /// - Throws: `StoreOutputError`, `StoreWriterError`, `SQLiteError`.
  public static func write(
    _ model: DataModel, plans: [SchemaHistory] = [], options: Options, to output: StoreOutput,
    connected: (Connection?) -> Void = { _ in }, progress: ((Int) -> Void)? = nil
  ) throws -> GeneratedStore {
    var layout = StoreWriter.Options()
    layout.history = options.keepsHistory ?? (model.source == .swift)
    if let framework = options.framework { layout.framework = framework }
    let writer = try StoreWriter(path: output.workPath, model: model, options: layout)
    connected(try writer.openConnection())
    var generator = RowGenerator(seed: options.seed)
    generator.repeatWhatBecomesUnique(from: model, in: versions(behind: model, in: plans))
    let summary = try generator.fill(writer, rows: options.rows, progress: progress)
    try writer.finish()
    connected(nil)
    try output.moveIntoPlace()
    return GeneratedStore(
      version: VersionReference(model), path: output.path, rows: summary.rows,
      links: summary.links, notes: writer.warnings + summary.notes)
  }

  /// What later versions make unique is not yet.
  private static func versions(
    behind model: DataModel, in plans: [SchemaHistory]
  ) -> [DataModel] {
    for plan in plans where plan.isOrdered {
      if let place = plan.versions.firstIndex(where: { $0.name == model.name }) {
        return Array(plan.versions[(place + 1)...])
      }
    }
    return []
  }
}
