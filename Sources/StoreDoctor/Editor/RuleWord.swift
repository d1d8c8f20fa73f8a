package import Diagnostics
internal import Lint
internal import StoreEngine

/// The id of a rule under a cursor: in a suppression, or in the configuration.
package struct RuleWord {
  package let rule: RuleInfo
  package let range: Range<Int>

  package init?(at offset: Int, in path: String, _ bytes: [UInt8], _ rules: RuleIndex) {
    guard offset <= bytes.count else { return nil }
    let start = bytes[..<offset].lastIndex { !Self.isPart($0) }.map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex { !Self.isPart($0) } ?? bytes.count
    guard start < end,
      let rule = rules.rule(String(decoding: bytes[start..<end], as: UTF8.self))
    else { return nil }
    if path.lastPathComponent != LintConfiguration.fileName {
      let line = bytes[..<start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let before = String(decoding: bytes[line..<start], as: UTF8.self)
      guard before.contains(Suppression.marker) else { return nil }
    }
    (self.rule, range) = (rule, start..<end)
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
  }
}

extension RuleInfo {
  /// What the rule is about, in Markdown.
  package var markdown: String {
    var parts = ["**\(id)** (\(severity.rawValue)): \(summary)"]
    parts.append("Why: \(why).")
    parts.append("Fix: \(fix).")
    if let limits { parts.append("Limits: \(limits).") }
    if let page { parts.append("[\(page)](\(page))") }
    return parts.joined(separator: "\n\n")
  }
}
