internal import Diagnostics
public import StoreEngine
public import StoreModel

/// What is known about the case at hand: a store, and the models it may belong to.
public struct CaseFacts {
  var store: CaseStore?
  /// Why the store could not be read.
  var unreadable: String?
  /// The models of the app's source or bundle.
  var histories: [SchemaHistory] = []
  /// What commands in texts are about.
  var commands = FilledCommands(store: nil, models: [])
}

extension CaseFacts {
  /// - Parameters:
  ///   - store: the one the error is about, which is asked for numbers; nil when it is not known.
  ///   - name: the store, as the user named it.
  ///   - histories: the models of the app's source or bundle.
  ///   - models: the same, as the user named them, for commands that can be pasted.
  public init(
    store: Store?, named name: String, histories: [SchemaHistory], models: [String] = []
  ) {
    self.init(
      store: store.map { CaseStore($0, named: name) }, histories: histories,
      commands: FilledCommands(
        store: store == nil ? nil : name, models: models, histories: histories))
  }

  /// - Parameters:
  ///   - reason: why the store cannot be read, in words that go on with a sentence.
  ///   - name: the store, as the user named it; nil where no command shall name it.
  ///   - histories: the models of the app's source or bundle.
  ///   - models: the same, as the user named them, for commands that can be pasted.
  public init(
    unreadable reason: String, named name: String? = nil, histories: [SchemaHistory],
    models: [String] = []
  ) {
    self.init(
      store: nil, unreadable: reason, histories: histories,
      commands: FilledCommands(store: name, models: models, histories: histories))
  }
}

/// A store, as far as it could be read, and what it may be asked.
struct CaseStore {
  /// As the user named it.
  var name: String
  var schema: StoreSchema
  /// Column names of a table, nil when there is no such table.
  var columns: (_ table: String) -> [String]? = { _ in nil }
  /// Rows of an entity whose property is NULL; nil when that cannot be told.
  var countNulls: (_ entity: String, _ property: String) -> Int? = { _, _ in nil }
  /// Rows of an entity; nil when that cannot be told.
  var countRows: (_ entity: String) -> Int? = { _ in nil }
  /// Groups of rows of an entity that share the values of these properties.
  var countDuplicates: (_ entity: String, _ properties: [String]) -> Int? = { _, _ in nil }
  /// The id that the store's objects carry in theirs.
  var identifier: String?
  /// What the store has under a key; nil when that cannot be told.
  var row: (_ entity: String, _ key: Int64) -> RowState? = { _, _ in nil }
  /// Which counters of keys are behind the keys there are, one sentence each.
  var countersBehind: () -> [String] = { [] }
  /// Whether it has tables of CloudKit's mirroring; nil when that is not known.
  var isMirrored: Bool?
  /// What mirroring wrote down of its own work; nil when that cannot be told.
  var cloudEvents: () -> CloudEvents? = { nil }
  /// SQLite's own verdict, "ok" or what is wrong; nil when it did not come in time.
  var quickCheck: () -> String? = { nil }

  var model: DataModel? { schema.model }
}

extension CaseStore {
  /// No question may take longer.
  private static let patience = Duration.milliseconds(500)
  /// Nor may a look at all of the file.
  private static let checkPatience = Duration.seconds(3)

  init(_ store: Store, named name: String) {
    let connection = store.connection
    /// What is counted over the own rows of an entity, given the columns of properties.
    func count(
      _ name: String, _ properties: [String], _ sql: (_ from: String, _ columns: [String]) -> String
    ) -> Int? {
      guard let entity = try? store.entity(named: name), !entity.isTableMissing else { return nil }
      let columns = properties.compactMap { entity.property(named: $0)?.columns.first?.sqlQuoted }
      guard !columns.isEmpty, columns.count == properties.count else { return nil }
      let numbers = entity.numbers.map { String($0) }.joined(separator: ", ")
      let own = entity.sharesTable ? "Z_ENT IN (\(numbers))" : "1"
      let question = sql("main.\(entity.table.sqlQuoted) WHERE \(own)", columns)
      let value = try? connection.limited(to: Self.patience) { try connection.value(question) }
      return value?.integer.map { Int(clamping: $0) }
    }
    self.init(
      name: name, schema: StoreSchema(store),
      columns: { table in
        try? connection.prepare("SELECT * FROM main.\(table.sqlQuoted) LIMIT 0").columnNames
      },
      countNulls: { entity, property in
        count(entity, [property]) { "SELECT count(*) FROM \($0) AND \($1[0]) IS NULL" }
      },
      countRows: { name in
        let rows = try? store.rowCount(of: name, within: Self.patience)
        return rows.map { Int(clamping: $0.count) }
      },
      countDuplicates: { entity, properties in
        count(entity, properties) {
          "SELECT count(*) FROM (SELECT 1 FROM \($0) GROUP BY \($1.joined(separator: ", ")) "
            + "HAVING count(*) > 1)"
        }
      },
      identifier: store.metadata.uuid,
      row: { name, key in
        guard let entity = try? store.entity(named: name) else { return .entityUnknown }
        guard !entity.isTableMissing else { return nil }
        let own = entity.condition ?? "1"
        let question = "SELECT 1 FROM main.\(entity.table.sqlQuoted) WHERE Z_PK = \(key) AND \(own)"
        guard
          let found = try? connection.limited(to: Self.patience, { try connection.rows(question) })
        else { return nil }
        return found.isEmpty ? .missing(highest: entity.maxKey) : .exists
      },
      countersBehind: {
        let inspection = StoreInspection(store: store, path: name)
        return StoreHealth.findings(of: [PrimaryKeyBehind()], inspection).map(\.message)
      },
      isMirrored: store.isMirrored, cloudEvents: { store.cloudEvents },
      quickCheck: { connection.quickCheck(within: Self.checkPatience) })
  }
}
