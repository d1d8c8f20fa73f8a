internal import Diagnostics
internal import StoreModel

/// A rule about the health of a store: one file each in `Checks/Rules`.
///
/// What a row shows by itself, or by looking up one row that it refers to, is a `RowCondition`; all
/// conditions of a table are tested in one pass over it. Everything else is `examine`.
protocol StoreRule: Sendable {
  static var info: RuleInfo { get }
  /// What breaks the rule and what does not, as SQL on the store of a small library.
  static var examples: [StoreExample] { get }
  func conditions(in inspection: StoreInspection) throws -> [RowCondition]
  func examine(_ inspection: StoreInspection, report: StoreReport) throws
}

extension StoreRule {
  static var examples: [StoreExample] { [] }
  func conditions(in inspection: StoreInspection) throws -> [RowCondition] { [] }
  func examine(_ inspection: StoreInspection, report: StoreReport) throws {}

  /// Hands on each finding with the rows it is about, when it is about rows.
  func examine(
    _ inspection: StoreInspection, _ add: (Finding, RowHits?) -> Void
  ) throws {
    try withoutActuallyEscaping(add) { add in
      try examine(
        inspection, report: StoreReport(rule: Self.info, inspection: inspection, add: add))
    }
  }
}

/// Takes what a rule finds, as a message and its subject.
struct StoreReport {
  let rule: RuleInfo
  let inspection: StoreInspection
  let add: (Finding, RowHits?) -> Void

  func callAsFunction(
    _ message: String, entity: String? = nil, property: String? = nil,
    certainty: Certainty = .certain, rows: RowHits? = nil
  ) {
    add(
      inspection.finding(
        rule, message, entity: entity, property: property, certainty: certainty), rows)
  }
}

/// Statements that damage a healthy store, or change it without damage.
struct StoreExample: Sendable {
  let sql: [String]
  let isFlagged: Bool

  static func flagged(_ sql: String...) -> StoreExample {
    StoreExample(sql: sql, isFlagged: true)
  }

  static func clean(_ sql: String...) -> StoreExample {
    StoreExample(sql: sql, isFlagged: false)
  }
}

/// Rows that break a rule: how many, and the first few by key. Keys are shown, values are not.
public struct RowHits: Sendable, Hashable {
  /// How many rows are named.
  public static let shown = 5

  /// Rows in all.
  public var count: Int64
  /// The column, or the columns of a join table, that `keys` holds.
  public var columns = ["Z_PK"]
  /// The first rows, in the order they are stored.
  public var keys: [[Int64]]
  /// The values at fault of the same rows, when they were asked for.
  public var values: [String] = []

  /// Counts rows of which this is the first.
  mutating func add(_ key: @autoclosure () -> [Int64], count more: Int64 = 1) {
    count += more
    if keys.count < Self.shown { keys.append(key()) }
  }

  /// `3 rows (Z_PK 4, 8, 15)`.
  public var text: String {
    "\(count) \(count == 1 ? "row" : "rows") (\(columns.joined(separator: "/")) \(keyList))"
  }

  private var keyList: String {
    var parts = keys.enumerated().map { index, key in
      let text = key.map(String.init).joined(separator: "/")
      return index < values.count ? "\(text) = \(values[index])" : text
    }
    if count > keys.count { parts.append("…") }
    return parts.joined(separator: ", ")
  }
}

extension RowHits: Encodable {
  /// A key of one column stands without brackets, and values only where there are some.
  public func encode(to encoder: any Encoder) throws {
    let keys = keys.map { key in
      key.count == 1 ? JSONValue.integer(key[0]) : .array(key.map { .integer($0) })
    }
    try encoder.write(["columns": columns, "keys": keys, "rows": count])
    try encoder.write(present: ["values": values.isEmpty ? nil : values])
  }
}

/// Something no row of a table may meet.
struct RowCondition {
  let table: String
  /// The columns a row is named by: `Z_PK`, or both of a join table.
  var keys = ["Z_PK"]
  /// SQL over the row `t`; NULL counts as not met.
  let sql: String
  /// The value at fault, as SQL over `t`, to show where values are asked for.
  var value: String?
  /// The column by whose value `sql` looks up a row of another table, if it needs nothing else of its
  /// own row but the key.
  var lookup: String?
  /// Whether rows that meet it may be as they should, and nobody can tell here.
  var isQuestion = false
  let finding: @Sendable (RowHits) -> Finding

  /// SQL that is true where a value is none of some numbers, NULL where it is NULL.
  ///
  /// SQLite looks a value up in a list of more than two for each row; numbers of entities follow one
  /// another, and two comparisons tell what lies between. A fraction lies there too, and is none.
  static func isNone(of numbers: [Int64], _ value: String) -> String {
    guard numbers.count > 2 else {
      return "\(value) NOT IN (\(numbers.map(String.init).joined(separator: ", ")))"
    }
    var ranges: [ClosedRange<Int64>] = []
    for number in Set(numbers).sorted() {
      if let last = ranges.last, number - 1 == last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return "(("
      + ranges.map { "\(value) NOT BETWEEN \($0.lowerBound) AND \($0.upperBound)" }
      .joined(separator: " AND ") + ") OR \(value) <> CAST(\(value) AS INTEGER))"
  }
}
