package import StoreEngine
internal import StoreModel

/// What a closure may use before it is stopped.
package struct PlanLimits: Sendable, Hashable {
  /// Wall clock time of one closure.
  package var seconds = 300
  /// Bytes of address space of the program that runs the closures.
  package var memory: Int64 = 4 << 30
  /// Bytes of each file that is written; nil is four times the store's size, at least 1 GB.
  package var file: Int64?
  /// Bytes that one closure prints.
  package var output = 64 << 20
  /// Bytes that one closure reports of its work, when somebody follows it.
  package var reports = 256 << 20

  package init() {}
}

/// What a closure asked of its store, as its program told.
package typealias ClosureWork = PlanAnswer.Work

extension ClosureWork {
  /// The program's numbers may be any; those within reason can be added up.
  var bounded: ClosureWork {
    var work = self
    for number in [\ClosureWork.statements, \.fetches, \.faults, \.changes] {
      work[keyPath: number] = Self.within(work[keyPath: number])
    }
    work.inserted = inserted.mapValues(Self.within)
    work.deleted = deleted.mapValues(Self.within)
    return work
  }

  static func within(_ number: Int) -> Int { min(max(number, 0), 1 << 40) }

  /// What the engine settles its own counts against.
  var rows: ClosureRows {
    var rows = ClosureRows()
    rows.inserted = inserted.mapValues(Int64.init)
    rows.deleted = deleted.mapValues(Int64.init)
    rows.changes = Int64(changes)
    return rows
  }
}

/// How a closure came to its end.
enum ClosureEnd {
  /// - Parameters:
  ///   - unsaved: objects with changes that nobody saved.
  ///   - caught: errors that the closure let pass, about models of other versions.
  case done(unsaved: Int, caught: [CaughtError], ClosureWork)
  /// The classes of the stage's version make another model than the store has: what differs.
  case misfit(String)
  /// The newer version's defaults by `Entity.attribute`, as lines of `DefaultValue`.
  case defaults([String: String])
  case threw(error: String, place: Location?)
  /// The plan has no such stage when it runs.
  case missing
  case trapped(message: String?, signal: Int32, CrashReport)
  case tooLong(CrashReport)
  case outOfMemory(CrashReport)
  /// What it did too much of, as in "printed more than 64 MB".
  case overLimit(String)
  /// The code ended the program itself.
  case left(Int32)
  /// A signal that is no crash ended the program.
  case killed(Int32)
}

struct CaughtError {
  var text: String
  /// Where the call stands that threw it.
  var place: Location?
}
