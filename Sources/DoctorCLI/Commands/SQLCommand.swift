internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine

struct SQLCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    command: "sql", abstract: "Run a read-only SQL statement and show its rows.",
    usage: "storedoctor sql STORE 'SELECT …' [--mode FORMAT]",
    discussion: """
      Besides the raw tables there is a view per entity under the entity's name, with the key as \
      Z_PK, property names and decoded values, and one per many-to-many relationship, such as \
      Note_tags(Note, Tag): the keys of both objects, with 'position' where the \
      relationship is ordered. In the shell 'tables' lists them. A statement asks for \
      values, so they are shown.

      Examples:
        storedoctor sql notes.store 'SELECT title, created FROM Note LIMIT 5'
        storedoctor sql notes.store 'SELECT count(*) FROM ZNOTE' --format csv
        storedoctor sql notes.store 'SELECT title FROM Note WHERE Z_PK = :key' --parameter key=4
      """)
  static let writesRows = true

  @Argument(help: "The store; in the shell, the open one.", completion: .file())
  var store: String?

  @Argument(help: "One statement that only reads.")
  var statement: String?

  @Option(help: "How to write rows; --format takes the same.")
  var mode: RowFormat?

  @OptionGroup var parameters: ParameterOptions

  @OptionGroup var common: CommonOptions

  /// Statements typed into a shell. Words are parsed once: a script may hold thousands of statements, and
  /// they differ in one.
  final class Typed {
    private var parsed: SQLCommand?

    /// - Throws: what the parser of the command line throws.
    func command(_ statement: String) throws -> SQLCommand {
      var command = try parsed ?? SQLCommand.parse(["--", statement])
      command.store = statement
      parsed = command
      return command
    }
  }

  init() {}

  func run(in session: Session) throws -> Report {
    var words = [store, statement]
    // `sql SELECT …` without quotes, where the shell has a store open.
    if session.isShell, let first = store, let more = statement, ShellWords.isSQL(first) {
      words = ["\(first) \(more)", nil]
    }
    let (path, rest) = try session.operands(words, wanting: 2)
    guard let sql = rest.first else {
      if session.isShell, session.storePath == nil { throw Failure.noStore }
      throw Failure.usage(
        session.isShell || path != nil
          ? "'sql' needs a statement" : "a store and a statement are needed",
        help: "usage: storedoctor sql STORE 'SELECT …'")
    }
    let count = SQLStatements.split(sql).count
    guard count < 2 else {
      throw Failure.usage(
        "one statement at a time; \(count) given",
        help: "run them one by one; the shell takes several: storedoctor STORE -c '…; …'")
    }
    let opened = try session.rowStore(path)
    do {
      try opened.defineViews()
      let prepared = try opened.connection.prepare(sql)
      try parameters.bind(to: prepared, in: session)
      let rows = StatementRows(
        of: prepared, sql: sql, bytesRead: opened.file.bytesRead,
        format: session.settings.format(of: mode)
      ) { Failure($0, names: opened.names) }
      var sections: [Report.Section] = [.rows(rows.stream.settled(session.settings))]
      if session.settings.showsQueryPlan, let plan = try QueryPlanText.section(sql, in: opened) {
        sections.insert(plan, at: 0)
      }
      if let store = opened.store, let hint = KeyHint.text(of: sql, in: store) {
        sections.append(.hints([hint]))
      }
      return Report(command: Self.name, rows, sections: sections)
    } catch let error as SQLiteError {
      throw Failure(error, names: opened.names)
    }
  }

  /// What keeps a statement from being run on the open store, told before any other is run.
  static func check(_ statements: [String], in session: Session) throws {
    let opened = try session.rowStore(nil)
    do {
      try opened.defineViews()
      for sql in statements { _ = try opened.connection.prepare(sql) }
    } catch let error as SQLiteError {
      throw Failure(error, names: opened.names)
    }
  }
}
