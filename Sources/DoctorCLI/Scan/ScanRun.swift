internal import Diagnostics
internal import PlanExecution
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// One scan: from names to lines, and from lines to the summary.
final class ScanRun {
  let request: ScanRequest
  let session: Session
  private var summary: ScanSummary
  private var lines: LineOutput?
  let reader = ScanLines()
  /// Files that were looked at and are no stores.
  private(set) var passedBy = StoreSearch.PassedBy()
  /// What is wrong with the models or the code of migrations, whatever the stores.
  private(set) var findings: [Finding] = []
  /// What an earlier run has done.
  private var done = SeenNames()
  /// Told each line that counts, those of an earlier run too.
  var onLine: (ScannedStore) -> Void = { _ in }

  init(_ request: ScanRequest, in session: Session) {
    (self.request, self.session) = (request, session)
    summary = ScanSummary(groupBy: request.groupBy)
  }

  /// Standard output has the lines.
  var ownsStandardOutput: Bool { lines.map(\.isStandardOutput) ?? false }

  // MARK: Stores

  func scan(_ paths: [String]) throws -> ScanSummary {
    // What keeps every migration from being tried is said before anything is written.
    if let rehearsal = request.scanner.rehearsal {
      let code = try rehearsal.compile()
      findings = rehearsal.launchFaults + code.filter { !rehearsal.launchFaults.contains($0) }
    }
    try openOutput(stores: paths)
    let names = ScanNames(paths, endsWithZero: request.work.null)
    var search = StoreSearch(names.next)
    let progress = ScanProgress(
      paths, hasLines: ownsStandardOutput && session.console.isTerminal, session)
    defer { progress.finish() }
    let flag = InterruptFlag()
    if session.isStoppable { Interrupts.watch(flag) }
    try request.jobs == 0
      ? alone(&search, progress, flag) : together(&search, progress, flag)
    if flag.isRaised { throw Failure(status: .unreadable, message: "interrupted") }
    passedBy = search.passedBy
    try lines?.finish()
    return summary
  }

  /// The next item that no earlier run has a line of.
  func next(_ search: inout StoreSearch) throws -> StoreSearch.Item? {
    while let item = try search.next() {
      switch item {
      case .file(let path, _), .failed(_, let path): if !done.contains(path) { return item }
      }
    }
    return nil
  }

  /// - Parameter member: the store in it, where it is an archive and only one of its stores is meant.
  func failed(
    _ path: String, member: String? = nil, _ failure: ScannedStore.Failure
  ) -> ScannedStore {
    var line = request.line(path)
    line.member = member
    line.failure = failure
    if member == nil { line.sizes.main = FilePath.size(path) }
    return line
  }

  func add(_ line: ScannedStore, _ text: String? = nil) throws {
    guard summary.add(line) else { return }
    onLine(line)
    try lines?.write(text ?? line.text)
  }

  // MARK: Lines

  private func openOutput(stores: [String]) throws {
    let work = request.work
    if let path = work.resume {
      lines = try LineOutput(
        resuming: path,
        archive: { bytes in
          let line = try reader.store(bytes)
          return line.member == nil ? nil : line.path
        }, take)
    } else if let path = work.output {
      lines = try LineOutput(path, force: session.settings.replacesFiles, stores: stores)
    } else if request.showsLines, session.settings.format == .text {
      lines = LineOutput(session.console.out)
    }
  }

  /// A line of an earlier run, which has to have been asked the same.
  private func take(_ bytes: ArraySlice<UInt8>) throws {
    let line = try reader.store(bytes)
    let start = request.line(line.path)
    guard line.checks == start.checks, line.models == start.models else {
      throw Failure.usage(
        "the lines of '\(request.work.resume ?? "")' were made with other models or other --checks",
        help: "give the options of that run, or another file")
    }
    if summary.add(line) { onLine(line) }
    done.insert(line.path)
  }

  /// The summary of files of lines.
  func merge(_ files: [String]) throws -> ScanSummary {
    if request.work.output != nil { try openOutput(stores: files) }
    for file in files {
      let name = file == "-" ? "standard input" : "'\(VisibleText(file).text)'"
      var number = 0
      try LineFile.forEachLine(of: file) { bytes in
        number += 1
        guard !bytes.isEmpty else { return }
        do {
          try add(reader.store(bytes), String(decoding: bytes, as: UTF8.self))
        } catch let error as ScanLineError {
          throw Failure.unreadable("line \(number) of \(name) cannot be read: \(error.reason)")
        }
      }
    }
    try lines?.finish()
    return summary
  }

  /// Shows the summary beside the lines.
  func show(_ report: inout Report) {
    if !session.settings.isQuiet {
      session.console.out.flush()
      let reporter = TextReporter(style: .plain, width: nil, isQuiet: true)
      try? reporter.write(report, to: session.console.err)
      session.console.err.flush()
    }
    report.sections = []
  }
}
