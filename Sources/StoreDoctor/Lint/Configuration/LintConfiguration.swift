public import Diagnostics
internal import StoreEngine
public import StoreModel

/// The contents of `.storedoctor.yml`.
public struct LintConfiguration: Sendable, Hashable {
  /// What it says of rules, plans and CloudKit.
  public var settings = LintSettings()
  /// What is linted when the command line names nothing, relative to the configuration's folder.
  public var paths: [String] = []
  /// Patterns of paths left out, relative to the configuration's folder.
  public var exclude: [PathPattern] = []
  /// The lowest severity that makes the exit code 1.
  public var failOn = Severity.note
  /// The file of known findings, relative to the configuration's folder.
  public var baseline: String?
  /// The lock of shipped versions, likewise; nil means the one in that folder, if any.
  public var lock: String?

  /// What holds without a file.
  public init() {}

  /// The name of the file, looked for in the folder and those above it.
  public static let fileName = ".storedoctor.yml"

  private static let keys = [
    "allow-loss", "baseline", "cloudkit", "exclude", "fail-on", "lock", "paths", "plans", "rules",
  ]

  /// - Parameters:
  ///   - path: the file's name for messages.
  ///   - rules: those that it may set.
  /// - Throws: `LintConfigurationError` with the line of the first mistake.
  public init(_ text: String, path: String, rules: RuleIndex) throws(LintConfigurationError) {
    do {
      try read(try YAMLSubset.read(text), rules)
    } catch {
      throw LintConfigurationError(path: path, line: error.line, message: error.message)
    }
  }

  private mutating func read(
    _ root: YAMLSubset.Node, _ rules: RuleIndex
  ) throws(YAMLSubset.Failure) {
    for entry in try root.entries("the file") {
      switch entry.key {
      case "allow-loss": settings.allowedLosses = try entry.value.names("allow-loss")
      case "rules": try readRules(entry.value, rules)
      case "paths": paths = try entry.value.names("paths")
      case "exclude": exclude = try entry.value.names("exclude").map(PathPattern.init)
      case "plans": settings.plans = try entry.value.names("plans")
      case "cloudkit":
        settings.cloudKit = try entry.value.choice(
          "cloudkit",
          among: LintSettings.CloudKit.allCases.map { ($0.rawValue, $0) }
            + [("true", .on), ("false", .off)])
      case "fail-on":
        failOn = try entry.value.choice(
          "fail-on", among: Severity.allCases.map { ($0.rawValue, $0) })
      case "baseline": baseline = try entry.value.name("baseline")
      case "lock": lock = try entry.value.name("lock")
      default:
        throw .init(
          line: entry.line, message: Self.unknown("key", entry.key, among: Self.keys))
      }
    }
  }

  private mutating func readRules(
    _ node: YAMLSubset.Node, _ rules: RuleIndex
  ) throws(YAMLSubset.Failure) {
    let choices: [(String, Severity?)] =
      Severity.allCases.map { ($0.rawValue, $0) } + [("off", nil), ("false", nil)]
    for entry in try node.entries("rules") {
      guard let rule = rules.rule(entry.key) else {
        throw .init(
          line: entry.line, message: Self.unknown("rule", entry.key, among: rules.ids))
      }
      settings.severities[rule.id] = try entry.value.choice(
        "rule '\(rule.id)'", among: choices)
    }
  }

  fileprivate static func unknown(_ what: String, _ name: String, among names: [String]) -> String {
    let near = NameDistance.nearest(to: name, in: names)
    let hint =
      near.map { "did you mean '\($0)'?" }
      ?? (names.count > 12
        ? "'storedoctor rules' lists them"
        : "known are " + names.quotedList())
    return "there is no \(what) '\(name)'; \(hint)"
  }
}

/// A mistake in `.storedoctor.yml`.
public struct LintConfigurationError: ReportableError, Sendable, Hashable {
  /// The file, as it is named in messages.
  public var path: String
  /// Counted from 1.
  public var line: Int
  /// What is wrong there.
  public var message: String

  /// A configuration is a part of the question.
  public var status: ExitStatus { .usage }

  /// It quotes the file, whose words may be of any length.
  public var description: String {
    let shown = message.prefix(300)
    return "\(path):\(line): \(shown)" + (shown.endIndex < message.endIndex ? "…" : "")
  }
}

extension YAMLSubset.Node {
  fileprivate func entries(_ what: String) throws(YAMLSubset.Failure) -> [YAMLSubset.Entry] {
    switch value {
    case .empty: return []
    case .map(let entries): return entries
    default: throw .init(line: line, message: "\(what) has to be a list of 'key: value'")
    }
  }

  /// One name, or a list of names.
  fileprivate func names(_ what: String) throws(YAMLSubset.Failure) -> [String] {
    switch value {
    case .empty: return []
    case .scalar(let name): return [name]
    case .list(let items):
      var names: [String] = []
      for item in items { names.append(try item.name(what)) }
      return names
    case .map: throw .init(line: line, message: "'\(what)' has to be a list of names")
    }
  }

  fileprivate func name(_ what: String) throws(YAMLSubset.Failure) -> String {
    guard case .scalar(let name) = value else {
      throw .init(line: line, message: "'\(what)' needs one value")
    }
    return name
  }

  fileprivate func choice<T>(
    _ what: String, among choices: [(String, T)]
  ) throws(YAMLSubset.Failure) -> T {
    let written = try name(what)
    if let choice = choices.first(where: { $0.0 == written.lowercased() }) { return choice.1 }
    let names = choices.map(\.0).filter { $0 != "true" && $0 != "false" }
    throw .init(
      line: line,
      message: "'\(written)' is no value for \(what); use "
        + names.quotedList())
  }
}
