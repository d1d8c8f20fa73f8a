internal import StoreModel

/// Names of findings that survive edits around them.
package enum Fingerprint {
  /// One name per finding, in the order given: a hash over rule, path, entity and property (or,
  /// without these, the text of the line with its spaces left out), then the number among equals.
  /// No line number takes part, so that lines added above change nothing.
  package static func all(of findings: [Finding]) -> [String] {
    var counts: [String: Int] = [:]
    return findings.map { finding in
      let name = hash(finding)
      counts[name, default: 0] += 1
      return "\(name):\(counts[name] ?? 1)"
    }
  }

  private static func hash(_ finding: Finding) -> String {
    let parts = [finding.rule, finding.location?.path ?? "", subject(finding)]
    // FNV-1a: short, stable, and no secret.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for part in parts {
      for byte in Array(part.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func subject(_ finding: Finding) -> String {
    if let entity = finding.entity { return entity + "." + (finding.property ?? "") }
    return finding.sourceLine?.filter { !$0.isWhitespace } ?? finding.message
  }
}
