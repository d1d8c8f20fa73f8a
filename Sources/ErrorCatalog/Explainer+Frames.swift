extension Explainer {
  /// An explanation met somewhere in a text, before those that say the same are folded together.
  struct Sighting {
    var hit: MessageMatcher.Hit
    /// The errors around it, innermost first.
    var path: [ErrorNode]
    var line: Int

    var id: String {
      hit.explanation?.id ?? hit.code.map { "\($0.domain) \($0.code)" } ?? ""
    }
    /// Higher is nearer the cause: the more telling message, then the deeper error.
    var rank: (Int, Int) { (hit.explanation?.specificity ?? 5, path.count) }
  }

  /// Lines that one crash report's frames may be away from its message.
  private static let crashLength = 150

  /// Stack frames tell where a program was, not what was wrong. They are asked only where no
  /// message of the same crash says more, and then the most telling of them answers alone.
  static func withoutFrames(_ sightings: [Sighting], in text: ErrorText) -> [Sighting] {
    func isFrame(_ sighting: Sighting) -> Bool { sighting.hit.explanation?.isFrame ?? false }
    guard sightings.contains(where: isFrame) else { return sightings }
    let isCrash = text.speaksOfCrash
    var kept = sightings.filter { !isFrame($0) }
    let messages = kept.map(\.line)
    let frames = sightings.filter(isFrame).sorted {
      (-$0.rank.0, $0.line) < (-$1.rank.0, $1.line)
    }
    var answered: [Int] = []
    for frame in frames where isCrash {
      let isSaid = (messages + answered).contains { abs($0 - frame.line) <= crashLength }
      if isSaid { continue }
      answered.append(frame.line)
      kept.append(frame)
    }
    return kept
  }
}
