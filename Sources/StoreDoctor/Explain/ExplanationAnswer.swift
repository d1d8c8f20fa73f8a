public import Diagnostics
public import ErrorCatalog
public import StoreModel

/// What is known of rules, error codes, symbols, messages and logs, in the order they were given.
public struct ExplanationAnswer: Answer {
  /// One thing to be explained.
  public struct Input {
    /// A rule id, a code, a symbol, a text, or the name of a log.
    public var text: String
    /// The log's bytes, which need not be valid UTF-8; nil when the text itself is the question.
    public var log: [UInt8]?

    /// A text, or a log under its name.
    public init(_ text: String, log: [UInt8]? = nil) {
      self.text = text
      self.log = log
    }
  }

  /// What is known of one input.
  public enum Part: Encodable {
    /// It is the id of a rule.
    case rule(RuleInfo)
    /// The errors that it names or has.
    case errors(ExplainResult, in: Input)
  }

  /// One for each input.
  public private(set) var answers: [Part]

  /// Why the store of the case could not be read.
  let unreadable: String?

  /// Whether anything is known about every input, and the store could be looked at.
  public var verdict: ExitStatus {
    unreadable != nil ? .unreadable : answers.allSatisfy(\.isKnown) ? .done : .found
  }

  /// Explains each input, and looks at the case at hand for those that are errors.
  ///
  /// - Parameters:
  ///   - rules: those that an input may name.
  ///   - facts: the store and the models of the case; nil without either.
  public init(of inputs: [Input], rules: RuleIndex, case facts: CaseFacts? = nil) {
    unreadable = facts?.unreadable
    answers = inputs.map { input in
      if let rule = rules.rule(input.text) { return .rule(rule) }
      let result =
        input.log.map { Explainer.explain(log: $0, case: facts) }
        ?? Explainer.explain(text: input.text, case: facts)
      return .errors(result, in: input)
    }
  }

  /// Looks in the history of a repository for whoever wrote the stores whose hashes the inputs print, and
  /// puts what it finds first.
  public mutating func search(_ search: (WantedHashes) throws -> WrittenBy) rethrows {
    for (index, part) in answers.enumerated() {
      guard case .errors(var result, let input) = part else { continue }
      result.findings = try HistoryFindings.findings(result.metadata, search) + result.findings
      answers[index] = .errors(result, in: input)
    }
  }

  /// What the words of a command line ask about. An error text need not be quoted: words of which
  /// none is known alone are one text, and so are a domain and its code.
  public static func texts(in words: [String], rules: RuleIndex) -> [String] {
    guard words.count > 1 else { return words }
    let text = words.joined(separator: " ")
    // A shell takes the quotes of a pasted error for its own, and cuts the rest at spaces.
    let isPasted = words.contains { $0.hasPrefix("Domain=") || $0.hasPrefix("Code=") }
    let isKnownTogether = isPasted || Explainer.explain(text: text).input != .text
    return areKeys(words, rules: rules) && !isKnownTogether ? words : [text]
  }

  /// Whether each word is asked for by itself: a rule, a code or a symbol, and at least one that is known.
  /// A text has other words besides.
  public static func areKeys(_ words: [String], rules: RuleIndex) -> Bool {
    let known = words.map { rules.rule($0) != nil || Explainer.explain(text: $0).isKnown }
    return known.contains(true)
      && zip(words, known).allSatisfy { word, isKnown in
        isKnown || word.allSatisfy(\.isNumber)
          || word.contains("-") && word.allSatisfy { $0 == "-" || $0.isLowercase }
      }
  }
}

extension ExplanationAnswer.Part {
  fileprivate var isKnown: Bool {
    switch self {
    case .rule: true
    case .errors(let result, _): result.isKnown
    }
  }

  /// The keys of a rule, or of the errors in an input.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .rule(let rule): try rule.json.encode(to: encoder)
    case .errors(let result, let input): try result.json(input.text).encode(to: encoder)
    }
  }
}

extension RuleInfo {
  fileprivate var json: JSONValue {
    [
      "error": .optional(explanation), "fix": .string(fix),
      "examples": .array(
        examples.map { ["flagged": .bool($0.isFlagged), "text": .string($0.text)] }),
      "group": .string(group.rawValue), "input": .string(id), "kind": "rule",
      "limits": .optional(limits), "severity": .string(severity.rawValue),
      "summary": .string(summary), "why": .string(why),
    ]
  }
}

extension ExplainResult {
  fileprivate func json(_ text: String) -> JSONValue {
    [
      "answers": .array(answers.map(\.json)), "findings": .array(findings.map(\.json)),
      "input": .string(text), "kind": .string(input.rawValue), "known": .bool(isKnown),
      "notes": .strings(notes),
      "placeholders": .object(
        Dictionary(keepingFirst: placeholders.map { ($0.word, .string($0.meaning)) })),
      "suggestions": .strings(suggestions),
    ]
  }
}

extension ErrorAnswer {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "captures": .array(
        captures.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "chain": .array(
        chain.map { ["explanation": .optional($0.explanation), "text": .string($0.text)] }),
      "code": .optional(code), "count": .optional(count),
      "findings": .array(findings.map(\.json)),
      "lines": .array(lines.map { .integer(Int64($0)) }),
    ]
    if let explanation {
      members.merge([
        "causes": .strings(explanation.causes), "check": .strings(explanation.confirm),
        "confidence": .string(explanation.confidence.rawValue),
        "fixes": .strings(explanation.fixes),
        "framework": .string(explanation.framework.rawValue), "id": .string(explanation.id),
        "meaning": .string(explanation.meaning),
        "severity": .string(explanation.severity.rawValue),
        "symbol": .optional(symbol), "systems": .optional(explanation.systems),
      ]) { $1 }
    }
    return .object(members)
  }
}

extension CaseFinding {
  fileprivate var json: JSONValue {
    [
      "certainty": .string(certainty.level), "entity": .optional(entity),
      "location": .optional(location?.text), "property": .optional(property),
      "text": .string(text),
    ]
  }
}
