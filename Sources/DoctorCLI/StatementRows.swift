internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine

extension RowStream {
  /// The rows of a statement, straight from SQLite's own memory.
  init(
    _ statement: Statement, format: RowFormat, failure: @escaping (SQLiteError) -> Failure
  ) {
    self.init(
      columns: statement.columnNames.map { Report.Table.Column($0) }, format: format,
      next: {
        do {
          return try statement.step()
        } catch let error as SQLiteError {
          throw failure(error)
        }
      },
      cell: { index in
        switch statement.storageClass(at: index) {
        case .null: .null
        case .integer: .integer(statement.integer(at: index))
        case .real: .real(statement.real(at: index))
        case .text: .text(statement.borrowedBytes(at: index))
        case .blob: .blob(statement.borrowedBytes(at: index))
        }
      })
  }
}
