internal import Diagnostics

/// A command that answers requests from standard input until it ends, instead of one report.
protocol ServerCommand: DoctorCommand {
  /// - Returns: what the process ends with.
  func serve(_ input: any LineSource, console: Console) throws -> ExitStatusCode
}

extension ServerCommand {
  func run(in session: Session) throws -> Report {
    throw Failure.usage("'\(Self.name)' reads all of standard input, so the shell cannot run it")
  }
}
