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
    let lines = errors.filter { line in
      !line.isEmpty && !Self.backtracer.contains { line.hasPrefix($0) }
    }
    let said = isSaid ? Self.last(of: lines) : nil
    let isFull = Self.allocationFailures.contains { said?.contains($0) ?? false }
    isOutOfMemory = isFull
    message = isFull ? nil : said ?? (report.isAbort ? Self.name(of: SIGABRT) : nil)
  }

  /// The last reason, with the lines that follow it: nothing writes any more after one.
  private static func last(of lines: [String]) -> String? {
    guard let place = lines.lastIndex(where: { reason($0) != nil }),
      let first = reason(lines[place])
    else { return nil }
    let text = ([first] + lines[(place + 1)...].prefix(mostLines - 1)).joined(separator: "\n")
    return withoutAddresses(text)
  }

  private static let mostLines = 12

  /// What begins a line of the backtracer's own, which comes after the reason: that there was a crash, or
  /// what it could not do on a busy machine.
  private static let backtracer = ["*** ", "swift-runtime: ", "swift-backtrace: "]

  private static let allocationFailures = [
    "failed to allocate", "ould not allocate memory", "std::bad_alloc",
  ]

  /// What Swift writes before the text of `fatalError`, `precondition` and `assert`.
  private static let beginnings = ["Fatal error", "Precondition failed", "Assertion failed"]

  /// `Module/File.swift:12: Fatal error: TEXT`, a failed cast, or memory that was not to be had.
  private static func reason(_ line: String) -> String? {
    for beginning in beginnings {
      if let range = line.firstRange(of: "\(beginning): "),
        range.lowerBound == line.startIndex || line[..<range.lowerBound].hasSuffix(": ")
      {
        // Nearly all traps of Swift's own are of the first kind, and it says nothing.
        let text = String(line[range.upperBound...])
        return beginning == beginnings[0] ? text : "\(beginning): \(text)"
      }
      // Nothing was said with it.
      if line.hasSuffix(": \(beginning)") {
        return beginning == beginnings[0] ? "fatalError()" : beginning
      }
    }
    let isKnown =
      line.hasPrefix("Could not cast") || line.hasPrefix("Fatal access conflict detected")
      || line.hasSuffix("std::bad_alloc")
    return isKnown ? line : nil
  }

  /// Without what differs each time: `Could not cast value of type 'Int' (0x7f…) to 'String' (0x7f…).`
  /// and `object 0x7f… was already deallocated`.
  private static func withoutAddresses(_ text: String) -> String {
    let isCast = text.hasPrefix("Could not cast")
    var words: [Substring] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let digits = word.drop { $0 == "(" }
      let isAddress =
        digits.hasPrefix("0x") && digits.dropFirst(2).prefix(while: \.isHexDigit).count >= 6
      if !isAddress {
        words.append(word)
      } else if words.last == "object" {
        words[words.count - 1] = "the object"
      } else if word.first != "(" {
        words.append("0x…")
      }
    }
    var result = words.joined(separator: " ")
    while isCast, result.hasSuffix(".") { result.removeLast() }
    return result
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
    case SIGKILL:
      "SIGKILL, which its own code has sent, or the system because memory or processor time ran out"
    case SIGTERM: "SIGTERM"
    case SIGPIPE: "SIGPIPE"
    default: "the signal \(signal)"
    }
  }
}
