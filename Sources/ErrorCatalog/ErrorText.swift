/// An error message, an `NSError` dump or a whole log, read once: the errors in it as trees, the
/// catalogued messages with their places, and what it says about a store.
package struct ErrorText: Sendable {
  /// The errors printed in full, outermost first, in text order.
  package let nodes: [ErrorNode]
  /// Store metadata printed in the text.
  package let metadata: [StoreMetadataDump]
  /// Whether the text was longer than ``lengthLimit`` and only its beginning was read.
  package let isCut: Bool

  let hits: [MessageMatcher.Hit]
  let counts: [String: Int]
  let bytes: [UInt8]
  private let lineStarts: [Int]

  /// Bytes of a text that are read; a console log of a day is far below.
  package static let lengthLimit = 64 << 20
  /// How much of the text after "Error Domain=" can belong to one dump.
  private static let dumpLimit = 512 << 10

  package init(_ text: String) {
    self.init(bytes: Array(text.utf8.prefix(Self.lengthLimit + 1)))
  }

  package init(bytes whole: [UInt8]) {
    isCut = whole.count > Self.lengthLimit
    let read = isCut ? Array(whole.prefix(Self.lengthLimit)) : whole
    let bytes = WrappedText.unquoted(Self.withoutColors(JSONEscapes.decoded(read)))
    var reading = Reading(bytes)
    if let wrapped = WrappedText(bytes) {
      let whole = Reading(wrapped.bytes, lineStarts: wrapped.lineStarts)
      if whole.finds > reading.finds { reading = whole }
    }
    self.bytes = reading.bytes
    (hits, counts) = (reading.result.hits, reading.result.counts)
    (lineStarts, nodes, metadata) = (reading.lineStarts, reading.nodes, reading.metadata)
  }

  /// What is found in one way to read a text.
  private struct Reading {
    let bytes: [UInt8]
    let lineStarts: [Int]
    let result: MessageMatcher.Result
    let nodes: [ErrorNode]
    let metadata: [StoreMetadataDump]

    var finds: Int { result.hits.count + nodes.count + metadata.count }

    /// - Parameter lineStarts: where lines began before they were put together.
    init(_ bytes: [UInt8], lineStarts: [Int]? = nil) {
      self.bytes = bytes
      (self.lineStarts, result, nodes, metadata) = bytes.withUnsafeBufferPointer { text in
        var result = MessageMatcher.shared.matches(in: text)
        let whole = ErrorText.lineStarts(of: text)
        if let hit = CrashImages.hit(in: text) { result.hits.append(hit) }
        if !result.hits.isEmpty {
          let threads = CrashThreads(text, lineStarts: whole)
          result.hits.removeAll { threads.contains($0.range.lowerBound) }
        }
        let entries = LogEntries(text: text, lineStarts: whole)
        let lines = lineStarts ?? whole
        return (
          lines, result, ErrorText.nodes(at: result.dumps, in: text, entries: entries),
          ErrorText.metadata(at: result.metadataKeys, in: text, entries: entries, lines: lines)
        )
      }
    }
  }

  /// The 1-based line a byte is on.
  func line(at position: Int) -> Int {
    Self.line(at: position, in: lineStarts)
  }

  /// Whether the text is of a crash, or so short that somebody asks for just this.
  var speaksOfCrash: Bool {
    let words = [
      "crash", "exc_", "exception", "sigabrt", "sigsegv", "sigtrap", "sigbus", "backtrace", "stack",
      "faultingthread", "symbollocation", "fatal", "_block_invoke", "] + ",
    ]
    guard bytes.count > 400 else { return true }
    let text = String(decoding: bytes.prefix(1 << 20), as: UTF8.self).lowercased()
    return words.contains { text.contains($0) }
  }

  /// The error whose dump holds `position`, with those around it: innermost first.
  func path(to position: Int) -> [ErrorNode] {
    var index = nodes.partitioningIndex { $0.range.upperBound > position }
    var path: [ErrorNode] = []
    var level = nodes
    while index < level.count, level[index].range.contains(position) {
      let node = level[index]
      path.insert(node, at: 0)
      level = node.underlying + node.details
      index = level.firstIndex { $0.range.contains(position) } ?? level.count
    }
    return path
  }

  // MARK: - Reading

  private static func nodes(
    at dumps: [Int], in text: UnsafeBufferPointer<UInt8>, entries: LogEntries
  ) -> [ErrorNode] {
    var nodes: [ErrorNode] = []
    var end = 0
    for start in dumps where start >= end {
      let limit = min(start + dumpLimit, entries.end(of: start))
      var parser = ErrorDumpParser(text, at: start, limit: limit)
      guard var node = parser.error() else { continue }
      node.absorb(entries.loggedUserInfo(after: node.range.upperBound))
      end = node.range.upperBound
      nodes.append(node)
    }
    return nodes
  }

  private static func metadata(
    at keys: [(key: StoreMetadataDump.Key, position: Int)],
    in text: UnsafeBufferPointer<UInt8>, entries: LogEntries, lines: [Int]
  ) -> [StoreMetadataDump] {
    var dumps: [StoreMetadataDump] = []
    var current = StoreMetadataDump()
    var end = 0
    for (key, position) in keys where position >= end {
      var start = position + key.rawValue.utf8.count
      while start < text.count, text[start].isSpace || "\":=)".utf8.contains(text[start]) {
        start += 1
      }
      let limit = min(start + dumpLimit, entries.end(of: position))
      var parser = ErrorDumpParser(text, at: start, limit: limit)
      let value = parser.value()
      end = parser.position
      if current.has(key) {
        dumps.append(current)
        current = StoreMetadataDump()
      }
      if current.isEmpty {
        current.line = line(at: position, in: lines)
        // A list of hashes comes before all other keys; without its own, its beginning was cut off.
        if key != .hashes {
          current.hashes = entries.hashes(above: position)
          current.isCut = !current.hashes.isEmpty
        }
      }
      current.set(key, to: value)
      if key == .hashes { current.isCut = !"}])".utf8.contains(text[end - 1]) }
    }
    if !current.isEmpty { dumps.append(current) }
    var seen: Set<StoreMetadataDump> = []
    return dumps.filter { dump in
      var content = dump
      content.line = 0
      return seen.insert(content).inserted
    }
  }

  /// SyntaxColoredLogging puts escape sequences into the lines.
  private static func withoutColors(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x1B) else { return bytes }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x1B, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "[") {
        let end = min(bytes.count, index + 16)
        var next = index + 2
        while next < end, bytes[next] < 0x40 { next += 1 }
        index = min(next + 1, bytes.count)
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    return plain
  }

  private static func lineStarts(of text: UnsafeBufferPointer<UInt8>) -> [Int] {
    var starts = [0]
    for position in 0..<text.count where text[position] == 0x0A { starts.append(position + 1) }
    return starts
  }

  private static func line(at position: Int, in starts: [Int]) -> Int {
    starts.partitioningIndex { $0 > position }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies a predicate that is false before it and true after.
  func partitioningIndex(where belongsInSecondPart: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if belongsInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
