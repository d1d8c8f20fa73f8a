internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct InfoCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Say what a file is, which version wrote it, and what is in it.",
    usage: "storedoctor info STORE",
    discussion: """
      Nothing of the store is changed: no byte, no side file, no date. Row counts that would take \
      long are cut and marked '≤'.

      Examples:
        storedoctor info default.store
        storedoctor info default.store --format json
      """)

  @Argument(help: "The file; in the shell, the open store.", completion: .file())
  var path: String?

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    do {
      return try Self.report(on: session.namedStore(path), session: session)
    } catch let error as StoreFileError {
      // A store of another kind is an answer; a file that is no store at all is not.
      guard case .notAStore(let kind) = error.reason,
        [.coreDataXML, .coreDataBinary, .realm].contains(kind.id)
      else { throw error }
      return Report(
        command: Self.name, sections: [.fields(FileText.fields(of: error.path, kind: kind))],
        body: ["kind": .string(kind.id.rawValue), "evidence": .string(kind.evidence)])
    }
  }

  /// Time for counting all rows together: the answer must cost the same at any size.
  private static let budget = Duration.milliseconds(4)

  private static func report(on opened: OpenStore, session: Session) throws -> Report {
    var report = Report(command: name)
    report.sections = [
      .fields(FileText.fields(of: opened.path, kind: opened.kind, file: opened.file))
    ]
    report.body = FileText.json(opened)
    guard let store = opened.store else {
      if let problem = opened.problem {
        report.sections.append(.lines([problem.message], title: "Remarks"))
        report.body["remarks"] = .strings([problem.message])
        report.status = .found
      }
      try addTables(of: opened.connection, to: &report)
      return report
    }
    let inspection = StoreInspection(store: store, path: opened.path)
    let hashes = inspection.hashes
    report.findings = StoreHealth.atFirstSight(inspection)
    report.body.merge(try StoreText.json(of: store, hashes: hashes)) { first, _ in first }
    let place = report.sections.count
    let damage = try addEntities(of: store, to: &report)
    let problems =
      report.findings.count + damage.count + (StoreText.hasDamagedCache(store) ? 1 : 0)
    let fields = try StoreText.fields(of: store, hashes: hashes, problems: problems)
    report.sections.insert(.fields(fields), at: place)
    let remarks = store.problems + damage
    if !remarks.isEmpty { report.sections.append(.lines(remarks, title: "Remarks")) }
    report.body["remarks"] = .strings(remarks)
    if problems > 0 { report.status = .found }
    return report
  }

  /// Names the tables that cannot be read, and still counts the others.
  private static func addEntities(of store: Store, to report: inout Report) throws -> [String] {
    let deadline = ContinuousClock.now + budget
    var rows: [[String]] = []
    var values: [JSONValue] = []
    var isCut = false
    var damaged: [String] = []
    for entity in store.entities where entity.number < 16_000 {
      let left = deadline - ContinuousClock.now
      let counted: Store.RowCount?
      do {
        counted = try store.rowCount(of: entity.name, within: left)
      } catch let error as SQLiteError where error.isDamage {
        counted = nil
        let remark = "table '\(entity.table)' cannot be read: \(error.message)"
        if !damaged.contains(remark) { damaged.append(remark) }
      }
      isCut = isCut || counted?.isExact == false
      var members: [String: JSONValue] = [
        "name": .string(entity.name), "number": .integer(entity.number),
        "rows": entity.isTableMissing ? .null : counted.map { .integer($0.count) } ?? .null,
        "rowsAreExact": .bool(counted?.isExact == true), "superentity": .optional(entity.parent),
        "table": .string(entity.table), "tableIsMissing": .bool(entity.isTableMissing),
      ]
      members["abstract"] = .bool(entity.isAbstract)
      values.append(.object(members))
      rows.append([
        entity.name + (entity.parent.map { " : \($0)" } ?? ""), entity.table,
        entity.isTableMissing ? "missing" : counted.map(text) ?? "damaged",
      ])
    }
    report.sections.append(
      .table(
        Report.Table([.init("entity"), .init("table"), .init("rows", isNumber: true)], rows: rows)))
    if isCut {
      report.sections.append(
        .lines(["≤ is the highest key; 'sql STORE \"SELECT count(*) FROM Entity\"' counts"]))
    }
    report.body["entities"] = .array(values)
    return damaged
  }

  private static func text(_ counted: Store.RowCount) -> String {
    (counted.isExact ? "" : "≤ ") + String(counted.count)
  }

  private static func addTables(of connection: Connection, to report: inout Report) throws {
    let names = try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name LIMIT 1000"
    ).compactMap { $0.first?.text }
    report.sections.append(
      .table(Report.Table([.init("table")], rows: names.map { [$0] })))
    report.body["tables"] = .strings(names)
  }
}
