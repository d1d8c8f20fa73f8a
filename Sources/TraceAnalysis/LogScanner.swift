internal import StoreEngine

/// Turns lines of any kind of log into records. Lines that say nothing about statements cost no
/// allocation.
struct LogScanner {
  var tables = TraceTables()
  /// Finished records; whoever owns the scanner takes them out.
  var records: [TraceRecord] = []
  /// The bound values of statements by their lines, when they are kept.
  private var values: [Int: [String]] = [:]
  var input = TraceInput()
  let keepsValues: Bool
  var typedTexts = TypedTexts()
  /// Set by the first escape character met in a new statement or an odd line, so that the lines of
  /// a log without colours need not be searched.
  var mayHaveColours = false

  /// The statements in the making of each thread.
  var assemblers = ContextStates(StatementAssembler())
  /// For lines that are events of this tool.
  var events = EventReader()
  /// Names met last, which are mostly the next ones too.
  var lastEntity: Int32 = -1
  var lastFetched: Int32 = -1
  var lastRelationship: Int32 = -1
  private var prefixes = PrefixMemory()
  var unfinished = Unfinished.nothing
  /// The quote that the last statement ended inside of, so the next line is part of it; 0 when none.
  var openQuote: UInt8 = 0
  /// The SQL so far of a statement that was wrapped over lines.
  var wrappedSQL: [UInt8] = []
  var number = 0
  var json = UnifiedLogObject()
  var script = SQLScript()
  /// Set by whoever found that the log came out of a page or a table.
  var paste: PasteMarks?
  /// Set by whoever found that the lines were broken or cut at one column.
  var width: LineWidth?
  var broken = Broken()
  /// The line being read ends where lines are cut off.
  var isAtWidth = false
  /// The line before was `EXPLAIN QUERY PLAN` alone: the statement that follows was not run.
  var isPlanAhead = false
  private var plain: [UInt8] = []

  /// What was too much to be told apart, in words.
  var limits: [String] {
    (assemblers.isFull
      ? [
        "more than \(ContextStates<StatementAssembler>.most) threads: the others are read as if they "
          + "were one"
      ] : [])
      + (width.map { width in
        width.isWrapped
          ? ["the log's lines are broken at column \(width.width); they were put together"]
          : [
            "the log's lines are cut at column \(width.width): what stood behind is lost, and "
              + "statements that differ there look alike"
          ]
      } ?? [])
      + (tables.hasMoreNames ? ["more names than are kept: some statements have no entity"] : [])
      + (input.mixedLines > 0
        ? [
          "statements of several threads are mixed in \(input.mixedLines) places and "
            + "matched by their order; 'log stream --style compact' logs the thread"
        ] : [])
  }

  /// What the next line without a prefix may continue.
  enum Unfinished {
    case nothing, sql, value, object, rowValues
  }

  init(keepsValues: Bool = false) { self.keepsValues = keepsValues }

  mutating func line(_ line: LineSplitter.Line) {
    if let paste { return markedLine(line, paste) }
    unmarkedLine(line)
  }

  @inline(__always)
  mutating func unmarkedLine(_ line: LineSplitter.Line) {
    if let width { return brokenLine(line, width) }
    wholeLine(line)
  }

  @inline(__always)
  mutating func wholeLine(_ line: LineSplitter.Line) {
    number = line.number
    if Self.isPasted(line.bytes, number: number) {
      return pastedLine(line.bytes, isCut: line.isCut)
    }
    if !line.isCut, usualLine(line) { return }
    anyLine(line.bytes, isCut: line.isCut)
  }

  /// The few kinds of line that make up nearly all of a log, without the detour over all prefixes
  /// and forms. False when it is none of them.
  @inline(__always)
  mutating func usualLine(_ line: LineSplitter.Line) -> Bool {
    let bytes = line.bytes
    if line.kind != .other {
      guard !mayHaveColours || bytes.find(0x1b) == nil else { return false }
      switch line.kind {
      case .sql: sqlLine(bytes.slice(15, bytes.count), .none, line.skeleton)
      case .details: detailsLine(bytes.slice(19, bytes.count), .none)
      case .annotation: annotationLine(bytes.slice(22, bytes.count), .none)
      case .connectionTime, .executionTime, .totalTime: timingLine(line.kind, line.timing)
      case .other: break
      }
      return true
    }
    if prefixes.length > 0, bytes.has("CoreData: ", at: prefixes.length), prefixes.isLike(bytes) {
      return prefixedMessage(bytes)
    }
    if unfinished == .rowValues { return json.message == nil && bytes.isRowValue }
    return foreignLine(bytes)
  }

