internal import CLauncher
internal import PlatformLibc
internal import Synchronization

/// A program with pipes for its input, output, errors, and a fourth one (descriptor 3) for what it
/// reports to this program alone. Everything it starts ends when it ends, and when this program does.
final class ChildProcess {
  enum Stream: Int, CaseIterable { case output, errors, reports }

  /// Why `listen` came back.
  enum Pause: Equatable {
    /// The program closed all its ends: it ended, or is about to.
    case closed
    /// The handler has what it wants.
    case satisfied
    case deadline
    /// `interrupt` was called.
    case interrupted
  }

  /// How a program ended.
  enum End: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  /// What the program may use; 0 is no limit.
  struct Limits {
    /// Bytes of address space.
    var memory: UInt64 = 0
    /// Bytes of each file it writes.
    var file: UInt64 = 0
    /// Seconds of processor time.
    var processor: UInt64 = 0
  }

  /// What was refused to a confined program.
  struct Refusals: OptionSet {
    let rawValue: UInt32
    static let network = Refusals(rawValue: UInt32(STOREDOCTOR_REFUSED_NETWORK))
    static let process = Refusals(rawValue: UInt32(STOREDOCTOR_REFUSED_PROCESS))
  }

  /// The program's own process.
  private(set) var identifier: pid_t = 0
  private var refusals: Refusals = []
  private let guardian: pid_t
  private var input: Int32
  private var streams: [Stream: Int32]
  private var control: Int32
  private let news: Int32
  private var end: End?
  private let isInterrupted = Atomic(false)

  /// - Parameters:
  ///   - environment: all of it; nothing is inherited.
  ///   - folder: where it starts; nil for where this program is.
  ///   - confinement: nil leaves it all rights of this program.
  /// - Throws: `PlanFailure.system`.
  init(
    _ program: String, _ arguments: [String], environment: [String: String],
    folder: String? = nil, confinement: Confinement? = nil, limits: Limits = Limits()
  ) throws(PlanFailure) {
    var pipes: [(read: Int32, write: Int32)] = []
    func closeAll() {
      for pipe in pipes {
        close(pipe.read)
        close(pipe.write)
      }
    }
    for _ in 0..<6 {
      guard let pipe = Self.makePipe() else {
        closeAll()
        throw .system("no more files can be opened: \(Self.lastError)")
      }
      pipes.append(pipe)
    }
    let command =
      confinement?.command(program, arguments) ?? (program: program, arguments: arguments)
    var launch = storedoctor_launch()
    // The child reads the first pipe and writes the next three; the guard has the others.
    launch.descriptors = (pipes[0].read, pipes[1].write, pipes[2].write, pipes[3].write)
    launch.control = pipes[4].read
    launch.news = pipes[5].write
    launch.ruleset = -1
    launch.memory = limits.memory
    launch.file = limits.file
    launch.processor = limits.processor
    if let confinement {
      do throws(PlanFailure) {
        launch.ruleset = try confinement.makeRuleset()
      } catch {
        closeAll()
        throw error
      }
      launch.processes = UInt32(confinement.processes)
    }
    let words = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    guardian = Self.withCStrings([command.program] + command.arguments) { arguments in
      Self.withCStrings(words) { environment in
        Self.withCStrings([command.program] + (folder.map { [$0] } ?? [])) { paths in
          launch.program = UnsafePointer(paths[0])
          // The list ends with nil.
          launch.folder = UnsafePointer(paths[1])
          launch.arguments = UnsafePointer(arguments)
          launch.environment = UnsafePointer(environment)
          return storedoctor_launch(&launch)
        }
      }
    }
    let error = errno
    if launch.ruleset >= 0 { close(launch.ruleset) }
    for pipe in [pipes[0], pipes[4]] { close(pipe.read) }
    for pipe in pipes[1...3] + [pipes[5]] { close(pipe.write) }
    input = pipes[0].write
    // Who does not read its input must not stop this program.
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
    streams = [.output: pipes[1].read, .errors: pipes[2].read, .reports: pipes[3].read]
    control = pipes[4].write
    news = pipes[5].read
    guard guardian > 0 else {
      end = .exit(127)
      throw .system("'\(program)' cannot be started: \(Self.text(of: error))")
    }
    let first = nextNews()
    guard let first, first.value == 0, first.kind == Int32(STOREDOCTOR_STARTED) else {
      _ = wait()
      throw .system("'\(program)' cannot be started: \(Self.text(of: first?.value ?? EIO))")
    }
    identifier = first.detail
  }

  deinit {
    if end == nil {
      endGroup()
      _ = wait()
    }
    for descriptor in [input, control, news] + Array(streams.values) where descriptor >= 0 {
      close(descriptor)
    }
  }

  /// Writes to the program's input; false when it does not read.
  func give(_ bytes: [UInt8]) -> Bool { Self.write(bytes, to: input) }

  func closeInput() {
    guard input >= 0 else { return }
    close(input)
    input = -1
  }

