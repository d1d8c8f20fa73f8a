internal import StoreEngine
internal import StoreModel

/// What a closure may use before it is stopped.
public struct PlanLimits: Sendable, Hashable {
  /// Wall clock time of one closure.
  public var seconds: Int
  /// Bytes of address space of the program that runs the closures.
  public var memory: Int64
  /// Bytes of each file that is written; nil is four times the store's size, at least 1 GB.
  public var file: Int64?
  /// Bytes that one closure prints.
  public var output = 64 << 20
  /// Bytes that one closure reports of its work, when somebody follows it.
  public var reports = 256 << 20

  public init(seconds: Int = 300, memory: Int64 = 4 << 30) {
    self.seconds = seconds
    self.memory = memory
  }
}

/// What a closure asked of its store.
public struct ClosureWork: Sendable, Hashable {
  /// Reads and changes, without transactions and bookkeeping.
  public var statements = 0
  /// Fetches, prefetches and counts.
  public var fetches = 0
  /// Objects and relationships loaded because they were touched.
  public var faults = 0
  /// Rows changed, those of the persistent history included.
  public var changes = 0
  /// Rows by table.
  public var inserted: [String: Int64] = [:]
  public var deleted: [String: Int64] = [:]

  public init() {}

  /// What the engine settles its own counts against.
  var rows: ClosureRows {
    var rows = ClosureRows()
    (rows.inserted, rows.deleted, rows.changes) = (inserted, deleted, Int64(changes))
    return rows
  }

  init(_ reported: PlanAnswer.Work) {
    statements = Self.within(reported.statements)
    fetches = Self.within(reported.fetches)
    faults = Self.within(reported.faults)
    changes = Self.within(reported.changes)
    inserted = reported.inserted.mapValues { Int64(Self.within($0)) }
    deleted = reported.deleted.mapValues { Int64(Self.within($0)) }
  }

  /// The program's numbers may be any; those within reason can be added up.
  static func within(_ number: Int) -> Int { min(max(number, 0), 1 << 40) }
}

/// How a closure came to its end.
enum ClosureEnd {
  /// - Parameters:
  ///   - unsaved: objects with changes that nobody saved.
  ///   - caught: an error that the closure let pass, about a model of another version.
  case done(unsaved: Int, caught: CaughtError?, ClosureWork)
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
