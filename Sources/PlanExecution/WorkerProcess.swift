internal import PlatformLibc

/// One of the programs of a `WorkerPool`, started anew when it has ended.
final class WorkerProcess {
  private let program: String
  private let arguments: [String]
  private let environment: [String: String]
  private let memory: Int64
  private var process: ChildProcess
  private var task: Task?
  /// What came after the last whole line.
  private var rest: [UInt8] = []
  private var isClosed = false
  private var errors = OutputLines()
  private var lastError: String?

  private struct Task {
    var number: Int
    var question: String
    var time: Duration
    var deadline: ContinuousClock.Instant
    var answer = WorkerPool.Answer()
    var isDone = false
    /// It was asked before, and the program died.
    var isSecondTime = false
  }

  /// Address space is not memory: stacks of threads and mapped files take a lot and use little.
  private static let addressSpace: Int64 = 8 << 30
  /// How often a program is started before it counts as one that cannot be.
  private static let starts = 5

  init(
    _ program: String, _ arguments: [String], _ environment: [String: String], memory: Int64
  ) throws(PlanFailure) {
    (self.program, self.arguments, self.environment) = (program, arguments, environment)
    self.memory = memory
    process = try Self.start(program, arguments, environment, memory)
  }

  private static func start(
    _ program: String, _ arguments: [String], _ environment: [String: String], _ memory: Int64
  ) throws(PlanFailure) -> ChildProcess {
    // What grows faster than anybody looks ends here.
    var limits = ChildProcess.Limits()
    limits.memory = UInt64(memory + addressSpace)
    // One that is killed while it begins is no reason to end everything; one that cannot be started is.
    for _ in 1..<starts {
      if let process = try? ChildProcess(
        program, arguments, environment: environment, limits: limits)
      {
        return process
      }
      usleep(20_000)
    }
    return try ChildProcess(program, arguments, environment: environment, limits: limits)
  }

  var isIdle: Bool { task == nil }

  func ask(_ question: String, number: Int, within time: Duration) {
    task = Task(number: number, question: question, time: time, deadline: .now + time)
    give()
  }

  /// What cannot be given to a program that has died is found out when it is listened to.
  private func give() {
    guard let task else { return }
    _ = process.give(Array(task.question.utf8) + [0])
  }

  func stop() { process.endGroup() }

  /// Waits until one of them has something to say, for a tenth of a second at most.
  static func wait(for workers: [WorkerProcess]) {
    ChildProcess.wait(for: workers.map(\.process))
  }

  /// Reads what is there.
  ///
  /// - Returns: the question's number and answer once it has one.
  func finished(_ memory: Int64) throws(PlanFailure) -> (Int, WorkerPool.Answer)? {
    if !process.readAvailable(take) { isClosed = true }
    guard var task else { return nil }
    if task.isDone {
      self.task = nil
      return (task.number, task.answer)
    }
    if isClosed {
      let end = process.wait()
      // It may have been killed for what it did before, or by somebody who meant something else.
      if !task.isSecondTime {
        task.isSecondTime = true
        task.answer = WorkerPool.Answer()
        task.deadline = .now + task.time
        try restart()
        self.task = task
        give()
        return nil
      }
      task.answer.trouble = .crash(Self.words(end), message: lastError)
    } else if ContinuousClock.now >= task.deadline {
      task.answer.trouble = .time
    } else if let used = Self.resident(process.identifier), used > memory {
      task.answer.trouble = .memory
    } else {
      return nil
    }
    self.task = nil
    try restart()
    return (task.number, task.answer)
  }

  private func restart() throws(PlanFailure) {
    process.endGroup()
    _ = process.wait()
    (rest, isClosed, lastError, errors) = ([], false, nil, OutputLines())
    process = try Self.start(program, arguments, environment, memory)
  }

  private func take(_ stream: ChildProcess.Stream, _ bytes: ArraySlice<UInt8>) {
    guard stream == .reports else {
      lastError = errors.add(bytes, isError: stream == .errors).last ?? lastError
      return
    }
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      take(line: rest + bytes[start..<end])
      rest = []
      start = end + 1
    }
    rest += bytes[start...]
  }

  private func take(line: [UInt8]) {
    switch line.first {
    case UInt8(ascii: "L"):
      task?.answer.lines.append(String(decoding: line.dropFirst(), as: UTF8.self))
      // Each line has the whole time: an archive may have thousands.
      if let time = task?.time { task?.deadline = .now + time }
    case UInt8(ascii: "R"):
      task?.answer.range = String(decoding: line.dropFirst(), as: UTF8.self)
    case UInt8(ascii: "B"):
      task?.answer.begun = String(decoding: line.dropFirst(), as: UTF8.self)
    case UInt8(ascii: "E"): task?.isDone = true
    default: break
    }
  }

  private static func words(_ end: ChildProcess.End) -> String {
    switch end {
    case .exit(let code): "its worker ended with code \(code)"
    case .signal(let number): "its worker was ended by signal \(number)"
    }
  }

  /// Bytes in memory; nil where the system does not say.
  private static func resident(_ process: pid_t) -> Int64? {
    #if os(Linux)
      let descriptor = open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var buffer = [UInt8](repeating: 0, count: 128)
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return nil }
      let words = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ")
      guard words.count > 1, let pages = Int64(words[1]) else { return nil }
      return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
    #else
      return nil
    #endif
  }
}
