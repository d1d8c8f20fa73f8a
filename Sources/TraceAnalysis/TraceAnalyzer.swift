public import StoreEngine
public import StoreModel

/// Finds access patterns in a trace of any form and size, in one pass and bounded memory.
///
/// ```
/// let analyzer = TraceAnalyzer(models: [model])
/// while let bytes = try file.read() { analyzer.feed(bytes) }
/// let report = analyzer.finish()
/// ```
///
/// It is a `TraceSink` too, so a running migration or program can be analysed as it goes.
public final class TraceAnalyzer: TraceSink {
  private(set) var core: Core

  /// - Parameter models: versions of the schema, oldest first; they name tables and columns.
  ///   Without any, names are derived from those of the tables.
  public init(models: [DataModel] = [], options: TraceOptions = TraceOptions()) {
    core = Core(models: models, options: options)
  }

  /// Takes the next bytes of a log, cut anywhere.
  public func feed(_ bytes: [UInt8]) { bytes.withUnsafeBytes { core.feed($0) } }

  /// The same for bytes that somebody else owns; none are kept.
  public func feed(_ bytes: UnsafeRawBufferPointer) { core.feed(bytes) }

  /// The same with the marks of the lines, if another thread found them ahead.
  package func feed(_ bytes: UnsafeRawBufferPointer, _ marks: LineMarks?) {
    core.feed(bytes, marks)
  }

  /// Takes an event that comes from a running program.
  public func record(_ event: TraceEvent) { core.record(event) }

  /// Says that the log has been silent for longer than a loop may pause (`gapNanoseconds`), so that
  /// loops under way are over and can be told.
  public func pause() { core.pause() }

  /// Patterns that have shown since the last call, while a log is being followed. A pattern shows
  /// when the place it occurs in has passed; its counts may still grow.
  public func takeNewPatterns() -> [AccessPattern] { core.takeNewPatterns() }

  /// Ends the input and reports. Feed nothing after it; it may be asked again, with other plans.
  ///
  /// - Parameter plans: asks the store about indexes; without it the index patterns are left out.
  public func finish(plans: QueryPlans? = nil) -> TraceReport { core.finish(plans: plans) }
}

/// All state in one value, so that the work per line needs no reference counting.
struct Core {
  var source: TraceInputReader
  private var engine: PatternEngine
  private var profiler: TraceProfiler
  private var timeline = TraceTimeline()
  /// For events that come from a running program, not from a log.
  private var events = EventReader()
  private let showsValues: Bool
  private var isFinished = false

  init(models: [DataModel], options: TraceOptions) {
    source = TraceInputReader(keepsValues: options.showsValues)
    engine = PatternEngine(models: models, options: options)
    profiler = TraceProfiler(pause: options.gapNanoseconds)
    showsValues = options.showsValues
  }

  mutating func feed(_ bytes: UnsafeRawBufferPointer) {
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + LineFinder.piece)
      source.feed(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      takeRecords()
      start = end
    }
  }

  mutating func feed(_ bytes: UnsafeRawBufferPointer, _ marks: LineMarks?) {
    guard let marks, source.takesMarks else { return feed(bytes) }
    source.feed(bytes, marks)
    takeRecords()
  }

  mutating func record(_ event: TraceEvent) {
    guard let record = events.record(of: event, &source.scanner.tables) else { return }
    if record.mark == .statement { source.scanner.input.statements += 1 }
    if take(record) { engine.giveValues(event.shownValues) }
  }

  mutating func pause() {
    source.scanner.settle()
    takeRecords()
    engine.closeWindows(&source.scanner.tables)
  }

  mutating func takeNewPatterns() -> [AccessPattern] {
    engine.collected.takeNew().map(completed)
  }

  mutating func finish(plans: QueryPlans?) -> TraceReport {
    if !isFinished {
      source.finish()
      takeRecords()
      engine.finish(&source.scanner.tables)
      isFinished = true
    }
    let tables = source.scanner.tables
    let templates = profiler.templates(tables, engine.names)
    var patterns = engine.collected.patterns
    if let plans { patterns += plans.patterns(templates, tables, engine.names) }
    return TraceReport(
      input: source.summary,
      patterns: patterns.map { completed($0).within(patterns) }.sorted(by: AccessPattern.precedes),
      templates: templates, stages: profiler.stages(tables, engine.names),
      windows: profiler.windows(tables, engine.names), timeline: timeline,
      statements: profiler.statements, nanoseconds: profiler.nanoseconds,
      limits: profiler.limits(tables) + engine.collected.limits + source.scanner.limits)
  }

  private mutating func takeRecords() {
    for index in source.scanner.records.indices {
      let record = source.scanner.records[index]
      let isWanted = take(record)
      let values = source.scanner.takeValues(of: record)
      if isWanted { engine.giveValues(values) }
    }
    source.scanner.records.removeAll(keepingCapacity: true)
  }

  /// Whether the statement's values are wanted, as a sample.
  @inline(__always)
  private mutating func take(_ record: TraceRecord) -> Bool {
    if record.mark == .statement {
      profiler.add(record)
      timeline.add(record)
      engine.moment = timeline.position
    } else if record.mark == .open {
      profiler.closeWindow()
    }
    engine.consume(record, &source.scanner.tables)
    return showsValues && engine.wantsValues
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
