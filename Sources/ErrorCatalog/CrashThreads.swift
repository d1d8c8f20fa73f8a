internal import StoreModel

/// The threads of a crash report that did not crash. What they were doing at that moment says
/// nothing about the crash, so no explanation is read from their frames.
struct CrashThreads {
  /// In text order, apart from each other.
  private(set) var bystanders: [Range<Int>] = []

  init(_ text: UnsafeBufferPointer<UInt8>, lineStarts: [Int]) {
    bystanders = Self.inJSON(text) ?? Self.inText(text, lineStarts)
  }

  func contains(_ position: Int) -> Bool {
    let index = bystanders.partitioningIndex { $0.upperBound > position }
    return index < bystanders.count && bystanders[index].contains(position)
  }

  // MARK: - Reports as text

  private enum Heading {
    /// `Thread 3:`, `#2. name`, `thread #7, queue = …`
    case thread
    /// The same of the thread that crashed.
    case crashed
    /// Whatever ends the list of threads, or stands before it.
    case other
  }

  private static let others = [
    "last exception backtrace", "binary images", "application specific", "fatal exception",
  ].map { Array($0.utf8) }

  private static func inText(
    _ text: UnsafeBufferPointer<UInt8>, _ lineStarts: [Int]
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start: Int?
    var names = false
    for (index, line) in lineStarts.enumerated() {
      guard let first = text.byte(line), "\t *#tTlLbBaAfF".utf8.contains(first) else { continue }
      let end = index + 1 < lineStarts.count ? lineStarts[index + 1] : text.count
      guard let heading = heading(text, line..<end) else { continue }
      if let begun = start { ranges.append(begun..<line) }
      start = heading == .thread ? line : nil
      if heading == .crashed { names = true }
    }
    if let begun = start { ranges.append(begun..<text.count) }
    // Where no thread is said to have crashed, any of them may be the one.
    return names ? ranges : []
  }

  private static func heading(
    _ text: UnsafeBufferPointer<UInt8>, _ line: Range<Int>
  ) -> Heading? {
    var position = line.lowerBound
    while position < line.upperBound, " \t".utf8.contains(text[position]) { position += 1 }
    let isChosen = text.byte(position) == UInt8(ascii: "*")
    if isChosen { position += 1 }
    while position < line.upperBound, " \t".utf8.contains(text[position]) { position += 1 }
    if others.contains(where: { text.hasPrefix($0, at: position) }) { return .other }
    let isThread = text.hasPrefix(Array("thread ".utf8), at: position)
    if isThread { position += 7 }
    let isNumbered = text.byte(position) == UInt8(ascii: "#")
    if isNumbered { position += 1 }
    guard isThread || isNumbered else { return nil }
    let digits = position
    while text.byte(position)?.isDigit == true { position += 1 }
    let rest = text.string(position..<min(line.upperBound, position + 80)).lowercased()
    if rest.contains("crashed") { return isThread || position > digits ? .crashed : nil }
    guard position > digits else { return nil }
    if isChosen { return .crashed }
    let tail = rest.trimmingSpace()
    // 'Thread 1: Fatal error' is a message, not the heading of a list of frames.
    let isHeading =
      isThread && !isNumbered
      ? tail == ":" || tail.hasPrefix("name:") || tail.hasPrefix("::")
      : isNumbered && (isThread ? tail.hasPrefix(",") : tail.hasPrefix(". "))
    return isHeading ? .thread : nil
  }

  // MARK: - Reports as JSON (.ips)

  /// Nil for a text that has no list of threads.
  private static func inJSON(_ text: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
    guard let threads = JSONList.elements(named: "threads", in: text) else { return nil }
    let others = threads.filter { JSONList.value(of: "triggered", in: $0, of: text) == nil }
    return others.count < threads.count ? others : []
  }
}
