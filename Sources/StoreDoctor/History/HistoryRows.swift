public import Diagnostics
public import StoreEngine

/// The changes of a persistent history as rows, to be read once.
public struct HistoryRows: Answer {
  /// The rows.
  public let stream: RowStream

  /// A row per change: token, time, change, entity, key, properties, who wrote it, what was kept.
  ///
  /// - Parameter showsValues: whether the values that deletions kept are shown, or only their size.
  /// - Throws: `StoreError` without a history or for an unknown entity; `SQLiteError`.
  public init(
    of store: Store, _ filter: HistoryFilter, limit: Int?, showsValues: Bool, format: RowFormat
  ) throws {
    let cursor = try store.history(filter)
    var count = 0
    var hasMore = false
    stream = RowStream(
      columns: Self.columns, format: format,
      next: {
        repeat {
          guard try cursor.next() else { return false }
        } while cursor.change == nil
        if count == limit {
          hasMore = true
          return false
        }
        count += 1
        return true
      },
      cell: { Self.cell($0, cursor, showsValues) },
      rest: { hasMore ? .uncounted : .nothing })
  }

  private static let columns: [Report.Table.Column] = [
    .init("token", isNumber: true), .init("time"), .init("change"), .init("entity"),
    .init("Z_PK", isNumber: true), .init("properties"), .init("author"), .init("bundle"),
    .init("process"), .init("context"), .init("kept"),
  ]

  private static func cell(_ index: Int, _ cursor: HistoryCursor, _ showsValues: Bool) -> RowCell {
    guard let change = cursor.change else { return .null }
    let transaction = cursor.transaction
    func text(_ value: String?) -> RowCell { value.map(RowCell.string) ?? .null }
    return switch index {
    case 0: .integer(transaction.token)
    case 1: text(transaction.date)
    case 2: .string(change.kind.name)
    case 3: .string(change.entity ?? "entity \(change.entityNumber)")
    case 4: .integer(change.object)
    case 5: text(change.kind == .update ? change.properties?.joined(separator: ", ") : nil)
    case 6: text(transaction.writer.author)
    case 7: text(transaction.writer.bundle)
    case 8: text(transaction.writer.process)
    case 9: text(transaction.writer.context)
    default:
      text(
        change.tombstones.isEmpty
          ? nil : change.tombstones.map { $0.text(showsValues) }.joined(separator: ", "))
    }
  }

  public func encode(to encoder: any Encoder) throws { try encoder.write([:]) }
}

extension HistoryChange.Tombstone {
  /// `title = 'a'`, or without its value `title (text)`.
  fileprivate func text(_ showsValue: Bool) -> String {
    let name = property ?? column
    if showsValue { return "\(name) = \(value.sqlLiteral)" }
    let type =
      switch value {
      case .null: "NULL"
      case .integer: "integer"
      case .real: "real"
      case .text(let text): "text, \(text.count)"
      case .blob(let bytes): "blob, \(bytes.count)"
      }
    return "\(name) (\(type))"
  }
}