  private mutating func prefixedMessage(_ line: UnsafeRawBufferPointer) -> Bool {
    if mayHaveColours, line.find(0x1b) != nil { return false }
    let prefix = LogPrefix(line.slice(0, prefixes.length))
    let start = prefixes.length + 10
    switch LineKind(message: line, at: start) {
    case .sql: sqlLine(line.slice(start + 5, line.count), prefix)
    case .details: detailsLine(line.slice(start + 9, line.count), prefix)
    case .annotation: annotationLine(line.slice(start + 12, line.count), prefix)
    default: return false
    }
    return true
  }

  /// Other output of the app, which in a real log is most of it.
  private mutating func foreignLine(_ line: UnsafeRawBufferPointer) -> Bool {
    // Before the first line of Core Data it may still be a script.
    guard input.level != nil, json.message == nil else { return false }
    switch unfinished {
    case .nothing: break
    case .sql: guard openQuote == 0, line.beginsLikeProse else { return false }
    case .value, .object, .rowValues: return false
    }
    guard !isPlanAhead, line.isForeign, !line.ends(with: "EXPLAIN QUERY PLAN") else { return false }
    input.otherLines += 1
    unfinished = .nothing
    return true
  }

  mutating func anyLine(_ line: UnsafeRawBufferPointer, isCut: Bool) {
    if line.find(0x1b) != nil {
      mayHaveColours = true
      var plain = self.plain
      self.plain = []
      ColourCodes.strip(line, into: &plain)
      plain.withUnsafeBytes { prefixedLine($0) }
      self.plain = plain
    } else {
      prefixedLine(line)
    }
    if isCut { input.cutLines += 1 }
  }

  private mutating func prefixedLine(_ whole: UnsafeRawBufferPointer) {
    let line = whole.trimmed
    guard line.count > 0 else { return otherLine(line) }
    if line[0] == UInt8(ascii: "{") || line[0] == UInt8(ascii: "\"") || line[0] == UInt8(ascii: "}")
      || line[0] == UInt8(ascii: "[")
    {
      if jsonLine(line) { return }
    }
    var offset = 0
    while let place = line.find("CoreData:", from: offset) {
      let text = line.skippingSpaces(from: place + 9)
      if let (kind, start) = MessageKind.read(line, at: text), isPrefix(line, upTo: place) {
        return message(kind, line.slice(start, line.count), LogPrefix(line.slice(0, place)))
      }
      offset = place + 9
    }
    if let place = line.find("[com.apple.coredata") {
      if unifiedLine(line, subsystem: place) { return }
    }
    if bareMessage(line) { return }
    otherLine(line)
  }

  /// While row values are being printed, only a real prefix ends them: values hold any text.
  private func isPrefix(_ line: UnsafeRawBufferPointer, upTo place: Int) -> Bool {
    switch unfinished {
    case .rowValues, .value: place == 0 || TimeStamp.read(line) != nil
    default: true
    }
  }

  /// `…: (CoreData) [com.apple.coredata:sql] SELECT …`: the category stands for the kind.
  private mutating func unifiedLine(_ line: UnsafeRawBufferPointer, subsystem: Int) -> Bool {
    guard let close = line.find(UInt8(ascii: "]"), from: subsystem) else { return false }
    let text = line.skippingSpaces(from: close + 1)
    let prefix = LogPrefix(line.slice(0, subsystem))
    let colon = line.find(UInt8(ascii: ":"), from: subsystem) ?? close
    let category = line.slice(min(colon + 1, close), close)
    unifiedMessage(line.slice(text, line.count), category: category, prefix)
    return true
  }

  /// A message of the unified log: it may name its kind, or leave that to the category.
  mutating func unifiedMessage(
    _ text: UnsafeRawBufferPointer, category: UnsafeRawBufferPointer, _ prefix: LogPrefix
  ) {
    let start = text.has("CoreData:", at: 0) ? text.skippingSpaces(from: 9) : 0
    if let (kind, rest) = MessageKind.read(text, at: start) {
      return message(kind, text.slice(rest, text.count), prefix)
    }
    if let kind = MessageKind.category(category) {
      let isAnnotation = kind == .sql && !SQLVerb.begins(text)
      return message(isAnnotation ? .annotation : kind, text, prefix)
    }
    input.met(.sqlDebug)
    input.otherMessages += 1
    unfinished = .nothing
  }

