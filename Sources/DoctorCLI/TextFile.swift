internal import Diagnostics
internal import PlatformLibc
internal import StoreDoctor

/// Reads whole text files, without Foundation.
enum TextFile {
  /// The largest text that is read; a log beyond this is not for `explain`.
  static let limit = 256 << 20

  /// The file's text, broken UTF-8 repaired; `-` is standard input.
  static func read(_ path: String) throws -> String {
    String(decoding: try bytes(of: path), as: UTF8.self)
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func bytes(of path: String, limit: Int = limit) throws -> [UInt8] {
    let name = VisibleText(path).text
    let descriptor = try InputDescriptor.open(path)
    defer { InputDescriptor.close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = readBytes(descriptor, &chunk)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Failure.unreadable("'\(name)'", code: errno) }
      if count == 0 { break }
      bytes += chunk[..<count]
      guard bytes.count <= limit else {
        throw Failure.unreadable("'\(name)' is larger than \(limit >> 20) MB")
      }
    }
    return bytes
  }

  /// `read(2)`, which the function above hides by its name.
  private static func readBytes(_ descriptor: Int32, _ chunk: inout [UInt8]) -> Int {
    chunk.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
  }
}

private let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int = read
