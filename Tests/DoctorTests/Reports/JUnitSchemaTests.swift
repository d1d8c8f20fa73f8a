import Diagnostics
import StoreModel
import Testing

@testable import StoreEngine

/// JUnit reports hold to both schemas in use: the one of Jenkins, and the narrower one that Windy Road
/// publishes for Ant's reports.
@Suite struct JUnitSchemaTests {
  /// What either schema says of an element, where they differ the stricter.
  private struct Rule {
    /// All of them, and no others.
    var attributes: Set<String> = []
    var optional: Set<String> = []
    /// In this order; those with a number that often.
    var children: [(name: String, count: Int?)] = []
    /// Of which there may be one alone.
    var exclusive: Set<String> = []
  }

  private static let rules: [String: Rule] = [
    // Windy Road's has no sums over all suites.
    "testsuites": Rule(children: [("testsuite", nil)]),
    "testsuite": Rule(
      attributes: [
        "name", "id", "package", "timestamp", "hostname", "tests", "failures", "errors", "skipped",
        "time",
      ],
      children: [("properties", 1), ("testcase", nil), ("system-out", 1), ("system-err", 1)]),
    "properties": Rule(),
    "testcase": Rule(
      attributes: ["name", "classname", "time"],
      children: [("failure", nil), ("skipped", nil), ("error", nil)],
      exclusive: ["failure", "skipped", "error"]),
    "failure": Rule(attributes: ["type"], optional: ["message"]),
    "skipped": Rule(optional: ["message"]),
    "system-out": Rule(), "system-err": Rule(),
  ]

  private func check(_ element: XMLElement) throws {
    let rule = try #require(Self.rules[element.name], "'\(element.name)' is in neither schema")
    let names = element.attributes.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(rule.attributes.subtracting(names).isEmpty, "\(element.name): \(names)")
    #expect(
      Set(names).subtracting(rule.attributes).subtracting(rule.optional).isEmpty,
      "\(element.name): \(names)")
    let places = element.children.map { child in
      rule.children.firstIndex { $0.name == child.name }
    }
    #expect(!places.contains(nil), "\(element.name) with \(element.children.map(\.name))")
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    for case (let name, let count?) in rule.children {
      #expect(element.children(named: name).count == count, "\(element.name): \(name)")
    }
    #expect(element.children.count { rule.exclusive.contains($0.name) } <= 1)
    if let time = element.attribute("time") { #expect(Double(time).map { $0 >= 0 } == true) }
    if let time = element.attribute("timestamp") {
      #expect(time.wholeMatch(of: /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/) != nil, "\(time)")
    }
    for name in ["name", "hostname", "package"] where rule.attributes.contains(name) {
      #expect(element.attribute(name)?.isEmpty == false, "\(name) of \(element.name)")
    }
    let isText = ["failure", "system-out"].contains(element.name)
    #expect(isText || element.text.allSatisfy(\.isWhitespace), "text in \(element.name)")
    for child in element.children { try check(child) }
  }

  /// The counts are those of the elements of each suite, and the suites are numbered.
  private func count(_ root: XMLElement) {
    func expect(_ name: String, _ element: XMLElement, _ cases: [XMLElement]) {
      let counted =
        name == "tests" ? cases.count : cases.count { !$0.children(named: name).isEmpty }
      let key = ["failure": "failures", "error": "errors"][name] ?? name
      guard let text = element.attribute(key) else { return }
      #expect(Int(text) == counted, "\(key) of \(element.attribute("name") ?? "")")
    }
    let suites = root.children(named: "testsuite")
    #expect(suites.map { $0.attribute("id") } == suites.indices.map { "\($0)" })
    for name in ["tests", "failure", "error", "skipped"] {
      for suite in suites { expect(name, suite, suite.children(named: "testcase")) }
    }
  }

  private static let findings = [
    Finding(
      rule: "missing-inverse", severity: .warning, message: "a <b> & \"c\"\nand\u{1} more",
      help: "do it", location: Location(path: "Sources/Ä & B.swift", line: 3, column: 11)),
    Finding(
      rule: "missing-inverse", severity: .error, message: "second",
      location: Location(path: "Sources/Ä & B.swift", line: 9)),
    Finding(
      rule: "unique-on-optional", severity: .note, message: "]]> note",
      location: Location(path: "Sources/Ä & B.swift", line: 10)),
    Finding(rule: "type-change", severity: .error, message: ""),
  ]
  private static let cases = [
    Report.Case("V1 to V2, small", .passed),
    Report.Case("V1 to V2, <edges>", .failed, reason: "lost & found", findings: [findings[1]]),
    Report.Case("V2 to V3", .skipped, reason: "not run: no compiler"),
    Report.Case("V3 to V4", .failed),
  ]

  @Test(arguments: [([], []), (findings, []), (findings, cases), ([], cases)])
  func reportsHoldToBothSchemas(_ findings: [Finding], _ cases: [Report.Case]) throws {
    var report = Report(command: "verify", findings: findings)
    report.cases = cases
    let out = ByteOutput()
    try JUnitReporter().write(report, to: out)
    let root = try XMLReader.read(Array(out.text.utf8)).root
    #expect(root.name == "testsuites" && !root.children.isEmpty)
    try check(root)
    count(root)
    // What passed and has something to say says it for its suite.
    for finding in findings where finding.severity < .warning {
      #expect(
        root.children.contains { suite in
          suite.children(named: "system-out").contains { $0.text.contains(finding.message) }
        })
    }
  }

  /// Without a clock equal runs give equal files; whoever wants a time says so.
  @Test func theTimeIsThatWhichIsAskedFor() throws {
    func text(_ reporter: JUnitReporter) throws -> String {
      let out = ByteOutput()
      try reporter.write(Report(command: "lint", findings: Self.findings), to: out)
      return out.text
    }
    let plain = try text(JUnitReporter())
    #expect(plain.contains("timestamp=\"\(JUnitReporter.noTime)\""))
    let asked = try text(JUnitReporter(timestamp: "2026-01-31T08:00:00"))
    #expect(asked == plain.replacing(JUnitReporter.noTime, with: "2026-01-31T08:00:00"))
    try check(XMLReader.read(Array(asked.utf8)).root)
  }
}
