internal import Dispatch
internal import StoreDoctor
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A log to be read from beginning to end, however long it is: a file, or `-` for standard input.
struct LogFile {
  let path: String
  /// Set when reading shall stop: Ctrl-C in the shell, or while following.
  let interrupt: InterruptFlag

  /// The path as it is shown.
  var name: String { path == "-" ? "standard input" : "'\(VisibleText(path).text)'" }

  /// Hands over the content in large pieces. Reading runs ahead on another thread, so that it and
  /// the analysis take their time side by side.
  func read(_ body: (UnsafeRawBufferPointer) -> Void) throws {
    let descriptor = try open()
    defer { if path != "-" { close(descriptor) } }
    let ahead = ReadAhead(descriptor)
    // The other thread must be done with the file before it is closed.
    defer { if path != "-" { ahead.stop() } }
    var isFirst = true
    while true {
      let piece = ahead.next()
      defer { ahead.release() }
      if piece.error != 0 { throw failure(piece.error) }
      guard piece.bytes.count > 0 else { return }
      if isFirst { try check(piece.bytes) }
      isFirst = false
      if interrupt.isRaised { throw Failure.unreadable("interrupted") }
      body(piece.bytes)
    }
  }

  /// Hands over what is there and then what is appended, until interrupted; a pipe ends by itself.
  /// `idle` is called five times a second while there is nothing to read, with how many times it
  /// was called in a row.
  func follow(_ body: (UnsafeRawBufferPointer) -> Void, idle: (_ times: Int) -> Void) throws {
    var descriptor = try open()
    defer { if path != "-" { close(descriptor) } }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    let isFile = Self.size(of: descriptor) != nil
    var silence = 0
    while !interrupt.isRaised {
      if !isFile, !Self.isReadable(descriptor) {
        silence += 1
        idle(silence)
        continue
      }
      let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        throw failure(errno)
      }
      if count > 0 {
        silence = 0
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if offset == 0 { try check(bytes) }
        offset += count
        body(bytes)
        continue
      }
      guard isFile else { return }
      silence += 1
      idle(silence)
      usleep(200_000)
      try reopenIfReplaced(&descriptor, &offset)
    }
  }

  /// A log that was emptied is read from its beginning, one that was rotated away in its new file.
  private func reopenIfReplaced(_ descriptor: inout Int32, _ offset: inout Int) throws {
    var here = stat()
    var there = stat()
    guard fstat(descriptor, &here) == 0, stat(path, &there) == 0 else { return }
    if here.st_ino != there.st_ino || here.st_dev != there.st_dev {
      let new = try open()
      close(descriptor)
      descriptor = new
      offset = 0
    } else if Int(here.st_size) < offset {
      lseek(descriptor, 0, SEEK_SET)
      offset = 0
    }
  }

  private static func size(of descriptor: Int32) -> Int? {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(facts.st_size)
  }

  /// Waits a moment for input, so that an interrupt is noticed without any.
  private static func isReadable(_ descriptor: Int32) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 200) > 0
  }

  // MARK: Opening

  private func open() throws -> Int32 {
    if path == "-" { return STDIN_FILENO }
    let descriptor = systemOpen(path)
    guard descriptor >= 0 else { throw failure(errno) }
    var facts = stat()
    if fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      let help =
        path.hasSuffix(".logarchive")
        ? "write its text first: 'log show --archive \(path) --style compact > app.log'"
        : "name the log file in it"
      throw Failure.unreadable("\(name) is a folder, not a log", help: help)
    }
    return descriptor
  }

  private func failure(_ code: Int32) -> Failure {
    code == ENOENT
      ? .unreadable("there is no file \(name)")
      : .unreadable("\(name) cannot be read: \(String(cString: strerror(code)).lowercased())")
  }

  /// Files of other kinds, which would only give an empty report.
  private func check(_ start: UnsafeRawBufferPointer) throws {
    func begins(_ text: StaticString) -> Bool {
      guard let base = start.baseAddress, start.count >= text.utf8CodeUnitCount else {
        return false
      }
      return memcmp(base, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
    if begins("SQLite format 3\0") {
      throw Failure.unreadable(
        "\(name) is a SQLite file, not a log",
        help: "give the log, and the store with '--store \(path)'")
    }
    if start.count > 2, start[0] == 0x1f, start[1] == 0x8b {
      throw Failure.unreadable(
        "\(name) is compressed", help: "gunzip -c \(path) | storedoctor trace -")
    }
    if begins("PK\u{3}\u{4}") || begins("BZh") || begins("\u{fd}7zXZ") || begins("bplist00") {
      throw Failure.unreadable(
        "\(name) is compressed or binary, not a log", help: "unpack it first")
    }
  }
}

/// Set by Ctrl-C, read by whoever works.
final class InterruptFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  var isRaised: Bool { flag.load(ordering: .relaxed) }
  func raise() { flag.store(true, ordering: .relaxed) }
}

/// Reads a file some buffers ahead of whoever takes them.
private final class ReadAhead: @unchecked Sendable {
  // The semaphores hand each buffer from one thread to the other and back; nothing else is shared.
  private let descriptor: Int32
  private let buffers: [UnsafeMutableRawBufferPointer]
  private let results: UnsafeMutablePointer<(count: Int, error: Int32)>
  private let free: DispatchSemaphore
  private let full = DispatchSemaphore(value: 0)
  private let isStopped = InterruptFlag()
  private var position = 0
  private var isAtEnd = false
  private static let size = 1 << 20
  private static let count = 4

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    buffers = (0..<Self.count).map { _ in .allocate(byteCount: Self.size, alignment: 4096) }
    results = .allocate(capacity: Self.count)
    results.initialize(repeating: (0, 0), count: Self.count)
    // Taken away from the value it began with before it is freed, as Dispatch demands.
    free = DispatchSemaphore(value: 0)
    for _ in 0..<Self.count { free.signal() }
    DispatchQueue.global().async { self.run() }
  }

  deinit {
    for buffer in buffers { buffer.deallocate() }
    results.deallocate()
  }

  private func run() {
    var index = 0
    while true {
      free.wait()
      let count =
        isStopped.isRaised ? 0 : systemRead(descriptor, buffers[index].baseAddress, Self.size)
      if count < 0, errno == EINTR {
        free.signal()
        continue
      }
      results[index] = (max(0, count), count < 0 ? errno : 0)
      full.signal()
      if count <= 0 { return }
      index = (index + 1) % Self.count
    }
  }

  /// The next piece; empty at the end. Valid until it is released.
  func next() -> (bytes: UnsafeRawBufferPointer, error: Int32) {
    full.wait()
    let result = results[position]
    isAtEnd = result.count == 0
    return (UnsafeRawBufferPointer(rebasing: buffers[position][..<result.count]), result.error)
  }

  func release() {
    position = (position + 1) % Self.count
    free.signal()
  }

  /// Waits until nothing is read any more.
  func stop() {
    isStopped.raise()
    while !isAtEnd {
      _ = next()
      release()
    }
  }
}

private let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int = read

private func systemOpen(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC) }
