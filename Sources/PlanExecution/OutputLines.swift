/// Text a program prints, as lines, of which only so many are kept.
struct OutputLines {
  private var lines: [String] = []
  private var dropped = 0
  private var partial: [Bool: [UInt8]] = [:]
  /// What was printed, in all.
  var bytes = 0
  private static let most = 200
  private static let longest = 2000

  /// The lines that the bytes complete.
  mutating func add(_ bytes: ArraySlice<UInt8>, isError: Bool) -> [String] {
    self.bytes += bytes.count
    var rest = partial[isError] ?? []
    var complete: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        complete.append(String(decoding: rest, as: UTF8.self))
        rest.removeAll(keepingCapacity: true)
      } else if rest.count < Self.longest {
        rest.append(byte)
      }
    }
    partial[isError] = rest
    for line in complete where !line.hasPrefix("*** Signal ") && !line.isEmpty {
      if lines.count < Self.most { lines.append(line) } else { dropped += 1 }
    }
    return complete
  }

  mutating func take() -> [String] {
    defer { (lines, dropped) = ([], 0) }
    return dropped == 0 ? lines : lines + ["… and \(dropped) more lines"]
  }
}
