internal import StoreModel

/// Writes findings as Markdown, short enough for a pull request's comment or a job's summary.
public struct MarkdownReporter: Reporter {
  /// Writes whatever report it is given.
  public init() {}

  /// GitHub's summary ends at 1 MiB; a person stops reading long before.
  private static let mostShown = 200

  /// Writes the whole report.
  public func write(_ report: Report, to out: ByteOutput) throws {
    if let document = report.markdown {
      out.write(document)
      return
    }
    let findings = report.findings.sorted(by: Finding.precedes)
    guard !findings.isEmpty else {
      out.write(line: "**storedoctor \(report.command)**: nothing found")
      write(report.cases, to: out)
      return try write(report.picture, to: out)
    }
    out.write(line: "**storedoctor \(report.command)**: \(FindingCount.text(findings))")
    write(report.cases, to: out)
    out.newLine()
    out.write(line: "| | place | finding | rule |")
    out.write(line: "|---|---|---|---|")
    for finding in findings.prefix(Self.mostShown) {
      // A store has no lines.
      let hasLine = finding.location?.line != nil
      let place =
        FindingPlace(finding).map { $0.path + (hasLine ? ":\($0.line)" : "") } ?? ""
      var text = Self.escaped(finding.statement)
      if let help = finding.help { text += "<br>*\(Self.escaped(help))*" }
      out.write(
        line: "| \(finding.severity.rawValue) | `\(Self.code(place))` | \(text) "
          + "| `\(finding.rule)` |")
    }
    if findings.count > Self.mostShown {
      out.newLine()
      out.write(line: "\(findings.count - Self.mostShown) more are not shown.")
    }
    try write(report.picture, to: out)
  }

  /// What GitHub draws in a comment.
  private func write(_ picture: Picture?, to out: ByteOutput) throws {
    for drawn in try picture?.drawn(.mermaid) ?? [] {
      out.newLine()
      out.write(line: "```mermaid")
      out.write(drawn.text)
      out.write(line: "```")
      for omission in drawn.omissions {
        out.newLine()
        out.write(line: "The picture has \(Self.escaped(omission)).")
      }
    }
  }

  private func write(_ cases: [Report.Case], to out: ByteOutput) {
    guard !cases.isEmpty else { return }
    out.newLine()
    out.write(line: "| case | result |")
    out.write(line: "|---|---|")
    for each in cases.prefix(Self.mostShown) {
      let result =
        switch each.outcome {
        case .passed: "passed"
        case .failed: "**failed**"
        case .skipped: "not run"
        }
      let reason = each.reason.map { ": " + Self.escaped($0) } ?? ""
      out.write(line: "| \(Self.escaped(each.name)) | \(result)\(reason) |")
    }
    if cases.count > Self.mostShown {
      out.newLine()
      out.write(line: "\(cases.count - Self.mostShown) more cases are not shown.")
    }
  }

  /// A text that Markdown shows as it is, in a table too.
  package static func escaped(_ text: String) -> String {
    text.shown(with: [
      "<": "&lt;", "\n": " ", "\r": " ", "|": "\\|", "*": "\\*", "_": "\\_", "`": "\\`", "[": "\\[",
      "\\": "\\\\",
    ])
  }

  /// A sentence as Markdown: what stands between single quotes is code, and the rest is shown as it is.
  package static func prose(_ text: String) -> String {
    var (shown, rest) = ("", text[...])
    var before: Character = " "
    while let open = rest.firstIndex(of: "'") {
      if open > rest.startIndex { before = rest[rest.index(before: open)] }
      shown += escaped(String(rest[..<open]))
      rest = rest[open...].dropFirst()
      // An apostrophe stands behind a letter, and so may the quote that ends.
      if !before.isLetter, let close = closing(rest), close > rest.startIndex {
        shown += "`\(code(String(rest[..<close])))`"
        rest = rest[close...].dropFirst()
        before = "'"
      } else {
        shown += "'"
        before = "'"
      }
    }
    return shown + escaped(String(rest))
  }

  /// The first quote with no letter behind it.
  private static func closing(_ text: Substring) -> String.Index? {
    text.indices.first { index in
      text[index] == "'" && text[text.index(after: index)...].first?.isLetter != true
    }
  }

  /// Within backticks only these two end or split the cell. A table takes `\|` for a bar there too.
  package static func code(_ text: String) -> String {
    VisibleText(text).text.replacing("`", with: "'").replacing("|", with: "\\|")
  }
}

/// Numbers of findings in words.
package enum FindingCount {
  /// `2 errors, 1 warning`; `no findings` when there are none.
  package static func text(_ findings: [Finding]) -> String {
    let parts = Severity.allCases.sorted(by: >).compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
  }
}
