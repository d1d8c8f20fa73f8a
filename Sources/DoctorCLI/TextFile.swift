internal import Diagnostics
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// Reads whole text files, without Foundation.
enum TextFile {
  /// The largest text that is read; a log beyond this is not for `explain`.
  static let limit = 256 << 20

  /// The file's text, broken UTF-8 repaired; `-` is standard input.
  static func read(_ path: String) throws -> String { try read(path, until: nil) }

  /// - Parameter interrupt: gives up what may never end, such as what somebody types.
  static func read(_ path: String, until interrupt: InterruptFlag?) throws -> String {
    String(decoding: try bytes(of: path, until: interrupt), as: UTF8.self)
  }

  static func exists(_ path: String) -> Bool {
    FilePath.exists(path) || FilePath.obstacle(path) != nil
  }

  /// - Parameter help: what to do with a file larger than `limit`.
  static func bytes(
    of path: String, limit: Int = limit, help: String? = nil, until interrupt: InterruptFlag? = nil
  ) throws -> [UInt8] {
    let name = VisibleText(path).text
    let descriptor = try InputDescriptor.open(path)
    defer { InputDescriptor.close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      if let interrupt { try wait(for: descriptor, until: interrupt) }
      let count = PlatformLibc.read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Failure.unreadable("'\(name)'", code: errno) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else {
        throw Failure(
          status: .unreadable, message: "'\(name)' is larger than \(limit >> 20) MB",
          help: [help].compactMap(\.self))
      }
    }
  }

  /// Waits until there is something to read, or its end.
  private static func wait(for descriptor: Int32, until interrupt: InterruptFlag) throws {
    while true {
      if interrupt.isRaised { throw Failure.unreadable("interrupted") }
      var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&input, 1, 50)
      // A signal ends the waiting, and the watching thread raises the flag soon after.
      if count > 0 || count < 0 && errno != EINTR { return }
    }
  }
}

extension TextFile {
  /// The bytes of a log, which need not be valid UTF-8.
  ///
  /// - Parameter command: what takes the end of a log that is too long to be read whole.
  static func log(_ path: String, cut command: String) throws -> [UInt8] {
    let end = "tail -c \(limit)"
    let help =
      path == "-"
      ? "cut it: '… | \(end) | \(command)'"
      : "take its end: \(end) '\(path)' | \(command)"
    let bytes = try bytes(of: path, limit: limit, help: help)
    try bytes.withUnsafeBytes { try LogFile.check($0, path) }
    return bytes
  }
}

/// Opens what is named as an input for reading from beginning to end.
///
/// A pipe is read where it was handed over open: `-`, `/dev/stdin`, and `/dev/fd/63` as a shell
/// makes it of `<(…)`. A FIFO, a device or a socket anywhere else is refused: it might keep the
/// reader for ever.
enum InputDescriptor {
  /// To be closed by `close`.
  static func open(_ path: String) throws -> Int32 {
    if path == "-" { return STDIN_FILENO }
    let name = "'\(VisibleText(path).text)'"
    var facts = stat()
    // Looked at before it is opened, which may wait or have effects.
    guard stat(path, &facts) == 0 else { throw Failure.unreadable(name, code: errno) }
    let isOpen =
      ["/dev/stdin", "/dev/null"].contains(path) || path.hasPrefix("/dev/fd/")
      || path.hasPrefix("/proc/self/fd/")
    if !isOpen, let kind = InputFile.specialKind(facts.st_mode) {
      var failure = Failure.unreadable("\(name) is a \(kind), not a file")
      if facts.st_mode & S_IFMT == S_IFIFO {
        failure.help = ["to read from it, name '-' as the file: '… - < FIFO'"]
      }
      throw failure
    }
    let descriptor = PlatformLibc.open(
      path, O_RDONLY | (isOpen ? O_CLOEXEC : O_CLOEXEC | O_NONBLOCK))
    guard descriptor >= 0 else { throw Failure.unreadable(name, code: errno) }
    return descriptor
  }

  static func close(_ descriptor: Int32) {
    if descriptor != STDIN_FILENO { _ = PlatformLibc.close(descriptor) }
  }
}

extension Failure {
  /// - Parameters:
  ///   - name: of the file, as it is shown.
  ///   - code: the system's error number.
  static func unreadable(_ name: String, code: Int32) -> Failure {
    code == ENOENT
      ? .unreadable("there is no file \(name)")
      : .unreadable("\(name) cannot be read: \(String(cString: strerror(code)).lowercased())")
  }
}
