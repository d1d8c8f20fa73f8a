import Foundation

/// The page of a model with 120 entities and a log of 100,000 statements, against `trace` on the same
/// log.
struct ReportBenchmark {
  let folder: String
  let tool: String
  private static let entities = 120
  private static let statements = 100_000
  /// Of the sample that the log is made of.
  private static let ofSample = 27

  @MainActor func run(_ scores: inout Scoreboard) throws {
    let (model, log, page) = (
      folder + "/large.swift", folder + "/report.log", folder + "/report.html"
    )
    try Data(Self.source.utf8).write(to: URL(fileURLWithPath: model))
    let sample = try Data(contentsOf: URL(fileURLWithPath: "Samples/Notes/slow-list.log"))
    var bytes = Data()
    for _ in 0...(Self.statements / Self.ofSample) { bytes += sample }
    try bytes.write(to: URL(fileURLWithPath: log))
    let both = try Measure.pair(
      [tool, "report", model, "--log", log, "-o", page, "--force"], [tool, "trace", log], runs: 5)
    scores.line(
      "report: 120 entities, 100,000 statements", value: both.first.seconds, limit: 2, unit: "s",
      atMost: true)
    scores.line(
      "report / trace of the same log", value: both.first.seconds / both.second.seconds, limit: 10,
      unit: "×", atMost: true)
    let size = try FileManager.default.attributesOfItem(atPath: page)[.size] as? Int
    scores.line(
      "report: the page", value: Double(size ?? .max) / 1_000_000, limit: 3, unit: "MB",
      atMost: true)
  }

  /// Each entity belongs to one before it, and every third one to another as well.
  private static var source: String {
    var members = [[String]](repeating: [], count: entities)
    func link(_ from: Int, _ to: Int) {
      members[from].append("var to\(to)From\(from): Record\(to)?")
      members[to].append(
        "@Relationship(inverse: \\Record\(from).to\(to)From\(from)) "
          + "var of\(from)To\(to): [Record\(from)] = []")
    }
    for index in 1..<entities {
      link(index, (index - 1) / 4)
      if index % 3 == 0 { link(index, index * 7 % entities) }
    }
    let classes = members.enumerated().map { index, links in
      let values = (0..<(4 + index % 9)).map { "var value\($0): String = \"\"" }
      return "@Model final class Record\(index) {\n  init() {}\n  "
        + (values + links).joined(separator: "\n  ") + "\n}\n"
    }
    return "import SwiftData\n\n" + classes.joined(separator: "\n")
  }
}
