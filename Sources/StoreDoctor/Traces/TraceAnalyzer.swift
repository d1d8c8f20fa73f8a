public import StoreEngine
public import StoreModel

/// Finds access patterns in a trace of any form and size, in one pass and bounded memory.
///
/// ```
/// let analyzer = TraceAnalyzer(model: model)
/// while let bytes = try file.read() { analyzer.feed(bytes) }
/// let report = analyzer.finish()
/// ```
///
/// It is a `TraceSink` too, so a running migration or program can be analysed as it goes.
public final class TraceAnalyzer: TraceSink {
  private var lines = LineSplitter()
  private var decoder = TextDecoder()
  private var scanner: LogScanner
  private var engine: PatternEngine
  private var profiler = TraceProfiler()
  private var timeline = TraceTimeline()
  private static let largestChunk = 1 << 18

  /// - Parameter model: names tables and columns; without it names are derived from theirs.
  public init(model: DataModel? = nil, options: TraceOptions = TraceOptions()) {
    scanner = LogScanner(keepsValues: options.showsValues)
    engine = PatternEngine(model: model, options: options)
  }

  /// Takes the next bytes of a log, cut anywhere.
  public func feed(_ bytes: [UInt8]) { bytes.withUnsafeBytes { feed($0) } }

  public func feed(_ bytes: UnsafeRawBufferPointer) {
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Self.largestChunk)
      let part = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      decoder.decode(part) { chunk in
        lines.feed(chunk) { scanner.line($0, isCut: $1, number: $2) }
      }
      takeRecords()
      start = end
    }
  }

  /// Takes an event that comes from a running program.
  public func record(_ event: TraceEvent) {
    scanner.record(event)
    takeRecords()
  }

  /// What has been read so far.
  public var input: TraceInput {
    var input = scanner.input
    input.bytes = lines.byteCount
    input.lines = lines.lineCount
    input.isUTF16 = decoder.isUTF16
    return input
  }

  /// Patterns that have shown since the last call, while a log is being followed. A pattern shows
  /// when the place it occurs in has passed; its counts may still grow.
  public func takeNewPatterns() -> [AccessPattern] { engine.takeNewPatterns().map(completed) }

  /// Ends the input and reports. Feed nothing after it.
  ///
  /// - Parameter plans: asks the store about indexes; without it the index patterns are left out.
  public func finish(plans: QueryPlans? = nil) -> TraceReport {
    decoder.finish { chunk in
      lines.feed(chunk) { scanner.line($0, isCut: $1, number: $2) }
    }
    lines.finish { scanner.line($0, isCut: $1, number: $2) }
    scanner.finish()
    takeRecords()
    engine.finish(scanner.tables)
    let templates = profiler.templates(scanner.tables, engine.names)
    var patterns = engine.collected.patterns
    if let plans {
      patterns += plans.patterns(templates, scanner.tables, engine.names)
    }
    return TraceReport(
      input: input, patterns: patterns.map(completed).sorted(by: AccessPattern.precedes),
      templates: templates, stages: profiler.stages(scanner.tables, engine.names),
      timeline: timeline, statements: profiler.statements, nanoseconds: profiler.nanoseconds)
  }

  private func takeRecords() {
    for record in scanner.records {
      if record.mark == .statement {
        profiler.add(record)
        timeline.add(record)
        if record.entity >= 0 { engine.learn(record, scanner.tables) }
      }
      engine.consume(record, scanner)
    }
    scanner.discardRecords()
  }

  /// Adds the shares, which are only known in relation to the whole.
  private func completed(_ pattern: AccessPattern) -> AccessPattern {
    var pattern = pattern
    pattern.statementShare = Double(pattern.statements) / Double(max(1, profiler.statements))
    if let time = pattern.nanoseconds, profiler.nanoseconds > 0 {
      pattern.timeShare = Double(time) / Double(profiler.nanoseconds)
    }
    return pattern
  }
}
