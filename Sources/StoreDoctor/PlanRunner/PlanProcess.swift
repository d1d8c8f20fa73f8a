internal import StoreEngine
internal import StoreModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What a closure may use before it is stopped.
public struct PlanLimits: Sendable, Hashable {
  /// Wall clock time of one closure.
  public var seconds: Int
  /// Bytes of address space of the program that runs the closures.
  public var memory: Int64
  /// Bytes of each file that is written; nil is four times the store's size, at least 1 GB.
  public var file: Int64?
  /// Bytes that one closure prints.
  public var output = 64 << 20
  /// Bytes that one closure reports of its work, when somebody follows it.
  public var reports = 256 << 20

  public init(seconds: Int = 300, memory: Int64 = 4 << 30) {
    self.seconds = seconds
    self.memory = memory
  }
}

/// What a closure asked of its store.
public struct ClosureWork: Sendable, Hashable {
  /// Reads and changes, without transactions and bookkeeping.
  public var statements = 0
  /// Fetches, prefetches and counts.
  public var fetches = 0
  /// Objects and relationships loaded because they were touched.
  public var faults = 0
  /// Rows changed, those of the persistent history included.
  public var changes = 0
  /// Rows by table.
  public var inserted: [String: Int64] = [:]
  public var deleted: [String: Int64] = [:]

  /// What the engine settles its own counts against.
  var rows: ClosureRows {
    var rows = ClosureRows()
    (rows.inserted, rows.deleted, rows.changes) = (inserted, deleted, Int64(changes))
    return rows
  }

  /// `ZNOTE=3 ZTAG=1`, as the program reports it.
  static func rows(_ text: String?) -> [String: Int64] {
    var rows: [String: Int64] = [:]
    for word in (text ?? "").split(separator: " ") {
      let parts = word.split(separator: "=")
      if parts.count == 2 { rows[String(parts[0])] = Int64(number(parts[1])) }
    }
    return rows
  }

  /// A number as the program reports it, which may be any; those within reason can be added up.
  static func number(_ text: some StringProtocol) -> Int { min(max(Int(text) ?? 0, 0), 1 << 40) }
}

/// How a closure came to its end.
enum ClosureEnd {
  /// - Parameters:
  ///   - unsaved: objects with changes that nobody saved.
  ///   - caught: an error that the closure let pass, about a model of another version.
  case done(unsaved: Int, caught: CaughtError?, ClosureWork)
  /// The newer version's defaults by `Entity.attribute`, as lines of `DefaultValue`.
  case defaults([String: String])
  case threw(error: String, place: Location?)
  /// The plan has no such stage when it runs.
  case missing
  case trapped(message: String?, signal: Int32, CrashReport)
  case tooLong(CrashReport)
  case outOfMemory(CrashReport)
  /// What it did too much of, as in "printed more than 64 MB".
  case overLimit(String)
  /// The code ended the program itself.
  case left(Int32)
  /// A signal that is no crash ended the program.
  case killed(Int32)
}

struct CaughtError {
  var text: String
  /// Where the call stands that threw it.
  var place: Location?
}

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
      program, ["--values", showsValues ? "1" : "0", "--trace", traces ? "1" : "0"],
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
  ///   - side: `willMigrate` or `didMigrate`; `defaults` asks for those of the newer version.
  ///   - record: gets the events as they come.
  /// - Throws: `PlanFailure`, or what `record` throws.
  func run(
    _ side: String, from: String, to: String, store: String,
    record: (TraceEvent) throws -> Void
  ) throws -> ClosureEnd {
    var watch = watch(store)
    resume()
    let fields = [side, from, to, store].map { Array($0.utf8) + [UInt8(0)] }
    guard process.give(Array(fields.joined())) else { return refusedTask() }
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
        if line.has("{\"host\":", at: 0) {
          end = hostMessage(line)
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

  private func hostMessage(_ line: UnsafeRawBufferPointer) -> ClosureEnd? {
    guard var fields = JSONFields(line) else { return nil }
    var values: [String: String] = [:]
    while let field = fields.next() {
      values[String(decoding: field.key, as: UTF8.self)] = field.text
    }
    refusedPaths = (values["refused"] ?? "").split(separator: "\n").prefix(4).map(String.init)
    switch values["host"] {
    case "done":
      func number(_ key: String) -> Int { ClosureWork.number(values[key] ?? "") }
      return .done(
        unsaved: number("unsaved"),
        caught: values["foreign"].map { CaughtError(text: $0, place: place(in: values)) },
        ClosureWork(
          statements: number("statements"), fetches: number("fetches"), faults: number("faults"),
          changes: number("changes"), inserted: ClosureWork.rows(values["inserted"]),
          deleted: ClosureWork.rows(values["deleted"])))
    case "missing": return .missing
    case "defaults": return .defaults(values.filter { $0.key.contains(".") })
    case "threw":
      return .threw(
        error: String((values["error"] ?? "an error").prefix(2000)), place: place(in: values))
    default: return nil
    }
  }

  /// One place per line, innermost first.
  private func place(in message: [String: String]) -> Location? {
    (message["places"] ?? "").split(separator: "\n").lazy
      .compactMap { CrashReport.place($0, self.files) }.first
  }
}

/// Text a program prints, as lines, of which only so many are kept.
struct OutputLines {
  private var lines: [String] = []
  private var dropped = 0
  private var partial: [Bool: [UInt8]] = [:]
  /// What was printed, in all.
  var bytes = 0
  private static let most = 200
  private static let longest = 2000

  /// The lines that the bytes complete.
  mutating func add(_ bytes: ArraySlice<UInt8>, isError: Bool) -> [String] {
    self.bytes += bytes.count
    var rest = partial[isError] ?? []
    var complete: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        complete.append(String(decoding: rest, as: UTF8.self))
        rest.removeAll(keepingCapacity: true)
      } else if rest.count < Self.longest {
        rest.append(byte)
      }
    }
    partial[isError] = rest
    for line in complete where !line.hasPrefix("*** Signal ") && !line.isEmpty {
      if lines.count < Self.most { lines.append(line) } else { dropped += 1 }
    }
    return complete
  }

  mutating func take() -> [String] {
    defer { (lines, dropped) = ([], 0) }
    return dropped == 0 ? lines : lines + ["… and \(dropped) more lines"]
  }
}
