internal import StoreDoctor

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Reads whole text files, without Foundation.
enum TextFile {
  /// The largest text that is read; a log beyond this is not for `explain`.
  static let limit = 256 << 20

  /// The file's text, broken UTF-8 repaired; `-` is standard input.
  static func read(_ path: String) throws -> String {
    String(decoding: try bytes(of: path), as: UTF8.self)
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func bytes(of path: String) throws -> [UInt8] {
    let name = VisibleText(path).text
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(name) }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = readBytes(descriptor, &chunk)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure(name) }
      if count == 0 { break }
      bytes += chunk[..<count]
      guard bytes.count <= limit else {
        throw Failure.unreadable("'\(name)' is larger than \(limit >> 20) MB")
      }
    }
    return bytes
  }

  static func write(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }

  /// Replaces the file's contents; its mode stays.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0, writeAll(bytes, to: descriptor) else {
      let reason = String(cString: strerror(errno)).lowercased()
      throw Failure.unreadable("cannot write '\(VisibleText(path).text)': \(reason)")
    }
    close(descriptor)
  }

  /// `read(2)`, which the function above hides by its name.
  private static func readBytes(_ descriptor: Int32, _ chunk: inout [UInt8]) -> Int {
    chunk.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
  }

  private static func failure(_ name: String) -> Failure {
    let code = errno
    return code == ENOENT
      ? .unreadable("there is no file '\(name)'")
      : .unreadable("'\(name)' cannot be read: \(String(cString: strerror(code)).lowercased())")
  }
}

private let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int = read
