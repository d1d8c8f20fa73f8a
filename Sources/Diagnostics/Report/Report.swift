internal import PlatformFoundation
public import StoreModel

/// The answer of a command, as a value. Reporters turn it into text or JSON; nothing else does.
public struct Report {
  /// The command's name; also the key of its own part of the JSON object.
  public var command: String
  /// What was found.
  public var findings: [Finding]
  /// In which order the findings are shown.
  public var order = Order.place
  /// What the text shows, in order.
  public var sections: [Section]
  /// What JSON shows under the command's name, made where JSON is asked for.
  let body: () throws -> [String: JSONValue]
  /// What the command ends with.
  public var status: ExitStatus
  /// The lowest severity that makes the command fail.
  public var failing = Severity.warning
  /// Parts that pass or fail each by itself, where the command has such.
  public var cases: [Case] = []
  /// The whole answer as a Markdown document, where the command has one.
  public var markdown: String?
  /// The whole answer as a page, where the command has one; made where it is asked for.
  public var page: (() -> String)?
  /// What it is about, for formats that show a picture.
  public var picture: Picture?
  /// What the command was given: the store, model, log or folder. Where a format demands a file of
  /// each finding, those without one are shown there.
  public var subject: String?

  /// A report by its parts.
  public init(
    command: String, findings: [Finding] = [], sections: [Section] = [],
    body: @escaping @autoclosure () throws -> [String: JSONValue] = [:], status: ExitStatus = .done
  ) {
    self.command = command
    self.findings = findings
    self.sections = sections
    self.body = body
    self.status = status
  }

  /// For formats of findings alone: each case that did not pass is one finding with its whole reason,
  /// and what it stands for is not told again.
  var problems: [Finding] {
    (ownFindings + cases.compactMap(\.problem).map(located)).sorted(by: Finding.precedes)
  }

  /// Those among the problems that stand for a case that was not run.
  var openProblems: Set<Finding> {
    Set(cases.filter { $0.outcome == .skipped }.compactMap(\.problem).map(located))
  }

  /// Those that no case stands for.
  var ownFindings: [Finding] {
    let told = Set(cases.flatMap { $0.findings + $0.causes })
    return findings.filter { !told.contains($0) }.map(located)
  }

  /// The finding with a file: its own, else what the command was given, else the working folder by
  /// its name. Formats with places reject a finding without any, and some the whole file.
  private func located(_ finding: Finding) -> Finding {
    let nothing = ["", ".", "./", "-"]
    if let path = finding.location?.path, !nothing.contains(path) { return finding }
    var finding = finding
    var path = subject ?? ""
    if nothing.contains(path) {
      let folder = FileManager.default.currentDirectoryPath
      path = folder.split(separator: "/").last.map(String.init) ?? command
    }
    finding.location = Location(
      path: path, line: finding.location?.line, column: finding.location?.column)
    return finding
  }

  /// The findings as they are shown.
  var shownFindings: [Finding] {
    switch order {
    case .place: findings.sorted(by: Finding.precedes)
    case .severity: findings.sorted(by: Finding.isWorse)
    case .given: findings
    }
  }

  /// What findings are sorted by.
  public enum Order: Sendable {
    /// Files, lines and columns, as for whoever reads the source.
    case place
    /// Severity, as for whoever asks what becomes of one store.
    case severity
    /// They come in order of weight.
    case given
  }

  /// A part of a command's work that passes or fails by itself: a test case in formats that have
  /// them.
  public struct Case: Sendable, Hashable {
    /// How it ended.
    public enum Outcome: Sendable, Hashable { case passed, failed, skipped }

    /// What stands for it in a list.
    public var name: String
    /// How it ended.
    public var outcome: Outcome
    /// Why it did not pass, in full.
    public var reason: String?
    /// What is wrong with it.
    public var findings: [Finding]
    /// Those among the report's findings that say the same of several cases, this one among them.
    public var causes: [Finding] = []
    /// The case as one finding; nil when it passed.
    public var problem: Finding?

    /// A case by its parts.
    public init(
      _ name: String, _ outcome: Outcome, reason: String? = nil, findings: [Finding] = [],
      problem: Finding? = nil
    ) {
      self.name = name
      self.outcome = outcome
      self.reason = reason
      self.findings = findings
      self.problem = problem
    }
  }

  /// A part of the text.
  public enum Section {
    /// Lines as they are.
    case lines([String], title: String? = nil)
    /// Lines for another program, such as a patch: byte for byte unless on a terminal.
    case verbatim([String])
    /// Names and values in two columns.
    case fields([Field], title: String? = nil)
    case table(Table, title: String? = nil)
    /// Rows of unknown number, written as they come. In JSON they are the key `rows` of the body.
    /// At most one section of a report streams.
    case rows(RowStream)
    /// What to do next; left out with `--quiet`.
    case hints([String])
  }

  /// A name and a value. An empty name continues the value above.
  public struct Field: Sendable, Hashable {
    /// Empty where it continues the value above.
    public var name: String
    /// One line or more.
    public var value: String
    /// Set when the value is bad or good news.
    public var mood: Mood

    /// News.
    public enum Mood: Sendable, Hashable { case plain, good, bad }

    /// A name and a value.
    public init(_ name: String, _ value: String, mood: Mood = .plain) {
      self.name = name
      self.value = value
      self.mood = mood
    }
  }

  /// A table small enough to be held in memory.
  public struct Table: Sendable, Hashable {
    /// From left to right.
    public var columns: [Column]
    /// The cells of each row.
    public var rows: [[String]]

    /// The heading of a column.
    public struct Column: Sendable, Hashable {
      /// The heading.
      public var name: String
      /// Numbers stand on the right.
      public var isNumber: Bool

      /// A heading.
      public init(_ name: String, isNumber: Bool = false) {
        self.name = name
        self.isNumber = isNumber
      }
    }

    /// A table, to be filled.
    public init(_ columns: [Column], rows: [[String]] = []) {
      self.columns = columns
      self.rows = rows
    }
  }
}
