import StoreDoctor
import StoreModel
import Testing
import TraceAnalysis

/// A course of events with the patterns it must and must not show.
struct TraceCase: Sendable, CustomTestStringConvertible {
  let name: String
  /// `kind subject`, sorted.
  let expected: [String]
  let script: @Sendable (inout LogScript) -> Void
  /// A second context at the same time.
  var beside: (@Sendable (inout LogScript) -> Void)?
  /// Needs time stamps or thread numbers to be told apart.
  var style: LogStyle?

  var testDescription: String { name }

  init(
    _ name: String, _ expected: [String], style: LogStyle? = nil,
    beside: (@Sendable (inout LogScript) -> Void)? = nil,
    script: @escaping @Sendable (inout LogScript) -> Void
  ) {
    self.name = name
    self.expected = expected.sorted()
    self.script = script
    self.beside = beside
    self.style = style
  }

  func text(level: Int, _ style: LogStyle) -> String {
    var first = LogScript(level: level)
    script(&first)
    guard let beside else { return first.text(style) }
    var second = LogScript(level: level)
    beside(&second)
    return LogScript.text([(first, 1), (second, 2)], style)
  }

  static func found(_ report: TraceReport) -> [String] {
    report.patterns.map { "\($0.kind.rawValue) \($0.subject ?? "-")" }.sorted()
  }
}

extension TraceAnalyzer {
  /// For a schema of which one version is known, or none.
  convenience init(model: DataModel?, options: TraceOptions = TraceOptions()) {
    self.init(models: model.map { [$0] } ?? [], options: options)
  }
}
