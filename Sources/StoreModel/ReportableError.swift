/// How a command ended, as its exit code.
public enum ExitStatus: Int32, Sendable, Hashable {
  /// Done, and nothing found.
  case done = 0
  /// Findings, no match, or differences.
  case found = 1
  /// The command line or a configuration is wrong.
  case usage = 2
  /// An input is missing or cannot be read.
  case unreadable = 3
  /// A mistake of this program.
  case internalError = 4
}

/// An error that whoever gave the input can read: its description is one sentence, lower case, without
/// a full stop.
public protocol ReportableError: Error, CustomStringConvertible {
  /// What a command that meets the error ends with.
  var status: ExitStatus { get }
  /// What to do, one line each.
  var help: [String] { get }
}

extension ReportableError {
  /// Nothing is advised where an error says nothing else.
  public var help: [String] { [] }
}
