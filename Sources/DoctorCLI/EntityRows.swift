internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine

/// The rows of an entity as a stream, with values hidden unless they were asked for.
final class EntityRows {
  private let cursor: RowCursor
  private let limit: Int?
  private let showsValues: Bool
  /// Counts all rows of the entity; nil when a condition makes that slow.
  private let total: (() -> Store.RowCount?)?
  private var count = 0
  private var hasMore = false

  init(
    cursor: RowCursor, limit: Int?, showsValues: Bool, total: (() -> Store.RowCount?)?
  ) {
    self.cursor = cursor
    self.limit = limit
    self.showsValues = showsValues
    self.total = total
  }

  func stream(format: RowFormat) -> RowStream {
    RowStream(
      columns: cursor.columns.map { Report.Table.Column($0.name) }, format: format,
      next: next, cell: showsValues ? shown : hidden, rest: rest)
  }

  /// The cursor reads one row beyond the limit, to know whether there are more.
  private func next() throws -> Bool {
    guard try cursor.next() else { return false }
    if let limit, count == limit {
      hasMore = true
      return false
    }
    count += 1
    return true
  }

  private func rest() -> RowStream.Rest {
    guard hasMore, let limit else { return .nothing }
    guard let total = total?(), total.isExact, total.count > Int64(limit) else { return .uncounted }
    return .rows(Int(total.count) - limit)
  }

  private func shown(_ index: Int) -> RowCell {
    switch cursor.cell(at: index) {
    case .null: .null
    case .integer(let value): .integer(value)
    case .bool(let value): .bool(value)
    case .real(let value): .real(value)
    case .text(let bytes), .formatted(let bytes): .text(bytes)
    case .data(let bytes): .blob(bytes)
    case .value(let value): Self.cell(value)
    }
  }

  private static func cell(_ value: PropertyValue) -> RowCell {
    switch value {
    case .integer(let value), .toOne(let value, _), .toManyCount(let value): .integer(value)
    case .double(let value): .real(value)
    case .bool(let value): .bool(value)
    case .data(let bytes), .unexpected(.blob(let bytes)): .bytes(bytes)
    case .unexpected(.integer(let value)): .integer(value)
    case .unexpected(.real(let value)): .real(value)
    default: .string(value.description)
    }
  }

  /// Keys, relationships and entity names describe the structure; everything else is data.
  private func hidden(_ index: Int) -> RowCell {
    let decoder = cursor.columns[index].decoder
    let isStructure =
      index == 0 || decoder == .toOne || decoder == .toManyCount || decoder == .entity
    if isStructure { return shown(index) }
    switch cursor.cell(at: index) {
    case .null: return .null
    case .integer: return .hidden(type: Self.type(decoder) ?? "integer", size: nil)
    case .bool: return .hidden(type: "boolean", size: nil)
    case .real: return .hidden(type: Self.type(decoder) ?? "number", size: nil)
    case .text(let bytes):
      let characters = bytes.count { $0 & 0xc0 != 0x80 }
      return .hidden(type: "text", size: characters)
    case .data(let bytes): return .hidden(type: "blob", size: bytes.count)
    case .value(.data(let bytes)): return .hidden(type: "blob", size: bytes.count)
    case .value(.external(_, let size)):
      return .hidden(type: "external blob", size: size.map { Int(clamping: $0) })
    case .value(.archived(_, let size)): return .hidden(type: "transformable", size: size)
    case .formatted, .value: return .hidden(type: Self.type(decoder) ?? "value", size: nil)
    }
  }

  private static func type(_ decoder: ValueDecoder) -> String? {
    switch decoder {
    case .date: "date"
    case .uuid: "uuid"
    case .bool: "boolean"
    case .decimal: "decimal"
    case .integer: "integer"
    case .double: "number"
    default: nil
    }
  }
}
