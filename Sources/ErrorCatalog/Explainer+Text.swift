extension Explainer {
  /// Lines between two messages of one failure that were not printed as one dump.
  private static let neighbourhood = 6

  static func read(_ text: ErrorText) -> ExplainResult {
    let sightings = text.ownHits.map { hit in
      Sighting(
        hit: hit, path: text.path(to: hit.range.lowerBound),
        line: text.line(at: hit.range.lowerBound))
    }
    let causes = withoutFrames(withoutWrappers(sightings), in: text)
    var answers: [ErrorAnswer] = []
    var index: [String: Int] = [:]
    for sighting in causes {
      let answer = self.answer(for: sighting, in: text, all: sightings)
      let key = sighting.id + "\u{0}" + answer.captures.map { $0.name + "=" + $0.value }.joined()
      if let known = index[key] {
        answers[known].count += 1
        if answers[known].lines.count < 10, answers[known].lines.last != sighting.line {
          answers[known].lines.append(sighting.line)
        }
      } else {
        index[key] = answers.count
        answers.append(answer)
      }
    }
    answers = ErrorAnswer.joined(answers) + unexplained(in: text)
    var result = ExplainResult(
      input: .text, answers: answers.sorted(by: isMoreTelling),
      recognised: Set(sightings.compactMap(\.hit.explanation?.id)).sorted())
    result.metadata = text.metadata
    result.objects = text.objects
    if text.isCut {
      result.notes.append("only the first \(ErrorText.lengthLimit >> 20) MiB were read")
    }
    let limit = MessageMatcher.hitLimit
    for (id, count) in text.counts.sorted(by: { $0.key < $1.key }) where count > limit {
      result.notes.append("'\(id)' occurs more than \(limit) times; the rest was not looked at")
    }
    return result
  }

  /// Drops what only wraps or repeats a more telling message of the same error.
  private static func withoutWrappers(_ sightings: [Sighting]) -> [Sighting] {
    // Sightings come in text order, so those nearby stand next to each other.
    let sorted = sightings.enumerated().sorted {
      ($0.element.line, $0.offset) < ($1.element.line, $1.offset)
    }.map(\.element)
    var kept: [Sighting] = []
    for (index, sighting) in sorted.enumerated() {
      let isCovered = nearby(index, in: sorted).contains { other in
        covers(sorted[other], sighting, isEarlier: other < index)
      }
      if !isCovered { kept.append(sighting) }
    }
    return kept
  }

  /// Indices of sightings near the one at `index`, itself left out.
  private static func nearby(_ index: Int, in sightings: [Sighting]) -> [Int] {
    let span = 60
    let range = max(0, index - span)..<min(sightings.count, index + span + 1)
    return range.filter { $0 != index }
  }

  private static func covers(_ other: Sighting, _ one: Sighting, isEarlier: Bool) -> Bool {
    let isNear = abs(other.line - one.line) <= neighbourhood
    guard isNear || !one.path.isEmpty else { return false }
    let isSameError = isOnOnePath(other, one)
    guard isSameError || isNear else { return false }
    if other.id == one.id {
      // The same message by two patterns, or by its text and its code: the one that names more.
      let (theirs, mine) = (Set(other.hit.captures), Set(one.hit.captures))
      guard isSameError || other.line == one.line || mine.isEmpty && !theirs.isEmpty
      else { return false }
      return theirs == mine ? isEarlier : mine.isSubset(of: theirs)
    }
    guard other.rank > one.rank else { return false }
    if isSameError, !other.path.isEmpty { return true }
    // A code that nothing is known about says no more than what stands in the same line.
    guard let mine = one.hit.explanation else { return isSameError || other.line == one.line }
    guard let theirs = other.hit.explanation else { return false }
    if ExplanationCatalog.lineage(of: theirs).contains(where: { $0.id == mine.id }) { return true }
    if theirs.alsoMatches.contains(mine.id) || mine.alsoMatches.contains(theirs.id) { return true }
    // A code next to a message that has this code.
    return one.hit.code.map { $0.code == theirs.code && $0.domain == theirs.domain } ?? false
  }

  /// Whether both belong to one chain of wrapped errors. Details that stand side by side do not.
  private static func isOnOnePath(_ left: Sighting, _ right: Sighting) -> Bool {
    guard let a = left.path.first?.range, let b = right.path.first?.range else { return false }
    return left.path.contains { $0.range == b } || right.path.contains { $0.range == a }
  }

  static func isMoreTelling(_ left: ErrorAnswer, _ right: ErrorAnswer) -> Bool {
    func key(_ answer: ErrorAnswer) -> (Int, Int, Int) {
      (
        -(answer.explanation?.specificity ?? 5), -(answer.explanation?.severity.weight ?? 0),
        answer.lines.first ?? 0
      )
    }
    return key(left) < key(right)
  }

  private static func answer(
    for sighting: Sighting, in text: ErrorText, all: [Sighting]
  ) -> ErrorAnswer {
    let explanation = sighting.hit.explanation
    var captures = sighting.hit.captures
    for capture in text.captures(around: sighting.hit.range, path: sighting.path)
    where !captures.contains(where: { $0.name == capture.name }) {
      captures.append(capture)
    }
    let mention = sighting.hit.code
    let innermost = sighting.path.first
    return ErrorAnswer(
      explanation: explanation,
      code: mention.map { self.name($0.domain, $0.code) }
        ?? innermost.flatMap { node in
          node.domain.flatMap { domain in node.code.map { name(domain, $0) } }
        },
      captures: captures, lines: [sighting.line], count: 1,
      chain: (wrapped(by: innermost) + sighting.path).map(link))
  }

  /// The errors inside the one a message belongs to, innermost first; nothing is known about them.
  private static func wrapped(by node: ErrorNode?) -> [ErrorNode] {
    var inner: [ErrorNode] = []
    var next = node?.underlying.first
    while let error = next {
      inner.insert(error, at: 0)
      next = error.underlying.first
    }
    return inner
  }

  /// Printed errors in which nothing is known.
  private static func unexplained(in text: ErrorText) -> [ErrorAnswer] {
    let places = text.hits.map(\.range.lowerBound).sorted()
    let unknown = text.nodes.filter { node in
      if let domain = node.domain, let code = node.code,
        ExplanationCatalog.explanation(domain: domain, code: code) != nil
      {
        return false
      }
      let next = places.partitioningIndex { $0 >= node.range.lowerBound }
      return next == places.count || places[next] >= node.range.upperBound
    }
    return unknown.prefix(MessageMatcher.hitLimit).map { node in
      ErrorAnswer(
        code: link(node).text, lines: [text.line(at: node.range.lowerBound)], count: 1,
        chain: (wrapped(by: node) + [node]).map(link))
    }
  }

  private static func link(_ node: ErrorNode) -> ErrorAnswer.Link {
    let domain = node.domain ?? "error"
    guard let code = node.code else { return ErrorAnswer.Link(text: domain, explanation: nil) }
    let message = node.message ?? node["reason"]?.text ?? node["NSLocalizedFailureReason"]?.text
    return ErrorAnswer.Link(
      text: name(domain, code) + (message.map { ": \($0.prefix(300))" } ?? ""),
      explanation: ExplanationCatalog.explanation(domain: domain, code: code)?.id)
  }

  private static func name(_ domain: String, _ code: Int) -> String {
    if ExplanationCatalog.explanation(domain: domain, code: code) == nil,
      let known = ErrorNames.names(code: code).first(where: { $0.domain == domain })
    {
      return "\(domain) \(code) (\(known.name))"
    }
    return "\(domain) \(code)"
  }
}

