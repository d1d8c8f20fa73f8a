internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine

/// What takes results instead of the terminal: a file, or a program.
protocol OutputTarget: AnyObject {
  var output: ByteOutput { get }
  /// A program that shows on the terminal what it is given, as `less` does.
  var isShown: Bool { get }
  var showsColour: Bool { get }
  /// Nobody reads what is written from now on.
  var wantsNoMore: Bool { get }
  func flush() throws
  /// Nothing more will be written.
  func finish() throws
}

/// Writes reports to the terminal, a pager, a file or a program.
struct Presenter {
  let console: Console
  /// What takes the output instead (`output`, `once`).
  var target: (any OutputTarget)?
  /// Whether long output may go through a pager.
  var usesPager = false

  /// - Parameter whenRead: called after the last row, before anybody looks at the end of a pager.
  func present(
    _ report: Report, settings: Session.Settings, whenRead: () throws -> Void = {}
  ) throws {
    let pager = usesPager && target == nil ? PagerCommand(console, settings) : nil
    let isShown = console.isTerminal && target?.isShown != false
    let isColoured = target?.showsColour ?? pager?.showsColour ?? true
    let reporter: any Reporter =
      switch settings.format {
      case .json: JSONReporter()
      case .sarif:
        SARIFReporter(
          rules: RuleCatalog.all, site: ToolPath.documentation(console.environment))
      case .github: GitHubReporter()
      case .gitlab: GitLabReporter()
      case .junit: JUnitReporter(timestamp: settings.timestamp ?? JUnitReporter.noTime)
      case .markdown: MarkdownReporter()
      case .mermaid: PictureReporter(.mermaid)
      case .dot: PictureReporter(.dot)
      case .svg: PictureReporter(.svg)
      case .html: PageReporter()
      case .text:
        TextReporter(
          style: isColoured ? console.style(settings.color) : .plain,
          width: isShown ? console.currentSize?.columns : nil, isQuiet: settings.isQuiet)
      }
    try write(pager: pager) {
      try reporter.write(report, to: $0)
      try whenRead()
    }
  }

  func present(text: String, settings: Session.Settings = .init()) throws {
    let pager = usesPager && target == nil ? PagerCommand(console, settings) : nil
    try write(pager: pager) { $0.write(line: text) }
  }

  /// As `present(text:)`, in lines that the terminal has room for.
  func present(help text: String, settings: Session.Settings = .init()) throws {
    let isShown = console.isTerminal && target?.isShown != false
    let width = isShown ? console.currentSize?.columns : nil
    try present(text: HelpLayout.fitted(text, width: width), settings: settings)
  }

  private func write(pager command: PagerCommand?, _ body: (ByteOutput) throws -> Void) throws {
    if let target {
      do {
        try body(target.output)
      } catch  where target.wantsNoMore {
        // The statement was stopped because nobody reads on.
      }
      return try target.flush()
    }
    guard let command, let size = console.currentSize else {
      defer { console.out.flush() }
      return try body(console.out)
    }
    let pager = Pager(
      command: command.text, size: size, direct: console.out, onClose: Interrupts.interrupt)
    let held = ByteOutput(limit: 4096) { pager.receive($0) }
    defer {
      held.flush()
      pager.finish()
    }
    do {
      try body(held)
    } catch  where pager.wantsNoMore {
      // As above.
    }
  }
}

/// A file that receives what would go to standard output.
final class OutputFile: OutputTarget {
  let output: ByteOutput
  let isShown = false
  let showsColour = false
  let wantsNoMore = false
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

  func finish() throws(StoreOutputError) {
    output.flush()
    try file.finish()
  }
}

extension Session.Settings {
  /// How rows are written whose command says so, or leaves it to the session.
  func format(of mode: RowFormat?) -> RowFormat { shownFormat ?? mode ?? rowFormat ?? .table }
}

extension RowStream {
  /// With what the session says about rows.
  func settled(_ settings: Session.Settings) -> RowStream {
    var stream = self
    stream.hasHeading = settings.hasHeading
    if settings.isOfShell { stream.ways = RowStream.Ways(rows: "'last'", columns: "'last line'") }
    return stream
  }
}
