internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A program that runs as the leader of its own process group, with pipes for its input, output,
/// errors, and a fourth one (descriptor 3) for what it reports to this program alone.
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

  let identifier: pid_t
  private var input: Int32
  private var streams: [Stream: Int32]
  private var end: End?
  private let isInterrupted = Atomic(false)
  private let isReaped = Atomic(false)

  /// - Parameters:
  ///   - environment: all of it; nothing is inherited.
  ///   - ownGroup: whether Ctrl-C on the terminal passes it by.
  /// - Throws: `PlanFailure.system`.
  init(
    _ program: String, _ arguments: [String], environment: [String: String],
    ownGroup: Bool
  ) throws(PlanFailure) {
    var pipes: [(read: Int32, write: Int32)] = []
    for _ in 0..<4 {
      guard let pipe = Self.makePipe() else {
        for pipe in pipes {
          close(pipe.read)
          close(pipe.write)
        }
        throw .system("no more files can be opened: \(Self.lastError)")
      }
      pipes.append(pipe)
    }
    // The child reads the first pipe and writes the others.
    let childEnds = [pipes[0].read, pipes[1].write, pipes[2].write, pipes[3].write]
    let result = Self.spawn(
      program, arguments, environment, ownGroup: ownGroup, descriptors: childEnds)
    for descriptor in childEnds { close(descriptor) }
    guard let identifier = result.identifier else {
      for descriptor in [pipes[0].write] + pipes[1...].map(\.read) { close(descriptor) }
      throw .system("'\(program)' cannot be started: \(Self.text(of: result.error))")
    }
    self.identifier = identifier
    input = pipes[0].write
    streams = [.output: pipes[1].read, .errors: pipes[2].read, .reports: pipes[3].read]
  }

  deinit {
    if end == nil {
      endGroup()
      _ = wait()
    }
    if input >= 0 { close(input) }
    for descriptor in streams.values { close(descriptor) }
  }

  /// Writes to the program's input; false when it no longer reads.
  func give(_ bytes: [UInt8]) -> Bool {
    guard input >= 0 else { return false }
    // The end of the program must not end this one.
    let previous = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, previous) }
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }

  func closeInput() {
    guard input >= 0 else { return }
    close(input)
    input = -1
  }

  /// Reads until the handler returns true, every end is closed, or the time is over.
  func listen(
    until deadline: ContinuousClock.Instant?, _ handler: (Stream, ArraySlice<UInt8>) throws -> Bool
  ) rethrows -> Pause {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !streams.isEmpty {
      if isInterrupted.load(ordering: .relaxed) { return .interrupted }
      var wait = ContinuousClock.now.advanced(by: .milliseconds(100))
      if let deadline {
        if ContinuousClock.now >= deadline { return .deadline }
        wait = min(wait, deadline)
      }
      let open = streams.sorted { $0.key.rawValue < $1.key.rawValue }
      var polled = open.map { pollfd(fd: $0.value, events: Int16(POLLIN), revents: 0) }
      let left = (wait - ContinuousClock.now).components
      let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
      guard poll(&polled, nfds_t(polled.count), Int32(clamping: max(1, milliseconds))) > 0 else {
        continue
      }
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

  /// Waits for the end of the program.
  func wait() -> End {
    if let end { return end }
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 {
      guard errno == EINTR else { break }
    }
    isReaped.store(true, ordering: .relaxed)
    // WIFSIGNALED and friends are macros that Swift does not see.
    let signal = status & 0x7f
    let result: End = signal == 0 ? .exit((status >> 8) & 0xff) : .signal(signal)
    end = result
    return result
  }

  /// Sends a signal to the program alone.
  func deliver(_ signal: Int32) {
    if !isReaped.load(ordering: .relaxed) { kill(identifier, signal) }
  }

  /// Ends the program and whatever it started, at once.
  func endGroup() {
    guard !isReaped.load(ordering: .relaxed) else { return }
    if kill(-identifier, SIGKILL) != 0 { kill(identifier, SIGKILL) }
  }

  /// Makes `listen` come back soon. May be called from any thread.
  func interrupt() { isInterrupted.store(true, ordering: .relaxed) }
}

extension ChildProcess {
  private static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String],
    ownGroup: Bool, descriptors: [Int32]
  ) -> (identifier: pid_t?, error: Int32) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (number, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    if ownGroup { flags |= POSIX_SPAWN_SETPGROUP }
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var identifier = pid_t()
    let words = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let error = withCStrings([program] + arguments) { argv in
      withCStrings(words) { posix_spawn(&identifier, program, &actions, &attributes, argv, $0) }
    }
    return error == 0 ? (identifier, 0) : (nil, error)
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

  private static func text(of error: Int32) -> String {
    String(cString: strerror(error)).lowercased()
  }
}
