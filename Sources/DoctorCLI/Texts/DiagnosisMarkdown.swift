internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// A diagnosis as a document for an issue: names and counts, and of the store's path only the name.
struct DiagnosisMarkdown {
  private let diagnosis: Diagnosis

  static func document(_ diagnosis: Diagnosis) -> String { DiagnosisMarkdown(diagnosis).text }

  private init(_ diagnosis: Diagnosis) { self.diagnosis = diagnosis }

  private var text: String {
    var lines = ["## \(Self.escaped(name)): \(diagnosis.cause.verdict.title)"]
    for (index, cause) in diagnosis.causes.enumerated() {
      lines += [
        "",
        index == 0
          ? paragraph(cause)
          : "**Also: \(cause.verdict.title).** "
            + paragraph(cause),
      ]
      if !cause.because.isEmpty { lines += [""] + items(cause.because) }
      lines += ["", "*Means:* \(cause.meaning)."]
      if !cause.treatment.isEmpty { lines += ["", "*To do:*", ""] }
      for step in cause.treatment {
        lines.append("1. \(escaped(step.text))")
        if let command = step.command { lines += ["   ```sh", "   \(bare(command))", "   ```"] }
      }
    }
    if let written = diagnosis.writtenBy {
      lines += ["", "*History:*", ""] + items(written.lines + written.limits)
    }
    if let log = diagnosis.log { lines += ["", "*Log:* \(escaped(log.text))."] }
    let evidence =
      diagnosis.evidence + diagnosis.notExamined.map { "not examined: \($0)" }
      + diagnosis.findings.map { "\($0.severity.rawValue): \($0.message) [\($0.rule)]" }
    lines +=
      ["", "<details><summary>Evidence</summary>", ""] + items(evidence) + ["", "</details>"]
    return lines.joined(separator: "\n") + "\n"
  }

  private var name: String { diagnosis.store.lastPathComponent }

  private func paragraph(_ cause: Diagnosis.Cause) -> String {
    escaped(cause.what)
      + (cause.certainty.reason.map { " (\(cause.certainty.level): \(escaped($0)))" } ?? "")
      + "."
  }

  private func items(_ texts: [String]) -> [String] { texts.map { "- \(escaped($0))" } }

  private func escaped(_ text: String) -> String { Self.escaped(bare(text)) }

  private static func escaped(_ text: String) -> String { MarkdownReporter.escaped(text) }

  /// Without the folders of the store, which name people.
  private func bare(_ text: String) -> String {
    VisibleText(text).text.replacing(diagnosis.store, with: name)
  }
}