  /// Reads until the handler or the watch returns true, every end is closed, or the time is over.
  ///
  /// - Parameter watch: asked several times a second.
  func listen(
    until deadline: ContinuousClock.Instant?, watch: () -> Bool = { false },
    _ handler: (Stream, ArraySlice<UInt8>) throws -> Bool
  ) rethrows -> Pause {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !streams.isEmpty {
      if isInterrupted.load(ordering: .relaxed) { return .interrupted }
      if let deadline, ContinuousClock.now >= deadline { return .deadline }
      if watch() { return .satisfied }
      let open = streams.sorted { $0.key.rawValue < $1.key.rawValue }
      var polled = open.map { pollfd(fd: $0.value, events: Int16(POLLIN), revents: 0) }
      guard poll(&polled, nfds_t(polled.count), Self.pause(until: deadline)) > 0 else { continue }
      for (index, (stream, descriptor)) in open.enumerated() where polled[index].revents != 0 {
        let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
        guard count > 0 else {
          close(descriptor)
          streams[stream] = nil
          continue
        }
        if try handler(stream, buffer[..<count]) { return .satisfied }
      }
    }
    return .closed
  }

  /// Milliseconds to wait before the deadline and `interrupt` are looked at again.
  private static func pause(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return 100 }
    let left = (deadline - ContinuousClock.now).components
    return Int32(
      clamping: min(100, max(1, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000)))
  }

  /// Waits for the end of the program, and of all it started.
  func wait() -> End {
    while end == nil, nextNews() != nil {}
    if let end { return end }
    // The guard itself was killed, and the system ended the program with it.
    end = .signal(SIGKILL)
    return .signal(SIGKILL)
  }

  /// The same for so long, or until the watch returns true; nil when the program goes on.
  func wait(until deadline: ContinuousClock.Instant, watch: () -> Bool = { false }) -> End? {
    while end == nil, !isInterrupted.load(ordering: .relaxed), !watch() {
      var polled = pollfd(fd: news, events: Int16(POLLIN), revents: 0)
      if poll(&polled, 1, Self.pause(until: deadline)) > 0 { return wait() }
      if ContinuousClock.now >= deadline { return nil }
    }
    return end
  }

  /// Stops the program until `resume`, so that nothing of it runs; false when it had to be ended.
  func pause() -> Bool {
    deliver(SIGSTOP)
    while let next = nextNews(), next.kind != Int32(STOREDOCTOR_STOPPED) {}
    return end == nil
  }

  func resume() { deliver(SIGCONT) }

  /// Sends a signal to the program alone.
  func deliver(_ signal: Int32) { _ = Self.write([UInt8(signal)], to: control) }

  /// Ends the program and whatever it started, at once.
  func endGroup() {
    guard control >= 0 else { return }
    close(control)
    control = -1
  }

  /// What was refused to the program since the last time, as far as it was stopped or has ended.
  func takeRefusals() -> Refusals {
    defer { refusals = [] }
    return refusals
  }

  var openEnds: [Int32] { Array(streams.values) }

  func end(of stream: Stream) -> Int32? { streams[stream] }

  func closeEnd(of stream: Stream) {
    if let descriptor = streams.removeValue(forKey: stream) { close(descriptor) }
  }

  var wasInterrupted: Bool { isInterrupted.load(ordering: .relaxed) }

  /// Makes `listen` come back soon. May be called from any thread.
  func interrupt() { isInterrupted.store(true, ordering: .relaxed) }
}

extension ChildProcess {
  /// Waits for what the guard has to say; nil when it is gone.
  private func nextNews() -> storedoctor_news? {
    guard end == nil else { return nil }
    var next = storedoctor_news()
    let size = MemoryLayout<storedoctor_news>.size
    var count = 0
    repeat {
      // What fits into a pipe's smallest write arrives whole.
      count = withUnsafeMutableBytes(of: &next) { read(news, $0.baseAddress, $0.count) }
    } while count < 0 && errno == EINTR
    if count == size { refusals.formUnion(Refusals(rawValue: next.refused)) }
    if count != size || next.kind == Int32(STOREDOCTOR_ENDED) || next.value != 0 {
      while waitpid(guardian, nil, 0) < 0 && errno == EINTR {}
    }
    guard count == size else { return nil }
    if next.kind == Int32(STOREDOCTOR_ENDED) {
      // WIFSIGNALED and friends are macros that Swift does not see.
      let signal = next.value & 0x7f
      end = signal == 0 ? .exit((next.value >> 8) & 0xff) : .signal(signal)
    } else if next.value != 0 {
      end = .exit(127)
    }
    return next
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    guard descriptor >= 0 else { return false }
    // The end of the program must not end this one.
    let previous = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, previous) }
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes { send in
        PlatformLibc.write(descriptor, send.baseAddress, send.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
      // An array with the closing nil is never empty.
      body(buffer.baseAddress.unsafelyUnwrapped)
    }
  }

  /// Both ends are closed in programs started later. They lie above the numbers a child gets, so
  /// that no end is overwritten while they are put in place.
  private static func makePipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    for end in ends { close(end) }
    guard moved.allSatisfy({ $0 >= 0 }) else {
      for end in moved where end >= 0 { close(end) }
      return nil
    }
    return (moved[0], moved[1])
  }

  static var lastError: String { text(of: errno) }

  static func text(of error: Int32) -> String { String(cString: strerror(error)).lowercased() }
}
