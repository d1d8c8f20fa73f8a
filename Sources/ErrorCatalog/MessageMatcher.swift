/// Recognises every catalogued message, symbol and code of a text in one pass.
struct MessageMatcher: Sendable {
  /// One place in a text that an explanation was recognised by.
  struct Hit: Sendable {
    /// Nil for a code that no explanation covers.
    var explanation: Explanation?
    var code: CodeMention?
    var range: Range<Int>
    var captures: [Capture]
  }

  struct Result {
    var hits: [Hit] = []
    /// Where the catalogued keys of printed store metadata begin.
    var metadataKeys: [(key: StoreMetadataDump.Key, position: Int)] = []
    /// Where "Domain=" begins.
    var dumps: [Int] = []
    /// How often each explanation was met, up to ``hitLimit``.
    var counts: [String: Int] = [:]
  }

  static let shared = MessageMatcher(ExplanationCatalog.all)

  private enum Target: Sendable {
    case message(Int, MessagePattern)
    case code(Int)
    case metadata(StoreMetadataDump.Key)
    case dump
  }

  /// Occurrences of one explanation that are looked at.
  static let hitLimit = 200
  /// Tries after which a pattern whose anchor is everywhere but which never fits is given up.
  private static let missLimit = 20_000

  private let explanations: [Explanation]
  private let targets: [Target]
  private let scanner: AnchorScanner

  init(_ explanations: [Explanation]) {
    self.explanations = explanations
    var targets: [Target] = []
    var anchors: [[UInt8]] = []
    for (index, explanation) in explanations.enumerated() {
      for notation in explanation.patterns + Self.symbolPatterns(explanation) {
        let pattern = MessagePattern(notation)
        targets.append(.message(index, pattern))
        anchors.append(pattern.anchor)
      }
    }
    for index in CodeMention.anchors.indices {
      targets.append(.code(index))
      anchors.append(Array(CodeMention.anchors[index].anchor.utf8))
    }
    for key in StoreMetadataDump.Key.allCases {
      targets.append(.metadata(key))
      anchors.append(Array(key.rawValue.lowercased().utf8))
    }
    targets.append(.dump)
    anchors.append(Array("domain=".utf8))
    self.targets = targets
    scanner = AnchorScanner(anchors)
  }

  /// A symbol stands for the most general of the explanations that share it. Those of SQLite are
  /// too short for running text, and cases such as `internalError` are everybody's.
  private static func symbolPatterns(_ explanation: Explanation) -> [String] {
    if explanation.domain == "CKErrorDomain", let symbol = explanation.symbol,
      let code = explanation.code
    {
      return ErrorNames.cloudKitSpellings(symbol, code)
    }
    guard let symbol = explanation.symbol, explanation.parent == nil, !symbol.hasPrefix("SQLITE_"),
      explanation.framework != .swiftData || !symbol.hasPrefix("DataStoreError")
    else { return [] }
    let swift = explanation.domain == "NSCocoaErrorDomain" ? ErrorNames.cocoaSpelling(symbol) : nil
    return [ExplanationCatalog.lastComponent(of: symbol)] + [swift].compactMap { $0 }
  }

  func matches(in text: UnsafeBufferPointer<UInt8>) -> Result {
    var result = Result()
    var misses = [Int](repeating: 0, count: targets.count)
    var lastEnd = [Int](repeating: 0, count: targets.count)
    scanner.scan(text) { index, position in
      switch targets[index] {
      case .message(let explanation, let pattern):
        let id = explanations[explanation].id
        guard misses[index] < Self.missLimit, position >= lastEnd[index],
          result.counts[id, default: 0] <= Self.hitLimit
        else { return }
        guard let match = pattern.match(in: text, anchorAt: position) else {
          misses[index] += 1
          return
        }
        lastEnd[index] = match.range.upperBound
        result.counts[id, default: 0] += 1
        guard result.counts[id, default: 0] <= Self.hitLimit else { return }
        let captures = zip(pattern.captureNames, match.captures).compactMap { name, range in
          range.isEmpty ? nil : Capture(name: name, value: text.string(range))
        }
        result.hits.append(
          Hit(explanation: explanations[explanation], range: match.range, captures: captures))
      case .code(let anchor):
        guard let mention = CodeMention(anchor: anchor, at: position, in: text) else { return }
        let explanation = ExplanationCatalog.explanation(
          domain: mention.domain, code: mention.code)
        let id = explanation?.id ?? "\(mention.domain) \(mention.code)"
        result.counts[id, default: 0] += 1
        guard result.counts[id, default: 0] <= Self.hitLimit else { return }
        result.hits.append(
          Hit(explanation: explanation, code: mention, range: mention.range, captures: []))
      case .metadata(let key):
        // Longer keys begin like shorter ones.
        let end = position + key.rawValue.utf8.count
        guard text.isWordStart(position), text.isWordEnd(end), result.metadataKeys.count < 10_000
        else { return }
        result.metadataKeys.append((key, position))
      case .dump:
        if text.isWordStart(position), result.dumps.count < 10_000 {
          result.dumps.append(position)
        }
      }
    }
    return result
  }
}

/// A name or value an error text carries: an entity, a key path, a table, a checksum.
public struct Capture: Sendable, Hashable {
  /// What it is: `entity`, `path`, `reason`.
  public var name: String
  /// As the text has it.
  public var value: String
}
