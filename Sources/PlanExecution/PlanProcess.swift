internal import PlatformFoundation
internal import PlatformLibc
internal import StoreEngine
internal import StoreModel
internal import TraceAnalysis

/// The program made of a plan while it runs. One program runs all closures of a migration, since
/// plans carry values from one to the next in variables.
final class PlanProcess {
  private let process: ChildProcess
  private let limits: PlanLimits
  private let fileLimit: Int64
  /// Seconds, of all threads; one of them alone does not reach it within the time it has.
  private let processorLimit: Int
  private let traces: Bool
  private let home: String
  private let files: Set<String>
  private let lines: LineFinder?
  private var reports: [UInt8] = []
  private var reported = 0
  private var statements: Set<Int> = []
  private var lastEvent = 0
  private var errors: [String] = []
  private var printed = OutputLines()
  private var isPaused = false
  /// Of files; from the first closure on, when the store is there.
  private var allowance: PlanWatch.Allowance?

  /// A report longer than this is none.
  private static let longestReport = 1 << 20
  /// Different statements; whoever follows them keeps something of each.
  private static let mostStatements = 20_000

  /// - Parameters:
  ///   - symbolizer: the path of `llvm-symbolizer`, where there is one.
  ///   - home: an empty folder for everything the program writes.
  ///   - closures: how many will run.
  ///   - files: the user's files, to find them in a crash report.
  /// - Throws: `PlanFailure`.
  init(
    program: String, symbolizer: String?, home: String, confinement: Confinement?,
    limits: PlanLimits, fileLimit: Int64, closures: Int, showsValues: Bool, traces: Bool,
    files: Set<String>, onStart: (ChildProcess) -> Void
  ) throws(PlanFailure) {
    self.limits = limits
    self.fileLimit = fileLimit
    self.traces = traces
    self.home = home
    self.files = files
    lines = symbolizer.map {
      LineFinder(symbolizer: $0, program: program, level: confinement?.level ?? .none)
    }
    processorLimit = limits.seconds * 2 * max(1, closures)
    process = try ChildProcess(
      program,
      (showsValues ? [PlanCommand.showsValues] : []) + (traces ? [PlanCommand.traces] : []),
      environment: PlanEnvironment.plan(home: home, report: home.appending(component: "crash.txt")),
      folder: home, confinement: confinement,
      limits: ChildProcess.Limits(
        memory: UInt64(limits.memory), file: UInt64(fileLimit), processor: UInt64(processorLimit)))
    onStart(process)
  }

  /// What was refused to the code since the last time.
  func takeRefusals() -> ChildProcess.Refusals { process.takeRefusals() }

  /// What the code printed since the last time.
  func takeOutput() -> [String] { printed.take() }

  /// Runs one closure. Before and after it nothing of the program runs.
  ///
  /// - Parameters:
  ///   - record: gets the events as they come.
  /// - Throws: `PlanFailure`, or what `record` throws.
  func run(
    _ command: PlanCommand, record: (TraceEvent) throws -> Void
  ) throws -> ClosureEnd {
    var watch = watch(command.store)
    resume()
    guard process.give(command.bytes) else { return refusedTask() }
    var end: ClosureEnd?
    func watches() -> Bool {
      if let excess = watch.excess() { end = .overLimit(excess) }
      return end != nil
    }
    reported = 0
    printed.bytes = 0
    let deadline = ContinuousClock.now.advanced(by: .seconds(limits.seconds))
    let pause = try process.listen(until: deadline, watch: watches) { stream, bytes in
      if stream == .reports {
        end = try takeReports(bytes, record) ?? end
      } else {
        take(bytes, of: stream)
        if printed.bytes > limits.output {
          end = .overLimit("printed more than \(limits.output >> 20) MB")
        }
      }
      return end != nil
    }
    switch pause {
    case .interrupted:
      stop()
      throw PlanFailure.interrupted
    case .deadline:
      // The trap makes the backtracer write down where the code is; the program itself goes on.
      process.resume()
      process.deliver(SIGTRAP)
      waitForReport()
      stop()
      return .tooLong(crashReport())
    case .satisfied, .closed:
      if end == nil {
        if let over = process.wait(until: deadline, watch: watches) { return ended(over) }
        if process.wasInterrupted {
          stop()
          throw PlanFailure.interrupted
        }
      }
      guard let end else {
        stop()
        return .tooLong(crashReport())
      }
      if case .overLimit = end {
        stop()
      } else if !self.pause() {
        return .overLimit("left a thread or a process that cannot be stopped")
      }
      return end
    }
  }

  /// The closure before has ended the program, or filled its input.
  private func refusedTask() -> ClosureEnd {
    if let end = process.wait(until: .now.advanced(by: .seconds(1))) { return ended(end) }
    stop()
    return .overLimit("was not run, since the closure before it blocks the input of the program")
  }

  private func pause() -> Bool {
    isPaused = true
    return process.pause()
  }

  private func watch(_ store: String) -> PlanWatch {
    let folders = [home] + (store.isEmpty ? [] : [store.deletingLastPathComponent])
    let known = allowance ?? .init(for: PlanWatch.use(of: folders, group: process.identifier))
    if !store.isEmpty { allowance = known }
    return PlanWatch(folders: folders, group: process.identifier, allowance: known)
  }

