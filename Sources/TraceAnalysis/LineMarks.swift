/// Where the lines of a piece of a log end, and what kind each is: all that a line's own bytes tell.
/// So another thread can find it out ahead of the one that reads the lines in their order.
package struct LineMarks: Sendable {
  struct Mark {
    var end: UInt32
    var kind: LineKind
  }

  private(set) var marks: [Mark] = []
  /// Of each line of the kind `sql`, in order.
  private(set) var skeletons: [SQLSkeleton] = []
  /// A piece is no longer than the places in it can be told.
  package static let longestPiece = 1 << 30

  package init() {}

  package mutating func find(in piece: UnsafeRawBufferPointer) { find(in: piece, lineEnd: 10) }

  mutating func find(in piece: UnsafeRawBufferPointer, lineEnd: UInt8) {
    precondition(piece.count <= Self.longestPiece)
    marks.removeAll(keepingCapacity: true)
    skeletons.removeAll(keepingCapacity: true)
    var start = 0
    while let end = piece.find(lineEnd, from: start) {
      let line = piece.slice(start, end)
      let kind = LineKind(of: line)
      marks.append(Mark(end: UInt32(truncatingIfNeeded: end), kind: kind))
      if kind == .sql { skeletons.append(SQLSkeleton(line.slice(15, line.count).withoutEnd)) }
      start = end + 1
    }
  }
}

/// What a line is at a glance.
enum LineKind: UInt8 {
  /// Messages of Core Data that begin the line.
  case sql, annotation, details
  /// Certainly none of Core Data's, wherever it stands: `isForeign`.
  case foreign
  case other

  @inline(__always)
  init(of line: UnsafeRawBufferPointer) {
    if line.has("CoreData: ", at: 0) {
      self.init(message: line, at: 10)
    } else {
      self = line.isForeign ? .foreign : .other
    }
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

  /// Bytes of the word in front of the message.
  var wordLength: Int {
    switch self {
    case .sql: 5
    case .annotation: 12
    case .details: 9
    case .foreign, .other: 0
    }
  }
}
