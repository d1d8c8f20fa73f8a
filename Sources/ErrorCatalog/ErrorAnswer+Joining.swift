extension ErrorAnswer {
  /// Lines within which two sightings of one explanation are of one failure.
  private static let neighbourhood = 8
  /// Captures that tell about a failure, not which one it is.
  private static let remarks: Set<String> = ["reason", "path", "exception", "sqlite code"]

  /// Answers of one failure that was printed in several ways (the error, its user info, the log's
  /// sentence) as one: the same explanation nearby, about nothing else.
  static func joined(_ answers: [ErrorAnswer]) -> [ErrorAnswer] {
    var result: [ErrorAnswer] = []
    for answer in answers {
      let same = result.firstIndex { $0.isOneFailure(with: answer) }
      guard let same else {
        result.append(answer)
        continue
      }
      for capture in answer.captures
      where !result[same].captures.contains(where: { $0.name == capture.name }) {
        result[same].captures.append(capture)
      }
      result[same].lines = Array(Set(result[same].lines + answer.lines).sorted().prefix(10))
      result[same].count = max(result[same].count, answer.count)
      if result[same].chain.count < answer.chain.count { result[same].chain = answer.chain }
      result[same].code = result[same].code ?? answer.code
    }
    return result
  }

  private func isOneFailure(with other: ErrorAnswer) -> Bool {
    guard let id = explanation?.id, id == other.explanation?.id,
      let first = lines.first, let second = other.lines.first,
      abs(first - second) <= Self.neighbourhood
    else { return false }
    let own = captures.filter { !Self.remarks.contains($0.name) }
    return other.captures.allSatisfy { theirs in
      own.allSatisfy { $0.name != theirs.name || $0.value == theirs.value }
    }
  }
}
