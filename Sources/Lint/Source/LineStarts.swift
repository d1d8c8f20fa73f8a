/// Where the lines of a text begin; found once, since findings may be as many as lines.
package struct LineStarts {
  private var starts = [0]
  private let count: Int

  package init(_ bytes: [UInt8]) {
    for (offset, byte) in bytes.enumerated() where byte == 0x0a { starts.append(offset + 1) }
    count = bytes.count
  }

  /// The bytes of a line, counted from 1, with its line feed; nil when there is none.
  package func range(of line: Int) -> Range<Int>? {
    guard line >= 1, line <= starts.count else { return nil }
    return starts[line - 1]..<(line < starts.count ? starts[line] : count)
  }

  /// The line that an offset lies in, counted from 0.
  func index(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
