internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// The step to a version that does the same to several properties: one edit of that version mends them.
struct VersionStep: Hashable {
  private static let rules: Set = [
    AddedRequiredWithoutDefault.info.id, ChangedType.info.id, NarrowedType.info.id,
    PropertyDropped.info.id, RequiredWithoutValue.info.id, ToManyToToOne.info.id,
    UniquenessWithoutDeduplication.info.id,
  ]

  private let rule: String
  private let severity: Severity
  /// The newer version, as the message names it.
  private let version: String
  /// The version's own file, or the folder of those that declare its classes.
  private let place: String

  /// Nil for what stands for itself.
  init?(of finding: Finding) {
    guard Self.rules.contains(finding.rule), let path = finding.location?.path,
      let version = Self.version(in: finding.message)
    else { return nil }
    (rule, severity, self.version) = (finding.rule, finding.severity, version)
    place = path.isModelFile ? path : path.deletingLastPathComponent
  }

  private static func version(in message: String) -> String? {
    // `'Note.due' changes … between 'V1' and 'V2'`
    if let start = message.firstRange(of: " between '")?.lowerBound {
      return String(message[start...]).quoted.dropFirst().first.map(String.init)
    }
    // `'Note.rank' is new and required in 'V2', and rows of 'V1' …`, `'V2' has no 'Note.rank': …`
    if message.contains("' is new and required in '") {
      return message.quoted.dropFirst().first.map(String.init)
    }
    return message.contains("' has no '") ? message.quoted.first.map(String.init) : nil
  }

  /// A property with its own place, as the finding of another one names it: `'Note.rank' (line 7)`.
  static func name(_ finding: Finding, beside first: Finding) -> String {
    // What is gone has the place of its class.
    guard let place = finding.location, let line = place.line, place != first.location else {
      return subject(finding)
    }
    let isHere = place.path == first.location?.path
    return "\(subject(finding)) (\(isHere ? "line " : place.path.lastPathComponent + ":")\(line))"
  }

  /// Those that a message has no room for, each with its place.
  static func listed(_ findings: some Sequence<Finding>) -> [Finding.Related] {
    findings.map { Finding.Related("likewise", subject($0), at: $0.location) }
  }

  private static func subject(_ finding: Finding) -> String {
    let names = [finding.entity, finding.property].compactMap(\.self)
    return "'\(names.joined(separator: "."))'"
  }
}
