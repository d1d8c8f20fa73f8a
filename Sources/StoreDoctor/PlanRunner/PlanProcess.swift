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
  case trapped(message: String?, CrashReport)
  case tooLong(CrashReport)
  case outOfMemory(CrashReport)
  /// The code ended the program itself.
  case left(Int32)
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
  private let home: String
  private let files: Set<String>
  private let lines: LineFinder?
  private var reports: [UInt8] = []
  private var errors: [String] = []
  private var printed = OutputLines()

  /// - Parameters:
  ///   - symbolizer: the path of `llvm-symbolizer`, where there is one.
  ///   - home: an empty folder for everything the program writes.
  ///   - files: the user's files, to find them in a crash report.
  /// - Throws: `PlanFailure`.
  init(
    program: String, symbolizer: String?, home: String, limits: PlanLimits, showsValues: Bool,
    traces: Bool, files: Set<String>, onStart: (ChildProcess) -> Void
  ) throws(PlanFailure) {
    self.limits = limits
    self.home = home
    self.files = files
    lines = symbolizer.map { LineFinder(symbolizer: $0, program: program) }
    let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    process = try ChildProcess(
      program,
      [
        "--directory", home, "--memory", "\(limits.memory)", "--cpu",
        "\((limits.seconds + 10) * processors)",
        "--values", showsValues ? "1" : "0", "--trace", traces ? "1" : "0",
      ],
      environment: PlanEnvironment.plan(home: home, report: home.appending(component: "crash.txt")),
      ownGroup: true)
    onStart(process)
  }

  /// What the code printed since the last time.
  func takeOutput() -> [String] { printed.take() }

  /// Runs one closure.
  ///
  /// - Parameters:
  ///   - side: `willMigrate` or `didMigrate`; `defaults` asks for those of the newer version.
  ///   - record: gets the events as they come.
  /// - Throws: `PlanFailure`, or what `record` throws.
  func run(
    _ side: String, from: String, to: String, store: String,
    record: (TraceEvent) throws -> Void
  ) throws -> ClosureEnd {
    let fields = [side, from, to, store].map { Array($0.utf8) + [UInt8(0)] }
    _ = process.give(Array(fields.joined()))
    var end: ClosureEnd?
    let deadline = ContinuousClock.now.advanced(by: .seconds(limits.seconds))
    let pause = try process.listen(until: deadline) { stream, bytes in
      guard stream == .reports else {
        take(bytes, of: stream)
        return false
      }
      end = try takeReports(bytes, record) ?? end
      return end != nil
    }
    switch pause {
    case .interrupted:
      stop()
      throw PlanFailure.interrupted
    case .deadline:
      // The trap makes the backtracer write down where the code is; the program itself goes on.
      process.deliver(SIGTRAP)
      waitForReport()
      stop()
      return .tooLong(crashReport())
    case .satisfied: return end ?? .missing
    case .closed: return end ?? ended()
    }
  }

  /// Ends the program; it has nothing more to do.
  func finish() {
    process.closeInput()
    drain(for: .seconds(5))
    stop()
  }

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

  /// Waits until the crash report is complete; its last line says how long it took.
  private func waitForReport() {
    let end = ContinuousClock.now.advanced(by: .seconds(20))
    while ContinuousClock.now < end {
      drain(for: .milliseconds(50))
      let tail = String(decoding: (reportData() ?? Data()).suffix(100), as: UTF8.self)
      if tail.contains("Backtrace took") { return }
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>, of stream: ChildProcess.Stream) {
    for line in printed.add(bytes, isError: stream == .errors) where stream == .errors {
      errors.append(line)
      if errors.count > 40 { errors.removeFirst() }
    }
  }

  /// The program is gone without a word.
  private func ended() -> ClosureEnd {
    process.endGroup()
    let end = process.wait()
    let report = crashReport()
    let messages = errors.filter { !$0.hasPrefix("*** ") && !$0.isEmpty }
    let isAllocation = messages.contains {
      $0.contains("failed to allocate") || $0.contains("ould not allocate memory")
        || $0.contains("std::bad_alloc")
    }
    switch end {
    case .exit(let status): return .left(status)
    case .signal(SIGXCPU): return .tooLong(report)
    case .signal(SIGKILL): return .outOfMemory(report)
    case .signal:
      if isAllocation { return .outOfMemory(report) }
      return .trapped(message: Self.message(messages), report)
    }
  }

  /// `Module/File.swift:12: Fatal error: TEXT`, or the last line of all.
  private static func message(_ lines: [String]) -> String? {
    for line in lines.reversed() {
      if let range = line.firstRange(of: "Fatal error: ") {
        return String(line[range.upperBound...])
      }
      // Nothing was said with it.
      if line.hasSuffix(": Fatal error") { return "fatalError()" }
    }
    return lines.last { $0.hasPrefix("Could not cast") }.map(withoutAddresses) ?? lines.last
  }

  /// `Could not cast value of type 'Int' (0x7f…) to 'String' (0x7f…).` without what differs each time.
  private static func withoutAddresses(_ text: String) -> String {
    var words = text.split(separator: " ").filter { !$0.hasPrefix("(0x") }.joined(separator: " ")
    while words.hasSuffix(".") { words.removeLast() }
    return words
  }

  private func crashReport() -> CrashReport {
    let text = String(decoding: (reportData() ?? Data()).prefix(8 << 20), as: UTF8.self)
    var report = CrashReport(text, files: files)
    if let offset = report.unplaced, let place = lines?.place(at: offset, in: files) {
      report.places.insert(place, at: 0)
    }
    return report
  }

  private func reportData() -> Data? {
    FileManager.default.contents(atPath: home.appending(component: "crash.txt"))
  }

  /// Complete lines: events, and the one that ends a closure.
  private func takeReports(
    _ bytes: ArraySlice<UInt8>, _ record: (TraceEvent) throws -> Void
  ) throws -> ClosureEnd? {
    reports += bytes
    var start = 0
    var end: ClosureEnd?
    try reports.withUnsafeBytes { all in
      while let newline = all.find(10, from: start) {
        let line = all.slice(start, newline)
        if line.has("{\"host\":", at: 0) {
          end = hostMessage(line)
        } else if let event = TraceEvent(jsonLine: line) {
          try record(event)
        }
        start = newline + 1
      }
    }
    reports.removeFirst(start)
    return end
  }

  private func hostMessage(_ line: UnsafeRawBufferPointer) -> ClosureEnd? {
    guard var fields = JSONFields(line) else { return nil }
    var values: [String: String] = [:]
    while let field = fields.next() {
      values[String(decoding: field.key, as: UTF8.self)] = field.text
    }
    switch values["host"] {
    case "done":
      func number(_ key: String) -> Int { values[key].flatMap { Int($0) } ?? 0 }
      return .done(
        unsaved: number("unsaved"),
        caught: values["foreign"].map { CaughtError(text: $0, place: place(in: values)) },
        ClosureWork(
          statements: number("statements"), fetches: number("fetches"), faults: number("faults"),
          changes: number("changes")))
    case "missing": return .missing
    case "defaults": return .defaults(values.filter { $0.key.contains(".") })
    case "threw":
      return .threw(error: values["error"] ?? "an error", place: place(in: values))
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
  private static let most = 200
  private static let longest = 2000

  /// The lines that the bytes complete.
  mutating func add(_ bytes: ArraySlice<UInt8>, isError: Bool) -> [String] {
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
