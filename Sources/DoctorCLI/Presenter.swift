internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine

/// Writes reports to the terminal, a pager, or a file.
struct Presenter {
  let console: Console
  /// A file that takes the output instead (`output`, `once`).
  var file: OutputFile?
  /// Whether long output may go through a pager.
  var usesPager = false

  /// - Parameter whenRead: called after the last row, before anybody looks at the end of a pager.
  func present(
    _ report: Report, settings: Session.Settings, whenRead: () throws -> Void = {}
  ) throws {
    var report = report
    if let format = settings.rowFormat { report.setRowFormat(format) }
    let toTerminal = console.isTerminal && file == nil
    let reporter: any Reporter =
      switch settings.format {
      case .json: JSONReporter()
      case .sarif: SARIFReporter(rules: RuleCatalog.all)
      case .github: GitHubReporter()
      case .gitlab: GitLabReporter()
      case .junit: JUnitReporter()
      case .markdown: MarkdownReporter()
      case .text:
        TextReporter(
          style: file == nil ? console.style(settings.color) : .plain,
          width: toTerminal ? console.size?.columns : nil, isQuiet: settings.isQuiet)
      }
    try write(toTerminal: toTerminal) {
      try reporter.write(report, to: $0)
      try whenRead()
    }
  }

  func present(text: String) throws {
    try write(toTerminal: console.isTerminal && file == nil) { $0.write(line: text) }
  }

  private func write(toTerminal: Bool, _ body: (ByteOutput) throws -> Void) throws {
    if let file {
      try body(file.output)
      return try file.flush()
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
  let output: ByteOutput
  private let file: FileOutput

  /// - Parameter force: whether another file than a SQLite one may be replaced.
  init(
    path: String, force: Bool, stores: [String], appears: FileOutput.Appearance
  ) throws(StoreOutputError) {
    let file = try FileOutput(
      path: path, replaces: force ? .anyFile : .nothing, stores: stores, appears: appears)
    self.file = file
    output = ByteOutput { file.write($0) }
  }

  /// - Throws: why something that was written did not arrive.
  func flush() throws(StoreOutputError) {
    output.flush()
    if let failure = file.failure { throw failure }
  }

  /// Nothing more will be written.
  func finish() throws(StoreOutputError) {
    output.flush()
    try file.finish()
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
