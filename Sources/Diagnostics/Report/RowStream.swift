/// One value of a streamed row. Pointers are valid until the stream moves on.
public enum RowCell {
  case null
  case integer(Int64)
  case bool(Bool)
  case real(Double)
  /// Bytes that should be UTF-8; broken ones are repaired where they are shown.
  case text(UnsafeRawBufferPointer)
  case blob(UnsafeRawBufferPointer)
  /// A blob that had to be unpacked first.
  case bytes([UInt8])
  /// Text made while reading: a date, a UUID, an object id.
  case string(String)
  /// A list or a dictionary as JSON: a text elsewhere.
  case json(String)
  /// A value that is there but was not asked for: its type and its size in characters or bytes.
  case hidden(type: String, size: Int?)
}

/// Rows that are written as they are read. It can be read once.
public struct RowStream {
  /// From left to right, with distinct names.
  public var columns: [Report.Table.Column]
  /// How the rows are written as text.
  public var format: RowFormat
  /// Whether tables, CSV and TSV begin with the names of the columns.
  public var hasHeading = true
  /// What shows the rows and columns that are left out.
  public var ways = Ways()
  /// Moves to the next row; false at the end.
  public var next: () throws -> Bool
  /// The cell in a column of the current row.
  public var cell: (Int) -> RowCell
  /// Asked once after the last row: what was left out.
  public var rest: () throws -> Rest

  /// What somebody types who wants to see the rest.
  public struct Ways: Sendable, Hashable {
    /// Shows all rows.
    public var rows: String
    /// Shows all columns.
    public var columns: String

    /// Options of the command line, unless something shorter is known.
    public init(rows: String = "--limit 0", columns: String = "--mode line") {
      self.rows = rows
      self.columns = columns
    }
  }

  /// The rows that a limit left out.
  public enum Rest: Sendable, Hashable {
    case nothing
    case rows(Int)
    /// More rows; how many would take long to count.
    case uncounted
  }

  /// Rows as they are read; columns of one name get numbers.
  public init(
    columns: [Report.Table.Column], format: RowFormat = .table,
    next: @escaping () throws -> Bool, cell: @escaping (Int) -> RowCell,
    rest: @escaping () throws -> Rest = { .nothing }
  ) {
    self.columns = Self.withDistinctNames(columns)
    self.format = format
    self.next = next
    self.cell = cell
    self.rest = rest
  }

  /// JSON objects need distinct keys: the second `id` becomes `id_2`.
  private static func withDistinctNames(_ columns: [Report.Table.Column]) -> [Report.Table.Column] {
    var used: Set<String> = []
    return columns.map { column in
      var column = column
      let name = column.name
      var number = 2
      while !used.insert(column.name).inserted {
        column.name = "\(name)_\(number)"
        number += 1
      }
      return column
    }
  }
}

/// How rows are written.
public enum RowFormat: String, Sendable, Hashable, CaseIterable {
  case table, box, csv, tsv, json, jsonl, line, markdown, list
}