  private func resume() {
    if isPaused { process.resume() }
    isPaused = false
  }

  /// Ends the program, which has nothing more to do. It does not run once more: it may still have the
  /// store open, which is somebody's by now.
  func finish() { stop() }

  private func stop() {
    process.endGroup()
    _ = process.wait()
  }

  private func drain(for time: Duration) {
    _ = process.listen(until: .now.advanced(by: time)) { stream, bytes in
      if stream != .reports { take(bytes, of: stream) }
      return false
    }
  }

  /// Waits until the crash report is complete; its last line says how long it took. A program that
  /// does not listen to the signal never begins with it.
  private func waitForReport() {
    let start = ContinuousClock.now
    var text = ""
    repeat {
      drain(for: .milliseconds(50))
      text = crashText()
      if text.suffix(100).contains("Backtrace took") { return }
    } while ContinuousClock.now - start < .seconds(text.isEmpty ? 5 : 20)
  }

  private func take(_ bytes: ArraySlice<UInt8>, of stream: ChildProcess.Stream) {
    for line in printed.add(bytes, isError: stream == .errors) where stream == .errors {
      errors.append(line)
      if errors.count > 40 { errors.removeFirst() }
    }
  }

  /// The program is gone without a word.
  private func ended(_ end: ChildProcess.End) -> ClosureEnd {
    let report = crashReport()
    switch end {
    case .exit(let status): return .left(status)
    case .signal(SIGXCPU):
      return .overLimit("used more than \(processorLimit) seconds of processor time")
    case .signal(SIGXFSZ):
      return .overLimit("wrote a file of more than \(fileLimit >> 20) MB")
    case .signal(let signal) where CrashReason.isCrash(signal):
      let reason = CrashReason(errors: errors, signal: signal, report: report)
      if reason.isOutOfMemory { return .outOfMemory(report) }
      return .trapped(message: reason.message, signal: signal, report)
    case .signal(let signal): return .killed(signal)
    }
  }

  private func crashReport() -> CrashReport {
    var report = CrashReport(crashText(), files: files)
    if let offset = report.unplaced, let place = lines?.place(at: offset, in: files) {
      report.places.insert(place, at: 0)
    }
    return report
  }

  /// The folder is the program's: it may have put anything there under this name.
  private func crashText() -> String {
    let bytes = OwnPath.read(home.appending(component: "crash.txt"), atMost: 8 << 20) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Complete lines: events, and the one that ends a closure.
  private func takeReports(
    _ bytes: ArraySlice<UInt8>, _ record: (TraceEvent) throws -> Void
  ) throws -> ClosureEnd? {
    reports += bytes
    reported += bytes.count
    var start = 0
    var end: ClosureEnd?
    try reports.withUnsafeBytes { all in
      while let newline = all.find(10, from: start) {
        let line = all.slice(start, newline)
        start = newline + 1
        if line.has(PlanAnswer.lineStart, at: 0) {
          end = PlanAnswer(line: line).map(self.end)
        } else if traces, let event = TraceEvent(jsonLine: line) {
          // The runtime numbers them in order; who makes them up is ended before they are many.
          guard event.sequence > lastEvent else {
            end = .overLimit("reported work that its store never did")
            break
          }
          lastEvent = event.sequence
          if let sql = event.sql { statements.insert(sql.hashValue) }
          try record(event)
        }
      }
    }
    reports.removeFirst(start)
    let most = traces ? limits.reports : Self.longestReport
    if reported > most || reports.count > Self.longestReport {
      return .overLimit("reported more than \(min(most, limits.reports) >> 20) MB of its work")
    }
    guard statements.count <= Self.mostStatements else {
      return .overLimit("sent more than \(Self.mostStatements) different statements")
    }
    return end
  }

  /// Paths that the program says were refused to its code, since the last time.
  private(set) var refusedPaths: [String] = []
  /// What the last closure was told in place of what only a device knows.
  private(set) var invented: [String] = []
  /// Required attributes that the last closure saved with NaN.
  private(set) var notNumbers: [String] = []

  private func end(_ answer: PlanAnswer) -> ClosureEnd {
    refusedPaths = Array((answer.refused ?? []).prefix(4))
    invented = Array((answer.invented ?? []).prefix(8))
    notNumbers = Array((answer.notNumbers ?? []).prefix(64))
    switch answer.outcome {
    case .done:
      return .done(
        unsaved: ClosureWork.within(answer.unsaved ?? 0),
        caught: (answer.foreign ?? []).prefix(8).map {
          CaughtError(text: String($0.error.prefix(2000)), place: place(in: $0.places))
        },
        (answer.work ?? .init()).bounded)
    case .missing: return .missing
    case .defaults: return .defaults(answer.defaults ?? [:])
    case .misfit: return .misfit(String((answer.error ?? "").prefix(2000)))
    case .threw:
      return .threw(
        error: String((answer.error ?? "an error").prefix(2000)),
        place: place(in: answer.places ?? []))
    }
  }

  private func place(in calls: [String]) -> Location? {
    calls.lazy.compactMap { CrashReport.place($0[...], self.files) }.first
  }
}
