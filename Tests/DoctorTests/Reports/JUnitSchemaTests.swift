import Diagnostics
import StoreModel
import Testing

@testable import StoreEngine

/// JUnit reports hold to both schemas in use: the one of Jenkins, and the narrower one of Surefire.
@Suite struct JUnitSchemaTests {
  /// What either schema says of an element, where they differ the stricter.
  private struct Rule {
    var required: Set<String> = []
    var optional: Set<String> = []
    /// In this order.
    var children: [String] = []
    /// Of which there may be one alone.
    var exclusive: Set<String> = []
  }

  private static let rules: [String: Rule] = [
    "testsuites": Rule(
      required: ["name", "tests", "failures", "errors"], optional: ["time"], children: ["testsuite"]
    ),
    "testsuite": Rule(
      required: ["name", "tests", "failures", "errors", "skipped", "time"],
      optional: ["group", "timestamp"],
      children: ["properties", "testcase", "system-out", "system-err"]),
    "testcase": Rule(
      required: ["name", "classname", "time"], optional: ["group"],
      children: ["failure", "skipped", "error", "system-out", "system-err"],
      exclusive: ["failure", "skipped", "error"]),
    "failure": Rule(required: ["type"], optional: ["message"]),
    "skipped": Rule(optional: ["message"]),
    "system-out": Rule(),
  ]

  private func check(_ element: XMLElement) throws {
    let rule = try #require(Self.rules[element.name], "'\(element.name)' is in neither schema")
    let names = element.attributes.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(rule.required.subtracting(names).isEmpty, "\(element.name): \(names)")
    #expect(
      Set(names).subtracting(rule.required).subtracting(rule.optional).isEmpty,
      "\(element.name): \(names)")
    let places = element.children.map { rule.children.firstIndex(of: $0.name) }
    #expect(!places.contains(nil), "\(element.name) with \(element.children.map(\.name))")
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    #expect(element.children.count { rule.exclusive.contains($0.name) } <= 1)
    if let time = element.attribute("time") { #expect(Double(time).map { $0 >= 0 } == true) }
    let isText = ["failure", "system-out"].contains(element.name)
    #expect(isText || element.text.allSatisfy(\.isWhitespace), "text in \(element.name)")
    for child in element.children { try check(child) }
  }

  /// The counts are those of the elements, in each suite and over all.
  private func count(_ root: XMLElement) {
    func expect(_ name: String, _ element: XMLElement, _ cases: [XMLElement]) {
      let counted =
        name == "tests" ? cases.count : cases.count { !$0.children(named: name).isEmpty }
      let key = ["failure": "failures", "error": "errors"][name] ?? name
      guard let text = element.attribute(key) else { return }
      #expect(Int(text) == counted, "\(key) of \(element.attribute("name") ?? "")")
    }
    let suites = root.children(named: "testsuite")
    for name in ["tests", "failure", "error", "skipped"] {
      expect(name, root, suites.flatMap { $0.children(named: "testcase") })
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
  }
}
