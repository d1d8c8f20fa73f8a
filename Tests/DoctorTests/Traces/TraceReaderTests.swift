import StoreDoctor
import StoreEngine
import TestSupport
import Testing
import TraceAnalysis

@Suite("Reading traces")
struct TraceReaderTests {
  static func read(_ text: String) -> (events: [TraceEvent], input: TraceInput) {
    read(Array(text.utf8))
  }

  static func read(_ bytes: [UInt8], chunk: Int = .max) -> (events: [TraceEvent], input: TraceInput)
  {
    var reader = TraceReader()
    var events: [TraceEvent] = []
    var start = 0
    while start < bytes.count {
      let end = start + min(chunk, bytes.count - start)
      events += reader.feed(Array(bytes[start..<end]))
      start = end
    }
    events += reader.finish()
    return (events, reader.input)
  }

  @Test("Every public log is understood", .enabled(if: RealFiles.arePresent, "\(RealFiles.need)"))
  func corpus() throws {
    for name in RealLogs.names {
      let (events, input) = Self.read(try RealLogs.bytes(name))
      #expect(input.unknownSQLLines == 0, "\(name)")
      #expect(input.otherLines == 0, "\(name)")
      #expect(input.statements == events.count { $0.sql != nil }, "\(name)")
    }
  }

  /// The shapes of Documentation/Format/Logs.md, 4, 5 and 6, as the public logs show them.
  @Test(
    "The shapes of the public logs are recognised",
    .enabled(if: RealFiles.arePresent, "\(RealFiles.need)"))
  func corpusShapes() throws {
    let expected: [String: [TraceEvent.Purpose]] = [
      "sqldebug1-count-fault-prefetch.log": [
        .count, .fetch, .fetch, .toManyFault, .fetch, .prefetch, .fetch, .fetch, .count, .fetch,
        .fetch,
      ],
      "sqldebug1-insert-save.log": [
        .begin, .metadata, .metadata, .metadata, .metadata, .commit, .begin, .save, .commit,
        .metadata, .metadata, .fetch,
      ],
      "sqldebug1-moody-inherited-fault-and-save.log": [
        .fault, .begin, .metadata, .metadata, .commit, .begin, .save, .save, .commit,
      ],
      "sqldebug3-2014-timestamped.log": [.count, .count],
      "sqldebug3-open-and-fetch.log": [.metadata, .metadata, .fetch],
      "sqldebug4-swiftdata-stringsearch.log": [.fetch, .fetch],
    ]
    for (name, purposes) in expected {
      #expect(Self.read(try RealLogs.bytes(name)).events.map(\.purpose) == purposes, "\(name)")
    }
    let opening = Self.read(try RealLogs.bytes("sqldebug1-swiftdata-open.log")).events
    #expect(opening.map(\.purpose) == [.open] + Array(repeating: .metadata, count: 8))
    let counts = Self.read(try RealLogs.bytes("sqldebug3-2014-timestamped.log")).events
    #expect(counts.map(\.rows) == [10_456, 18_988])
    let wrapped = Self.read(try RealLogs.bytes("sqldebug1-moody-inherited-fault-and-save.log"))
    #expect(wrapped.events.first?.entity == "Country")
    #expect(wrapped.events.first?.object == 4)
    let prefetch = Self.read(try RealLogs.bytes("sqldebug1-count-fault-prefetch.log")).events
    #expect(prefetch.map(\.rows)[4...5] == [190, 1581])
  }

