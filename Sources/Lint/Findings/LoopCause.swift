internal import Diagnostics
internal import StoreModel

/// What many loops lead to: one function that asks the store, or saves, each time it is called. Where that
/// is mended, all of them are.
struct LoopCause: Hashable {
  private static let label = "asks in"
  private static let loopLabel = "loop"

  private static let verbs: [String: (does: String, help: String)] = [
    FetchInLoop.info.id: (
      "makes one fetch",
      "let it take all values at once, with 'IN' instead of '==', and let each loop call it once before "
        + "it begins"
    ),
    CountInLoop.info.id: (
      "makes one count",
      "let it take all values at once, and let each loop call it once before it begins"
    ),
    SaveInLoop.info.id: ("saves", "leave the save to those who call it, once after their loops"),
  ]

  /// Fewer loops have other causes as well as the function.
  static let fewest = 4

  private let rule: String
  private let severity: Severity
  private let place: Location

  /// Nil for what is said of no call.
  init?(of finding: Finding) {
    guard Self.verbs[finding.rule] != nil, let place = Self.place(of: finding) else { return nil }
    (rule, severity, self.place) = (finding.rule, finding.severity, place)
  }

  /// The function, for a finding about a call.
  static func related(_ function: String, at place: Location) -> Finding.Related {
    Finding.Related(label, "'\(function)'", at: place)
  }

  /// Where the function stands that a finding about a call leads to.
  static func place(of finding: Finding) -> Location? {
    finding.related.first { $0.label == label }?.location
  }

  /// Whether a finding speaks for loops already.
  static func isJoint(_ finding: Finding) -> Bool {
    finding.related.contains { $0.label == loopLabel }
  }

  /// Whether there is nothing to be asked for all values at once: `'sessions()'`, and a method of Objective-C
  /// without colons.
  private static func takesNothing(_ cause: Finding.Related) -> Bool {
    let name = cause.text ?? ""
    let isObjectiveC = cause.location?.path.hasSuffix(".swift") == false
    return name.hasSuffix("()'") || isObjectiveC && !name.isEmpty && !name.contains(":")
  }

  /// One finding for all calls in loops, at the function that they lead to.
  static func joint(_ findings: [Finding]) -> Finding? {
    guard var joint = findings.first, let cause = joint.related.first(where: { $0.label == label }),
      let verb = verbs[joint.rule]
    else { return nil }
    var lines: Set<String> = []
    let places = findings.compactMap(\.location).filter {
      lines.insert("\($0.path):\($0.line ?? 0)").inserted
    }
    guard places.count >= fewest else { return nil }
    // A loop may call it in several places.
    joint.message =
      "\(cause.text ?? "this function") \(verb.does) each time, and loops call it in "
      + "\(places.count) places, themselves or through others"
    // Who calls a function that is there to save, calls it too often.
    let isThereToSave = joint.rule == SaveInLoop.info.id && cause.text?.hasPrefix("'save") ?? false
    joint.help =
      isThereToSave
      ? "call it once after each of the loops"
      : takesNothing(cause) && joint.rule != SaveInLoop.info.id
        ? "let each loop call it once before it begins, and keep the result" : verb.help
    joint.location = cause.location
    (joint.sourceLine, joint.length) = (nil, nil)
    joint.edits = findings.flatMap(\.edits)
    joint.related = places.map { Finding.Related(loopLabel, at: $0) }
    return joint
  }
}
