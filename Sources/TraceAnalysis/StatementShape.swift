/// What a statement does, read off its template alone.
struct StatementShape: Sendable, Hashable {
  enum Kind: UInt8, Sendable, Hashable, CaseIterable {
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

  var kind: Kind = .other
  /// The table asked or changed, as in the SQL.
  var table = ""
  /// The column compared: a foreign key, or the side of a join table.
  var column = ""
  var joinTable = ""
  var selection: Selection = .none
  var hasCondition = false
  var hasOrder = false
  var hasLimit = false
  /// Compares with bounds.
  var asksForRange = false
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
  var isBatch: Bool { kind == .batch || kind == .prefetch || usesKeyTable || isPage }

  init() {}

  init(_ template: SQLTemplate) { self = StatementClassifier(template).shape }
}
