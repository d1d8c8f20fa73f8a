import Diagnostics
import Foundation
import Lint
import StoreModel
import Testing

@testable import StoreDoctor

/// What the published schemas of the formats require of findings.
@Suite struct FindingFormatTests {
  private static let findings = [
    Finding(
      rule: "missing-inverse", severity: .warning, message: "'Trip.stops' has no inverse, 100%",
      help: "declare one",
      location: Location(path: "./Sources/Ünï code/Trip.swift", line: 3, column: 11),
      entity: "Trip", property: "stops", certainty: .inferred("a guess"),
      sourceLine: "  /*é*/ var stops: [Stop] = []", length: 5,
      edits: [TextEdit(path: "Sources/Trip.swift", range: 4..<9, replacement: "x")]),
    Finding(
      rule: "missing-inverse", severity: .warning, message: "'Trip.stops' has no inverse",
      location: Location(path: "Sources/Trip.swift", line: 30, column: 3), entity: "Trip",
      property: "stops"),
    Finding(rule: "type-change", severity: .error, message: "a <b> & \"c\" | `d`\nnext"),
    Finding(
      rule: "unused-suppression", severity: .note, message: "old",
      location: Location(path: "A.xcdatamodeld")),
  ]

  private func text(_ reporter: any Reporter, _ findings: [Finding] = findings) throws -> String {
    let out = ByteOutput()
    try reporter.write(Report(command: "lint", findings: findings), to: out)
    return out.text
  }

