internal import Diagnostics
internal import PlatformLibc

/// The names that a command line gives, those on standard input among them.
final class ScanNames {
  private var paths: ArraySlice<String>
  private let end: UInt8
  private var input: NameReader?

  init(_ paths: [String], endsWithZero: Bool) {
    self.paths = paths[...]
    end = endsWithZero ? 0 : UInt8(ascii: "\n")
  }

  /// The next one; nil at the end.
  func next() throws -> String? {
    while true {
      if let name = try input?.next() { return name }
      input = nil
      guard let path = paths.popFirst() else { return nil }
      guard path == "-" else { return path }
      input = NameReader(descriptor: STDIN_FILENO, end: end)
    }
  }
}

/// Reads names that end with a certain byte, as they come. Empty ones are passed by.
final class NameReader {
  private let descriptor: Int32
  private let end: UInt8
  private var bytes: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// No path of any system is longer.
  private static let longest = 1 << 16

  init(descriptor: Int32, end: UInt8) {
    (self.descriptor, self.end) = (descriptor, end)
  }

  func next() throws -> String? {
    while true {
      if let stop = bytes[start...].firstIndex(of: end) {
        defer { start = stop + 1 }
        if stop > start { return try text(bytes[start..<stop]) }
        continue
      }
      if isAtEnd {
        defer { start = bytes.count }
        return start < bytes.count ? try text(bytes[start...]) : nil
      }
      try fill()
    }
  }

  private func fill() throws {
    bytes.removeFirst(start)
    start = 0
    guard bytes.count < Self.longest else {
      throw Failure.unreadable(
        "a name on standard input is longer than any path",
        help: "do names end with a zero byte? add -0")
    }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Failure.unreadable("standard input", code: errno) }
      isAtEnd = count == 0
      bytes += chunk[..<count]
      return
    }
  }

  private func text(_ name: ArraySlice<UInt8>) throws -> String {
    guard let text = String(validating: name, as: UTF8.self) else {
      throw Failure.usage(
        "the name '\(VisibleText(String(decoding: name, as: UTF8.self)).text)' on standard input is "
          + "not valid UTF-8", help: "make a link to the file with an ASCII name")
    }
    return text
  }
}
