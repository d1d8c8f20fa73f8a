internal import StoreModel

/// Writes findings as JUnit XML: a suite per file, a test case per rule and file, a failure per
/// finding.
public struct JUnitReporter: Reporter {
  /// Writes whatever report it is given.
  public init() {}

  /// Writes the whole report.
  public func write(_ report: Report, to out: ByteOutput) throws {
    let findings = report.ownFindings.sorted(by: Finding.precedes)
    let byPath = Dictionary(grouping: findings) { FindingPlace($0)?.path ?? "." }
    var seen: Set<String> = []
    let paths = findings.map { FindingPlace($0)?.path ?? "." }.filter { seen.insert($0).inserted }
    // A run without any test counts as broken in several viewers.
    let isEmpty = findings.isEmpty && report.cases.isEmpty
    let cases = isEmpty ? [Report.Case(report.command, .passed)] : report.cases
    let failed = paths.map { Set((byPath[$0] ?? []).map(\.rule)).count }.reduce(0, +)
    out.write(line: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    out.write(
      line: "<testsuites name=\"storedoctor\" tests=\"\(failed + cases.count)\" "
        + "failures=\"\(failed + cases.count { $0.outcome == .failed })\" errors=\"0\">")
    write(cases, of: report.command, to: out)
    for path in paths { write(suite: path, byPath[path] ?? [], to: out) }
    out.write(line: "</testsuites>")
  }

  private func write(_ cases: [Report.Case], of command: String, to out: ByteOutput) {
    guard !cases.isEmpty else { return }
    let skipped = cases.count { $0.outcome == .skipped }
    out.write(
      line: "  <testsuite name=\"storedoctor\" tests=\"\(cases.count)\" "
        + "failures=\"\(cases.count { $0.outcome == .failed })\" errors=\"0\""
        + (skipped > 0 ? " skipped=\"\(skipped)\">" : ">"))
    for each in cases {
      let name = Self.escaped(each.name)
      let group = name == Self.escaped(command) ? "storedoctor" : "storedoctor.\(command)"
      out.write("    <testcase name=\"\(name)\" classname=\"\(group)\"")
      guard each.outcome != .passed else {
        out.write(line: "/>")
        continue
      }
      let reason = Self.escaped(each.reason ?? "")
      let element = each.outcome == .failed ? "failure type=\"error\"" : "skipped"
      out.write(line: ">")
      out.write("      <\(element) message=\"\(reason)\"")
      if each.outcome == .failed {
        let lines = each.findings.map { finding in
          finding.message + (finding.help.map { "\nhelp: \($0)" } ?? "")
        }
        let text = lines.isEmpty ? reason : Self.escaped(lines.joined(separator: "\n"))
        out.write(line: ">\(text)</failure>")
      } else {
        out.write(line: "/>")
      }
      out.write(line: "    </testcase>")
    }
    out.write(line: "  </testsuite>")
  }

  private func write(suite path: String, _ findings: [Finding], to out: ByteOutput) {
    let rules = Set(findings.map(\.rule)).sorted()
    let name = Self.escaped(path)
    out.write(
      line: "  <testsuite name=\"\(name)\" tests=\"\(rules.count)\" failures=\"\(rules.count)\" "
        + "errors=\"0\">")
    for rule in rules {
      out.write(
        line: "    <testcase name=\"\(Self.escaped(rule))\" classname=\"\(name)\" file=\"\(name)\">"
      )
      let same = findings.filter { $0.rule == rule }
      // One failure element per case is all that most readers take.
      let lines = same.map { finding in
        let place = FindingPlace(finding).map { "line \($0.line), col \($0.column): " } ?? ""
        return place + finding.message + (finding.help.map { "\nhelp: \($0)" } ?? "")
      }
      let worst = same.map(\.severity).max() ?? .warning
      out.write("      <failure type=\"\(worst.rawValue)\" message=\"")
      out.write(Self.escaped(same[0].message))
      out.write("\">")
      out.write(Self.escaped(lines.joined(separator: "\n")))
      out.write(line: "</failure>")
      out.write(line: "    </testcase>")
    }
    out.write(line: "  </testsuite>")
  }

  /// Text for element and attribute content; what XML 1.0 cannot hold is left out.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0xfffe || scalar.value == 0xffff: continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
