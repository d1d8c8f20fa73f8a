/// Puts the lines of one statement together: its SQL, values, times and the annotations after it.
///
/// Core Data prints no statement number, so an annotation is matched by what is still missing. A
/// prefetch runs inside its fetch and ends first; two contexts that log at once without a thread
/// number end in the order they began (coredata-logs.md §3, §5.4).
struct StatementAssembler {
  private var pending: [TraceRecord] = []
  /// Two statements were waiting for the same annotation.
  private var isAmbiguous = false
  private static let mostPending = 6

  /// A new statement begins; those that wait for nothing any more go to `output`.
  @inline(__always)
  mutating func begin(_ record: TraceRecord, _ output: inout [TraceRecord]) {
    if pending.count == 1, !isWaiting(0) {
      output.append(pending[0])
      pending[0] = record
      return
    }
    beginBesideOthers(record, &output)
  }

  private mutating func beginBesideOthers(
    _ record: TraceRecord, _ output: inout [TraceRecord]
  ) {
    if !pending.indices.contains(where: { isWaiting($0) }) { flush(&output) }
    if pending.count >= Self.mostPending { output.append(pending.removeFirst()) }
    pending.append(record)
  }

  mutating func flush(_ output: inout [TraceRecord]) {
    if isAmbiguous { orderOutcomes() }
    output.append(contentsOf: pending)
    pending.removeAll(keepingCapacity: true)
    isAmbiguous = false
  }

  /// A read whose end has not been logged, unless a later one already ended: then it never will be.
  private func isWaiting(_ index: Int) -> Bool {
    guard !pending[index].flags.contains(.hasTotal), pending[index].isRead else { return false }
    if pending[index].flags.contains(.hasConnectionTime) { return true }
    return !pending[(index + 1)...].contains { $0.flags.contains(.hasTotal) }
  }

  /// When two statements waited alike, the first to begin got the last outcome: turn them round.
  private mutating func orderOutcomes() {
    let places = pending.indices.filter { pending[$0].flags.contains(.hasTotal) }
    guard places.count == pending.count else { return }
    let outcomes = places.map { (pending[$0].rows, pending[$0].nanoseconds) }
    for (place, outcome) in zip(places, outcomes.reversed())
    where !pending[place].flags.contains(.toManyFault) {
      (pending[place].rows, pending[place].nanoseconds) = outcome
    }
  }

  /// The newest statement, for values and wrapped lines.
  var newest: TraceRecord? {
    get { pending.last }
    set { if let newValue, !pending.isEmpty { pending[pending.count - 1] = newValue } }
  }

  var pendingCount: Int { pending.count }

  @inline(__always)
  mutating func bind(_ value: UnsafeRawBufferPointer, number: Int64) {
    guard !pending.isEmpty else { return }
    let last = pending.count - 1
    pending[last].bindCount &+= 1
    if value.equals("<private>") {
      pending[last].flags.insert(.isPrivate)
      return
    }
    let seed = pending[last].binding &+ UInt64(bitPattern: number) &* 0x9e37_79b9_7f4a_7c15
    pending[last].binding = byteHash(value, seed: seed)
    pending[last].flags.insert(.hasBinding)
  }

  /// `sql connection fetch time` or `sql execution time`.
  @inline(__always)
  mutating func time(_ nanoseconds: Int64, isFetch: Bool) {
    let last = pending.count - 1
    guard last >= 0 else { return }
    var target = last
    if last > 0 {
      let missing = pending.indices.filter { !pending[$0].flags.contains(.hasConnectionTime) }
      guard let newest = missing.last else { return }
      target = newest
      if missing.count > 1 { isAmbiguous = true }
    } else if pending[0].flags.contains(.hasConnectionTime) {
      return
    }
    pending[target].nanoseconds = nanoseconds
    pending[target].flags.insert(.hasConnectionTime)
    if !isFetch { pending[target].flags.insert(.hasTotal) }
  }

  /// `total fetch execution time … for N rows`, or N of a count.
  @inline(__always)
  mutating func total(_ nanoseconds: Int64, rows: Int64) {
    guard
      let target = pending.lastIndex(where: {
        $0.flags.contains(.hasConnectionTime) && !$0.flags.contains(.hasTotal)
      }) ?? pending.lastIndex(where: { !$0.flags.contains(.hasTotal) })
    else { return }
    pending[target].flags.insert(.hasTotal)
    pending[target].rows = rows
    // The total includes the time of the connection.
    pending[target].nanoseconds = max(pending[target].nanoseconds, nanoseconds)
  }

  mutating func rows(_ rows: Int64, template: Int32?, entity: Int32) {
    let target =
      template.flatMap { id in pending.firstIndex { $0.template == id && $0.rows < 0 } }
      ?? pending.lastIndex { $0.rows < 0 }
    guard let target else { return }
    pending[target].rows = rows
    if entity >= 0 { pending[target].entity = entity }
  }

  mutating func changes(_ rows: Int64) {
    guard let last = pending.indices.last else { return }
    pending[last].changes = rows
  }

  /// An annotation that names the object or relationship a statement was for.
  mutating func annotate(
    _ flag: TraceRecord.Flags, rows: Int64,
    entity: Int32 = -1, relationship: Int32 = -1, object: Int64 = TraceRecord.unknown
  ) {
    func fits(_ record: TraceRecord) -> Bool {
      guard record.flags.isDisjoint(with: [.rowFault, .toManyFault, .prefetch]) else {
        return false
      }
      switch record.kind {
      case .rowFault: return flag == .rowFault
      case .equality, .manyToManyFault: return flag == .toManyFault
      case .prefetch, .batch: return flag == .prefetch
      case .fetch: return flag != .rowFault
      default: return false
      }
    }
    let place =
      flag == .prefetch ? pending.lastIndex(where: fits) : pending.firstIndex(where: fits)
    guard let place else { return }
    pending[place].flags.formUnion([flag, .hasTotal])
    if rows >= 0 { pending[place].rows = rows }
    if entity >= 0 { pending[place].entity = entity }
    if relationship >= 0 { pending[place].relationship = relationship }
    if object >= 0 { pending[place].object = object }
  }
}

extension StatementAssembler {
  /// Lets the owner of the scratch space move the parts that open statements still need.
  mutating func moveTexts(_ move: (Range<Int>) -> Int) {
    for index in pending.indices {
      var record = pending[index]
      record.bindStart.move(&record.bindEnd, move)
      record.textStart.move(&record.textEnd, move)
      pending[index] = record
    }
  }
}

extension Int32 {
  fileprivate mutating func move(_ end: inout Int32, _ move: (Range<Int>) -> Int) {
    let length = Swift.max(0, end - self)
    self = length > 0 ? Int32(clamping: move(Int(self)..<Int(end))) : 0
    end = self + length
  }
}
