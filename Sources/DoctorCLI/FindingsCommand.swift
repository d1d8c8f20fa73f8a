internal import ArgumentParser
internal import PlatformFoundation

/// A command whose answer is findings, for which every format has a form.
protocol FindingsCommand: DoctorCommand {
  var reports: ReportOptions { get }
}

extension FindingsCommand {
  static var formats: [OutputFormat] { OutputFormat.ofFindings }
  var timestamp: String? { reports.timestamp }
  var reportFiles: [ReportFile] { reports.also }
}

/// Reports for other programs.
struct ReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also write the answer in another form to a file, as in sarif=lint.sarif; repeatable.",
      valueName: "format=file"))
  var also: [ReportFile] = []

  @Option(
    help: ArgumentHelp(
      "The time that JUnit gives, in UTC: 'now', or one such as 2026-01-31T08:00:00; "
        + "without it 1970, so that equal runs give equal files.", valueName: "now|time"))
  var timestamp: String?

  /// A time as the schemas want it: no zone, no fraction; nil for any other text.
  static func time(_ text: String, now: Date = Date()) -> String? {
    guard text != "now" else { return String(now.formatted(.iso8601).prefix(19)) }
    guard text.wholeMatch(of: /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/) != nil,
      let date = try? Date(text + "Z", strategy: .iso8601),
      date.formatted(.iso8601).hasPrefix(text)
    else { return nil }
    return text
  }
}