  /// `sql: …` alone, behind another prefix, or behind a cut-off `CoreData:`.
  private mutating func bareMessage(_ line: UnsafeRawBufferPointer) -> Bool {
    if unfinished == .rowValues || unfinished == .value { return false }
    var start = 0
    if let (_, end) = TimeStamp.read(line) { start = end }
    var places = [line.skippingSpaces(from: start)]
    if let bracket = line.find("] ", from: start) {
      places.append(line.skippingSpaces(from: bracket + 2))
    }
    if let colon = line.find(": "), colon < 10 { places.append(colon + 2) }
    for place in places {
      guard let (kind, text) = MessageKind.read(line, at: place), text < line.count else {
        continue
      }
      let rest = line.slice(text, line.count)
      switch kind {
      case .sql where !SQLVerb.begins(rest): continue
      case .details where !rest.has("SQLite bind[", at: 0): continue
      case .debug, .warning, .error, .fault: continue
      default: break
      }
      message(kind, rest, LogPrefix(line.slice(0, place)))
      return true
    }
    return false
  }

  // MARK: Records

  /// Turns to the assembler of the prefix's thread; its name is -1 when none is given.
  @inline(__always)
  mutating func useContext(_ prefix: LogPrefix) -> Int32 {
    let name = prefix.isEmpty ? -1 : prefixes.name(of: prefix) ?? newContext(prefix)
    assemblers.turn(to: name)
    return name
  }

  private mutating func newContext(_ prefix: LogPrefix) -> Int32 {
    let stampEnd = TimeStamp.read(prefix.bytes)?.end ?? 0
    let context = prefix.context(from: stampEnd)
    let name = context.count == 0 ? -1 : tables.name(context)
    prefixes.remember(prefix, stampEnd: stampEnd, name: name)
    return name
  }

  mutating func begin(
    _ sql: UnsafeRawBufferPointer, _ prefix: LogPrefix, _ skeleton: SQLSkeleton? = nil
  ) {
    let statement = tables.statement(sql, skeleton)
    if statement.hasEscape, !mayHaveColours {
      mayHaveColours = true
      var plain: [UInt8] = []
      ColourCodes.strip(sql, into: &plain)
      return plain.withUnsafeBytes { begin($0, prefix) }
    }
    openQuote = statement.openQuote
    let context = useContext(prefix)
    var record = TraceRecord()
    record.template = statement.template
    record.kind = tables.kind(of: statement.template)
    record.context = context
    record.stage = events.stage
    record.line = number
    record.time = prefix.isEmpty ? TraceRecord.unknown : prefixes.time(of: prefix)
    record.binding = statement.literals
    if statement.isWhole { record.flags = .hasBinding }
    if isAtWidth || tables.heads[Int(statement.template)].isFragment { record.flags = .isCut }
    input.statements += 1
    assemblers.current.begin(record, &records)
  }

  /// A mark between statements ends all that came before it.
  mutating func mark(_ mark: TraceRecord.Mark, stage: Int32 = -1) {
    flush()
    var record = TraceRecord()
    record.mark = mark
    record.stage = stage
    record.line = number
    records.append(record)
  }

  mutating func flush() { handOut { $0.flush(&$1) } }

  /// Hands out the statements that have ended.
  mutating func settle() { handOut { $0.settle(&$1) } }

  private mutating func handOut(
    _ body: (inout StatementAssembler, inout [TraceRecord]) -> Void
  ) {
    for place in assemblers.all {
      assemblers.turn(at: place)
      body(&assemblers.current, &records)
    }
    assemblers.turnBack()
  }

  mutating func finish() {
    flushBroken()
    finishJSON()
    finishScript()
    flush()
  }

  @inline(__always)
  mutating func keepValue(_ value: UnsafeRawBufferPointer) {
    guard keepsValues, assemblers.current.hasNewest else { return }
    let text = String(decoding: value.prefix(256), as: UTF8.self)
    values[assemblers.current.newest.line, default: []].append(text)
  }

  mutating func keep(_ values: [String], of record: TraceRecord) {
    if keepsValues { self.values[record.line] = values }
  }

  /// The values of a record that is handed out; nobody asks for them again.
  mutating func takeValues(of record: TraceRecord) -> [String] {
    keepsValues ? values.removeValue(forKey: record.line) ?? [] : []
  }
}

/// The words a statement begins with.
enum SQLVerb {
  static func begins(_ text: UnsafeRawBufferPointer) -> Bool {
    var end = 0
    while end < text.count, text[end].isLetter, end < 10 { end += 1 }
    guard end > 1, end == text.count || text[end].isBlank || text[end] == UInt8(ascii: ";") else {
      return false
    }
    return all.contains(String(decoding: text.slice(0, end), as: UTF8.self).uppercased())
  }

  static let all: Set<String> = [
    "SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "BEGIN", "COMMIT", "END", "ROLLBACK",
    "SAVEPOINT", "RELEASE", "PRAGMA", "CREATE", "DROP", "ALTER", "VACUUM", "ANALYZE", "REINDEX",
    "WITH", "ATTACH", "DETACH", "EXPLAIN", "VALUES",
  ]
}
