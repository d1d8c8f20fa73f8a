public import Diagnostics
internal import StoreEngine
public import StoreModel

/// Examines the health of a store: what counts is in Documentation/Format/StoreFormat.md, 7.
///
/// Every row is looked at, table by table in one pass each, in a memory that does not depend on
/// their number.
public struct StoreCheck: Sendable {
  /// Compares every index with its table (`integrity_check`) instead of looking at the pages only.
  public var isFull = false
  /// After this time what is left is named instead of examined; nil means no limit.
  public var budget: Duration?

  /// Looks at the pages, and takes the time it needs.
  public init() {}

  /// What a check found, and how much it looked at.
  public struct Result: Sendable, Answer {
    /// The store's file.
    public var path: String
    /// The model that the rows were held against.
    public var model: DataModel
    /// What is wrong, by place.
    public var problems: [Problem] = []
    /// Entity tables and join tables whose rows were looked at.
    public var tables = 0
    /// Rows of all these tables.
    public var rows: Int64 = 0
    /// How many rules were asked.
    public var rules: Int { StoreRules.health.count }
    /// What was not examined and why, one sentence each.
    public var notChecked: [String] = []

    /// What is wrong, without the rows.
    public var findings: [Finding] { problems.map(\.finding) }

    /// Whether the time was up before all was examined that can be.
    public var isCutShort = false

    /// `found` with any problem, notes among them, and where the time was up. What a store gives nothing
    /// to examine by is named, and no fault of it.
    public var verdict: ExitStatus { problems.isEmpty && !isCutShort ? .done : .found }

    /// Each part that was not examined, which has not passed.
    public var cases: [Report.Case] {
      notChecked.map { text in
        let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
        var finding = StoreRules.notExamined.finding("not examined: \(text)")
        if isCutShort { finding.severity = .warning }
        return Report.Case(
          parts[0], .skipped, reason: parts.count > 1 ? parts[1] : text,
          problem: finding.at(Location(path: path)))
      }
    }

    public func encode(to encoder: any Encoder) throws {
      try encoder.write([
        "model": model.source.rawValue, "notExamined": notChecked, "path": path,
        "problems": problems, "rows": rows, "rules": rules, "tables": tables,
      ])
    }
  }

  /// A finding with the rows it is about.
  public struct Problem: Sendable, Hashable, Encodable {
    /// The finding.
    public var finding: Finding
    /// Nil where it is not about rows.
    public var rows: RowHits?
    /// The code with which Core Data would fail because of it.
    public var code: Int?

    public func encode(to encoder: any Encoder) throws {
      try encoder.write([
        "entity": finding.entity, "property": finding.property, "rule": finding.rule,
      ])
      try encoder.write(present: ["code": code])
      try rows?.encode(to: encoder)
    }
  }

  /// Examines a store.
  ///
  /// - Parameter progress: told, again and again, what runs: steps done, steps in all, and its name.
  /// - Throws: `SQLiteError` when a statement is interrupted from outside or fails for a reason other
  ///   than damage, which is a finding.
  public func run(
    _ inspection: StoreInspection, progress: @escaping (Int, Int, String) -> Void = { _, _, _ in }
  ) throws -> Result {
    var run = CheckRun(options: self, inspection: inspection)
    let steps = Steps(progress)
    try inspection.store.connection.ticking(steps.show) { try run.perform(steps) }
    return run.result
  }
}

/// How far a piece of work is that reads one table after the other.
final class Steps {
  private let progress: (Int, Int, String) -> Void
  private var done = -1
  private var name = ""
  var total = 1

  init(_ progress: @escaping (Int, Int, String) -> Void) { self.progress = progress }

  func begin(_ name: String) {
    done += 1
    self.name = name
    show()
  }

  func show() { progress(max(done, 0), total, name) }
}

/// One check in progress.
private struct CheckRun {
  let options: StoreCheck
  let inspection: StoreInspection
  let deadline: ContinuousClock.Instant?
  var result: StoreCheck.Result

  init(options: StoreCheck, inspection: StoreInspection) {
    self.options = options
    self.inspection = inspection
    result = StoreCheck.Result(path: inspection.path, model: inspection.store.model)
    deadline = options.budget.map { .now + $0 }
  }

  private var connection: Connection { inspection.store.connection }

