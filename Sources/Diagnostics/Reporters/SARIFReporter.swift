internal import StoreModel

/// Writes findings as SARIF 2.1.0, with what GitHub's code scanning reads of it.
public struct SARIFReporter: Reporter {
  /// Code scanning refuses a run with more results.
  package static let mostResults = 25_000

  /// Every rule that findings may be of.
  private let rules: [RuleInfo]
  private let site: String?

  /// Rules are listed whether there are findings or not.
  ///
  /// - Parameter site: the address of the documentation, which has a page of each rule; without it
  ///   findings lead to the framework's page about what their rule is on.
  public init(rules: [RuleInfo], site: String? = nil) {
    self.rules = rules
    self.site = site
  }

  /// Writes the whole report.
  public func write(_ report: Report, to out: ByteOutput) throws {
    let problems = report.problems
    let (findings, left) = Self.cut(problems)
    let known = Set(rules.map(\.id))
    let strange = Set(findings.map(\.rule)).subtracting(known).sorted()
    let positions = Dictionary(
      (rules.map(\.id) + strange).enumerated().map { ($1, $0) },
      uniquingKeysWith: { first, _ in first })
    let notRun = report.openProblems
    let results = zip(findings, Fingerprint.all(of: findings)).map {
      result($0, fingerprint: $1, index: positions[$0.rule], isOpen: notRun.contains($0))
    }
    let others = strange.map { id -> JSONValue in
      ["id": .string(id), "shortDescription": ["text": .string(id)]]
    }
    var run: [String: JSONValue] = [
      "automationDetails": ["id": .string("storedoctor/\(report.command)/")],
      "columnKind": "unicodeCodePoints",
      "results": .array(results),
      "tool": [
        "driver": [
          // All of them, also on a clean run, so that fixed findings are closed.
          "name": "storedoctor", "rules": .array(rules.map(descriptor) + others),
          "semanticVersion": .string(ToolVersion.current),
        ]
      ],
    ]
    if !report.cases.isEmpty || left > 0 {
      run["invocations"] = [invocation(report.cases, leftOut: left)]
    }
    let document: JSONValue = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [.object(run)],
    ]
    document.write(to: out, indent: 0)
    out.newLine()
  }

  /// Each case, those too that passed: GitHub takes any result for a fault, whatever its kind is.
  private func invocation(_ cases: [Report.Case], leftOut: Int) -> JSONValue {
    let text =
      "\(leftOut) more findings are not listed here, because at most \(Self.mostResults) are taken"
    var notifications: [JSONValue] =
      leftOut > 0 ? [["level": "warning", "message": ["text": .string(text)]]] : []
    for each in cases {
      let (level, word): (JSONValue, String) =
        switch each.outcome {
        case .passed: ("note", "passed")
        case .failed: ("error", "failed")
        case .skipped: ("warning", "not run")
        }
      let reason = each.reason.map { ": \($0)" } ?? ""
      notifications.append(
        ["level": level, "message": ["text": .string("\(each.name): \(word)\(reason)")]])
    }
    return ["executionSuccessful": true, "toolExecutionNotifications": .array(notifications)]
  }

  /// The findings that are listed, the worst if there are too many, and how many are not.
  private static func cut(_ findings: [Finding]) -> (listed: [Finding], left: Int) {
    guard findings.count > mostResults else { return (findings, 0) }
    let worst = Severity.allCases.sorted(by: >).flatMap { severity in
      findings.filter { $0.severity == severity }
    }
    return (
      worst.prefix(mostResults).sorted(by: Finding.precedes), findings.count - mostResults
    )
  }

  private func descriptor(_ rule: RuleInfo) -> JSONValue {
    var descriptor: [String: JSONValue] = [
      "defaultConfiguration": ["level": .string(rule.severity.rawValue)],
      "fullDescription": ["text": .string(Self.cut(rule.summary + "; " + rule.why))],
      "help": [
        "markdown": .string(RulePage.markdown(of: rule)),
        "text": .string("\(rule.why). To fix it: \(rule.fix)."),
      ],
      "id": .string(rule.id),
      "properties": [
        "precision": "high",
        "problem.severity": .string(
          rule.severity == .note ? "recommendation" : rule.severity.rawValue),
        "tags": ["core-data", "swiftdata", .string(rule.group.rawValue)],
      ],
      "shortDescription": ["text": .string(Self.cut(rule.summary))],
    ]
    if let page = rule.address(on: site) { descriptor["helpUri"] = .string(page) }
    return .object(descriptor)
  }

  private func result(_ finding: Finding, fingerprint: String, index: Int?, isOpen: Bool)
    -> JSONValue
  {
    // An empty message makes the whole file invalid.
    var message = finding.message.isEmpty ? finding.rule : finding.statement
    if let help = finding.help { message += ". Help: \(help)" }
    var result: [String: JSONValue] = [
      "level": .string(finding.severity.rawValue), "message": ["text": .string(message)],
      "partialFingerprints": ["primaryLocationLineHash": .string(fingerprint)],
      "ruleId": .string(finding.rule),
    ]
    if isOpen {
      // Nothing is known yet; the standard leaves no level to that.
      result["kind"] = "open"
      result["level"] = "none"
    }
    if let index { result["ruleIndex"] = .integer(Int64(index)) }
    if let place = FindingPlace(finding) {
      var region: [String: JSONValue] = [
        "startColumn": .integer(Int64(place.column)), "startLine": .integer(Int64(place.line)),
      ]
      if place.endColumn > place.column {
        region["endColumn"] = .integer(Int64(place.endColumn))
        region["endLine"] = .integer(Int64(place.line))
      }
      result["locations"] = [
        [
          "physicalLocation": [
            "artifactLocation": ["uri": .string(URIText.path(place.path))],
            "region": .object(region),
          ]
        ]
      ]
    }
    let related = finding.related.compactMap(Self.location(of:))
    if !related.isEmpty { result["relatedLocations"] = .array(related) }
    if !finding.edits.isEmpty { result["fixes"] = [fix(finding)] }
    return .object(result)
  }

  /// A place that belongs to a finding, and what is to be said of it; nil for a remark without a place.
  private static func location(of related: Finding.Related) -> JSONValue? {
    guard let place = related.location else { return nil }
    return [
      "message": ["text": .string(related.text ?? related.label)],
      "physicalLocation": [
        "artifactLocation": ["uri": .string(URIText.path(FindingPlace.relative(place.path)))],
        "region": ["startLine": .integer(Int64(max(1, place.line ?? 1)))],
      ],
    ]
  }

  private func fix(_ finding: Finding) -> JSONValue {
    let paths = Set(finding.edits.map(\.path)).sorted()
    return [
      "artifactChanges": .array(
        paths.map { path in
          [
            "artifactLocation": ["uri": .string(URIText.path(FindingPlace.relative(path)))],
            "replacements": .array(
              finding.edits.filter { $0.path == path }.map { edit in
                [
                  "deletedRegion": [
                    "byteLength": .integer(Int64(edit.range.count)),
                    "byteOffset": .integer(Int64(edit.range.lowerBound)),
                  ],
                  "insertedContent": ["text": .string(edit.replacement)],
                ]
              }),
          ]
        }),
      "description": ["text": .string(finding.help ?? finding.message)],
    ]
  }

  /// GitHub reads at most 1024 characters.
  private static func cut(_ text: String) -> String {
    text.count > 1024 ? String(text.prefix(1023)) + "…" : text
  }
}
