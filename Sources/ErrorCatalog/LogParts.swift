internal import StoreModel

/// A log in parts that are short enough to be read at once, cut where an entry begins.
struct LogParts {
  struct Part {
    var text: ErrorText
    /// Lines of the log above this part.
    var linesBefore: Int
  }

  private var rest: ArraySlice<UInt8>
  private var lines = 0
  private let limit: Int
  /// How far before the limit the beginning of an entry is looked for.
  private static let reach = 512 << 10

  init(_ log: [UInt8], limit: Int) {
    rest = log[...]
    self.limit = max(limit, 1)
  }

  mutating func next() -> Part? {
    guard !rest.isEmpty else { return nil }
    let part = rest[rest.startIndex..<end]
    rest = rest[part.endIndex...]
    defer { lines += part.count { $0 == 0x0A } }
    return Part(text: ErrorText(bytes: Array(part)), linesBefore: lines)
  }

  /// The end of the next part: behind the last line that an entry begins after, else the last
  /// line, else wherever the limit is.
  private var end: Int {
    guard rest.count > limit else { return rest.endIndex }
    let last = rest.startIndex + limit
    var lineEnd: Int?
    var position = last
    while position > rest.startIndex, last - position < Self.reach {
      position -= 1
      guard rest[position] == 0x0A else { continue }
      let next = position + 1
      lineEnd = lineEnd ?? next
      // Lines that go on with a dump are indented or close a bracket.
      if next < rest.endIndex, rest[next].isWord { return next }
    }
    return lineEnd ?? last
  }
}

extension ExplainResult {
  /// Takes over what a later part of the same log has.
  mutating func add(_ other: ExplainResult, linesBefore: Int) {
    for var answer in other.answers {
      answer.lines = answer.lines.map { $0 + linesBefore }
      let known = answers.firstIndex {
        $0.explanation?.id == answer.explanation?.id && $0.code == answer.code
          && $0.captures == answer.captures
      }
      if let known {
        answers[known].count += answer.count
        answers[known].lines += answer.lines.prefix(max(0, 10 - answers[known].lines.count))
      } else {
        answers.append(answer)
      }
    }
    answers.sort(by: Explainer.isMoreTelling)
    recognised = Set(recognised + other.recognised).sorted()
    for var dump in other.metadata {
      dump.line += linesBefore
      metadata.append(dump)
    }
    objects += other.objects.filter { !objects.contains($0) }
    notes += other.notes.filter { !notes.contains($0) }
  }
}