  @Test("One log reads the same in every style", arguments: LogStyle.allCases, [1, 2, 3])
  func styles(_ style: LogStyle, level: Int) {
    var log = LogScript(level: level)
    log.note("annotation: Connecting to sqlite database file at \"/v/default.store\"")
    log.authors(3)
    log.booksOfAuthor(1)
    log.authorRow(2)
    log.fetch(
      LogScript.books, rows: 9, entity: "Book", prefetching: [("pages", LogScript.pagePrefetch, 40)]
    )
    log.count("SELECT COUNT(*) FROM ZBOOK", of: 190)
    log.save(books: 1..<2)
    let (events, input) = Self.read(log.text(style))
    let plain = Self.read(log.text(.console)).events
    #expect(events.map(\.purpose) == plain.map(\.purpose))
    #expect(events.map(\.sql) == plain.map(\.sql))
    #expect(events.map(\.rows) == plain.map(\.rows))
    #expect(events.map(\.nanoseconds) == plain.map(\.nanoseconds))
    #expect(events.map(\.object) == plain.map(\.object))
    #expect(events.map(\.relationship) == plain.map(\.relationship))
    #expect(events.map(\.values) == plain.map(\.values))
    #expect(events.contains { $0.context != nil } == style.hasThreads)
    #expect(events.contains { $0.time != nil } == style.hasTimes)
    #expect(input.unknownSQLLines == 0)
    // A prefetch runs inside its fetch; that is one thread.
    #expect(input.mixedLines == 0)
    #expect(input.level == level)
    #expect(
      plain.map(\.purpose) == [
        .open, .fetch, .toManyFault, .fault, .fetch, .prefetch, .count, .begin, .metadata,
        .metadata,
        .commit, .begin, .save, .metadata, .commit, .metadata, .metadata,
      ])
    #expect(plain.map(\.rows)[1...6] == [3, 3, 1, 9, 40, 190])
  }

  @Test("Lines that tell a fetch's rows are statements where nothing else is left of them")
  func fetchResultsAlone() {
    func line(_ entity: String, _ rows: Int) -> String {
      "CoreData: annotation: fetch using NSSQLiteStatement <0x8d5e2a0> on entity '\(entity)' with "
        + "sql text 'SELECT 0, t0.Z_PK FROM Z\(entity.uppercased()) t0 WHERE t0.ZX = ? ' returned "
        + "\(rows) rows\n"
    }
    let alone = Self.read(line("Note", 20) + line("Tag", 1) + line("Tag", 1)).events
    #expect(alone.map(\.purpose) == [.fetch, .fetch, .fetch])
    #expect(alone.map(\.rows) == [20, 1, 1])
    #expect(alone.map(\.entity) == ["Note", "Tag", "Tag"])
    // Beside its own lines a statement is counted once.
    let sql = "CoreData: sql: SELECT 0, t0.Z_PK FROM ZNOTE t0 WHERE t0.ZX = ?\n"
    let time = "CoreData: annotation: total fetch execution time: 0.1s for 20 rows.\n"
    let whole = Self.read(sql + line("Note", 20) + time + sql + time + line("Note", 20)).events
    #expect(whole.map(\.rows) == [20, 20])
  }

  @Test("It does not matter where the bytes are cut", arguments: [1, 7, 64, 1000])
  func chunks(size: Int) {
    var log = LogScript(level: 3)
    log.authors(3)
    for key in 1...6 { log.booksOfAuthor(key) }
    let bytes = Array(log.text(.nslog).utf8)
    #expect(Self.read(bytes, chunk: size).events == Self.read(bytes).events)
  }

  @Test("Statements of two contexts keep their own rows")
  func interleaved() {
    let log = """
      CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZA t0
      CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZB t0
      CoreData: annotation: sql connection fetch time: 0.0001s
      CoreData: annotation: sql connection fetch time: 0.0002s
      CoreData: annotation: total fetch execution time: 0.0001s for 10 rows.
      CoreData: annotation: total fetch execution time: 0.0002s for 20 rows.
      CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZC t0
      CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZD t0
      CoreData: annotation: sql connection fetch time: 0.0004s
      CoreData: annotation: total fetch execution time: 0.0004s for 40 rows.
      """
    let (events, input) = Self.read(log)
    #expect(events.map(\.rows) == [10, 20, nil, 40])
    #expect(input.mixedLines == 2)
  }

  @Test("Private data is counted, not guessed")
  func masked() {
    let log = """
      CoreData: sql: <private>
      CoreData: sql: SELECT 0, t0.Z_PK FROM ZA t0 WHERE  t0.ZB = ?
      CoreData: details: SQLite bind[0] = <private>
      CoreData: annotation: to-many relationship fault "cs" for objectID <private> fulfilled from database.  Got 2 rows
      CoreData: annotation: <private>
      """
    let (events, input) = Self.read(log)
    #expect(input.privateMessages == 2)
    #expect(events.map(\.relationship) == ["cs"])
    #expect(events.map(\.object) == [nil])
    #expect(events.map(\.rows) == [2])
  }

  @Test("Values over several lines belong to their statement")
  func longValue() {
    let log = """
      CoreData: sql: SELECT 0, t0.Z_PK FROM ZA t0 WHERE  t0.ZB = ?
      CoreData: details: SQLite bind[0] = "first
      SELECT a FROM b
      last"
      CoreData: annotation: sql connection fetch time: 0.0001s
      """
    let (events, input) = Self.read(log)
    #expect(events.count == 1)
    #expect(input.statements == 1)
    #expect(input.otherLines == 0)
  }

  @Test("A trace of the sqlite3 shell, and a file of SQL")
  func script() {
    let log = """
      -- dumped
      BEGIN;
      SELECT a,
        'x;y' FROM t WHERE b = 3; -- 12000 ns
      select * from t where b in (1,2,3); select 1 from u;
      CREATE TRIGGER r AFTER INSERT ON t BEGIN UPDATE t SET a = 1; DELETE FROM u; END;
      COMMIT;
      DELETE FROM t
      """
    let (events, input) = Self.read(log)
    #expect(input.formats == [.sqlScript])
    #expect(
      events.map(\.purpose) == [.begin, .fetch, .fetch, .fetch, .metadata, .commit, .save])
    #expect(events[1].nanoseconds == 12_000)
    #expect(input.otherLines == 0)
  }

  @Test("SQL that another part of the app prints into the log")
  func untagged() {
    let log = """
      CoreData: sql: SELECT 0, t0.Z_PK FROM ZA t0
      CoreData: annotation: sql connection fetch time: 0.0001s
      SELECT name FROM other WHERE id = 4
      Selected 4 items FROM the list
      Update finished
      network: POST SELECT x FROM y
      """
    let (events, input) = Self.read(log)
    #expect(events.count == 2)
    #expect(input.otherLines == 3)
    #expect(input.unknownSQLLines == 1)
    #expect(
      input.skipped == "skipped: 3 other lines, 1 line with SQL in an unknown form")
  }

  @Test("UTF-16 is turned into UTF-8", arguments: [false, true])
  func utf16(bigEndian: Bool) {
    let text = "\u{feff}CoreData: sql: SELECT 0, t0.Z_PK FROM ZÄ t0\n"
    let bytes = text.utf16.flatMap { unit -> [UInt8] in
      let high = UInt8(unit >> 8)
      let low = UInt8(unit & 0xff)
      return bigEndian ? [high, low] : [low, high]
    }
    let (events, input) = Self.read(bytes, chunk: 3)
    #expect(input.isUTF16)
    #expect(events.map(\.sql) == ["SELECT 0, t0.Z_PK FROM ZÄ t0"])
  }

  @Test("An endless line is cut and the log goes on")
  func endlessLine() {
    var reader = TraceReader()
    let part = Array(repeating: UInt8(ascii: "x"), count: 1 << 16)
    for _ in 0..<40 { _ = reader.feed(part) }
    _ = reader.feed(Array("\nCoreData: sql: SELECT 0, t0.Z_PK FROM ZA t0".utf8))
    let events = reader.finish()
    #expect(events.count == 1)
    #expect(reader.input.cutLines == 1)
    #expect(reader.input.skipped?.contains("1 line cut at 1 MiB") == true)
  }

  @Test("Own traces come back as they were written", arguments: TraceFormat.allCases)
  func roundTrip(_ format: TraceFormat) throws {
    let written = Self.ownEvents
    var bytes: [UInt8] = []
    let writer = TraceWriter(format: format, showsValues: true) { bytes += $0 }
    for event in written { try writer.record(event) }
    try writer.flush()
    let read = Self.read(bytes).events
    #expect(read.map(\.purpose) == written.map(\.purpose))
    #expect(read.map(\.sql) == written.map(\.sql))
    #expect(read.map(\.rows) == written.map(\.rows))
    #expect(read.map(\.changes) == written.map(\.changes))
    #expect(read.map(\.stage) == written.map(\.stage))
    #expect(read.map(\.object) == written.map(\.object))
    #expect(read.map(\.relationship) == written.map(\.relationship))
    #expect(read.map(\.nanoseconds) == written.map(\.nanoseconds))
    if format == .jsonl { #expect(read.map(\.values) == written.map(\.values)) }
  }

  static let ownEvents: [TraceEvent] = [
    TraceEvent(sequence: 1, purpose: .stageBegin, stage: "V1 to V2"),
    TraceEvent(
      sequence: 2, purpose: .stageSQL, stage: "V1 to V2",
      sql: "ALTER TABLE ZA ADD COLUMN ZB INTEGER",
      nanoseconds: 1_200_000),
    TraceEvent(
      sequence: 3, purpose: .begin, stage: "V1 to V2", sql: "BEGIN EXCLUSIVE", nanoseconds: 0),
    TraceEvent(
      sequence: 4, purpose: .save, stage: "V1 to V2", sql: "UPDATE ZA SET ZB = ?",
      values: [.null], changes: 12, nanoseconds: 300_000),
    TraceEvent(
      sequence: 5, purpose: .fetch, stage: "V1 to V2",
      sql: "SELECT 0, t0.Z_PK FROM ZA t0 WHERE t0.ZC > ?",
      values: [.text("a \"quoted\" \u{1F600} text\u{1}")], rows: 3, nanoseconds: 400_000),
    TraceEvent(
      sequence: 6, purpose: .toManyFault, stage: "V1 to V2",
      sql: "SELECT 0, t0.Z_PK FROM ZD t0 WHERE t0.ZA = ?", values: [.integer(7)], rows: 2,
      nanoseconds: 100_000, entity: "A", relationship: "ds", object: 7),
    TraceEvent(
      sequence: 7, purpose: .commit, stage: "V1 to V2", sql: "COMMIT", nanoseconds: 500_000),
    TraceEvent(sequence: 8, purpose: .stageEnd, stage: "V1 to V2"),
  ]
}
