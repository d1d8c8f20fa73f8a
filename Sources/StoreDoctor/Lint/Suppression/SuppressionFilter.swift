internal import StoreModel

/// Takes suppressed findings out and says what is wrong with the suppressions themselves.
struct SuppressionFilter {
  let found: SuppressionReader.Found
  /// What lint does not say and other commands do: a suppression of it is not in vain.
  var unsaid: [Finding] = []

  func apply(to findings: [Finding], settings: LintSettings) -> [Finding] {
    var kept = findings
    var said: [Finding] = []
    for malformed in found.malformed {
      said.append(
        InvalidSuppression().finding(
          "'\(malformed.text)' names no rule in brackets", at: malformed.location))
    }
    for suppression in found.suppressions {
      var unused: [String] = []
      for written in suppression.rules {
        guard let rule = RuleCatalog.rule(written) else {
          said.append(InvalidSuppression().finding(unknown: written, at: suppression.location))
          continue
        }
        let before = kept.count
        kept.removeAll { suppression.covers($0, rule: rule.id) }
        // A rule that is off finds nothing, so nothing is known about the need for it.
        let isOff = settings.severities[rule.id].map { $0 == nil } ?? false
        let isNeeded = unsaid.contains { suppression.covers($0, rule: rule.id) }
        if kept.count == before, !isOff, !isNeeded { unused.append(written) }
      }
      if !unused.isEmpty {
        said.append(UnusedSuppression().finding(unused, of: suppression))
      } else if suppression.reason.isEmpty {
        said.append(
          SuppressionWithoutReason().finding(
            "the suppression of \(suppression.rules.quoted) gives no reason",
            at: suppression.location))
      }
    }
    return kept + said
  }
}

extension [String] {
  /// `'a', 'b'`.
  var quoted: String { map { "'\($0)'" }.joined(separator: ", ") }
}
