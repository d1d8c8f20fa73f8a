import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import Diagnostics
@testable import StoreDoctor
@testable import TraceAnalysis

@Suite("Access patterns")
struct TracePatternTests {
  static func report(
    _ text: String, model: DataModel? = LogScript.model, options: TraceOptions = TraceOptions()
  ) -> TraceReport {
    let analyzer = TraceAnalyzer(model: model, options: options)
    analyzer.feed(Array(text.utf8))
    return analyzer.finish()
  }

  /// Every case at every level, each time in another of the styles.
  @Test(
    "Each pattern is found", arguments: TraceCase.withPattern + TraceCase.mixedWithPattern,
    [1, 2, 3, 4])
  func recall(_ trace: TraceCase, level: Int) {
    for style in styles(of: trace, level) {
      let report = Self.report(trace.text(level: level, style))
      let found = TraceCase.found(report)
      #expect(found == expected(trace, level), "\(trace.name), level \(level), \(style)")
      #expect(report.input.unknownSQLLines == 0)
    }
  }

  @Test(
    "What only looks like one is left alone",
    arguments: TraceCase.withoutPattern + TraceCase.mixedWithoutPattern + TraceCase.alike,
    [1, 2, 3, 4])
  func precision(_ trace: TraceCase, level: Int) {
    for style in styles(of: trace, level) {
      let report = Self.report(trace.text(level: level, style))
      let patterns = report.patterns.filter { level > 1 || $0.certainty == .certain }
      #expect(patterns.map(\.message) == [], "\(trace.name), level \(level), \(style)")
    }
  }

  /// Level 2 in every style, the others in two, to keep the number of logs in bounds.
  private func styles(of trace: TraceCase, _ level: Int) -> [LogStyle] {
    if let style = trace.style { return [style] }
    guard level != 2 else { return LogStyle.allCases }
    return [.console, LogStyle.allCases[(trace.name.utf8.count + level) % LogStyle.allCases.count]]
  }

  /// Without bound values a repeated question cannot be told from a loop.
  private func expected(_ trace: TraceCase, _ level: Int) -> [String] {
    guard level == 1 else { return trace.expected }
    switch trace.name {
    case "identical fetch": return []
    default: return trace.expected
    }
  }

  /// Several courses of events in one log, each after a new connection: none hides or adds to
  /// another.
  @Test("Patterns are found side by side", arguments: 0..<24)
  func composed(seed: Int) {
    let all = TraceCase.withPattern + TraceCase.withoutPattern
    let usable = all.filter { $0.beside == nil && ($0.style ?? .nslog) == .nslog }
    var log = LogScript(level: 2)
    var expected: Set<String> = []
    for step in 0..<8 {
      let trace = usable[(seed * 31 + step * step * 7 + step * 13) % usable.count]
      log.wait(milliseconds: 60_000)
      log.note("annotation: Connecting to sqlite database file at \"/v/default.store\"")
      trace.script(&log)
      expected.formUnion(trace.expected)
    }
    let found = Set(TraceCase.found(Self.report(log.text(.nslog))))
    #expect(found == expected)
  }

  @Test("Patterns of the public logs", .enabled(if: RealFiles.arePresent, "\(RealFiles.need)"))
  func corpus() throws {
    let expected = [
      "sqldebug4-swiftdata-stringsearch.log": ["stringSearchScan Book"]
    ]
    for name in RealLogs.names {
      let analyzer = TraceAnalyzer()
      analyzer.feed(try RealLogs.bytes(name))
      #expect(TraceCase.found(analyzer.finish()) == expected[name] ?? [], "\(name)")
    }
  }

