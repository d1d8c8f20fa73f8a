internal import StoreEngine

/// What a statement is made of, read off its template alone (Documentation/Format/Logs.md, 4, 5, 6).
struct StatementShape: Sendable, Hashable {
  /// What a statement is to the analysis.
  enum Kind: UInt8, Sendable, Hashable {
    case fetch
    /// One row by its primary key.
    case rowFault
    /// The rows that point at one object. From the text alone it may also be a fetch that asks for
    /// the same thing; `column` is the one compared.
    case equality
    /// The members of one object through a join table.
    case manyToManyFault
    /// Rows that point at any of many objects.
    case prefetch
    /// Many rows by their primary keys: a page of a batched fetch.
    case batch
    case count
    case aggregate
    case insert, update, delete
    case primaryKeys, metadata, history, cloudKit
    case begin, commit, rollback
    case pragma, schema, other

    /// Asks for rows of the user's data. It waits for its times and rows; everything else is
    /// complete at once.
    var isRead: Bool { rawValue <= Kind.aggregate.rawValue }
  }

  enum Selection: UInt8, Sendable, Hashable {
    case none, ids, wholeRows, partial
  }

  /// What the condition asks of `column`, when it asks for nothing else.
  enum Comparison: UInt8, Sendable, Hashable {
    case none, one, list
  }

  var verb = ""
  /// The table asked or changed, as in the SQL.
  var table = "" {
    didSet { bookkeeping = Self.bookkeeping(of: table) }
  }
  /// What is done to Core Data's own tables; nil for the user's.
  private(set) var bookkeeping: Kind?
  /// The column compared: a foreign key, or the side of a join table.
  var column = ""
  var comparison = Comparison.none
  /// The column compared is one of the join table.
  var comparesMember = false
  var joinTable = ""
  var selection: Selection = .none
  var isGrouped = false
  var counts = false
  var hasCondition = false
  var hasOrder = false
  var hasLimit = false
  /// Compares with bounds.
  var asksForRange = false
  /// Compares with one bound and with nothing else: what is due, what is newer.
  var hasOneBound = false
  /// One page of a list: by OFFSET, or the next so many behind a value.
  var isPage = false
  /// A write of one row, as far as the statement tells.
  var writesOneRow = false
  var usesStringSearch = false
  /// Compares with the keys of a temporary table, as Core Data's own batches do.
  var usesKeyTable = false
  /// Everything from FROM to ORDER BY or LIMIT: equal for a fetch and a count of the same rows.
  var rowsAsked = ""
  /// Columns of the main table compared in WHERE, and sorted by.
  var conditionColumns: [String] = []
  var orderColumns: [String] = []
  /// Names of the columns selected from the main table.
  var columns: [String] = []

  /// Reads many objects by their keys, or one page of a fetch.
  var isBatch: Bool { comparison == .list && !counts || usesKeyTable || isPage }

  private static func bookkeeping(of table: String) -> Kind? {
    // Nearly all are the user's: `ZNOTE`.
    if table.hasPrefix("Z"), !table.hasPrefix("Z_") { return nil }
    return switch table.uppercased() {
    case "Z_PRIMARYKEY": .primaryKeys
    case "Z_METADATA", "Z_MODELCACHE", "SQLITE_MASTER", "SQLITE_SCHEMA", "SQLITE_SEQUENCE":
      .metadata
    case "ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING": .history
    case let name where name.hasPrefix("ANSCK"): .cloudKit
    default: nil
    }
  }

  init() {}

  init(_ template: SQLTemplate) { self = StatementReader(template).shape }

  /// What a statement is whose purpose is known; nil for a purpose that says nothing.
  func kind(for purpose: TraceEvent.Purpose) -> Kind? {
    if let bookkeeping { return bookkeeping }
    return switch purpose {
    case .fetch: isGrouped ? .aggregate : counts ? .count : .fetch
    case .fault: .rowFault
    case .toManyFault: joinTable.isEmpty ? .equality : .manyToManyFault
    case .prefetch: .prefetch
    case .count: .count
    case .save: .update
    case .stageSQL: .schema
    case .metadata: .metadata
    case .begin: .begin
    case .commit: .commit
    case .rollback: .rollback
    case .open, .stageBegin, .stageEnd, .other: nil
    }
  }
}
