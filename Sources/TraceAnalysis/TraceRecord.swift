internal import StoreEngine

/// One statement or mark, as the readers hand it to the analysis: numbers only, so a million of
/// them cost no allocation. Texts are in the tables of `TraceTables`.
struct TraceRecord {
  enum Mark: UInt8 {
    case statement, open, stageBegin, stageEnd, migration
  }

  var mark: Mark = .statement
  var kind: StatementShape.Kind = .other
  /// Set when the source says it; otherwise the shape of the SQL decides.
  var purpose: TraceEvent.Purpose?
  var flags: Flags = []
  /// Template number; -1 without SQL.
  var template: Int32 = -1
  /// Number of the connection or thread in `TraceTables.names`; -1 when the source gives none.
  var context: Int32 = -1
  /// Name of the entity an annotation gave; -1 without.
  var entity: Int32 = -1
  var relationship: Int32 = -1
  var stage: Int32 = -1
  /// The stage's place in its migration; -1 when it is not known.
  var stageIndex: Int32 = -1
  var line = 0
  /// Nanoseconds since 1970; `unknown` without a time stamp.
  var time = TraceRecord.unknown
  var rows = TraceRecord.unknown
  var changes = TraceRecord.unknown
  var nanoseconds = TraceRecord.unknown
  /// Primary key of the object a fault was for.
  var object = TraceRecord.unknown
  /// Hash over bound values and literals; meaningful with `Flags.hasBinding`.
  var binding: UInt64 = 0

  static let unknown = Int64.min

  struct Flags: OptionSet {
    var rawValue: UInt8
    /// Bound values or literals were seen, so equal and different questions can be told apart.
    static let hasBinding = Flags(rawValue: 1)
    static let rowFault = Flags(rawValue: 2)
    static let toManyFault = Flags(rawValue: 4)
    static let prefetch = Flags(rawValue: 8)
    static let hasConnectionTime = Flags(rawValue: 16)
    static let hasTotal = Flags(rawValue: 32)
    /// A bound text continues that of the same statement before (`TypedTexts`).
    static let isTyped = Flags(rawValue: 64)
    /// Its text ends where the log cuts lines off, so it may be any of several statements.
    static let isCut = Flags(rawValue: 128)
  }
}

extension Int64 {
  /// Nil for the mark of an unknown number.
  var known: Int64? { self < 0 ? nil : self }
}

/// What a record says of the purpose of its statement: small, since one is kept for each template.
struct StatementSample {
  var kind: StatementShape.Kind
  var purpose: TraceEvent.Purpose?
  var flags: TraceRecord.Flags
  var entity: Int32
  var relationship: Int32
  var isInStage: Bool

  init(_ record: TraceRecord) {
    (kind, purpose, flags) = (record.kind, record.purpose, record.flags)
    (entity, relationship, isInStage) = (record.entity, record.relationship, record.stage >= 0)
  }

  /// What the source said, or what the shape of the SQL and the annotations after it come to.
  func purpose(of shape: StatementShape) -> TraceEvent.Purpose {
    if let purpose { return purpose }
    if flags.contains(.toManyFault) { return .toManyFault }
    if flags.contains(.prefetch) { return .prefetch }
    switch kind {
    case .fetch, .equality, .aggregate, .batch: return .fetch
    case .rowFault: return .fault
    case .manyToManyFault: return .toManyFault
    case .prefetch: return shape.usesKeyTable ? .prefetch : .fetch
    case .count: return .count
    case .insert, .update, .delete: return .save
    case .primaryKeys, .metadata, .history, .cloudKit, .pragma: return .metadata
    case .begin: return .begin
    case .commit: return .commit
    case .rollback: return .rollback
    case .schema: return isInStage ? .stageSQL : .metadata
    case .other: return .other
    }
  }
}
