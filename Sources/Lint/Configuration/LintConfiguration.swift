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
  private var excludeLine = 1
  /// The lowest severity that makes the exit code 1.
  public var failOn = Severity.warning
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

  /// The lines that name plans.
  private var planLines: [String: Int] = [:]
  /// The lines that name what may be lost.
  private(set) var lossLines: [String: Int] = [:]
  /// The lines that name files and folders.
  private var fileLines: [String: Int] = [:]

  /// - Parameters:
  ///   - path: the file's name for messages.
  ///   - rules: those that it may set.
  /// - Throws: `LintConfigurationError` with every mistake, those of later lines last.
  public init(_ text: String, path: String, rules: RuleIndex) throws(LintConfigurationError) {
    var (root, mistakes) = YAMLSubset.read(text)
    read(root, rules, &mistakes)
    mistakes.sort { $0.line < $1.line }
    if let first = mistakes.first {
      throw LintConfigurationError(
        path: path, line: first.line, message: first.message,
        others: mistakes.dropFirst().map {
          LintConfigurationError(path: path, line: $0.line, message: $0.message)
        })
    }
  }

  private mutating func read(
    _ root: YAMLSubset.Node, _ rules: RuleIndex, _ mistakes: inout [YAMLSubset.Failure]
  ) {
    do {
      for entry in try root.entries("the file") {
        do throws(YAMLSubset.Failure) {
          if entry.key == "rules" {
            readRules(try entry.value.entries("rules"), rules, &mistakes)
          } else {
            try read(entry)
          }
        } catch {
          mistakes.append(error)
        }
      }
    } catch {
      mistakes.append(error)
    }
  }

  private mutating func read(_ entry: YAMLSubset.Entry) throws(YAMLSubset.Failure) {
    switch entry.key {
    case "allow-loss":
      settings.allowedLosses = try entry.value.names("allow-loss")
      for name in settings.allowedLosses { lossLines[name] = entry.value.line(of: name) }
    case "paths":
      paths = try entry.value.names("paths")
      for path in paths { fileLines[path] = entry.value.line(of: path) }
    case "exclude":
      exclude = try entry.value.names("exclude").map(PathPattern.init)
      excludeLine = entry.line
    case "plans":
      settings.plans = try entry.value.names("plans")
      for name in settings.plans { planLines[name] = entry.value.line(of: name) }
    case "cloudkit":
      settings.cloudKit = try entry.value.choice(
        "cloudkit",
        among: LintSettings.CloudKit.allCases.map { ($0.rawValue, $0) }
          + [("true", .on), ("false", .off)])
    case "fail-on":
      failOn = try entry.value.choice(
        "fail-on", among: Severity.allCases.map { ($0.rawValue, $0) })
    case "baseline":
      baseline = try entry.value.name("baseline")
      if let baseline { fileLines[baseline] = entry.line }
    case "lock":
      lock = try entry.value.name("lock")
      if let lock { fileLines[lock] = entry.line }
    default:
      throw .init(line: entry.line, message: Self.unknown("key", entry.key, among: Self.keys))
    }
  }

  /// A rule's own setting counts for more than its group's, wherever either stands.
  private mutating func readRules(
    _ entries: [YAMLSubset.Entry], _ rules: RuleIndex, _ mistakes: inout [YAMLSubset.Failure]
  ) {
    for (isGroup, entry) in entries.map({ (RuleGroup(key: $0.key) != nil, $0) })
      .sorted(by: { $0.0 && !$1.0 })
    {
      do throws(YAMLSubset.Failure) {
        let meant: [RuleInfo]
        if isGroup, let group = RuleGroup(key: entry.key) {
          meant = rules.all.filter { $0.group == group }
        } else if let rule = rules.rule(entry.key) {
          meant = [rule]
        } else {
          throw .init(
            line: entry.line,
            message: Self.unknown(
              "rule", entry.key, among: rules.ids + RuleGroup.allCases.map(\.key)))
        }
        try read(entry, of: meant.map(\.id), &mistakes)
      } catch {
        mistakes.append(error)
      }
    }
  }

  /// `missing-inverse: off`, or with a list of its own: severity and paths where it is silent.
  private mutating func read(
    _ entry: YAMLSubset.Entry, of rules: [String], _ mistakes: inout [YAMLSubset.Failure]
  ) throws(YAMLSubset.Failure) {
    let choices: [(String, Severity?)] =
      Severity.allCases.map { ($0.rawValue, $0) } + [("off", nil), ("false", nil)]
    guard case .map(let parts) = entry.value.value else {
      let severity = try entry.value.choice("'\(entry.key)'", among: choices)
      for rule in rules { settings.severities[rule] = .some(severity) }
      return
    }
    for part in parts {
      do throws(YAMLSubset.Failure) {
        switch part.key {
        case "severity":
          let severity = try part.value.choice("'\(entry.key)'", among: choices)
          for rule in rules { settings.severities[rule] = .some(severity) }
        case "exclude":
          let patterns = try part.value.names("exclude").map(PathPattern.init)
          for rule in rules { settings.excluded[rule, default: []] += patterns }
        default:
          throw .init(
            line: part.line,
            message: Self.unknown("setting of a rule", part.key, among: ["exclude", "severity"]))
        }
      } catch {
        mistakes.append(error)
      }
    }
  }

  /// The files and folders that it names and that are not there.
  ///
  /// - Parameters:
  ///   - usesPaths: whether what it says is linted is asked for.
  ///   - usesBaseline: likewise its baseline, which may be written only now.
  ///   - exists: whether there is something at a path that counts from the configuration's folder.
  package func missingFiles(
    path: String, usesPaths: Bool, usesBaseline: Bool, exists: (String) -> Bool
  ) -> LintConfigurationError? {
    var errors: [LintConfigurationError] = []
    func require(_ name: String, _ message: String) {
      guard !exists(name) else { return }
      errors.append(
        LintConfigurationError(path: path, line: fileLines[name] ?? 1, message: message))
    }
    for name in usesPaths ? paths : [] { require(name, "there is no file or folder '\(name)'") }
    if let lock {
      require(lock, "there is no lock '\(lock)'; 'storedoctor freeze' writes it")
    }
    if usesBaseline, let baseline {
      require(
        baseline,
        "there is no baseline '\(baseline)'; 'storedoctor lint --update-baseline' writes it")
    }
    errors.sort { $0.line < $1.line }
    guard var first = errors.first else { return nil }
    first.others = Array(errors.dropFirst())
    return first
  }

  /// That the patterns of `exclude` leave nothing to look at.
  package func nothingLeft(of input: LintInput, path: String) -> LintConfigurationError? {
    guard !exclude.isEmpty, input.files.isEmpty, input.models.isEmpty, input.objectiveC.isEmpty,
      input.problems.isEmpty
    else { return nil }
    return LintConfigurationError(
      path: path, line: excludeLine,
      message: "'exclude' leaves out every file, so nothing is looked at")
  }

  /// The first plan that the settings name and the input does not have.
  package func unknownPlan(in input: LintInput, path: String) -> LintConfigurationError? {
    guard !settings.plans.isEmpty else { return nil }
    let histories = Linter.histories(of: input).filter(\.isOrdered)
    let known = histories.map(\.name)
    // A file that was not read may hold it.
    guard input.problems.isEmpty else { return nil }
    let unknown = settings.plans.filter { !known.contains($0) }
    let errors = unknown.map { name in
      LintConfigurationError(
        path: path, line: planLines[name] ?? 1,
        message: known.isEmpty
          ? "there is no plan '\(name)'; the given paths hold none"
          : Self.unknown("plan", name, among: known))
    }
    guard var first = errors.first else { return nil }
    first.others = Array(errors.dropFirst())
    return first
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
  /// The mistakes after it.
  public var others: [LintConfigurationError] = []

  private static let mostShown = 20

  /// A configuration is a part of the question.
  public var status: ExitStatus { .usage }

  /// It quotes the file, whose words may be of any length.
  public var description: String {
    let shown = message.prefix(300)
    let first = "\(path):\(line): \(shown)" + (shown.endIndex < message.endIndex ? "…" : "")
    let rest = others.prefix(Self.mostShown).map { "\n\($0)" }.joined()
    let hidden = others.count - Self.mostShown
    return first + rest + (hidden > 0 ? "\n\(hidden) more mistake\(hidden == 1 ? "" : "s")" : "")
  }
}

extension RuleGroup {
  /// As it is written in a configuration: `migration-code`.
  fileprivate var key: String { self == .migrationCode ? "migration-code" : rawValue.lowercased() }

  fileprivate init?(key: String) {
    guard let group = Self.allCases.first(where: { $0.key == key.lowercased() }) else { return nil }
    self = group
  }
}

extension YAMLSubset.Node {
  /// The line of a name in a list.
  fileprivate func line(of name: String) -> Int {
    guard case .list(let items) = value else { return line }
    return items.first { $0.value == .scalar(name) }?.line ?? line
  }

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
