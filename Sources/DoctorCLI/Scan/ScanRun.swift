internal import Diagnostics
internal import PlanExecution
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// One scan: from names to lines, and from lines to the summary.
final class ScanRun {
  private let request: ScanRequest
  private let session: Session
  private var summary: ScanSummary
  private var lines: LineOutput?
  private let reader = ScanLines()
  /// Files that were looked at and are no stores.
  private(set) var passedBy = 0
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
    let progress = ScanProgress(paths, session)
    defer { progress.finish() }
    let flag = InterruptFlag()
    if session.isInteractive { Interrupts.watch(flag) }
    try request.jobs == 0
      ? alone(&search, progress, flag) : together(&search, progress, flag)
    if flag.isRaised { throw Failure(status: .unreadable, message: "interrupted") }
    passedBy = search.passedBy
    try lines?.finish()
    return summary
  }

  /// The next item that no earlier run has a line of.
  private func next(_ search: inout StoreSearch) throws -> StoreSearch.Item? {
    while let item = try search.next() {
      switch item {
      case .file(let path, _), .failed(_, let path): if !done.contains(path) { return item }
      }
    }
    return nil
  }

  private func alone(
    _ search: inout StoreSearch, _ progress: ScanProgress, _ flag: InterruptFlag
  ) throws {
    let worker = ScanWorker(request.scanner)
    while !flag.isRaised, let item = try next(&search) {
      switch item {
      case .failed(let failure, let path): try add(failed(path, failure))
      case .file(let path, let isNamed):
        var failure: (any Error)?
        worker.forEachLine(of: path) { line in
          guard isNamed || line.isWorthTelling, failure == nil else { return }
          do { try add(line) } catch { failure = error }
        }
        if let failure { throw failure }
      }
      progress.advance()
    }
  }

  private func together(
    _ search: inout StoreSearch, _ progress: ScanProgress, _ flag: InterruptFlag
  ) throws {
    var pool = request.pool(in: session)
    pool.isStopped = { flag.isRaised }
    try pool.run { () -> (subject: StoreSearch.Item, question: String?)? in
      guard let item = try next(&search) else { return nil }
      guard case .file(let path, _) = item else { return (item, nil) }
      return (item, path)
    } tell: { item, answer in
      switch item {
      case .failed(let failure, let path): try add(failed(path, failure))
      case .file(let path, let isNamed):
        for text in answer.lines {
          let line = try reader.store(text.utf8)
          if isNamed || line.isWorthTelling { try add(line, text) }
        }
        if let trouble = answer.trouble { try add(failed(path, failure(trouble, pool))) }
      }
      progress.advance()
      return true
    }
  }

  private func failed(_ path: String, _ failure: ScannedStore.Failure) -> ScannedStore {
    var line = request.line(path)
    line.failure = failure
    line.sizes.main = FilePath.size(path)
    return line
  }

  private func failure(
    _ trouble: WorkerPool.Trouble, _ pool: WorkerPool
  ) -> ScannedStore.Failure {
    switch trouble {
    case .time: .init(.time, "it took more than \(request.seconds) s")
    case .memory: .init(.memory, "it took more than \(pool.memory >> 20) MB of memory")
    case .crash(let end, let message):
      .init(.crash, ([end] + [message].compactMap(\.self)).joined(separator: ": "))
    }
  }

  private func add(_ line: ScannedStore, _ text: String? = nil) throws {
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
