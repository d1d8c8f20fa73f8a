internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// A file opened for reading, with the store in it when it is one of Core Data's.
final class OpenStore {
  let path: String
  let file: StoreFile
  let kind: FileKind
  /// Nil for other SQLite files, and for a store that is too damaged to be read as one.
  private(set) var store: Store?
  /// Why a store of Core Data cannot be read as one; its tables may still be, unless the schema is
  /// damaged.
  let problem: Failure?
  /// Tables and views with their columns, for suggestions; filled when the views are made.
  private(set) var names: [String: [String]] = [:]
  private var hasViews = false

  init(path: String, isLive: Bool, observer: ((StatementEvent) -> Void)?) throws {
    self.path = path
    let read = try ReadStore.open(path, live: isLive, observer: observer)
    (file, kind, store) = (read.file, read.kind, read.store)
    problem = read.problem.map { Failure($0) }
  }

  /// Tables and views of a SQLite file of another kind, for the shell.
  private(set) lazy var plainTables: [Session.Readable] = {
    let rows = try? connection.rows(
      "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY rowid LIMIT 1000")
    return (rows ?? []).compactMap { row in
      guard let name = row[0].text else { return nil }
      let columns = try? connection.prepare("SELECT * FROM \(name.sqlQuoted) LIMIT 0").columnNames
      return Session.Readable(name: name, columns: columns ?? [], kind: .table)
    }
  }()

  var connection: Connection { file.connection }
  var metadata: StoreMetadata? { store?.metadata }
  var model: DataModel? { store?.model }
  var layout: StoreLayout? { store?.layout }

  /// Reads a store that carries no model by the version of the app that it has, if it has one: what is
  /// guessed from tables knows neither the case of names nor types.
  func adopt(among histories: () throws -> [SchemaHistory]) throws {
    guard let guessed = store, guessed.model.source == .store,
      let model = Identifier.model(of: StoreSchema(guessed), among: try histories())
    else { return }
    store = try Store(file: file, model: model)
  }

  /// Makes the entities readable under their own names.
  func defineViews() throws {
    guard !hasViews else { return }
    hasViews = true
    guard let store else { return }
    try connection.definingTemporaryViews {
      for view in store.readableViews() {
        try connection.run(view.statement)
        names[view.name] = view.columns
      }
    }
    for entity in store.entities {
      names[entity.table, default: []] += ["Z_PK"] + entity.properties.flatMap(\.columns)
    }
  }

  /// What identification needs.
  var schema: StoreSchema? { store.map { StoreSchema($0) } }
}
