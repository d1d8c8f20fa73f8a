public import StoreModel

/// What a question to the library is answered with: values that can be encoded, what was found on the
/// way, and whether that is good. `storedoctor` adds only the words.
public protocol Answer: Encodable {
  /// What was found, in no particular order unless the answer says so.
  var findings: [Finding] { get }
  /// `done` when nothing was found that should stop anybody; otherwise `found`.
  var verdict: ExitStatus { get }
}

extension Answer {
  /// An answer without findings of its own.
  public var findings: [Finding] { [] }
  /// Good unless something was found that is more than a note.
  public var verdict: ExitStatus { findings.contains { $0.severity > .note } ? .found : .done }
}

extension Report {
  /// A report of an answer: its findings, its verdict and its JSON. What the text shows is added by
  /// whoever picks the words.
  public init(command: String, _ answer: some Answer, sections: [Section] = []) {
    self.init(
      command: command, findings: answer.findings, sections: sections,
      body: try JSONValue(encoding: answer).members ?? [:], status: answer.verdict)
  }
}