  private func json(_ reporter: any Reporter, _ findings: [Finding] = findings) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(try text(reporter, findings).utf8))
  }

  @Test func everyFormatSaysWhatIsLikely() throws {
    for reporter in [
      SARIFReporter(rules: RuleCatalog.all), JUnitReporter(), GitLabReporter(), GitHubReporter(),
      MarkdownReporter(),
    ] as [any Reporter] {
      let text = try text(reporter)
      #expect(text.contains("likely: a guess"), "\(text)")
    }
  }

  @Test(arguments: [(Severity.note, 4), (.warning, 3), (.error, 1)])
  func junitFailsForWhatFailsTheCommand(_ failing: Severity, _ count: Int) throws {
    var report = Report(command: "lint", findings: Self.findings)
    report.failing = failing
    let out = ByteOutput()
    try JUnitReporter().write(report, to: out)
    #expect(out.text.components(separatedBy: "<failure ").count == count + 1, "\(out.text)")
  }

  @Test func sarifHasWhatCodeScanningRequires() throws {
    let root = try #require(try json(SARIFReporter(rules: RuleCatalog.all)) as? [String: Any])
    #expect(root["version"] as? String == "2.1.0")
    #expect((root["$schema"] as? String)?.hasSuffix("sarif-2.1.0.json") == true)
    let run = try #require((root["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.count == RuleCatalog.all.count)
    for rule in rules {
      for key in ["shortDescription", "fullDescription", "help"] {
        let text = (rule[key] as? [String: Any])?["text"] as? String ?? ""
        #expect(!text.isEmpty && (key == "help" || text.count <= 1024))
      }
      let page = try #require(URL(string: rule["helpUri"] as? String ?? ""), "\(rule["id"] ?? "")")
      #expect(page.scheme == "https" && page.host() == "developer.apple.com")
      let level = (rule["defaultConfiguration"] as? [String: Any])?["level"] as? String
      #expect(["note", "warning", "error"].contains(level))
      let properties = try #require(rule["properties"] as? [String: Any])
      // Ten are shown, and a rule with more than twenty makes the whole file refused.
      let tags = try #require(properties["tags"] as? [String])
      #expect(tags.count <= 10 && Set(tags).count == tags.count && !tags.contains(""))
      let severity = properties["problem.severity"] as? String
      #expect(severity == (level == "note" ? "recommendation" : level))
      #expect(
        ["very-high", "high", "medium", "low"].contains(properties["precision"] as? String))
    }
    #expect(Set(rules.compactMap { $0["id"] as? String }).count == rules.count)
    #expect(rules.count <= SARIFReporter.mostResults)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == Self.findings.count)
    var prints: Set<String> = []
    let levels = results.map { $0["level"] as? String }.sorted { ($0 ?? "") < ($1 ?? "") }
    #expect(levels == Self.findings.map(\.severity.rawValue).sorted())
    for result in results {
      let rule = try #require(result["ruleIndex"] as? Int)
      #expect(rules[rule]["id"] as? String == result["ruleId"] as? String)
      let print = (result["partialFingerprints"] as? [String: Any])?["primaryLocationLineHash"]
      #expect(prints.insert(try #require(print as? String)).inserted)
      #expect(["none", "note", "warning", "error"].contains(result["level"] as? String))
      #expect(((result["message"] as? [String: Any])?["text"] as? String)?.isEmpty == false)
      // Without a place code scanning refuses the whole file.
      let locations = try #require(result["locations"] as? [[String: Any]])
      #expect(locations.count == 1)
      for location in locations {
        let place = try #require(location["physicalLocation"] as? [String: Any])
        let uri = try #require(
          (place["artifactLocation"] as? [String: Any])?["uri"] as? String)
        #expect(!uri.hasPrefix("/") && !uri.hasPrefix("./") && !uri.contains(" "))
        let region = try #require(place["region"] as? [String: Int])
        #expect(region["startLine", default: 0] >= 1 && region["startColumn", default: 0] >= 1)
        // A region may end on its first line only behind its first column.
        if let end = region["endColumn"] {
          #expect(region["endLine"] == region["startLine"])
          #expect(end > region["startColumn", default: 0])
        }
      }
      for fix in result["fixes"] as? [[String: Any]] ?? [] {
        let changes = try #require(fix["artifactChanges"] as? [[String: Any]])
        #expect(!changes.isEmpty)
        for change in changes {
          #expect((change["artifactLocation"] as? [String: Any])?["uri"] is String)
          let replacements = try #require(change["replacements"] as? [[String: Any]])
          #expect(!replacements.isEmpty && replacements.allSatisfy { $0["deletedRegion"] != nil })
        }
      }
    }
    #expect(
      ((run["automationDetails"] as? [String: Any])?["id"] as? String) == "storedoctor/lint/")
    // Columns count scalars: the é before the word is one, not two bytes.
    let first = try #require(results.first { ($0["fixes"] != nil) })
    let text = try text(SARIFReporter(rules: RuleCatalog.all), [Self.findings[0]])
    #expect(text.contains("\"startColumn\": 10") && text.contains("\"endColumn\": 15"), "\(first)")
    #expect((try json(SARIFReporter(rules: RuleCatalog.all), []) as? [String: Any])?["runs"] != nil)
  }

  /// What has no file is put at what the command was given; never at nothing, never at a folder's dot.
  @Test(
    arguments: [("Sources/Models", "Sources/Models"), (".", nil), ("-", nil), (nil, nil)]
      as [(String?, String?)])
  func everyFindingHasAPlace(_ subject: String?, _ expected: String?) throws {
    var report = Report(command: "lint", findings: Self.findings)
    report.findings[0].location = Location(path: ".")
    report.subject = subject
    let out = ByteOutput()
    try GitLabReporter().write(report, to: out)
    let issues = try #require(
      try JSONSerialization.jsonObject(with: Data(out.text.utf8)) as? [[String: Any]])
    let paths = issues.compactMap { ($0["location"] as? [String: Any])?["path"] as? String }
    #expect(paths.count == Self.findings.count && !paths.contains { $0 == "." || $0.isEmpty })
    if let expected { #expect(paths.count { $0 == expected } == 2) }
    let sarif = ByteOutput()
    try SARIFReporter(rules: []).write(report, to: sarif)
    #expect(sarif.text.components(separatedBy: "\"locations\"").count == issues.count + 1)
  }

  /// A rule that the catalogue lacks, a place outside of the working folder, too many findings.
  @Test func sarifStaysValidWithStrangeFindings() throws {
    let far = Finding(
      rule: "strange", severity: .error, message: "",
      location: Location(path: "/far away/a.store", line: 0))
    var many = Array(
      repeating: Finding(
        rule: "strange", severity: .note, message: "m", location: Location(path: "A.swift")),
      count: SARIFReporter.mostResults)
    many.append(far)
    let root = try #require(try json(SARIFReporter(rules: []), many) as? [String: Any])
    let run = try #require((root["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == SARIFReporter.mostResults)
    let text = try text(SARIFReporter(rules: []), [far])
    #expect(text.contains("file:///far%20away/a.store") && text.contains("\"ruleIndex\": 0"))
    #expect(text.contains("\"text\": \"strange\""))
    let notifications =
      try #require(run["invocations"] as? [[String: Any]])
      .first?["toolExecutionNotifications"] as? [[String: Any]]
    #expect(notifications?.count == 1)
  }

  @Test func pathsInTheWorkingFolderAreRelative() {
    let folder = FileManager.default.currentDirectoryPath
    #expect(FindingPlace.relative(folder + "/Sources/A.swift") == "Sources/A.swift")
    #expect(FindingPlace.relative("./Sources/A.swift") == "Sources/A.swift")
    #expect(FindingPlace.relative("/elsewhere/A.swift") == "/elsewhere/A.swift")
  }

  @Test func gitLabIssuesAreComplete() throws {
    let issues = try #require(try json(GitLabReporter()) as? [[String: Any]])
    #expect(Set(issues.compactMap { $0["fingerprint"] as? String }).count == issues.count)
    for issue in issues {
      #expect(issue["description"] is String && issue["check_name"] is String)
      #expect(
        ["info", "minor", "major", "critical", "blocker"].contains(issue["severity"] as? String))
      let location = try #require(issue["location"] as? [String: Any])
      let path = try #require(location["path"] as? String)
      #expect(!path.hasPrefix("./") && !path.hasPrefix("/"))
      #expect((location["lines"] as? [String: Int])?["begin", default: 0] ?? 0 >= 1)
    }
    #expect(try text(GitLabReporter(), []) == "[]\n")
  }

  @Test func gitHubCommandsEscapeTheirParts() throws {
    let lines = try text(GitHubReporter()).split(separator: "\n").map(String.init)
    #expect(lines.count == Self.findings.count)
    for line in lines {
      #expect(["::error ", "::warning ", "::notice "].contains { line.hasPrefix($0) })
    }
    #expect(lines.contains { $0.contains("100%25") && $0.contains("line=3") })
    #expect(lines.contains { $0.contains("title=storedoctor%3A type-change") })
    #expect(lines.contains { $0.contains("`d`%0Anext") })
  }

  @Test func junitIsWellFormed() throws {
    let text = try text(JUnitReporter())
    #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>"))
    #expect(text.contains("a &lt;b&gt; &amp; &quot;c&quot;"))
    // The note is no failure; its text is what the case has printed.
    #expect(text.components(separatedBy: "<testcase ").count == 5)
    #expect(text.components(separatedBy: "<failure ").count == 4)
    // A model file as a whole has no line.
    #expect(text.contains("<system-out>unused-suppression: old\n</system-out>"))
    #expect(text.contains("message=\"a &lt;b&gt; &amp; &quot;c&quot; | `d`&#10;next\""))
    #expect(!text.contains(" file=\""))
    #expect(try self.text(JUnitReporter(), []).contains("tests=\"1\" failures=\"0\""))
    for name in ["testsuite", "failure"] {
      let opened = text.components(separatedBy: "<\(name) ").count
      #expect(opened == text.components(separatedBy: "</\(name)>").count, "\(name)")
    }
  }

  @Test func markdownKeepsItsTable() throws {
    let text = try text(MarkdownReporter())
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(rows.count == Self.findings.count + 1)
    #expect(text.contains("\\|") && !text.contains("<b>"))
  }

  @Test func fingerprintsDoNotKnowLines() {
    var moved = Self.findings
    for index in moved.indices { moved[index].location?.line? += 40 }
    #expect(Fingerprint.all(of: moved) == Fingerprint.all(of: Self.findings))
  }

  /// A renamed file keeps its old findings old; what is really new stays new.
  @Test func movedFilesMakeNothingNew() {
    func finding(_ path: String, _ property: String) -> Finding {
      Finding(
        rule: "missing-inverse", severity: .warning, message: "'A.\(property)' has no inverse",
        location: Location(path: path, line: 3, column: 1), entity: "A", property: property)
    }
    let old = [finding("A.swift", "b"), finding("B.swift", "c")]
    let moved = [finding("New/A.swift", "b"), finding("New/A.swift", "d")]
    #expect(Baseline.added(old, since: old) == [])
    #expect(Baseline.added(moved, since: old).map(\.property) == ["d"])
    // A copy is no move: the first still has it.
    #expect(Baseline.added(old + moved, since: old).map(\.property) == ["b", "d"])
  }

  @Test(arguments: [
    ("Tests", "App/Tests/A.swift", true), ("Tests", "App/Tests2/A.swift", false),
    ("Sources/*/Made", "Sources/App/Made/A.swift", true),
    ("Sources/*/Made", "Sources/A/B/Made/A.swift", false),
    ("**/*.gen.swift", "a/b/c.gen.swift", true), ("*.gen.swift", "a/b/c.swift", false),
    ("Sources/**/Old", "Sources/Old/A.swift", true), ("A?.swift", "x/AB.swift", true),
  ])
  func patternsMatch(_ pattern: String, _ path: String, _ expected: Bool) {
    #expect(PathPattern(pattern).matches(path) == expected)
  }
}
