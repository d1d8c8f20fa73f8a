public import ArgumentParser
internal import Diagnostics
public import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct ExportCommand: DoctorCommand {
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    command: "export", abstract: "Write every entity and every link, decoded, for other programs.",
    usage:
      "storedoctor export STORE -o FOLDER [--as csv|jsonl|sqlite] [--entity E…] [--columns LIST] "
      + "[--where SQL]",
    discussion: """
      One file per entity, with its own rows only (those of a subentity stand in its own file), and \
      one per many-to-many or ordered relationship, unless --columns or --where chooses. Dates are ISO 8601 in UTC, links are keys \
      (Z_PK), external data is copied to 'data/', named in the row and listed with its hashes. 'manifest.json' says what \
      the store's files and each written file hash to (SHA-256), and how many rows are in each. A \
      run that was stopped is taken up where it was when the same line is run again.

      No well-kept library writes Parquet from Swift; DuckDB makes it from JSON lines:
        duckdb -c "COPY (FROM 'out/Note.jsonl') TO 'Note.parquet'"

      Examples:
        storedoctor export notes.store -o out
        storedoctor export notes.store -o out --as jsonl --entity Note --columns title,created
        storedoctor export notes.store -o out --as sqlite --where "Z_PK < 1000"
      """)
  static let wordOptions = ["as", "entity", "columns", "where"]
  static let idleOptions: Set = ["show-values", "force"]

  @Argument(help: "The store; in the shell, the open one.", completion: .file())
  var store: String?

  @Option(name: .shortAndLong, help: "The folder to fill, new or empty.", completion: .directory)
  var output: String

  @Option(name: .customLong("as"), help: "How rows are written.")
  var form: ExportFormat = .csv

  @Option(help: "Only this entity and its subentities; repeatable.")
  var entity: [String] = []

  @Option(help: ArgumentHelp("Only these properties, separated by commas.", valueName: "list"))
  var columns: String?

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp("Only rows with this SQL condition; needs --entity.", valueName: "sql"))
  var condition: String?

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    if condition != nil, entity.isEmpty {
      throw Failure.usage(
        "--where needs --entity", help: "its properties are those of the entity that is named")
    }
    let (opened, store) = try session.namedCoreDataStore(store, forRows: true)
    var options = ExportManifest.Options(format: form)
    options.entities = entity.isEmpty ? nil : entity
    options.columns = columns.map(RowQuery.names)
    options.condition = condition
    let progress = Progress("exporting", session)
    defer { progress.finish() }
    let export = try StoreExport(
      of: store, opened.file, options: options, to: output, stores: session.storesInUse,
      progress: progress.advance)
    progress.finish()
    return Report(command: Self.name, export, sections: Self.sections(export))
  }

  private static func sections(_ export: StoreExport) -> [Report.Section] {
    let again = export.kept > 0 ? ", \(export.kept) of an earlier run kept" : ""
    let count = export.manifest.files.count
    let hasData = export.manifest.files.contains { $0.dataFiles > 0 }
    return [
      .lines([
        "wrote '\(export.path)': \(count == 1 ? "1 file or table" : "\(count) files and tables"), "
          + "\(export.rows.of("row"))\(again)"
      ]),
      .table(
        Report.Table(
          [.init("file"), .init("content"), .init("rows", isNumber: true)]
            + (hasData ? [.init("data files", isNumber: true)] : []),
          rows: export.manifest.files.map { file in
            [file.name, file.content, String(file.rows)]
              + (hasData ? [file.dataFiles > 0 ? String(file.dataFiles) : ""] : [])
          })),
    ]
  }
}

extension ExportFormat: ExpressibleByArgument {}
