/// The messages of Core Data (Documentation/Format/Logs.md, 3, 4, 5, 6 and 8).
extension LogScanner {
  mutating func message(
    _ kind: MessageKind, _ text: UnsafeRawBufferPointer, _ prefix: LogPrefix
  ) {
    switch kind {
    case .sql: sqlLine(text, prefix)
    case .annotation: annotationLine(text, prefix)
    case .details: detailsLine(text, prefix)
    case .debug, .warning, .error, .fault:
      if input.level == nil { beginLog() }
      unfinished = .nothing
      input.otherMessages += 1
      if text.find("(migration)") != nil { mark(.migration) }
    }
  }

  @inline(__always)
  mutating func annotationLine(_ text: UnsafeRawBufferPointer, _ prefix: LogPrefix) {
    if input.level == nil { beginLog() }
    unfinished = .nothing
    _ = useContext(prefix)
    annotation(text, prefix)
  }

  @inline(__always)
  mutating func timingLine(_ kind: LineKind, _ timing: Timing) {
    if input.level == nil { beginLog() }
    unfinished = .nothing
    _ = useContext(.none)
    self.timing(kind, timing)
  }

  @inline(__always)
  private mutating func timing(_ kind: LineKind, _ timing: Timing) {
    switch kind {
    case .connectionTime:
      if assemblers.current.time(timing.nanoseconds, isFetch: true) { input.mixedLines += 1 }
    case .executionTime:
      assemblers.current.time(timing.nanoseconds, isFetch: false)
      if timing.rows >= 0 { assemblers.current.rows(timing.rows, template: nil, entity: -1) }
    default: assemblers.current.total(timing.nanoseconds, rows: timing.rows)
    }
  }

  @inline(__always)
  mutating func detailsLine(_ text: UnsafeRawBufferPointer, _ prefix: LogPrefix) {
    if input.level == nil { beginLog() }
    unfinished = .nothing
    _ = useContext(prefix)
    details(text)
  }

  @inline(__always)
  mutating func sqlLine(
    _ text: UnsafeRawBufferPointer, _ prefix: LogPrefix, _ skeleton: SQLSkeleton? = nil
  ) {
    if input.level == nil { beginLog() }
    sql(text, prefix, skeleton)
  }

  private mutating func beginLog() {
    input.level = 1
    input.met(.sqlDebug)
    input.otherLines += script.abandon()
  }

  private mutating func sql(
    _ text: UnsafeRawBufferPointer, _ prefix: LogPrefix, _ skeleton: SQLSkeleton?
  ) {
    let sql = text.withoutEnd
    guard sql.count > 0, !sql.equals("<private>") else {
      input.privateMessages += 1
      unfinished = .nothing
      return
    }
    if !wrappedSQL.isEmpty { wrappedSQL.removeAll() }
    isPlanAhead = false
    begin(sql, prefix, skeleton)
    unfinished = .sql
  }

  private mutating func details(_ text: UnsafeRawBufferPointer) {
    guard text.has("SQLite bind[", at: 0), let (number, close) = text.number(at: 12),
      text.has("] = ", at: close)
    else {
      input.otherMessages += 1
      if text.has("<private>", at: 0) { input.privateMessages += 1 }
      return
    }
    var end = text.count
    while end > close + 4, text[end - 1].isBlank { end -= 1 }
    let value = text.slice(close + 4, end)
    if input.level != 3 { input.level = 2 }
    assemblers.current.bind(value, number: number)
    if assemblers.current.newest.kind.isRead,
      typedTexts.continues(value, template: assemblers.current.newest.template, number: number)
    {
      assemblers.current.changeNewest { $0.flags.insert(.isTyped) }
    }
    keepValue(value)
    let isOpen =
      value.count > 0 && value[0] == UInt8(ascii: "\"")
      && (value.count == 1 || value[value.count - 1] != UInt8(ascii: "\""))
    if isOpen { unfinished = .value }
  }

  private mutating func annotation(_ text: UnsafeRawBufferPointer, _ prefix: LogPrefix) {
    guard text.count > 0 else { return }
    switch text[0] {
    case UInt8(ascii: "s"), UInt8(ascii: "t"):
      if let (kind, timing) = Timing.read(text) { return self.timing(kind, timing) }
      if text.has("to-many relationship fault ", at: 0) { return toManyFault(text) }
      if text.has("total count request execution time: ", at: 0),
        let (time, end) = text.nanoseconds(at: 36)
      {
        let count = text.has("s for count of ", at: end) ? text.number(at: end + 15)?.value : nil
        return assemblers.current.total(time, rows: count ?? TraceRecord.unknown)
      }
    case UInt8(ascii: "f"):
      if text.has("fault fulfilled from database for :", at: 0) { return rowFault(text) }
      if text.has("fetch using NSSQLiteStatement", at: 0) { return fetchResult(text, prefix) }
    case UInt8(ascii: "P"):
      if text.has("Prefetching with key '", at: 0) { return prefetched(text) }
    case UInt8(ascii: "C"):
      if text.has("Connecting to sqlite database file", at: 0) { return mark(.open) }
    case UInt8(ascii: "c"):
      if text.has("changed ", at: 0), let (rows, end) = text.number(at: 8),
        text.has(" rows", at: end)
      {
        return assemblers.current.changeNewest { $0.changes = rows }
      }
      if text.has("count request ", at: 0) { return countResult(text) }
    case UInt8(ascii: "("):
      if text.has("(migration) begin stage '", at: 0) {
        return stageMark(text, at: 25, begins: true)
      }
      if text.has("(migration) end stage '", at: 0) {
        return stageMark(text, at: 23, begins: false)
      }
    case UInt8(ascii: "B"):
      if text.has("Bound intarray", at: 0) { return }
    default: break
    }
    otherAnnotation(text, prefix)
  }

