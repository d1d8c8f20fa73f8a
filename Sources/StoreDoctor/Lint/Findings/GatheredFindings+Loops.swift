internal import Diagnostics
internal import StoreModel

extension LintAnswer {
  /// What the rules about calls in loops find, in the order in which they speak for each other.
  private static let loopRules: [(rule: String, verb: String)] = [
    (FetchInLoop.info.id, "fetches"), (CountInLoop.info.id, "counts"),
    (SaveInLoop.info.id, "saves"), (WholeRowsForCount.info.id, "loads what is only counted"),
  ]

  private static func rank(_ finding: Finding) -> Int? {
    loopRules.firstIndex { $0.rule == finding.rule }
  }

  /// A call in a loop that fetches, counts and saves is one call too many: the first of the rules speaks
  /// for all of them.
  static func joined(_ findings: [Finding]) -> [Finding] {
    var speakers: [Location: Int] = [:]
    for (index, finding) in findings.enumerated() {
      guard let place = finding.location, let rank = rank(finding) else { continue }
      guard let known = speakers[place].map({ findings[$0] }) else {
        speakers[place] = index
        continue
      }
      if known.severity <= finding.severity, rank < Self.rank(known) ?? rank {
        speakers[place] = index
      }
    }
    var joined = findings
    var isSaid: Set<Int> = []
    for (index, finding) in findings.enumerated() {
      guard let place = finding.location, let rank = rank(finding), let speaker = speakers[place],
        speaker != index, findings[speaker].severity >= finding.severity
      else { continue }
      isSaid.insert(index)
      joined[speaker].message += ", and \(loopRules[rank].verb) each time"
      joined[speaker].edits += finding.edits
    }
    return zip(joined, joined.indices).filter { !isSaid.contains($1) }.map(\.0)
  }
}