extension ErrorText {
  /// `userInfo` keys worth repeating, and the names they are given in an answer.
  private static let keys: [(key: String, name: String)] = [
    ("entity", "entity"), ("attribute", "attribute"), ("property", "property"),
    ("relationship", "relationship"), ("reason", "reason"), ("NSValidationErrorKey", "property"),
    ("NSFilePath", "path"), ("NSURL", "path"), ("sourceURL", "path"), ("URL", "path"),
    ("NSLocalizedFailureReason", "reason"), ("NSSQLiteErrorDomain", "sqlite code"),
    ("NSUnderlyingException", "exception"),
  ]

  /// Facts beside a message: from the errors around it, else from keys printed nearby.
  func captures(around range: Range<Int>, path: [ErrorNode]) -> [Capture] {
    var captures: [Capture] = []
    func add(_ name: String, _ value: String) {
      guard !value.isEmpty, !captures.contains(where: { $0.name == name }) else { return }
      captures.append(Capture(name: name, value: String(value.prefix(400))))
    }
    for node in path {
      for (key, name) in Self.keys {
        if let value = node[key]?.text { add(name, value) }
      }
      if let object = node["NSValidationErrorObject"]?.text,
        let entity = Self.entity(inDescription: object)
      {
        add("entity", entity)
      }
    }
    guard path.isEmpty else { return captures }
    for field in looseFields(around: range) {
      if let name = Self.keys.first(where: { $0.key == field.key })?.name {
        add(name, field.value.text ?? "")
      }
    }
    return captures
  }

  /// `<NSManagedObject: 0x…> (entity: Note; id: …`
  private static func entity(inDescription text: String) -> String? {
    guard let mark = text.firstRange(of: "(entity: ") else { return nil }
    let name = text[mark.upperBound...].prefix { $0 != ";" && $0 != ")" }
    return name.isEmpty ? nil : String(name)
  }
}
