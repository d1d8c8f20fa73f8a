internal import StoreModel

/// One statement asked again and again in one place of a trace.
struct QuestionRun {
  enum Kind {
    case rowFault, toManyFault, manyToManyFault, fetch, count

    var isFault: Bool { self != .fetch && self != .count }
  }

  private(set) var kind: Kind
  let template: Int32
  private(set) var first: TraceRecord
  /// From its first to its last statement, on the axis of the timeline.
  private(set) var place: ClosedRange<Int64>
  var sampleValues: [String]?
  var count = 0
  var rows: Int64 = 0
  var nanoseconds: Int64 = 0
  var hasTime = false
  /// Questions that look typed into a search field.
  var typed = 0
  /// False as soon as one statement gave neither values nor an object.
  var isTellable = true
  /// The log lost the end of its statement.
  var isCut = false
  var questions = NumberSet()
  /// Fetches of its context seen when it was last asked, and the time then.
  var position = 0
  var time = TraceRecord.unknown
  var source: SourceFetch?
  /// The run whose members these questions were about, when it was no single fetch.
  var parent: Int32 = -1
  var depth = 1
  var wasPrefetched = false
  /// Saves before it, of whatever context.
  var saveCount = 0
  /// Names from the annotations, for when there is no model.
  var entity: Int32 = -1
  var relationship: Int32 = -1

  init(kind: Kind, _ record: TraceRecord, at moment: Int64) {
    self.kind = kind
    template = record.template
    place = moment...moment
    first = record
  }

  var isFault: Bool { kind.isFault }
  var distinct: Int { questions.count }

  /// Begins anew; the set's memory is used again.
  mutating func restart(_ kind: Kind, _ record: TraceRecord, at moment: Int64) {
    let set = takeQuestions()
    self = QuestionRun(kind: kind, record, at: moment)
    questions = set
  }

  /// The emptied set, to be used for another run.
  mutating func takeQuestions() -> NumberSet {
    var set = NumberSet()
    swap(&set, &questions)
    set.removeAll()
    return set
  }

  mutating func add(_ record: TraceRecord, isConstant: Bool, position: Int, at moment: Int64) {
    count += 1
    self.position = position
    place = place.lowerBound...max(place.lowerBound, moment)
    time = record.time
    if record.rows > 0 { rows.add(saturating: record.rows) }
    if record.nanoseconds >= 0 {
      nanoseconds.add(saturating: record.nanoseconds)
      hasTime = true
    }
    if record.flags.contains(.isTyped) { typed += 1 }
    if record.entity >= 0 { entity = record.entity }
    if record.relationship >= 0 { relationship = record.relationship }
    if record.flags.contains(.isCut) { isCut = true }
    if record.object >= 0 {
      questions.insert(mixed(UInt64(record.object) &+ 1, 0x9e37_79b9_7f4a_7c15))
    } else if record.flags.contains(.hasBinding) {
      questions.insert(record.binding)
    } else if isConstant, !record.flags.contains(.isCut) {
      questions.insert(1)
    } else {
      isTellable = false
    }
  }
}

/// A fetch that may be what a loop went over.
struct SourceFetch {
  var template: Int32
  var table: Int32
  var selection: StatementShape.Selection
  var rows: Int64
  var line: Int
}

/// Distinct 64-bit numbers, counted up to a limit: beyond it the answer "many" is enough. The first
/// needs no array, and most runs have no second.
struct NumberSet {
  private var first: UInt64 = 0
  private var slots: [UInt64] = []
  private(set) var count = 0
  static let limit = 4096

  mutating func insert(_ number: UInt64) {
    // Zero marks a free slot.
    let value = number == 0 ? 1 : number
    guard count > 0 else {
      first = value
      count = 1
      return
    }
    guard value != first, count < Self.limit else { return }
    if count * 4 >= slots.count * 3 { grow() }
    var slot = Int(truncatingIfNeeded: value) & (slots.count - 1)
    while slots[slot] != 0 {
      if slots[slot] == value { return }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = value
    count += 1
  }

  mutating func removeAll() {
    count = 0
    if slots.count > 64 {
      slots = []
    } else {
      for index in slots.indices { slots[index] = 0 }
    }
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: max(16, old.count * 2))
    count = 1
    for value in old where value != 0 { insert(value) }
  }
}
