internal import StoreModel

/// Copies the rows of one table, value by value as its rules say. Memory does not grow with the rows.
struct RowCopy {
  let source: Connection
  let target: Connection
  let redactor: ValueRedactor
  /// Rows that do not meet the table's conditions any more.
  private(set) var unmet: Int64 = 0

  private static let checkFailed: Int32 = 275
  private static let uniqueFailed: Set<Int32> = [1555, 2067, 2579]

  init(from source: Connection, to target: Connection, _ redactor: ValueRedactor) {
    (self.source, self.target, self.redactor) = (source, target, redactor)
  }

  /// - Parameter progress: called now and then with rows since the last call.
  /// - Returns: how many rows there are.
  mutating func copy(_ rules: TableRules, progress: (Int) -> Void) throws -> Int64 {
    let names = (rules.rowid.map { [$0] } ?? []) + rules.columns.map(\.name.sqlQuoted)
    let list = names.joined(separator: ", ")
    let order = rules.order.map { " NOT INDEXED ORDER BY \($0)" } ?? ""
    let read = try source.prepare("SELECT \(list) FROM main.\(rules.table.sqlQuoted)\(order)")
    let places = [String](repeating: "?", count: names.count).joined(separator: ", ")
    let write = try target.prepare(
      "INSERT INTO main.\(rules.table.sqlQuoted) (\(list)) VALUES (\(places))")
    let first = rules.rowid == nil ? 0 : 1
    var rows: Int64 = 0
    while try read.step() {
      write.restart()
      if first == 1 { try write.add(read.integer(at: 0)) }
      for (index, column) in rules.columns.enumerated() {
        try add(read.cell(at: index + first), column, rules.constants, to: write)
      }
      try insert(write, rules.table)
      rows += 1
      if rows & 1023 == 0 { progress(1024) }
    }
    progress(Int(rows & 1023))
    return rows
  }

  private mutating func insert(_ write: Statement, _ table: String) throws {
    do {
      try write.runBound()
    } catch let error as SQLiteError where error.code == Self.checkFailed {
      // The bound values are still there.
      try target.run("PRAGMA ignore_check_constraints = ON")
      try write.runBound()
      try target.run("PRAGMA ignore_check_constraints = OFF")
      unmet += 1
    } catch let error as SQLiteError where Self.uniqueFailed.contains(error.code) {
      throw RedactionError.notUnique(table: table)
    }
  }

  private func add(
    _ cell: Statement.Cell, _ column: TableRules.Column, _ constants: Set<SQLiteValue>,
    to write: Statement
  ) throws {
    switch cell {
    case .null: try write.addNull()
    case .integer(let value):
      if column.rule.keepsIntegers {
        try write.add(value)
      } else if !constants.isEmpty, constants.contains(.integer(value)) {
        redactor.countKept()
        try write.add(value)
      } else if column.rule == .date {
        try write.add(redactor.date(Double(value)))
      } else {
        try write.add(redactor.integer(value, salt: column.salt))
      }
    case .real(let value):
      switch column.rule {
      case .keep: try write.add(value)
      case .date, .keepKeys: try write.add(redactor.date(value))
      default: try write.add(redactor.real(value, salt: column.salt))
      }
    case .text(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      if isKept(text, column.rule, constants) {
        redactor.countKept(unless: column.rule == .keep)
        try write.add(text)
      } else {
        try write.add(redactor.text(text))
      }
    case .blob(let bytes):
      try write.add(.blob(data(Array(bytes), column.rule)))
    }
  }

  private func isKept(_ text: String, _ rule: ColumnRule, _ constants: Set<SQLiteValue>) -> Bool {
    switch rule {
    case .keep: true
    case .names(let names) where names.contains(text): true
    default: !constants.isEmpty && constants.contains(.text(text))
    }
  }

  private func data(_ bytes: [UInt8], _ rule: ColumnRule) -> [UInt8] {
    switch rule {
    case .keep: bytes
    case .identifier: redactor.identifier(bytes)
    case .external: redactor.externalValue(bytes)
    case .maybeExternal where ExternalStorage.isLikely(bytes): redactor.externalValue(bytes)
    case .metadata: RedactedMetadata.plist(bytes) ?? redactor.data(bytes)
    default: redactor.data(bytes)
    }
  }
}

extension ExternalStorage {
  /// Whether data begin as those do that may lie in files.
  fileprivate static func isLikely(_ bytes: [UInt8]) -> Bool {
    bytes.first == inline || name(in: bytes).map { UUIDText.bytes($0) != nil } ?? false
  }
}

extension ValueRedactor {
  fileprivate func countKept(unless isSchema: Bool) { if !isSchema { countKept() } }
}