  mutating func perform(_ steps: Steps) throws {
    let rules = StoreRules.health
    let scans = try self.scans(rules)
    steps.total = 1 + rules.count + scans.count
    steps.begin("pages")
    try attempt("the pages of the file") { run in try run.checkPages() }
    for rule in rules {
      steps.begin(type(of: rule).info.id)
      try attempt("the rule '\(type(of: rule).info.id)'") { run in
        try rule.examine(run.inspection) { run.add($0, $1) }
      }
    }
    for scan in scans {
      steps.begin(scan.table)
      try attempt("the rows of '\(scan.table)'") { run in try run.perform(scan) }
    }
    result.notChecked += inspection.external?.unexamined ?? []
    if !inspection.hasModel {
      result.notChecked.append(
        "types, required values, to-one relationships and uniqueness: the store carries no model, "
          + "and no model given has its hashes")
    }
    if let damage = result.problems.firstIndex(where: { $0.finding.rule == DamagedFile.info.id }) {
      for place in result.problems.indices where place != damage { doubt(place) }
    }
    result.problems.sort { Finding.precedes($0.finding, $1.finding) }
  }

  /// Rows that cannot be reached look as if they were not there: whoever mends what that breaks loses
  /// what could be saved.
  private mutating func doubt(_ place: Int) {
    guard result.problems[place].rows != nil else { return }
    result.problems[place].finding.help =
      "change nothing yet: it may follow from the damaged pages; save the rows and check the new store"
  }

  private mutating func scans(_ rules: [any StoreRule]) throws -> [TableScan] {
    var conditions: [RowCondition] = []
    for rule in rules {
      try survive("the rule '\(type(of: rule).info.id)'") { run in
        conditions += try rule.conditions(in: run.inspection)
      }
    }
    let tables = Dictionary(grouping: conditions, by: \.table)
    return try tables.map { table, conditions in
      let (scan, lacks) = try TableScan(
        table: table, conditions: conditions,
        indexes: inspection.actual?.firstColumns(of: table) ?? [:]
      ).answerable(by: connection)
      result.notChecked += lacks.map { "some rules on the rows of '\(table)': \($0)" }
      return scan
    }.sorted { $0.table < $1.table }
  }

  /// Runs a step unless the time is up.
  private mutating func attempt(_ what: String, _ body: (inout CheckRun) throws -> Void) throws {
    let left = deadline.map { $0 - .now }
    if let left, left <= .zero {
      noteTimeIsUp(what)
      return
    }
    try survive(what) { run in
      if let left {
        try run.connection.limited(to: left) { try body(&run) }
      } else {
        try body(&run)
      }
    }
  }

  /// Runs a step; damage is a finding, what the store lacks is said, and neither is the end.
  private mutating func survive(_ what: String, _ body: (inout CheckRun) throws -> Void) throws {
    do {
      try body(&self)
    } catch let error as SQLiteError where error.isDamage {
      add(
        inspection.finding(
          DamagedFile.info, "\(what) cannot be read: \(error.message)"), nil)
    } catch let error as SQLiteError where error.lacksObject {
      result.notChecked.append("\(what): \(error.message)")
    } catch let error as SQLiteError where error.isInterrupt && isOver {
      noteTimeIsUp(what)
    }
  }

  private mutating func noteTimeIsUp(_ what: String) {
    result.isCutShort = true
    result.notChecked.append("\(what): the time is up")
  }

  private var isOver: Bool { deadline.map { $0 <= .now } ?? false }

  private mutating func add(_ finding: Finding, _ hits: RowHits?) {
    result.problems.append(StoreCheck.Problem(finding: finding, rows: hits))
  }

  private mutating func checkPages() throws {
    if let finding = try DamagedFile.finding(of: inspection, isFull: options.isFull) {
      add(finding, nil)
    }
  }

  private mutating func perform(_ scan: TableScan) throws {
    let hits = try scan.run(connection, showsValues: inspection.showsValues).hits
    for (hits, condition) in zip(hits, scan.conditions) {
      guard let hits else { continue }
      let finding = condition.finding(hits)
      if condition.isQuestion {
        result.notChecked.append(finding.message)
      } else {
        add(finding, hits)
      }
    }
    result.tables += 1
    result.rows += try count(scan.table)
  }

  /// By the smallest index, unless that is damaged.
  private func count(_ table: String) throws -> Int64 {
    let sql = "SELECT count(*) FROM main.\(table.sqlQuoted)"
    do {
      return try connection.value(sql)?.integer ?? 0
    } catch let error as SQLiteError where error.isDamage {
      return try connection.value(sql + " NOT INDEXED")?.integer ?? 0
    }
  }
}
