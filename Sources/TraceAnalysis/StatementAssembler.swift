/// Puts the lines of one statement together: its SQL, values, times and the annotations after it.
///
/// Core Data prints no statement number, so an annotation is matched by what is still missing. A
/// prefetch runs inside its fetch and ends first; two contexts that log at once without a thread
/// number end in the order they began (Documentation/Format/Logs.md, 3 and 5.4).
struct StatementAssembler {
  /// The statement begun last. Nearly always the only one, so it is kept out of the array.
  private(set) var newest = TraceRecord()
  private(set) var hasNewest = false
  /// Earlier ones whose end is still to come, oldest first.
  private var older: [TraceRecord] = []
  /// No line has begun a statement yet, but for those that tell of its end.
  var isBare = true
  /// Two statements were waiting for the same annotation.
  private var isAmbiguous = false
  private static let mostPending = 6

  /// A new statement begins; those that wait for nothing any more go to `output`.
  @inline(__always)
  mutating func begin(_ record: TraceRecord, _ output: inout [TraceRecord]) {
    if hasNewest {
      if older.isEmpty, !newest.kind.isRead || newest.flags.contains(.hasTotal) {
        output.append(newest)
      } else {
        makeRoom(&output)
      }
    }
    newest = record
    hasNewest = true
    isBare = false
  }

  private mutating func makeRoom(_ output: inout [TraceRecord]) {
    older.append(newest)
    if !older.indices.contains(where: isWaiting) { return flushOlder(&output) }
    if older.count >= Self.mostPending { output.append(older.removeFirst()) }
  }

  /// Hands out a statement that has ended: in a log that is followed, the next one may come in an hour.
  mutating func settle(_ output: inout [TraceRecord]) {
    let ends: TraceRecord.Flags = [.hasTotal, .hasConnectionTime]
    guard hasNewest, older.isEmpty, !newest.kind.isRead || !newest.flags.isDisjoint(with: ends)
    else { return }
    flush(&output)
  }

  mutating func flush(_ output: inout [TraceRecord]) {
    guard hasNewest else { return }
    if older.isEmpty {
      output.append(newest)
    } else {
      older.append(newest)
      flushOlder(&output)
    }
    hasNewest = false
  }

  private mutating func flushOlder(_ output: inout [TraceRecord]) {
    if isAmbiguous { orderOutcomes() }
    output.append(contentsOf: older)
    older.removeAll(keepingCapacity: true)
    isAmbiguous = false
  }

  /// A read whose end has not been logged, unless a later one already ended: then it never will be.
  private func isWaiting(_ index: Int) -> Bool {
    let record = older[index]
    guard !record.flags.contains(.hasTotal), record.kind.isRead else { return false }
    if record.flags.contains(.hasConnectionTime) { return true }
    return !older[(index + 1)...].contains { $0.flags.contains(.hasTotal) }
  }

  /// When two statements waited alike, the first to begin got the last outcome: turn them round.
  private mutating func orderOutcomes() {
    guard older.allSatisfy({ $0.flags.contains(.hasTotal) }) else { return }
    let outcomes = older.map { ($0.rows, $0.nanoseconds) }
    for (place, outcome) in zip(older.indices, outcomes.reversed())
    where !older[place].flags.contains(.toManyFault) {
      (older[place].rows, older[place].nanoseconds) = outcome
    }
  }

  /// Changes the statement begun last.
  @inline(__always)
  mutating func changeNewest(_ change: (inout TraceRecord) -> Void) {
    if hasNewest { change(&newest) }
  }

  var pendingCount: Int { hasNewest ? older.count + 1 : 0 }

  @inline(__always)
  mutating func bind(_ value: UnsafeRawBufferPointer, number: Int64) {
    guard hasNewest else { return }
    if value.equals("<private>") { return }
    let seed = newest.binding &+ UInt64(bitPattern: number) &* 0x9e37_79b9_7f4a_7c15
    newest.binding = byteHash(value, seed: seed)
    newest.flags.insert(.hasBinding)
  }

  /// `sql connection fetch time` or `sql execution time`.
  ///
  /// - Returns: whether another statement was waiting for such a line, too.
  @inline(__always)
  @discardableResult
  mutating func time(_ nanoseconds: Int64, isFetch: Bool) -> Bool {
    guard hasNewest else { return false }
    if !newest.flags.contains(.hasConnectionTime) {
      newest.setTime(nanoseconds, isFetch: isFetch)
      if !older.isEmpty, older.contains(where: { !$0.flags.contains(.hasConnectionTime) }) {
        isAmbiguous = true
        return true
      }
    } else if let place = older.lastIndex(where: { !$0.flags.contains(.hasConnectionTime) }) {
      older[place].setTime(nanoseconds, isFetch: isFetch)
    }
    return false
  }

