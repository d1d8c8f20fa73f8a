internal import Diagnostics
internal import StoreModel

/// Takes suppressed findings out and says what is wrong with the suppressions themselves.
struct SuppressionFilter {
  let found: SuppressionReader.Found
  let rules: RuleIndex
  /// What lint does not say and other commands do: a suppression of it is not in vain.
  var unsaid: [Finding] = []

  func apply(to findings: [Finding], settings: LintSettings) -> [Finding] {
    var kept = LocatedFindings(findings)
    let unsaid = LocatedFindings(unsaid)
    var said: [Finding] = []
    for malformed in found.malformed {
      said.append(
        InvalidSuppression.finding(
          "'\(malformed.text)' names no rule in brackets", at: malformed.location))
    }
    for suppression in found.suppressions {
      var unused: [String] = []
      for written in suppression.rules {
        guard let rule = rules.rule(written) else {
          said.append(
            InvalidSuppression.finding(
              unknown: written, among: rules.ids, at: suppression.location))
          continue
        }
        let removed = kept.remove(suppression, rule: rule.id)
        // A rule that is off finds nothing, so nothing is known about the need for it.
        let isOff = settings.severities[rule.id].map { $0 == nil } ?? false
        let isNeeded = !unsaid.places(suppression, rule: rule.id).isEmpty
        if removed == 0, !isOff, !isNeeded { unused.append(written) }
      }
      if !unused.isEmpty {
        said.append(UnusedSuppression.finding(unused, of: suppression))
      } else if suppression.reason.isEmpty {
        said.append(
          SuppressionWithoutReason.finding(
            "the suppression of \(suppression.rules.quoted) gives no reason",
            at: suppression.location))
      }
    }
    return kept.all + said
  }
}

/// Findings by file, rule and line: a file may have as many of them, and of suppressions, as lines.
private struct LocatedFindings {
  private struct Key: Hashable {
    let path: String
    let rule: String
  }

  /// A line that a finding speaks of, and its position.
  private struct Entry {
    let line: Int
    let finding: Int
  }

  private let findings: [Finding]
  private var isRemoved: [Bool]
  /// Those that are left, in the order of their lines.
  private var places: [Key: [Entry]] = [:]

  init(_ findings: [Finding]) {
    self.findings = findings
    isRemoved = Array(repeating: false, count: findings.count)
    for (position, finding) in findings.enumerated() {
      // Who accepts what a function does accepts it of all loops that call it.
      for place in [finding.location, LoopCause.place(of: finding)].compactMap(\.self) {
        places[Key(path: place.path, rule: finding.rule), default: []]
          .append(Entry(line: place.line ?? 0, finding: position))
      }
    }
    for key in places.keys {
      places[key]?.sort { ($0.line, $0.finding) < ($1.line, $1.finding) }
    }
  }

  /// Those that are left, in the order they had.
  var all: [Finding] { zip(findings, isRemoved).filter { !$0.1 }.map(\.0) }

  /// What a suppression covers.
  func places(_ suppression: Suppression, rule: String) -> [Int] {
    let candidates = places[Key(path: suppression.location.path, rule: rule)] ?? []
    return candidates[range(of: suppression, candidates)].map(\.finding)
      .filter { !isRemoved[$0] && suppression.covers(findings[$0], rule: rule) }
  }

  /// Returns how many there were.
  mutating func remove(_ suppression: Suppression, rule: String) -> Int {
    let found = Set(places(suppression, rule: rule))
    guard !found.isEmpty else { return 0 }
    for place in found { isRemoved[place] = true }
    let key = Key(path: suppression.location.path, rule: rule)
    let range = range(of: suppression, places[key] ?? [])
    let rest = (places[key] ?? [])[range].filter { !found.contains($0.finding) }
    places[key]?.replaceSubrange(range, with: rest)
    return found.count
  }

  /// The candidates on the lines a suppression speaks of.
  private func range(of suppression: Suppression, _ candidates: [Entry]) -> Range<Int> {
    guard case .lines(let lines) = suppression.scope else { return candidates.indices }
    func first(where isAt: (Int) -> Bool) -> Int {
      var (low, high) = (0, candidates.count)
      while low < high {
        let middle = (low + high) / 2
        if isAt(candidates[middle].line) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    return first { $0 >= lines.lowerBound }..<first { $0 > lines.upperBound }
  }
}

extension [String] {
  /// `'a', 'b'`.
  var quoted: String { map { "'\($0)'" }.joined(separator: ", ") }
}
