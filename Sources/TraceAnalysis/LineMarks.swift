/// Where the lines of a piece of a log end and what each one's own bytes tell: all that another thread
/// can find out ahead of the one that reads the lines in their order.
package struct LineMarks: Sendable {
  struct Mark {
    var end: UInt32
    var kind: LineKind
    /// Of the kinds that are times.
    var timing = Timing()
  }

  fileprivate(set) var marks: [Mark] = []
  /// Of each line of the kind `sql`, in order.
  fileprivate(set) var skeletons: [SQLSkeleton] = []
  /// Statements met for the first time, in order.
  fileprivate(set) var prepared: [PreparedTemplate] = []

  package init() {}
}

/// A statement taken apart, in which nothing hides quotes or digits from `SQLSkeleton`.
struct PreparedTemplate {
  /// Of its skeleton.
  let hash: UInt64
  let template: TraceTables.Template
  let hasParameters: Bool

  init(_ template: SQLTemplate, hash: UInt64) {
    self.hash = hash
    self.template = TraceTables.Template(template)
    hasParameters = template.hasParameters
  }
}

/// Finds the marks of one piece after the other.
package struct LineFinder: Sendable {
  private var recent = RecentTexts<SQLSkeleton>()
  private var seen = SeenSkeletons()
  /// Bytes of a piece, mostly: what is read off it stays in the processor's cache.
  package static let piece = 1 << 16

  package init() {}

  /// - Parameter marks: those of a piece that is done with; its memory is used again.
  package mutating func find(
    _ marks: inout LineMarks, in piece: UnsafeRawBufferPointer, lineEnd: UInt8 = 10
  ) {
    precondition(piece.count <= UInt32.max)
    marks.marks.removeAll(keepingCapacity: true)
    marks.skeletons.removeAll(keepingCapacity: true)
    marks.prepared.removeAll(keepingCapacity: true)
    var start = 0
    while let end = piece.find(lineEnd, from: start) {
      let line = piece.slice(start, end)
      var mark = LineMarks.Mark(end: UInt32(truncatingIfNeeded: end), kind: LineKind(of: line))
      if mark.kind == .annotation {
        if let (kind, timing) = Timing.read(line.slice(22, line.count)) {
          mark.kind = kind
          mark.timing = timing
        }
      } else if mark.kind == .sql {
        marks.skeletons.append(skeleton(line.slice(15, line.count).withoutEnd, &marks))
      }
      marks.marks.append(mark)
      start = end + 1
    }
  }

  private mutating func skeleton(
    _ sql: UnsafeRawBufferPointer, _ marks: inout LineMarks
  ) -> SQLSkeleton {
    if let skeleton = recent.find(sql) { return skeleton }
    let skeleton = SQLSkeleton(sql)
    // The next one has other literals.
    if !skeleton.hasLiterals { recent.keep(skeleton, of: sql) }
    if seen.insert(skeleton.hash) {
      let template = SQLTemplate(sql)
      // The skeleton of another one does not tell all of its text.
      if template.isPlain {
        marks.prepared.append(PreparedTemplate(template, hash: skeleton.hash))
      }
    }
    return skeleton
  }
}

/// Remembers which skeletons were met, in so little memory that it stays in the processor's cache. One
/// in many is taken for another; then nothing is prepared for it.
private struct SeenSkeletons {
  private var bits = Array(repeating: UInt64(0), count: 1 << 13)

  /// Whether it was not met before.
  mutating func insert(_ hash: UInt64) -> Bool {
    let place = Int(truncatingIfNeeded: hash >> 6) & (bits.count - 1)
    let bit = UInt64(1) << (hash & 63)
    defer { bits[place] |= bit }
    return bits[place] & bit == 0
  }
}

/// What a line is at a glance.
enum LineKind: UInt8 {
  /// Messages of Core Data that begin the line.
  case sql, details, annotation
  /// Annotations of `Timing`.
  case connectionTime, executionTime, totalTime
  case other

  @inline(__always)
  init(of line: UnsafeRawBufferPointer) {
    self = line.has("CoreData: ", at: 0) ? Self(message: line, at: 10) : .other
  }

  /// Of what follows `CoreData: `.
  @inline(__always)
  init(message line: UnsafeRawBufferPointer, at start: Int) {
    if line.has("annotation: ", at: start) {
      self = .annotation
    } else if line.has("details: ", at: start) {
      self = .details
    } else {
      self = line.has("sql: ", at: start) ? .sql : .other
    }
  }
}

/// The annotations that follow nearly every statement: how long it took, and how many rows it was for.
struct Timing {
  var nanoseconds: Int64 = 0
  var rows = TraceRecord.unknown

  @inline(__always)
  static func read(_ text: UnsafeRawBufferPointer) -> (LineKind, Timing)? {
    if text.has("sql connection fetch time: ", at: 0), let (time, _) = text.nanoseconds(at: 27) {
      return (.connectionTime, Timing(nanoseconds: time))
    }
    if text.has("total fetch execution time: ", at: 0), let (time, end) = text.nanoseconds(at: 28) {
      return (.totalTime, Timing(nanoseconds: time, rows: rows(text, behind: end)))
    }
    if text.has("sql execution time: ", at: 0), let (time, end) = text.nanoseconds(at: 20) {
      // This tool adds the rows where Core Data does not.
      return (.executionTime, Timing(nanoseconds: time, rows: rows(text, behind: end)))
    }
    return nil
  }

  /// `0.0012s for 3 rows`
  @inline(__always)
  private static func rows(_ text: UnsafeRawBufferPointer, behind end: Int) -> Int64 {
    text.has("s for ", at: end)
      ? text.shortNumber(at: end + 6) ?? TraceRecord.unknown : TraceRecord.unknown
  }
}
