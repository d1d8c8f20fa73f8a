internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// What loops call, and what they go through.
extension LintAnswer {
  /// The function that loops call, in whichever files they are.
  struct CalledHelper: Hashable {
    let rule: String
    let severity: Severity
    let name: String

    init?(of finding: Finding) {
      let isLooped =
        [FetchInLoop.info.id, CountInLoop.info.id, SaveInLoop.info.id].contains(finding.rule)
      // `NoteEntity.all()` and its like, which are only counted.
      let isCounted =
        finding.rule == WholeRowsForCount.info.id && finding.message.contains("' loads all '")
      guard isLooped || isCounted, finding.location != nil, !LoopCause.isJoint(finding),
        finding.message.hasPrefix("'"),
        let name = finding.message.quoted.first
      else { return nil }
      (rule, severity, self.name) = (finding.rule, finding.severity, String(name))
    }
  }

  /// The list that a loop goes through, with the rule that speaks of it.
  struct LoopedList: Hashable {
    let rule: String
    let severity: Severity
    let place: String

    init?(of finding: Finding) {
      guard
        [FetchInLoop.info.id, CountInLoop.info.id, SaveInLoop.info.id].contains(finding.rule),
        !LoopCause.isJoint(finding),
        let location = finding.location, finding.message.contains("for every element of"),
        let list = finding.message.quoted.last
      else { return nil }
      (rule, severity, place) = (finding.rule, finding.severity, "\(location.path) \(list)")
    }
  }

  /// What many loops lead to is said once, at the function that they all call.
  static func caused(_ findings: [Finding]) -> [Finding] {
    var caused = findings.map(Optional.some)
    for members in groups(findings, by: { LoopCause(of: $0) }, from: LoopCause.fewest) {
      guard let joint = LoopCause.joint(members.map { findings[$0] }) else { continue }
      for member in members { caused[member] = nil }
      caused[members[0]] = joint
    }
    return caused.compactMap(\.self)
  }
}

extension String {
  /// What stands between single quotes.
  var quoted: [Substring] {
    split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
  }
}
