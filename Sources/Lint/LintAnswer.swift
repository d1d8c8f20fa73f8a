public import Diagnostics
internal import StoreEngine
public import StoreModel

/// What `lint` says of an input.
public struct LintAnswer: Answer, Sendable {
  /// Sorted by place.
  public var findings: [Finding]
  /// How many Swift files were linted.
  public var files: Int
  /// How many model files and stores were linted.
  public var models: Int
  /// What was not read, and why: nothing found there means nothing.
  public var unread: [ModelProblem]
  /// How many files in Objective-C were linted.
  public var objectiveC = 0
  /// Those that use Core Data and that no rule has seen.
  public var unreadObjectiveC: [String] = []
  /// The lowest severity that counts as found.
  public var failOn: Severity

  package init(
    findings: [Finding], files: Int, models: Int, unread: [ModelProblem], objectiveC: Int = 0,
    unreadObjectiveC: [String] = [], failOn: Severity
  ) {
    (self.findings, self.unread, self.failOn) = (findings, unread, failOn)
    (self.files, self.models) = (files, models)
    (self.objectiveC, self.unreadObjectiveC) = (objectiveC, unreadObjectiveC)
  }

  /// `found` for a finding of at least `failOn`, otherwise `unreadable` if anything was not read.
  public var verdict: ExitStatus {
    if findings.contains(where: { $0.severity >= failOn }) { return .found }
    return unread.isEmpty ? .done : .unreadable
  }

  private enum CodingKeys: CodingKey {
    case errors, files, models, notes, objectiveC, unreadObjectiveC, warnings
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(count(.error), forKey: .errors)
    try container.encode(files, forKey: .files)
    try container.encode(models, forKey: .models)
    try container.encode(count(.note), forKey: .notes)
    try container.encode(objectiveC, forKey: .objectiveC)
    try container.encode(unreadObjectiveC, forKey: .unreadObjectiveC)
    try container.encode(count(.warning), forKey: .warnings)
  }

  private func count(_ severity: Severity) -> Int {
    findings.count { $0.severity == severity }
  }
}

extension LintAnswer {
  /// What is to be said of files that no rule reads; nil where there are none.
  public var unseenText: String? { ObjectiveCFile.text(unreadObjectiveC) }

  /// Leaves out what an earlier state of the files had already.
  public mutating func removeFindings(of old: [Finding]) {
    findings = Baseline.added(findings, since: old)
  }

  /// Leaves out what the baseline lists.
  ///
  /// - Returns: how many of its lines find nothing any more.
  public mutating func removeFindings(knownIn baseline: Baseline) -> Int {
    let (new, unused) = baseline.filter(findings)
    findings = new
    return unused
  }

  /// Writes all findings to the baseline, and leaves them out.
  ///
  /// - Parameters:
  ///   - old: the baseline as it was, whose lines about other files stay.
  ///   - paths: what was linted.
  ///   - force: whether it may replace a file that is no baseline.
  /// - Returns: how many findings the baseline lists.
  /// - Throws: `StoreOutputError`.
  public mutating func moveFindings(
    toBaseline path: String, over old: Baseline? = nil, of paths: [String] = [],
    force: Bool = false
  ) throws -> Int {
    var known = Baseline(of: findings, in: path)
    if let old, !paths.isEmpty { known.keep(old, outside: paths) }
    try FileOutput.write(
      Array(known.text.utf8), to: path,
      replaces: force ? .anyFile : .file(beginning: Baseline.heading))
    findings = []
    return known.lines.count
  }

  /// Makes changes in files, and leaves out what they fix.
  ///
  /// - Throws: `StoreOutputError` for a file that has another content than was read.
  public mutating func apply(_ fixes: [EditPlan]) throws {
    for fix in fixes {
      try FileOutput.write(fix.result, to: fix.path, replaces: .content(fix.original))
    }
    let made = Set(fixes.flatMap(\.edits))
    findings.removeAll { !$0.edits.isEmpty && $0.edits.allSatisfy(made.contains) }
  }

  /// Names the files by their whole paths, as compilers do, so that build systems find the lines;
  /// and writes the file without code that a build step has to leave behind. What was not read is the
  /// compiler's to say.
  ///
  /// - Throws: `StoreOutputError`.
  public mutating func finishBuildStep(writing file: String) throws {
    for index in findings.indices {
      let path = findings[index].location?.path ?? "."
      findings[index].location?.path = LintProject.absolute(path)
    }
    let text = "// linted by storedoctor\n"
    try FileOutput.write(Array(text.utf8), to: file, replaces: .file(beginning: text))
    unread = []
  }
}

/// What `lint --diff` says: the changes that would be made.
public struct LintDifference: Answer, Sendable {
  /// Lines of unified diffs, one after the other, without their line feeds.
  public let diff: [String]
  /// `found` when anything would be changed.
  public var verdict: ExitStatus { diff.isEmpty ? .done : .found }

  /// The differences that changes would make.
  public init(_ fixes: [EditPlan]) { diff = fixes.flatMap(\.diff) }
}