  @Test("A finding names the relationship, the fetch, the cost and the cure")
  func evidence() throws {
    var log = LogScript(level: 2)
    log.authors(10)
    for key in 1...10 { log.booksOfAuthor(key) }
    let pattern = try #require(Self.report(log.text(.console)).patterns.first)
    #expect(pattern.subject == "Author.books")
    #expect(pattern.statements == 10)
    #expect(pattern.distinct == 10)
    #expect(pattern.rows == 30)
    #expect(pattern.source?.rows == 10)
    #expect(pattern.source?.line == 1)
    #expect(pattern.source?.sql == "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZAUTHOR t0")
    #expect(pattern.sample.object == "Author/p1")
    #expect(pattern.sample.values == nil)
    #expect(pattern.timeShare.map { abs($0 - 10.0 / 11) < 0.001 } == true)
    #expect(
      pattern.prefetchLine
        == "descriptor.relationshipKeyPathsForPrefetching = [\\Author.books]")
    #expect(
      pattern.message
        == "'Author.books' fires one query per object: 10 queries after the fetch of 'Author' in "
        + "line 1 that returned 10 rows, 91 % of the time")
  }

  @Test("What asks for all that is due, again and again, is a timer")
  func polls() throws {
    for level in [1, 2] {
      var log = LogScript(level: level)
      for time in 0..<40 { log.books(0, rest: " WHERE  t0.ZDATE < ?", ["\(time)"]) }
      let kinds = Self.report(log.text(.console)).patterns.map(\.kind)
      #expect(!kinds.contains(.fetchInLoop))
    }
  }

  @Test("A log that lost its line breaks, or has those of old, says the same")
  func lineBreaks() throws {
    var log = LogScript(level: 2)
    for month in 0..<10 {
      log.books(
        20, rest: " WHERE ( t0.ZDATE >= ? AND  t0.ZDATE < ?) ORDER BY t0.ZDATE",
        ["\(month * 30)", "\(month * 30 + 30)"])
    }
    let text = log.text(.console)
    let whole = Self.report(text).patterns.map(\.message)
    #expect(!whole.isEmpty)
    let returns = text.replacing("\n", with: "\r")
    for other in [returns, returns + "\n", text.replacing("\n", with: " ")] {
      #expect(Self.report(other).patterns.map(\.message) == whole)
    }
  }

  @Test("A month after the other may be a loop, or somebody who scrolls")
  func ranges() throws {
    var log = LogScript(level: 2)
    for month in 0..<10 {
      log.books(
        20, rest: " WHERE ( t0.ZDATE >= ? AND  t0.ZDATE < ?) ORDER BY t0.ZDATE",
        ["\(month * 30)", "\(month * 30 + 30)"])
    }
    let pattern = try #require(Self.report(log.text(.console)).patterns.first)
    #expect(pattern.kind == .fetchInLoop)
    #expect(pattern.certainty == .inferred("a range may be what was scrolled to"))
  }

  @Test("Loops within loops are told apart by depth")
  func depth() {
    var log = LogScript(level: 2)
    log.authors(6)
    for key in 1...6 {
      log.booksOfAuthor(key)
      for book in 0..<3 { log.pagesOfBook(key * 3 + book) }
    }
    let patterns = Self.report(log.text(.console)).patterns
    let depths = Dictionary(
      patterns.map { ($0.subject ?? "", $0.depth) }, uniquingKeysWith: { first, _ in first })
    #expect(depths == ["Author.books": 1, "Book.pages": 2])
    #expect(patterns.first { $0.depth == 2 }?.source?.rows == 18)
  }

  @Test("Without a model the names come from the log and are marked where they are guesses")
  func derivedNames() throws {
    var log = LogScript(level: 2)
    log.authors(10)
    for key in 1...10 { log.booksOfAuthor(key) }
    let annotated = try #require(Self.report(log.text(.console), model: nil).patterns.first)
    #expect(annotated.subject == "Author.books")
    #expect(!annotated.namesAreDerived)

    let bare = log.text(.console).split(separator: "\n")
      .filter { !$0.contains("relationship fault") && !$0.contains("on entity") }
      .joined(separator: "\n")
    let derived = try #require(Self.report(bare, model: nil).patterns.first)
    #expect(derived.kind == .nPlusOne)
    #expect(derived.entity == "Author")
    #expect(derived.candidates == ["Book.author"])
    #expect(derived.namesAreDerived)
    #expect(derived.finding(path: "app.log").certainty.reason != nil)
  }

  @Test("Without annotations the model names the relationship", arguments: [1, 2])
  func modelNames(level: Int) {
    var log = LogScript(level: level)
    log.books(12)
    for key in 1...12 {
      log.tagsOfBook(key)
      log.pagesOfBook(key)
      log.authorRow(key)
    }
    let bare = log.text(.console).split(separator: "\n")
      .filter { !$0.contains("fault") && !$0.contains("on entity") }.joined(separator: "\n")
    let patterns = Self.report(bare).patterns
    #expect(
      patterns.map { "\($0.kind) \($0.subject ?? "-")" }.sorted()
        == ["nPlusOne Book.author", "nPlusOne Book.pages", "nPlusOne Book.tags"])
    // Level 1 without object ids cannot prove that the objects differ.
    #expect(patterns.allSatisfy { ($0.certainty == .certain) == (level == 2) })
  }

  @Test("Values are in samples only when asked for")
  func values() throws {
    var log = LogScript(level: 2)
    for name in ["a", "b", "c", "d", "e", "f"] {
      log.read(LogScript.authors + " WHERE  t0.ZNAME = ?", ["\"\(name)\""], rows: 1)
    }
    var options = TraceOptions()
    let hidden = try #require(Self.report(log.text(.console)).patterns.first)
    #expect(hidden.sample.values == nil)
    options.showsValues = true
    let shown = try #require(Self.report(log.text(.console), options: options).patterns.first)
    #expect(shown.sample.values == ["\"a\""])
  }

  @Test(
    "Each kind has a rule, and its words follow the style", arguments: AccessPattern.Kind.allCases)
  func wording(_ kind: AccessPattern.Kind) {
    let rule = TraceRules.rule(kind)
    #expect(TraceRules.all.contains { $0.id == rule.id })
    var pattern = AccessPattern(
      kind: kind, sql: "SELECT 1", sample: AccessPattern.Sample(line: 3))
    pattern.entity = "Book"
    pattern.statements = 6
    let finding = pattern.finding(path: "app.log")
    #expect(finding.rule == rule.id)
    #expect(finding.location?.line == 3)
    for text in [finding.message, finding.help ?? "", rule.summary, rule.why, rule.fix] {
      #expect(!text.isEmpty && !text.hasSuffix("."), "\(text)")
      #expect(text.first?.isUppercase == false, "\(text)")
    }
  }
}
