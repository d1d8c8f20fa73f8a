internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// An answer in one more form, in a file: what `--also FORMAT=FILE` names.
struct ReportFile: ExpressibleByArgument {
  let format: OutputFormat
  let path: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let format = OutputFormat(rawValue: parts[0]) else { return nil }
    (self.format, path) = (format, parts[1])
  }
}

/// The files of `--also`, made before the work they report begins, so that one that cannot be written is
/// said at once. What is complete takes their place at the end.
struct ReportFiles {
  private var files: [(format: OutputFormat, output: OutputFile)] = []

  /// - Throws: a usage failure for a form that the command does not have, or for two reports in one file.
  init(of command: any DoctorCommand, in session: Session) throws {
    let type = type(of: command)
    for file in command.reportFiles {
      guard type.formats.contains(file.format) else {
        throw Session.cannotWrite(file.format.rawValue, type)
      }
      guard command.reportFiles.count(where: { $0.path == file.path }) == 1 else {
        throw Failure.usage("two reports cannot both be '\(VisibleText(file.path).text)'")
      }
      let output = try OutputFile(
        path: file.path, force: session.settings.replacesFiles, stores: session.storesInUse,
        appears: .whenComplete)
      files.append((file.format, output))
    }
  }

  func write(_ report: Report, by presenter: Presenter, settings: Session.Settings) throws {
    for (format, output) in files {
      var (presenter, settings) = (presenter, settings)
      presenter.target = output
      settings.format = format
      try presenter.present(report, settings: settings)
      try output.finish()
    }
  }
}
