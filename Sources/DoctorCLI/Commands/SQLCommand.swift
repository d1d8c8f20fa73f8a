internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine

struct SQLCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    commandName: "sql", abstract: "Run a read-only SQL statement and show its rows.",
    usage: "storedoctor sql STORE 'SELECT …' [--mode FORMAT]",
    discussion: """
      Besides the raw tables there is a view per entity under the entity's name, with property \
      names and decoded values. The statement is the request for values, so they are shown.

      Examples:
        storedoctor sql notes.store 'SELECT title, created FROM Note LIMIT 5'
        storedoctor sql notes.store 'SELECT count(*) FROM ZNOTE' --mode csv
      """)

  @Argument(help: "The store; in the shell, the open one.", completion: .file())
  var store: String?

  @Argument(help: "One statement that only reads.")
  var statement: String?

  @Option(help: "How to write rows.")
  var mode: RowFormat?

  @OptionGroup var common: CommonOptions

  /// A statement typed into the shell.
  init(statement: String) throws {
    self = try Self.parse(["--", statement])
  }

  init() {}

  func run(in session: Session) throws -> Report {
    let (path, rest) = session.operands([store, statement], wanting: 2)
    guard let sql = rest.first else {
      throw Failure.usage(
        "a store and a statement are needed", help: "usage: storedoctor sql STORE 'SELECT …'")
    }
    let count = SQLStatements.split(sql).count
    guard count < 2 else {
      throw Failure.usage(
        "one statement is run at a time, and these are \(count)",
        help: "run them one by one; the shell takes several: storedoctor STORE -c '…; …'")
    }
    let opened = try session.namedStore(path)
    do {
      try opened.defineViews()
      let prepared = try opened.connection.prepare(sql)
      let rows = StatementRows(
        of: prepared, sql: sql, bytesRead: opened.file.bytesRead, format: mode ?? .table
      ) { Failure($0, names: opened.names) }
      return try Report(command: Self.name, rows, sections: [.rows(rows.stream)])
    } catch let error as SQLiteError {
      throw Failure(error, names: opened.names)
    }
  }
}
