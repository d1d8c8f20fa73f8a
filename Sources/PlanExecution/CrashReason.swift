internal import PlatformLibc

/// Why a program crashed, from what the Swift runtime wrote when it did: nothing that the code itself
/// has logged.
struct CrashReason {
  /// Nil where the runtime gave no reason.
  let message: String?
  let isOutOfMemory: Bool

  static func isCrash(_ signal: Int32) -> Bool {
    [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGSYS].contains(signal)
  }

  /// - Parameters:
  ///   - errors: the last lines on the error output.
  ///   - signal: the one that ended the program.
  init(errors: [String], signal: Int32, report: CrashReport) {
    // A trap in the code's own instructions says nothing on the error output.
    if let failure = report.failure {
      (message, isOutOfMemory) = (failure, false)
      return
    }
    // What stands there was written by the runtime only where that ended the program: an access to
    // memory that is not there may follow any line of a log.
    let isSaid = report.isReported ?? [SIGILL, SIGTRAP, SIGABRT].contains(signal)
    let lines = errors.filter { !$0.hasPrefix("*** ") && !$0.isEmpty }
    let said = isSaid ? lines.lazy.reversed().compactMap(Self.reason).first : nil
    isOutOfMemory = said?.isOutOfMemory ?? false
    message = isOutOfMemory ? nil : said?.text
  }

  private static let allocationFailures = [
    "failed to allocate", "ould not allocate memory", "std::bad_alloc",
  ]

  /// `Module/File.swift:12: Fatal error: TEXT`, a failed cast, or memory that was not to be had.
  private static func reason(_ line: String) -> (text: String, isOutOfMemory: Bool)? {
    let text: String
    if let range = line.firstRange(of: "Fatal error: ") {
      text = String(line[range.upperBound...])
    } else if line.hasSuffix(": Fatal error") {
      // Nothing was said with it.
      text = "fatalError()"
    } else if line.hasPrefix("Could not cast") {
      text = withoutAddresses(line)
    } else if line.hasPrefix("Fatal access conflict detected") || line.hasSuffix("std::bad_alloc") {
      text = line
    } else {
      return nil
    }
    return (text, allocationFailures.contains { text.contains($0) })
  }

  /// `Could not cast value of type 'Int' (0x7f…) to 'String' (0x7f…).` without what differs each time.
  private static func withoutAddresses(_ text: String) -> String {
    var words = text.split(separator: " ").filter { !$0.hasPrefix("(0x") }.joined(separator: " ")
    while words.hasSuffix(".") { words.removeLast() }
    return words
  }

  /// What a signal means, where there is no other reason.
  static func name(of signal: Int32) -> String {
    switch signal {
    case SIGSEGV: "access to memory that is not there (SIGSEGV)"
    case SIGBUS: "access to memory that is not there (SIGBUS)"
    case SIGFPE: "an arithmetic error (SIGFPE)"
    case SIGABRT: "a call of 'abort' (SIGABRT)"
    case SIGILL: "a trap (SIGILL)"
    case SIGTRAP: "a trap (SIGTRAP)"
    case SIGSYS: "a system call that is refused (SIGSYS)"
    case SIGKILL: "SIGKILL, which systems send when memory or processor time runs out"
    case SIGTERM: "SIGTERM"
    case SIGPIPE: "SIGPIPE"
    default: "the signal \(signal)"
    }
  }
}