  /// `total fetch execution time … for N rows`, or N of a count.
  @inline(__always)
  mutating func total(_ nanoseconds: Int64, rows: Int64) {
    guard hasNewest else { return }
    if older.isEmpty {
      if !newest.flags.contains(.hasTotal) { newest.setTotal(nanoseconds, rows: rows) }
    } else {
      totalOfOne(nanoseconds, rows)
    }
  }

  private mutating func totalOfOne(_ nanoseconds: Int64, _ rows: Int64) {
    change(
      .last, where: { $0.flags.contains(.hasConnectionTime) && !$0.flags.contains(.hasTotal) },
      or: { !$0.flags.contains(.hasTotal) }, by: { $0.setTotal(nanoseconds, rows: rows) })
  }

  /// `fetch using NSSQLiteStatement … returned N rows`: the template settles which.
  @inline(__always)
  mutating func rows(_ rows: Int64, template: Int32?, entity: Int32) {
    if older.isEmpty {
      if hasNewest, newest.rows < 0 { newest.setRows(rows, entity: entity) }
    } else {
      change(
        template == nil ? .last : .first,
        where: { $0.rows < 0 && (template == nil || $0.template == template) },
        or: { $0.rows < 0 }, by: { $0.setRows(rows, entity: entity) })
    }
  }

  /// An annotation that names the object or relationship a statement was for.
  @inline(__always)
  mutating func annotate(
    _ flag: TraceRecord.Flags, rows: Int64, entity: Int32 = -1, relationship: Int32 = -1,
    object: Int64 = TraceRecord.unknown
  ) {
    guard hasNewest else { return }
    if older.isEmpty {
      guard newest.fits(flag) else { return }
      newest.annotate(flag, rows, entity, relationship, object)
    } else {
      change(
        flag == .prefetch ? .last : .first, where: { $0.fits(flag) }, or: { _ in false },
        by: { $0.annotate(flag, rows, entity, relationship, object) })
    }
  }

  private enum End { case first, last }

  /// Changes the first or last statement that fulfils a condition, or else another one.
  private mutating func change(
    _ end: End, where condition: (TraceRecord) -> Bool, or second: (TraceRecord) -> Bool,
    by change: (inout TraceRecord) -> Void
  ) {
    guard hasNewest, let place = place(end, condition) ?? place(.last, second) else { return }
    if place < older.count { change(&older[place]) } else { change(&newest) }
  }

  /// The place of a statement, that of the newest behind the older ones.
  private func place(_ end: End, _ fits: (TraceRecord) -> Bool) -> Int? {
    switch end {
    case .first: older.firstIndex(where: fits) ?? (fits(newest) ? older.count : nil)
    case .last: fits(newest) ? older.count : older.lastIndex(where: fits)
    }
  }
}

extension TraceRecord {
  @inline(__always)
  fileprivate mutating func setTime(_ nanoseconds: Int64, isFetch: Bool) {
    self.nanoseconds = nanoseconds
    flags.insert(.hasConnectionTime)
    if !isFetch { flags.insert(.hasTotal) }
  }

  fileprivate mutating func setRows(_ rows: Int64, entity: Int32) {
    self.rows = rows
    if entity >= 0 { self.entity = entity }
  }

  /// The total includes the time of the connection.
  @inline(__always)
  fileprivate mutating func setTotal(_ nanoseconds: Int64, rows: Int64) {
    flags.insert(.hasTotal)
    self.rows = rows
    self.nanoseconds = max(self.nanoseconds, nanoseconds)
  }

  fileprivate func fits(_ flag: Flags) -> Bool {
    guard flags.isDisjoint(with: [.rowFault, .toManyFault, .prefetch]) else { return false }
    switch kind {
    case .rowFault: return flag == .rowFault
    case .equality, .manyToManyFault: return flag == .toManyFault
    case .prefetch, .batch: return flag == .prefetch
    case .fetch: return flag != .rowFault
    default: return false
    }
  }

  fileprivate mutating func annotate(
    _ flag: Flags, _ rows: Int64, _ entity: Int32, _ relationship: Int32, _ object: Int64
  ) {
    flags.formUnion([flag, .hasTotal])
    if rows >= 0 { self.rows = rows }
    if entity >= 0 { self.entity = entity }
    if relationship >= 0 { self.relationship = relationship }
    if object >= 0 { self.object = object }
  }
}
