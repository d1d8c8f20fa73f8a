internal import CLineEditor
internal import PlatformLibc
internal import StoreModel

/// Where the shell's lines come from.
protocol LineSource: AnyObject {
  /// Whether someone types: prompts, history, banner and pager make sense, and an error does not
  /// end the session.
  var isInteractive: Bool { get }
  func read(prompt: String) -> LineRead
  /// Called once before the first line.
  func start(_ completion: Completion, history: ShellHistory?)
  /// - Parameter isKept: for the sessions to come, too.
  func remember(_ entry: String, isKept: Bool)
}

extension LineSource {
  /// The same lines with nobody typing them.
  var asScript: any LineSource { isInteractive ? StandardInputLines() : self }
  func start(_ completion: Completion, history: ShellHistory?) {}
  func remember(_ entry: String, isKept: Bool) {}
}

enum LineRead: Hashable {
  case line(String)
  case interrupted
  case end
}

/// Lines given beforehand: -c, -f, `read`, and tests.
final class GivenLines: LineSource {
  private var lines: ArraySlice<String>
  let isInteractive = false

  init(_ text: String) {
    lines = text.withoutByteOrderMark.lines.map(String.init)[...]
  }

  func read(prompt: String) -> LineRead { lines.popFirst().map(LineRead.line) ?? .end }
}

/// Piped input: plain lines, since readline would echo its prompt.
final class StandardInputLines: LineSource {
  let isInteractive = false

  private var isFirst = true

  func read(prompt: String) -> LineRead {
    defer { isFirst = false }
    return readLine().map { .line(isFirst ? $0.withoutByteOrderMark : $0) } ?? .end
  }
}

extension String {
  /// Editors of Windows begin files with the mark U+FEFF.
  fileprivate var withoutByteOrderMark: String {
    unicodeScalars.first == "\u{FEFF}" ? String(unicodeScalars.dropFirst()) : self
  }
}

/// A person at a terminal, through readline or libedit.
final class TerminalLines: LineSource {
  let isInteractive = true
  private var history: ShellHistory?
  private var last: String?
  /// Lines that were pasted together, in the order in which they are still to come.
  private var pasted: ArraySlice<Substring> = []

  /// The C completion function has no context argument; there is one terminal per process.
  nonisolated(unsafe) private static var completion: Completion?

  func start(_ completion: Completion, history: ShellHistory?) {
    Self.completion = completion
    self.history = history
    let complete: storedoctor_complete_function = { line, word, start, out, capacity in
      guard let line, let word, let out, let completion = TerminalLines.completion else { return 0 }
      let candidates = completion.candidates(
        line: String(cString: line), word: String(cString: word), start: Int(start))
      // `out` has room for `capacity` pointers, which the C side frees.
      for (index, candidate) in candidates.prefix(Int(capacity)).enumerated() {
        out[index] = strdup(candidate)
      }
      return Int32(min(candidates.count, Int(capacity)))
    }
    storedoctor_line_editor_start(complete, Int32(ShellHistory.limit))
    for entry in history?.load() ?? [] {
      storedoctor_line_editor_remember(entry)
      last = entry
    }
  }

  func read(prompt: String) -> LineRead {
    if let next = pasted.popFirst() { return .line(String(next)) }
    // The editor's own memory, given over to be freed here; it is unset for anything but a line.
    var line: UnsafeMutablePointer<CChar>?
    switch storedoctor_line_editor_read(prompt, &line) {
    case STOREDOCTOR_LINE:
      defer { free(line) }
      return line.map { .line(first(of: String(cString: $0))) } ?? .end
    case STOREDOCTOR_INTERRUPTED: return .interrupted
    default: return .end
    }
  }

  /// What was pasted, or recalled as one entry, is read line by line as if it had been typed. A text
  /// that is to be explained stays whole.
  private func first(of text: String) -> String {
    let lines = text.lines
    guard lines.count > 1, !Shell.withoutDot(text).hasPrefix("explain ") || ShellWords.isSQL(text)
    else { return text }
    pasted = lines.dropFirst()
    return String(lines[0])
  }

  func remember(_ entry: String, isKept: Bool) {
    guard entry != last else { return }
    last = entry
    storedoctor_line_editor_remember(entry)
    if isKept { history?.append(entry) }
  }
}
