/// One known error or message of SwiftData, Core Data, CloudKit mirroring, SQLite or the model
/// compiler: how to recognise it, what it means, how to check, how to fix. Where it was published
/// is in Documentation/Format/Errors.md, 1 to 62; the texts it is recognised in are in
/// Tests/Fixtures/messages.txt.
public struct Explanation: Sendable, Hashable {
  /// The kebab-case name users type and findings refer to.
  public var id: String
  /// Whose error it is.
  public var framework: Framework
  /// `NSError` domain, or the exception name; nil for messages that carry neither.
  public var domain: String?
  /// The code it comes with. Other explanations may share it; see `codes`.
  public var code: Int?
  /// Codes of `domain` that identify this explanation without any text.
  public var codes: [Int]
  /// Apple's constant or enum case, `SwiftDataError.unknownSchema`. Several explanations may share
  /// one; a bare symbol names the most general of them.
  public var symbol: String?
  /// Message texts in the notation of ``MessagePattern``.
  package var patterns: [String]
  /// What happened, in a sentence or two.
  public var meaning: String
  /// Most likely first.
  public var causes: [String]
  /// How to tell whether this is really it.
  public var confirm: [String]
  /// What to do about it, the best first.
  public var fixes: [String]
  /// How bad it is for the app and its data.
  public var severity: Severity
  /// The systems it was seen on, or the first that has it.
  public var systems: String?
  /// 0…100: of several explanations that match the same text, the higher one names the cause.
  package var specificity: Int
  /// The more general explanation this one refines.
  public var parent: String?
  /// Explanations whose message usually stands in the same text.
  package var alsoMatches: [String]
  /// How sure the meaning is; a message nobody has published is low.
  public var confidence: Confidence

  /// The texts it comes with; what varies in them stands between angle brackets.
  package var messages: [String] { patterns.map(MessagePattern.shown) }

  /// Whether it is read from the frames of a stack rather than from a message.
  var isFrame: Bool { id.hasPrefix("crash-") }

  /// The part of Apple's systems an error comes from, by the name shown.
  public enum Framework: String, Sendable, Hashable, CaseIterable {
    case swiftData = "SwiftData"
    case coreData = "Core Data"
    case cloudKit = "CloudKit"
    case sqlite = "SQLite"
    case modelCompiler = "model compiler"
  }

  /// From a notice to an app that does not start.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    case info, warning, error, critical

    var weight: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// Whether a meaning is published, pieced together, or a guess.
  public enum Confidence: String, Sendable, Hashable {
    case high, medium, low
  }
}
