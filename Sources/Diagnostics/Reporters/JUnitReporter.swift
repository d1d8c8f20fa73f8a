internal import StoreModel

/// Writes findings as JUnit XML: a suite per file with a test case per rule, and the command's own
/// cases. It keeps to what the schemas of Jenkins and of Windy Road both allow; what does not make the
/// command fail is no failure, but what its suite has printed.
public struct JUnitReporter: Reporter {
  /// The time of a report that knows none, as it takes no time and runs on no host: the same input
  /// gives the same bytes.
  public static let noTime = "1970-01-01T00:00:00"

  /// When the command ran, in UTC and without saying so, as the schemas want it.
  private let timestamp: String

  /// Writes whatever report it is given.
  public init(timestamp: String = noTime) { self.timestamp = timestamp }

  private struct Suite {
    var name: String
    var cases: [Case]

    func count(_ isMeant: (Case.Outcome) -> Bool) -> Int { cases.count { isMeant($0.outcome) } }

    /// What cases that passed have to say, each below its name: a case itself must not say anything.
    var printed: String {
      cases.compactMap { each in
        if case .passed(let text?) = each.outcome { "\(each.name): \(text)\n" } else { nil }
      }.joined()
    }
  }

  private struct Case {
    enum Outcome {
      case passed(printed: String?)
      case failed(type: String, message: String, text: String)
      case skipped(message: String)

      var isFailed: Bool { if case .failed = self { true } else { false } }
      var isSkipped: Bool { if case .skipped = self { true } else { false } }
    }

    var name: String
    var group: String
    var outcome: Outcome
  }

  /// Writes the whole report.
  public func write(_ report: Report, to out: ByteOutput) throws {
    out.write(line: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    out.write(line: "<testsuites>")
    for (index, suite) in suites(of: report).enumerated() { write(suite, index, to: out) }
    out.write(line: "</testsuites>")
  }

  private func suites(of report: Report) -> [Suite] {
    let findings = report.ownFindings.sorted(by: Finding.precedes)
    var cases = report.cases.map { testCase($0, of: report.command) }
    // A run without any test counts as broken in several viewers.
    if findings.isEmpty && cases.isEmpty {
      cases = [Case(name: report.command, group: "storedoctor", outcome: .passed(printed: nil))]
    }
    let own = cases.isEmpty ? [] : [Suite(name: "storedoctor", cases: cases)]
    let byPath = Dictionary(grouping: findings) { FindingPlace($0)?.path ?? report.command }
    return own
      + byPath.keys.sorted().map { path in
        let byRule = Dictionary(grouping: byPath[path] ?? [], by: \.rule)
        return Suite(
          name: path,
          cases: byRule.keys.sorted().map { rule in
            Case(
              name: rule, group: path, outcome: Self.outcome(of: byRule[rule] ?? [], report.failing)
            )
          })
      }
  }

  private func testCase(_ each: Report.Case, of command: String) -> Case {
    let reason = each.reason ?? ""
    let lines = each.findings.map(Self.text)
    let outcome: Case.Outcome =
      switch each.outcome {
      case .passed: .passed(printed: lines.isEmpty ? nil : lines.joined(separator: "\n"))
      case .skipped: .skipped(message: reason)
      case .failed:
        .failed(
          type: each.problem?.rule ?? "error", message: reason,
          text: lines.isEmpty ? reason : lines.joined(separator: "\n"))
      }
    return Case(name: each.name, group: "storedoctor.\(command)", outcome: outcome)
  }

  /// One failure element per case is all that most readers take.
  private static func outcome(of findings: [Finding], _ failing: Severity) -> Case.Outcome {
    let text = findings.map { finding in
      // A store has no lines.
      let place = finding.location?.line == nil ? nil : FindingPlace(finding)
      return (place.map { "line \($0.line), col \($0.column): " } ?? "") + Self.text(finding)
    }.joined(separator: "\n")
    guard let worst = findings.max(by: { $0.severity < $1.severity }), worst.severity >= failing
    else { return .passed(printed: text) }
    return .failed(type: worst.severity.rawValue, message: worst.statement, text: text)
  }

  private static func text(_ finding: Finding) -> String {
    finding.statement + (finding.help.map { "\nhelp: \($0)" } ?? "")
  }

  private func write(_ suite: Suite, _ index: Int, to out: ByteOutput) {
    out.write(
      line: "  <testsuite name=\"\(Self.escaped(suite.name, inAttribute: true))\" id=\"\(index)\" "
        + "package=\"storedoctor\" timestamp=\"\(Self.escaped(timestamp))\" "
        + "hostname=\"localhost\" tests=\"\(suite.cases.count)\" "
        + "failures=\"\(suite.count(\.isFailed))\" errors=\"0\" "
        + "skipped=\"\(suite.count(\.isSkipped))\" time=\"0\">")
    out.write(line: "    <properties/>")
    for each in suite.cases {
      out.write(
        "    <testcase name=\"\(Self.escaped(each.name, inAttribute: true))\" "
          + "classname=\"\(Self.escaped(each.group, inAttribute: true))\" time=\"0\"")
      switch each.outcome {
      case .passed:
        out.write(line: "/>")
        continue
      case .skipped(let message):
        out.write(line: ">")
        out.write(line: "      <skipped message=\"\(Self.escaped(message, inAttribute: true))\"/>")
      case .failed(let type, let message, let text):
        out.write(line: ">")
        out.write("      <failure type=\"\(Self.escaped(type, inAttribute: true))\" message=\"")
        out.write(Self.escaped(message, inAttribute: true))
        out.write("\">")
        out.write(Self.escaped(text))
        out.write(line: "</failure>")
      }
      out.write(line: "    </testcase>")
    }
    out.write(line: "    <system-out>\(Self.escaped(suite.printed))</system-out>")
    out.write(line: "    <system-err/>")
    out.write(line: "  </testsuite>")
  }

  /// Text for element and attribute content; what XML 1.0 cannot hold is left out.
  private static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // Readers turn plain breaks in attributes into spaces.
      case "\n" where inAttribute: result += "&#10;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0xfffe || scalar.value == 0xffff: continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