  private mutating func otherAnnotation(_ text: UnsafeRawBufferPointer, _ prefix: LogPrefix) {
    if !mayHaveColours, text.find(0x1b) != nil {
      mayHaveColours = true
      var plain: [UInt8] = []
      ColourCodes.strip(text, into: &plain)
      return plain.withUnsafeBytes { annotation($0, prefix) }
    }
    input.otherMessages += 1
    if text.has("<private>", at: 0) { input.privateMessages += 1 }
    if text.find("(migration)") != nil { mark(.migration) }
  }

  private mutating func stageMark(
    _ text: UnsafeRawBufferPointer, at start: Int, begins: Bool
  ) {
    let end = text.findLast("'").map { max($0, start) } ?? text.count
    let name = tables.name(text.slice(start, end))
    mark(begins ? .stageBegin : .stageEnd, stage: name)
    events.stage = begins ? name : -1
  }

  private mutating func toManyFault(_ text: UnsafeRawBufferPointer) {
    guard text.has("\"", at: 27), let close = text.find(UInt8(ascii: "\""), from: 28) else {
      return
    }
    let relationship = tables.name(text.slice(28, close), last: &lastRelationship)
    let object = objectID(text, from: close)
    let usual = text.has("> fulfilled from database.  Got ", at: object.end) ? object.end + 28 : nil
    let rows = rows(text, from: usual ?? object.end)
    assemblers.current.annotate(
      .toManyFault, rows: rows, entity: object.entity, relationship: relationship,
      object: object.key)
    if object.entity < 0 { unfinished = .object }
  }

  /// `Got N rows`, which many annotations end with.
  private func rows(_ text: UnsafeRawBufferPointer, from start: Int) -> Int64 {
    let got = text.find("Got ", from: start)
    return got.flatMap { text.number(at: $0 + 4)?.value } ?? TraceRecord.unknown
  }

  private mutating func rowFault(_ text: UnsafeRawBufferPointer) {
    let object = objectID(text, from: 35)
    assemblers.current.annotate(
      .rowFault, rows: 1, entity: object.entity, object: object.key)
    if object.entity < 0 { unfinished = .object }
    if text.find("with row values:", from: object.end) != nil { input.level = 3 }
  }

  /// `<x-coredata://STORE/Entity/p1>`; the identifier may be masked or wrapped to the next line.
  mutating func objectID(
    _ text: UnsafeRawBufferPointer, from offset: Int
  ) -> (entity: Int32, key: Int64, end: Int) {
    let bracket = text.find(UInt8(ascii: "<"), from: offset)
    let usual = bracket.flatMap { text.has("x-coredata://", at: $0 + 1) ? $0 + 1 : nil }
    guard let start = usual ?? text.find("x-coredata://", from: offset),
      let host = hostEnd(text, from: start + 13),
      let slash = text.find(UInt8(ascii: "/"), from: host + 1)
    else { return (-1, TraceRecord.unknown, offset) }
    let entity = tables.name(text.slice(host + 1, slash), last: &lastEntity)
    guard text.has("p", at: slash + 1), let (key, end) = text.number(at: slash + 2) else {
      return (entity, TraceRecord.unknown, slash)
    }
    return (entity, key, end)
  }

  /// The slash behind the store's identifier, which is a UUID but for masked or own ones.
  @inline(__always)
  private func hostEnd(_ text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let usual = start + 36
    if usual < text.count, text[usual] == UInt8(ascii: "/"), text[start + 8] == UInt8(ascii: "-") {
      return usual
    }
    return text.find(UInt8(ascii: "/"), from: start)
  }

  /// `fetch using NSSQLiteStatement <0x…> on entity 'E' with sql text '…' returned N rows`.
  private mutating func fetchResult(_ text: UnsafeRawBufferPointer, _ prefix: LogPrefix) {
    if input.level ?? 0 < 2 { input.level = 2 }
    var entity: Int32 = -1
    var template: Int32?
    let quote = text.find(39, from: 29) ?? 0
    let usual = text.has("on entity '", at: quote - 10) ? quote - 10 : nil
    if let start = usual ?? text.find("on entity '"), let end = text.find(39, from: start + 11) {
      entity = tables.name(text.slice(start + 11, end), last: &lastFetched)
    }
    guard let returned = text.findLast("' returned "),
      let (rows, end) = text.number(at: returned + 11)
    else { return }
    let isOne = !assemblers.current.isBare && assemblers.current.pendingCount <= 1
    if !isOne, let start = text.find("with sql text '") {
      let sql = text.slice(start + 15, returned).trimmed
      if assemblers.current.isBare {
        // Somebody kept these lines and none of those that begin a statement.
        begin(sql, prefix)
        assemblers.current.isBare = true
      } else {
        template = tables.statement(sql).template
      }
    }
    assemblers.current.rows(rows, template: template, entity: entity)
    if text.find("with values:", from: end) != nil {
      input.level = 3
      if !text.ends(with: ")") { unfinished = .rowValues }
    }
  }

  private mutating func countResult(_ text: UnsafeRawBufferPointer) {
    if input.level ?? 0 < 2 { input.level = 2 }
    guard let returned = text.findLast(") returned "),
      let (rows, _) = text.number(at: returned + 11)
    else { return }
    assemblers.current.rows(rows, template: nil, entity: -1)
  }

  private mutating func prefetched(_ text: UnsafeRawBufferPointer) {
    guard let end = text.find(39, from: 22) else { return }
    let rows = rows(text, from: end)
    let relationship = tables.name(text.slice(22, end))
    assemblers.current.annotate(.prefetch, rows: rows, relationship: relationship)
  }
}
