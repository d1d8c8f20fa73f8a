public import Diagnostics
public import StoreModel

/// The one answer to "what is the matter with this store": its causes in the order in which they
/// bite, each with its proof and its treatment.
public struct Diagnosis: Answer {
  /// One cause.
  public struct Cause: Sendable, Hashable {
    /// What it is.
    public var verdict: Verdict
    /// One sentence without a full stop.
    public var what: String
    /// Why it is known, the most telling first.
    public var because: [String] = []
    /// Short of certain where the proof leaves a doubt.
    public var certainty = Certainty.certain
    /// The place in the user's files that it comes from.
    public var location: Location?
    /// What to do, in this order.
    public var treatment: [Treatment] = []
    /// Whether a plan says how the app's versions follow each other.
    package var isPlanned = true
    /// Whether the store has a copy of its model that can be read.
    package var carriesModel = true
    /// Whether another cause says why each migration fails.
    package var isStopped = false
    /// Whether a cause before it keeps the app from opening the store.
    package var isKept = false
    /// Whether the plan's code, which was not run, may keep what the models drop.
    package var isUpToCode = false

    /// What it means for the person who uses the app.
    public var meaning: String {
      verdict.meaning(
        isPlanned: isPlanned, carriesModel: carriesModel, isStopped: isStopped, isKept: isKept,
        isUpToCode: isUpToCode)
    }
  }

  /// A step of a treatment.
  public struct Treatment: Sendable, Hashable {
    /// One imperative sentence without a full stop.
    public var text: String
    /// A command for a shell, as it can be pasted; nil where no command does it.
    public var command: String?

    init(_ text: String, _ command: String? = nil) {
      self.text = text
      self.command = command
    }
  }

  /// The store, as it was named.
  public var store: String
  /// Never empty, and sorted: the first one decides.
  public var causes: [Cause]
  /// What else is known of the file and the store, one sentence each.
  public var evidence: [String] = []
  /// What was not looked at and why, one sentence each.
  public var notExamined: [String] = []

  /// Takes back that closures were not run: they have been since, on a copy, and nothing went wrong.
  public mutating func noteClosuresRan() {
    notExamined.removeAll { $0.hasPrefix(Self.closures) }
  }

  static let closures = "what the closures of "
  /// Whether the log tells of this store; nil without one.
  public var log: LogAgreement?
  /// The releases and commits of the app's repository that write such stores; nil where none was
  /// searched.
  public var writtenBy: WrittenBy?
  /// What else the commands behind it have found, the gravest first.
  public var findings: [Finding] = []
  /// All that `check` found, with the rows, whether or not a cause says it.
  package var problems: [StoreCheck.Problem] = []
  /// The same of the way to the app's version.
  package var obstacles: [StoreCheck.Problem] = []
  /// Rows that were looked at; nil unless all were.
  package var rows: Int64?
  /// Which of the app's versions it has; nil without models.
  package var identification: Identification?

  /// The first cause.
  public var cause: Cause { causes[0] }

  /// `done` only where everything was examined, and an app with these models opens the store with all
  /// its data.
  public var verdict: ExitStatus {
    let isGood = causes.allSatisfy { $0.verdict.isGood && !$0.certainty.isUnknown }
    return isGood && notExamined.isEmpty && log?.agrees != false ? .done : .found
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "because": cause.because, "causes": causes, "certainty": cause.certainty.level,
      "evidence": evidence, "meaning": cause.meaning, "notExamined": notExamined,
      "path": store, "treatment": cause.treatment, "verdict": cause.verdict.rawValue,
      "what": cause.what,
    ])
    try encoder.write(present: ["log": log, "writtenBy": writtenBy])
  }
}

extension Diagnosis.Cause: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "because": because, "certainty": certainty.level, "treatment": treatment,
      "verdict": verdict.rawValue, "what": what,
    ])
    try encoder.write(present: [
      "certaintyReason": certainty.reason, "location": location?.text,
    ])
  }
}

extension Diagnosis.Cause {
  /// Whether a migration certainly fails by it.
  var stopsMigration: Bool { verdict.stopsMigration && certainty == .certain }
}

extension Diagnosis.Treatment: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try encoder.write(["command": command, "text": text])
  }
}

extension [Diagnosis.Cause] {
  /// One for each verdict, in the order in which they bite; what several say of one is its proof.
  func merged() -> [Diagnosis.Cause] {
    var merged: [Diagnosis.Cause] = []
    for cause in self {
      guard let index = merged.firstIndex(where: { $0.verdict == cause.verdict }) else {
        merged.append(cause)
        continue
      }
      for text in [cause.what] + cause.because
      where text != merged[index].what && !merged[index].because.contains(text) {
        merged[index].because.append(text)
      }
      for step in cause.treatment where !merged[index].treatment.contains(step) {
        merged[index].treatment.append(step)
      }
    }
    let isBad = merged.contains { !$0.verdict.isGood }
    return merged.filter { !isBad || !$0.verdict.isGood }.sorted { $0.verdict < $1.verdict }
  }
}
