internal import PlatformLibc

/// A file that is written for a user. The rules of what it may replace are `OutputTarget`'s.
package final class FileOutput {
  /// When the file appears under its name.
  package enum Appearance: Sendable {
    /// Complete or not at all, by `finish()`.
    case whenComplete
    /// At once and empty, to be followed while it grows.
    case atOnce
  }

  package let path: String
  /// The first thing that went wrong; what is written after it is dropped.
  package var failure: StoreOutputError? {
    sink.error.map { StoreOutputError(writing: path, code: $0) }
  }

  private let sink: DescriptorSink
  /// Until the file has its name.
  private var pending: (target: OutputTarget, work: WorkFolder)?

  /// - Parameters:
  ///   - path: a new file, one that may be replaced, a pipe, a character device, or `/dev/fd/…`.
  ///   - stores: stores in use, which are never written over.
  /// - Throws: `StoreOutputError`; nothing has changed then.
  package init(
    path: String, replaces: Replaceable = .nothing, stores: [String] = [],
    appears: Appearance = .whenComplete
  ) throws(StoreOutputError) {
    self.path = path
    if let descriptor = try Self.channel(path) {
      sink = DescriptorSink(descriptor)
      return
    }
    let target = try OutputTarget(path, replaces: replaces, stores: stores)
    let work = try WorkFolder(in: target.folder, for: target.name)
    let file = work.file(target.name)
    let descriptor = open(
      file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, target.mode ?? 0o666)
    guard descriptor >= 0 else { throw StoreOutputError(writing: path, code: errno) }
    sink = DescriptorSink(descriptor)
    if let mode = target.mode { fchmod(descriptor, mode) }
    switch appears {
    case .whenComplete: pending = (target, work)
    case .atOnce: try target.take(file)
    }
  }

  /// A file that an earlier run has begun: what stands behind the first `end` bytes goes, and the rest
  /// stays.
  ///
  /// - Throws: `StoreOutputError` for what is no file of text; nothing has changed then.
  package init(continuing path: String, after end: Int64) throws(StoreOutputError) {
    self.path = path
    let flags = O_RDWR | O_APPEND | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open(path, flags)
    guard descriptor >= 0 else { throw StoreOutputError(writing: path, code: errno) }
    sink = DescriptorSink(descriptor)
    var status = stat()
    var start = [UInt8](repeating: 0, count: 16)
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .notReplaceable(path)
    }
    guard pread(descriptor, &start, 16, 0) < 16 || !StoreHeader.begins(start) else {
      throw .store(path)
    }
    guard ftruncate(descriptor, off_t(end)) == 0 else {
      throw StoreOutputError(writing: path, code: errno)
    }
  }

  deinit { close(sink.descriptor) }

  /// Replaces or makes a whole file.
  package static func write(
    _ bytes: [UInt8], to path: String, replaces: Replaceable, stores: [String] = []
  ) throws(StoreOutputError) {
    let file = try FileOutput(path: path, replaces: replaces, stores: stores)
    file.write(bytes)
    try file.finish()
  }

  /// Makes a file in a folder of ours, without a look around, and without waiting for the disk.
  package static func create(_ bytes: [UInt8], at path: String) throws(StoreOutputError) {
    let sink = DescriptorSink(try newFile(path))
    defer { close(sink.descriptor) }
    sink.write(bytes)
    if let code = sink.error { throw StoreOutputError(writing: path, code: code) }
  }

  /// Makes such a file of pieces, until there is none any more.
  package static func create(at path: String, of next: () throws -> ArraySlice<UInt8>?) throws {
    let sink = DescriptorSink(try newFile(path))
    defer { close(sink.descriptor) }
    while let piece = try next() {
      sink.append(piece)
      if let code = sink.error { throw StoreOutputError(writing: path, code: code) }
    }
  }

  private static func newFile(_ path: String) throws(StoreOutputError) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { throw StoreOutputError(writing: path, code: errno) }
    return descriptor
  }

  /// Adds to a private file of ours, such as a history, in one piece; leaves alone what else it is.
  package static func append(_ bytes: [UInt8], to path: String) {
    let flags = O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    var start = [UInt8](repeating: 0, count: 16)
    guard pread(descriptor, &start, 16, 0) < 16 || !StoreHeader.begins(start) else { return }
    DescriptorSink(descriptor).write(bytes)
  }

  package func write(_ bytes: [UInt8]) { sink.write(bytes) }

  /// Gives the file its name, if it has not got it yet.
  ///
  /// - Throws: the first failure; there is no file then, or what was written before the failure.
  package func finish() throws(StoreOutputError) {
    if let failure { throw failure }
    guard let (target, work) = pending else { return }
    pending = nil
    guard fsync(sink.descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw StoreOutputError(writing: path, code: errno)
    }
    try target.take(work.file(target.name))
    work.remove()
    try OutputTarget.synchronize(target.folder)
  }

  /// A pipe or a character device: writing to one replaces nothing. Nil for everything else.
  private static func channel(_ path: String) throws(StoreOutputError) -> Int32? {
    for prefix in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(prefix) {
      guard let number = Int32(path.dropFirst(prefix.count)) else { break }
      return try opened(fcntl(number, F_DUPFD_CLOEXEC, 3), path)
    }
    if let number = ["/dev/stdout": STDOUT_FILENO, "/dev/stderr": STDERR_FILENO][path] {
      return try opened(fcntl(number, F_DUPFD_CLOEXEC, 3), path)
    }
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFIFO || kind == S_IFCHR else { return nil }
    let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    // A pipe that nobody reads is refused instead of waited for.
    if descriptor < 0, errno == ENXIO, kind == S_IFIFO { throw .noReader(path) }
    _ = try opened(descriptor, path)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    return descriptor
  }

  private static func opened(_ descriptor: Int32, _ path: String) throws(StoreOutputError) -> Int32
  {
    guard descriptor >= 0 else { throw StoreOutputError(writing: path, code: errno) }
    return descriptor
  }
}

/// Writes everything to a descriptor, through interruptions, and keeps the first error.
package final class DescriptorSink {
  package let descriptor: Int32
  /// The system's number.
  package private(set) var error: Int32?

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The error in words.
  package var reason: String? { error.map { String(cString: strerror($0)).lowercased() } }

  /// Whether the reader at the other end of a pipe went away.
  package var lostReader: Bool { error == EPIPE }

  package func write(_ bytes: [UInt8]) { write(bytes[...]) }

  /// Adds to the end of a regular file. Nothing but zeros becomes a hole, which reads as zeros and
  /// takes no room: a file with holes would otherwise not fit on the disk that it came from.
  func append(_ bytes: ArraySlice<UInt8>) {
    guard error == nil, bytes.allSatisfy({ $0 == 0 }) else { return write(bytes) }
    let end = lseek(descriptor, off_t(bytes.count), SEEK_CUR)
    if end < 0 || ftruncate(descriptor, end) != 0 { error = errno }
  }

  func write(_ bytes: ArraySlice<UInt8>) {
    guard error == nil else { return }
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        let count = systemWrite(
          descriptor, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
        if count >= 0 {
          offset += count
        } else if errno == EAGAIN || errno == EWOULDBLOCK {
          var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&poller, 1, -1)
        } else if errno != EINTR {
          error = errno
          return
        }
      }
    }
  }
}

/// `write(2)`, which methods of that name hide.
private let systemWrite: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = write
