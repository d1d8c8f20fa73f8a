internal import Diagnostics
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine
internal import Synchronization
internal import TraceAnalysis

/// A log to be read from beginning to end, however long it is: a file, or `-` for standard input.
struct LogFile {
  let path: String
  /// Set when reading shall stop: Ctrl-C in the shell, or while following.
  let interrupt: InterruptFlag

  /// The path as it is shown.
  var name: String { Self.name(of: path) }

  private static func name(of path: String) -> String {
    path == "-" ? "standard input" : "'\(VisibleText(path).text)'"
  }

  /// Hands over the content piece by piece, of a file with the marks of the lines.
  func read(_ body: (UnsafeRawBufferPointer, LineMarks?) -> Void) throws {
    let descriptor = try open()
    defer { if path != "-" { close(descriptor) } }
    if Self.size(of: descriptor) == nil {
      try readPipe(descriptor) { body($0, nil) }
    } else {
      try readFile(descriptor, body)
    }
    if interrupt.isRaised { throw Failure.unreadable("interrupted") }
  }

  private func readFile(
    _ descriptor: Int32, _ body: (UnsafeRawBufferPointer, LineMarks?) -> Void
  ) throws {
    let ahead = ReadAhead(descriptor)
    defer { ahead.stop() }
    var isFirst = true
    while !interrupt.isRaised {
      let block = ahead.next()
      if block.count < 0 { throw Failure.unreadable(name, code: Int32(-block.count)) }
      if block.count == 0 { return }
      if isFirst { try Self.check(block.bytes, path) }
      isFirst = false
      block.forEachPiece(body)
    }
  }

  /// What writes a pipe runs beside this anyway, and may keep silent for ever.
  private func readPipe(_ descriptor: Int32, _ body: (UnsafeRawBufferPointer) -> Void) throws {
    let buffer = Self.makeBuffer()
    defer { buffer.deallocate() }
    var isFirst = true
    while let bytes = try next(descriptor, buffer), !interrupt.isRaised {
      if isFirst { try Self.check(bytes, path) }
      isFirst = false
      body(bytes)
    }
  }

  /// Hands over what is there and then what is appended, until interrupted; a pipe ends by itself.
  /// `idle` is called five times a second while there is nothing to read, with how many times it
  /// was called in a row.
  func follow(_ body: (UnsafeRawBufferPointer) -> Void, idle: (_ times: Int) -> Void) throws {
    var descriptor = try open()
    defer { if path != "-" { close(descriptor) } }
    let buffer = Self.makeBuffer()
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
      if let bytes = try next(descriptor, buffer) {
        silence = 0
        if offset == 0 { try Self.check(bytes, path) }
        offset += bytes.count
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

  private static func makeBuffer() -> UnsafeMutableRawBufferPointer {
    .allocate(byteCount: 1 << 17, alignment: 4096)
  }

  /// The next bytes; nil at the end, or when interrupted.
  private func next(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer
  ) throws -> UnsafeRawBufferPointer? {
    while true {
      let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 { return UnsafeRawBufferPointer(rebasing: buffer[..<count]) }
      if count == 0 || interrupt.isRaised { return nil }
      if errno != EINTR, errno != EAGAIN { throw Failure.unreadable(name, code: errno) }
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
    let descriptor = try InputDescriptor.open(path)
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

  /// Files of other kinds, which would only give an empty report.
  static func check(_ start: UnsafeRawBufferPointer, _ path: String) throws {
    let name = name(of: path)
    func begins(_ text: StaticString) -> Bool {
      guard let base = start.baseAddress, start.count >= text.utf8CodeUnitCount else {
        return false
      }
      return memcmp(base, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
    if StoreHeader.begins(start) {
      throw Failure.unreadable(
        "\(name) is a SQLite file, not a log",
        help: "give the log, and the store with '--store \(path)'")
    }
    if start.count > 2, start[0] == 0x1f, start[1] == 0x8b {
      throw Failure.unreadable(
        "\(name) is compressed", help: "unpack it first: gunzip '\(path)'")
    }
    // A disk image, or a file that was set aside and never written.
    if start.count >= 512, start.prefix(1 << 18).allSatisfy({ $0 == 0 }) {
      throw Failure.unreadable("\(name) begins with nothing but zero bytes; it is not a log")
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

private let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int = read
