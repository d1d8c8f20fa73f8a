internal import StoreDoctor

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Writes reports to the terminal, a pager, or a file.
struct Presenter {
  let console: Console
  /// A file that takes the output instead (`output`, `once`).
  var file: OutputFile?
  /// Whether long output may go through a pager.
  var usesPager = false

  func present(_ report: Report, settings: Session.Settings) throws {
    var report = report
    if let format = settings.rowFormat { report.setRowFormat(format) }
    let toTerminal = console.isTerminal && file == nil
    let reporter: any Reporter =
      switch settings.format {
      case .json: JSONReporter()
      case .sarif: SARIFReporter()
      case .github: GitHubReporter()
      case .gitlab: GitLabReporter()
      case .junit: JUnitReporter()
      case .markdown: MarkdownReporter()
      case .text:
        TextReporter(
          style: file == nil ? console.style(settings.color) : .plain,
          width: toTerminal ? console.size?.columns : nil, isQuiet: settings.isQuiet)
      }
    try write(toTerminal: toTerminal) { try reporter.write(report, to: $0) }
  }

  func present(text: String) throws {
    try write(toTerminal: console.isTerminal && file == nil) { $0.write(line: text) }
  }

  private func write(toTerminal: Bool, _ body: (ByteOutput) throws -> Void) throws {
    if let file {
      defer { file.output.flush() }
      return try body(file.output)
    }
    guard usesPager, toTerminal, let size = Console.terminalSize() ?? console.size else {
      defer { console.out.flush() }
      return try body(console.out)
    }
    let pager = Pager(
      command: console.environment["PAGER"], size: size, direct: console.out,
      onClose: Interrupts.interrupt)
    let held = ByteOutput(limit: 4096) { pager.receive($0) }
    defer {
      held.flush()
      pager.finish()
    }
    do {
      try body(held)
    } catch  where pager.wantsNoMore {
      // The statement was stopped because nobody reads on.
    }
  }
}

/// A file that receives what would go to standard output.
final class OutputFile {
  let path: String
  let output: ByteOutput
  private let descriptor: Int32

  init(path: String) throws {
    let opened = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard opened >= 0 else {
      let reason = String(cString: strerror(errno)).lowercased()
      throw Failure.unreadable("cannot write '\(path)': \(reason)")
    }
    self.path = path
    descriptor = opened
    output = ByteOutput { writeAll($0, to: opened) }
  }

  deinit {
    output.flush()
    close(descriptor)
  }
}

extension Report {
  mutating func setRowFormat(_ format: RowFormat) {
    sections = sections.map { section in
      guard case .rows(var stream) = section else { return section }
      stream.format = format
      return .rows(stream)
    }
  }
}
