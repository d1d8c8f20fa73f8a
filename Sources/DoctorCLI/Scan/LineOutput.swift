internal import Diagnostics
internal import PlatformLibc
internal import StoreDoctor
internal import StoreEngine

/// Where lines go, each at once and whole, so that what is there after an interruption counts.
final class LineOutput {
  private let file: FileOutput?
  private let output: ByteOutput?

  var isStandardOutput: Bool { output != nil }

  init(_ output: ByteOutput) { (self.file, self.output) = (nil, output) }

  /// A new file.
  init(_ path: String, force: Bool, stores: [String]) throws {
    file = try FileOutput(
      path: path, replaces: force ? .anyFile : .nothing, stores: stores, appears: .atOnce)
    output = nil
  }

  /// The file of a run that was stopped, to which lines are added; a new one where there is none.
  ///
  /// The lines of the archive that it was at may not be all; they go, and it is looked into again.
  ///
  /// - Parameters:
  ///   - archive: the archive that a line is about, if it is about one.
  ///   - take: given each line that stays; what either of them throws leaves the file as it is.
  init(
    resuming path: String, archive: (ArraySlice<UInt8>) throws -> String?,
    _ take: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    output = nil
    guard FilePath.exists(path) else {
      file = try FileOutput(path: path, appears: .atOnce)
      return
    }
    var (offset, number, last, lastStart) = (0, 0, String?.none, 0)
    try LineFile.forEachLine(of: path, whole: true) { bytes in
      number += 1
      do {
        let name = bytes.isEmpty ? nil : try archive(bytes)
        if name == nil || name != last { (last, lastStart) = (name, offset) }
      } catch let error as ScanLineError {
        throw Failure.unreadable(
          "'\(path)' was not written by 'scan': line \(number) cannot be read: \(error.reason)")
      }
      offset += bytes.count + 1
    }
    let end = last == nil ? offset : lastStart
    offset = 0
    try LineFile.forEachLine(of: path, whole: true) { bytes in
      defer { offset += bytes.count + 1 }
      if offset < end, !bytes.isEmpty { try take(bytes) }
    }
    file = try FileOutput(continuing: path, after: Int64(end))
  }

  func write(_ line: String) throws {
    if let file {
      file.write(Array((line + "\n").utf8))
      if let failure = file.failure { throw failure }
    }
    output?.write(line + "\n")
    output?.flush()
  }

  func finish() throws { try file?.finish() }
}

/// A file of any size, line by line.
enum LineFile {
  /// - Parameter whole: leaves out what stands behind the last end of a line.
  static func forEachLine(
    of path: String, whole: Bool = false, _ body: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    let descriptor = try InputDescriptor.open(path)
    defer { InputDescriptor.close(descriptor) }
    var rest: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = PlatformLibc.read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        throw Failure.unreadable("'\(VisibleText(path).text)'", code: errno)
      }
      if count == 0 { break }
      var start = 0
      while let end = chunk[start..<count].firstIndex(of: UInt8(ascii: "\n")) {
        rest += chunk[start..<end]
        try body(rest[...])
        rest.removeAll(keepingCapacity: true)
        start = end + 1
      }
      rest += chunk[start..<count]
    }
    if !whole, !rest.isEmpty { try body(rest[...]) }
  }
}
