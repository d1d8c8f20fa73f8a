internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// What a session adds to the answer of a command.
extension Session {
  /// Advice that names a command about the store can be pasted.
  func fillCommands(in report: inout Report) {
    guard let path = opened.first?.path, opened.count == 1 else { return }
    let commands = FilledCommands(store: path, models: settings.models)
    report.findings = report.findings.map(commands.filled)
  }

  /// - Throws: for what is no time, and where no format asks for one.
  func timestamp(of command: any DoctorCommand) throws -> String? {
    guard let text = command.timestamp else { return nil }
    guard settings.format == .junit || command.reportFiles.contains(where: { $0.format == .junit })
    else {
      throw Failure.usage("--timestamp goes with --format junit; no other format has a time")
    }
    guard let time = ReportOptions.time(text) else {
      throw Failure.usage(
        "'\(VisibleText(text).text)' is no time",
        help: "--timestamp takes 'now', or UTC as in 2026-01-31T08:00:00")
    }
    return time
  }
}
