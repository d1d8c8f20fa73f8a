internal import Diagnostics
internal import StoreEngine

/// Checks that cost next to nothing: they read metadata and counters, never rows. What `info` says
/// in one line is a part of what `check` says.
enum StoreHealth {
  static func atFirstSight(_ inspection: StoreInspection) -> [Finding] {
    findings(of: StoreRules.quick, inspection)
  }

  /// Contradictions between what a store's metadata say and what follows from its model.
  static func hashes(_ inspection: StoreInspection) -> [Finding] {
    findings(of: [DigestMismatch(), HashMismatch()], inspection)
  }

  private static func findings(
    of rules: [any StoreRule], _ inspection: StoreInspection
  ) -> [Finding] {
    var findings: [Finding] = []
    for rule in rules { try? rule.examine(inspection) { finding, _ in findings.append(finding) } }
    return findings
  }
}
