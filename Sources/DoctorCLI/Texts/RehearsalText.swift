internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// What the migrations of many stores came to, in words.
enum RehearsalText {
  /// Groups of failures that are shown; JSON has all.
  static let most = 20

  static func sections(_ summary: RehearsalSummary) -> [Report.Section] {
    guard summary.stores > 0 else { return [] }
    var sections: [Report.Section] = [
      .table(outcomes(summary), title: "Migrations"),
      .lines([headline(summary)]),
    ]
    let failures = failures(summary)
    if !failures.isEmpty { sections.append(.lines(failures, title: "Why")) }
    if !summary.losses.isEmpty {
      sections.append(.table(losses(summary), title: "Lost"))
    }
    if !summary.slowest.isEmpty {
      sections.append(.table(extremes("time", summary.slowest, time), title: "Slowest"))
    }
    if !summary.largestGrowth.isEmpty {
      sections.append(
        .table(extremes("grows by", summary.largestGrowth, size), title: "Largest growth"))
    }
    return sections
  }

  /// `97 of 100 stores would come to the version with all data`.
  static func headline(_ summary: RehearsalSummary) -> String {
    let stores = summary.stores == 1 ? "store" : "stores"
    return "\(summary.good) of \(summary.stores) \(stores) would come to the version with all data"
  }

  static func outcomes(_ summary: RehearsalSummary) -> Report.Table {
    Report.Table(
      [.init("stores", isNumber: true), .init("outcome"), .init("meaning")],
      rows: summary.outcomes.map { [String($0.stores), $0.name, meaning($0.name)] })
  }

  static func meaning(_ outcome: String) -> String {
    if let ended = ScannedStore.Migration.Outcome(rawValue: outcome) {
      return switch ended {
      case .migrated: "went through, and nothing is lost"
      case .unneeded: "has the version already"
      case .losesData: "went through, and something is lost"
      case .failed: "did not go through, or into no sound store"
      case .partial: "only the part without closures was run"
      case .notRun: "could not be tried here"
      }
    }
    if let reason = ScannedStore.Failure.Reason(rawValue: outcome) {
      return switch reason {
      case .missing: "is not there"
      case .permission: "may not be read"
      case .unreadable: "cannot be read"
      case .inUse: "another process writes it"
      case .archive: "its archive cannot be read to its end"
      case .tooLarge: "is too large"
      case .space: "the disk has no room to unpack it"
      case .time: "took too long"
      case .memory: "took too much memory"
      case .crash: "ended the process that worked on it"
      }
    }
    return Verdict(rawValue: outcome)?.title ?? ""
  }

  /// One line for each way to fail, and the store to look at.
  private static func failures(_ summary: RehearsalSummary) -> [String] {
    let failures = summary.failures
    var lines: [String] = []
    for failure in failures.prefix(most) {
      let stores = failure.stores == 1 ? "1 store" : "\(failure.stores) stores"
      let stage = failure.stage.map { " in the stage '\($0)'" } ?? ""
      lines.append(VisibleText("\(stores), \(failure.outcome)\(stage): \(failure.reason)").text)
      lines.append(VisibleText("  look at \(failure.smallest)").text)
    }
    if failures.count > most { lines.append("… and \(failures.count - most) more ways to fail") }
    return lines
  }

  static func losses(_ summary: RehearsalSummary) -> Report.Table {
    Report.Table(
      [
        .init("stores", isNumber: true), .init("count", isNumber: true), .init("kind"),
        .init("what"), .init("meant"),
      ],
      rows: summary.losses.map {
        [
          String($0.stores), String($0.count), $0.kind, VisibleText($0.what).text,
          $0.isMeant ? "yes" : "NO",
        ]
      })
  }

  static func extremes(
    _ title: String, _ list: [RehearsalSummary.Extreme], _ amount: (Int64) -> String
  ) -> Report.Table {
    Report.Table(
      [.init(title, isNumber: true), .init("size", isNumber: true), .init("store")],
      rows: list.map {
        [amount($0.amount), DataKind.sizeText($0.bytes), VisibleText($0.store).text]
      })
  }

  static func time(_ milliseconds: Int64) -> String {
    milliseconds < 10_000
      ? "\(milliseconds) ms" : "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
  }

  static func size(_ bytes: Int64) -> String { DataKind.sizeText(bytes) }
}

/// The same for a pull request's comment or a job's summary.
enum RehearsalMarkdown {
  static func document(_ summary: RehearsalSummary, _ findings: [Finding]) -> String {
    let isGood = summary.stores > 0 && summary.good == summary.stores && findings.isEmpty
    var lines = [
      "**storedoctor rehearse**: \(isGood ? "" : "**failed**, ")"
        + RehearsalText.headline(summary)
    ]
    for finding in findings {
      lines += ["", "- \(escaped(finding.message)) (`\(finding.rule)`)"]
    }
    lines += table(RehearsalText.outcomes(summary))
    if !summary.failures.isEmpty {
      let failures = Report.Table(
        [
          .init("stores", isNumber: true), .init("outcome"), .init("stage"), .init("why"),
          .init("look at"),
        ],
        rows: summary.failures.prefix(RehearsalText.most).map {
          [String($0.stores), $0.outcome, $0.stage ?? "", $0.reason, $0.smallest]
        })
      lines += table(failures)
      let rest = summary.failures.count - RehearsalText.most
      if rest > 0 { lines += ["", "\(rest) more ways to fail are not shown."] }
    }
    if !summary.losses.isEmpty { lines += table(RehearsalText.losses(summary)) }
    func details(_ title: String, _ rows: Report.Table) {
      guard !rows.rows.isEmpty else { return }
      lines += ["", "<details><summary>\(title)</summary>"] + table(rows) + ["", "</details>"]
    }
    details("Slowest", RehearsalText.extremes("time", summary.slowest, RehearsalText.time))
    details(
      "Largest growth",
      RehearsalText.extremes("grows by", summary.largestGrowth, RehearsalText.size))
    return lines.map { $0 + "\n" }.joined()
  }

  private static func table(_ table: Report.Table) -> [String] {
    ["", row(table.columns.map(\.name)), row(table.columns.map { $0.isNumber ? "--:" : "---" })]
      + table.rows.map { row($0.map(escaped)) }
  }

  private static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }

  private static func escaped(_ text: String) -> String { MarkdownReporter.escaped(text) }
}
