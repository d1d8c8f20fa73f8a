internal import StoreModel

/// Writes findings as JUnit XML: a suite per file, a test case per rule and file, a failure per
/// finding.
public struct JUnitReporter: Reporter {
  public init() {}

  public func write(_ report: Report, to out: ByteOutput) throws {
    let findings = report.findings.sorted(by: Finding.precedes)
    var paths: [String] = []
    var byPath: [String: [Finding]] = [:]
    for finding in findings {
      let path = FindingPlace(finding)?.path ?? "."
      if byPath[path] == nil { paths.append(path) }
      byPath[path, default: []].append(finding)
    }
    out.write(line: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    // A run without any test counts as broken in several viewers.
    let cases = paths.map { Set((byPath[$0] ?? []).map(\.rule)).count }.reduce(0, +)
    let total = findings.isEmpty ? 1 : cases
    out.write(
      line: "<testsuites name=\"storedoctor\" tests=\"\(total)\" failures=\"\(cases)\" "
        + "errors=\"0\">")
    if findings.isEmpty {
      out.write(
        line: "  <testsuite name=\"storedoctor\" tests=\"1\" failures=\"0\" errors=\"0\">")
      out.write(
        line: "    <testcase name=\"\(Self.escaped(report.command))\" classname=\"storedoctor\"/>")
      out.write(line: "  </testsuite>")
    }
    for path in paths { write(suite: path, byPath[path] ?? [], to: out) }
    out.write(line: "</testsuites>")
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
