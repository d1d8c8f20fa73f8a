internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct RowsCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    command: "rows", abstract: "Show the rows of an entity under its property names.",
    usage:
      "storedoctor rows STORE ENTITY [--where SQL] [--columns LIST] [--sort …] [--limit N] "
      + "[--show-values]",
    discussion: """
      Keys and relationships are shown as ids; other values only with --show-values, else their \
      type and size. Dates are ISO 8601 in UTC. A table shows 100 rows unless --limit says \
      otherwise; the other modes show all.

      Examples:
        storedoctor rows notes.store Note --limit 5 --show-values
        storedoctor rows notes.store Note --where "title LIKE 'A%'" --sort -created
        storedoctor rows notes.store Note --format csv --show-values > notes.csv
        storedoctor rows notes.store Note --where "title = :t" --parameter t="a title"
      """)
  static let wordOptions = ["where", "columns", "sort", "limit", "mode", "format", "count"]
  static let writesRows = true

  @Argument(help: "The store; in the shell, the open one.", completion: .file())
  var store: String?

  @Argument(help: "The entity; rows of its subentities are included.")
  var entity: String?

  @Option(
    name: [.customLong("where")],
    help: ArgumentHelp("A SQL condition over property names.", valueName: "sql"))
  var condition: String?

  @Option(help: ArgumentHelp("Only these columns, separated by commas.", valueName: "list"))
  var columns: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Properties to sort by, separated by commas; '-' means descending.",
      valueName: "list"))
  var sort: String?

  @Option(help: "At most this many rows; 0 shows all.")
  var limit: Int?

  @Option(help: "How to write rows; --format takes the same.")
  var mode: RowFormat?

  @OptionGroup var parameters: ParameterOptions

  @Flag(help: "Show how many objects each to-many relationship has.")
  var count = false

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let (path, rest) = try session.operands([store, entity], wanting: 2)
    guard let name = rest.first else {
      if session.isShell, session.storePath == nil, path == nil { throw Failure.noStore }
      throw Failure.usage(
        session.isShell || path != nil
          ? "'rows' needs an entity" : "a store and an entity are needed",
        help: "usage: \(Self.usage)")
    }
    let (opened, store) = try session.namedCoreDataStore(path, forRows: true)
    _ = try LoadedSchema(store).entity(named: name)
    let format = session.settings.format(of: mode)
    var query = RowQuery(entity: name)
    query.condition = condition
    query.parameters = try parameters.values(over: session)
    query.sort = RowQuery.sortKeys(sort ?? "")
    query.columns = columns.map(RowQuery.names)
    query.limit = try session.rowLimit(limit, as: format)
    query.countsToMany = count
    query.showsValues = session.settings.showsValues
    do {
      let rows = try ShownRows(
        query, of: store, bytesRead: opened.file.bytesRead, format: format)
      let hint = KeyHint.text(of: condition ?? "", in: store, entities: [name])
      return Report(
        command: Self.name, rows,
        sections: [.rows(rows.stream.settled(session.settings))]
          + (hint.map { [.hints([$0])] } ?? []))
    } catch let error as StoreError {
      var failure = Failure(error as any Error)
      let properties = try store.entity(named: name).properties.map(\.name)
      failure.help =
        SQLExcerpt.hint(for: failure.message, names: [name: properties]).map { [$0] } ?? []
      throw failure
    }
  }
}
