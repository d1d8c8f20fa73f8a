/// One thing a store was asked to do: a statement, or a mark between statements.
///
/// The same value is written by a running migration, by the shell and by the runtime, and read back
/// from a Core Data log, so one analysis serves them all. A fact that the source did not give is
/// nil, never a guess.
public struct TraceEvent: Sendable, Hashable {
  /// What a statement was for, or what mark this is.
  public enum Purpose: String, Sendable, Hashable, CaseIterable, Encodable {
    /// A store file was opened; `text` is its path.
    case open
    case fetch
    /// One row loaded because an object was touched.
    case fault
    /// The members of one object's to-many relationship.
    case toManyFault
    /// A relationship loaded for many objects at once.
    case prefetch
    /// `rows` is the number counted.
    case count
    /// A row inserted, updated or deleted by a save.
    case save
    /// Work of a migration stage itself.
    case stageSQL
    /// Bookkeeping: metadata, primary keys, model cache, pragmas.
    case metadata
    case begin
    case commit
    case rollback
    /// `stage` is the name of the stage that begins or ends.
    case stageBegin
    case stageEnd
    case other

    /// Asks for rows of the user's data.
    public var isQuery: Bool {
      switch self {
      case .fetch, .fault, .toManyFault, .prefetch, .count: true
      default: false
      }
    }
  }

  /// 1, 2, 3, … in the order of execution within one trace.
  public var sequence: Int
  /// What it was for.
  public var purpose: Purpose
  /// The migration stage this belongs to.
  public var stage: String?
  /// Its place among the stages of the migration; nil in what was read from a log.
  public var stageIndex: Int?
  /// Connection, context or thread, in whatever words the source uses.
  public var context: String?
  /// The statement, as it was prepared.
  public var sql: String?
  /// The bound values in order; nil when they are not known.
  public var values: [SQLiteValue]?
  /// A number that is equal for equal bound values within one trace. It lets a trace without
  /// values still tell a repeated question from a new one.
  public var binding: Int?
  /// Rows returned, or for `count` the number counted.
  public var rows: Int?
  /// Rows inserted, updated or deleted.
  public var changes: Int?
  /// How long the statement took, in nanoseconds.
  public var nanoseconds: Int64?
  /// The entity asked for; for a relationship the one that has it.
  public var entity: String?
  /// The relationship whose members were asked for.
  public var relationship: String?
  /// Primary key (`Z_PK`) of the object a fault was for.
  public var object: Int64?
  /// When it happened, in nanoseconds since 1970 by the clock of the log; the zone is not applied.
  public var time: Int64?
  /// 1-based line of the log.
  public var line: Int?
  /// A path or message, for events without SQL.
  public var text: String?

  /// An event with the facts that are known.
  public init(
    sequence: Int, purpose: Purpose, stage: String? = nil, context: String? = nil,
    sql: String? = nil, values: [SQLiteValue]? = nil, binding: Int? = nil, rows: Int? = nil,
    changes: Int? = nil, nanoseconds: Int64? = nil, entity: String? = nil,
    relationship: String? = nil, object: Int64? = nil, time: Int64? = nil, line: Int? = nil,
    text: String? = nil
  ) {
    self.sequence = sequence
    self.purpose = purpose
    self.stage = stage
    self.context = context
    self.sql = sql
    self.values = values
    self.binding = binding
    self.rows = rows
    self.changes = changes
    self.nanoseconds = nanoseconds
    self.entity = entity
    self.relationship = relationship
    self.object = object
    self.time = time
    self.line = line
    self.text = text
  }
}
