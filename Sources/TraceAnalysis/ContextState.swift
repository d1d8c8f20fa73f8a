internal import StoreModel

/// What is going on in one connection or thread: the loops under way, the fetches they may be over,
/// and the transaction.
struct ContextState {
  /// Place in `runs` by template; -1 when the template has no run under way.
  private var places: [Int32] = []
  var runs: [QuestionRun] = []
  /// The fetches and loops that `runs` are about. Mostly there are none, which spares each fetch
  /// the look at all runs.
  private(set) var loopedOver: [Int32] = []
  private(set) var sources: [SourceFetch] = []
  private(set) var prefetches: [Prefetch] = []
  /// Large fetches of whole rows, to compare counts and id fetches with.
  private(set) var whole: [AskedRows] = []
  var saves = SaveRun()
  var transaction = Transaction()
  /// Fetches and counts so far; faults do not count, they belong to their loop.
  var position = 0

  /// Sets of ended runs, to be used again.
  private var spare: [NumberSet] = []
  private static let mostSpare = 16
  private static let mostSources = 8
  private static let mostPrefetches = 32

  struct Prefetch {
    var head: TemplateHead
    var relationship: Int32
    var position: Int
  }

  struct AskedRows {
    var head: TemplateHead
    var record: TraceRecord
  }

  @inline(__always)
  func run(of template: Int32) -> Int? {
    let index = Int(template)
    guard index < places.count, places[index] >= 0 else { return nil }
    return Int(places[index])
  }

  mutating func start(_ run: QuestionRun) -> Int {
    let index = Int(run.template)
    if index >= places.count {
      places.append(contentsOf: repeatElement(-1, count: index + 64 - places.count))
    }
    places[index] = Int32(runs.count)
    runs.append(run)
    if let source = run.source { loopedOver.append(source.template) }
    if let questions = spare.popLast() { runs[runs.count - 1].questions = questions }
    return runs.count - 1
  }

  /// Takes out the runs at these places, which must ascend.
  mutating func remove(_ done: [Int]) {
    guard let first = done.first else { return }
    var kept = first
    var next = 0
    for place in first..<runs.count {
      let template = Int(runs[place].template)
      if next < done.count, done[next] == place {
        next += 1
        places[template] = -1
        if let source = runs[place].source?.template,
          let over = loopedOver.firstIndex(of: source)
        {
          loopedOver.remove(at: over)
        }
        if spare.count < Self.mostSpare { spare.append(runs[place].takeQuestions()) }
      } else {
        places[template] = Int32(kept)
        if kept != place { runs.swapAt(kept, place) }
        kept += 1
      }
    }
    runs.removeLast(runs.count - kept)
  }

  mutating func addWhole(_ rows: AskedRows) {
    whole.removeAll { $0.record.template == rows.record.template }
    if whole.count >= Self.mostSources { whole.removeFirst() }
    whole.append(rows)
  }

  mutating func addSource(_ source: SourceFetch) {
    if let last = sources.indices.last, sources[last].template == source.template {
      sources[last] = source
      return
    }
    let old = sources.firstIndex { $0.template == source.template }
    guard let old = old ?? (sources.count < Self.mostSources ? nil : 0) else {
      return sources.append(source)
    }
    for place in old..<sources.count - 1 { sources[place] = sources[place + 1] }
    sources[sources.count - 1] = source
  }

  mutating func addPrefetch(_ head: TemplateHead, relationship: Int32) {
    if prefetches.count >= Self.mostPrefetches { prefetches.removeFirst() }
    prefetches.append(Prefetch(head: head, relationship: relationship, position: position))
  }

  /// Whether the relationship that a fault is for was loaded for many objects shortly before.
  func wasPrefetched(_ head: TemplateHead, _ record: TraceRecord, within gap: Int) -> Bool {
    prefetches.contains { prefetch in
      guard position - prefetch.position <= gap else { return false }
      if record.relationship >= 0, prefetch.relationship >= 0 {
        return record.relationship == prefetch.relationship
      }
      return prefetch.head.table == head.table && prefetch.head.joinTable == head.joinTable
        && (prefetch.head.column == head.column || record.kind == .rowFault)
    }
  }

  /// What came before a save, a stage or a new connection says nothing about what follows.
  mutating func forgetWindow() {
    sources.removeAll(keepingCapacity: true)
    prefetches.removeAll(keepingCapacity: true)
    whole.removeAll(keepingCapacity: true)
  }
}

/// The statements between BEGIN and COMMIT.
struct Transaction {
  var isOpen = false
  /// Core Data's own: `BEGIN EXCLUSIVE`. Reads inside it check for conflicts and duplicates.
  var isSave = false
  var reads = 0
  private(set) var first: TraceRecord?
  private(set) var nanoseconds: Int64 = 0
  /// One object, and perhaps the one at the other end of its relationship: one row in one table
  /// or in each of two.
  private(set) var isOfOneObject = true
  private(set) var table: Int32 = -1
  private var otherTable: Int32 = -1

  mutating func begin(isSave: Bool) {
    self = Transaction()
    isOpen = true
    self.isSave = isSave
  }

  /// The work of CloudKit mirroring, which saves as it likes.
  mutating func mirror() { isOfOneObject = false }

  mutating func write(_ record: TraceRecord, table: Int32, isOneRow: Bool) {
    nanoseconds.add(saturating: max(0, record.nanoseconds))
    if first == nil {
      first = record
      self.table = table
    } else if otherTable < 0, table != self.table {
      otherTable = table
    } else {
      isOfOneObject = false
    }
    if record.changes > 1 || !isOneRow { isOfOneObject = false }
  }
}

/// Transactions of one object each, one after the other.
struct SaveRun {
  var table: Int32 = -1
  var count = 0
  var first: TraceRecord?
  /// Its first and last save, on the axis of the timeline.
  var start: Int64 = 0
  var end: Int64 = 0
  var nanoseconds: Int64 = 0
  var position = 0
  var time = TraceRecord.unknown
  /// Other fetches between the saves.
  var readsBetween = 0
  var hasTimes = true
}
