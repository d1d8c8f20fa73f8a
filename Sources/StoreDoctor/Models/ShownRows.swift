public import Diagnostics
public import StoreEngine
internal import StoreModel

/// Which rows of an entity are shown, and what of them.
public struct RowQuery: Sendable {
  /// The entity; rows of its subentities are among them.
  public var entity: String
  /// A SQL condition over property names.
  public var condition: String?
  /// Values of the condition's parameters by name.
  public var parameters: [String: SQLiteValue] = [:]
  /// By what the rows are sorted; by their keys without any.
  public var sort: [Store.SortKey] = []
  /// The columns to show, in this order; nil shows all.
  public var columns: [String]?
  /// At most so many rows; nil shows all.
  public var limit: Int?
  /// Whether the objects of each to-many relationship are counted.
  public var countsToMany = false
  /// Whether values are shown; otherwise only their types and sizes are.
  public var showsValues = false

  /// All rows of an entity, without their values.
  public init(entity: String) { self.entity = entity }

  /// `title, created` as names.
  public static func names(_ list: String) -> [String] {
    list.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
  }

  /// `-created,title` as keys: `-` sorts downwards.
  public static func sortKeys(_ text: String) -> [Store.SortKey] {
    text.split(separator: ",").map { part in
      let name = part.drop { $0 == " " }
      return name.hasPrefix("-")
        ? Store.SortKey(String(name.dropFirst()), isAscending: false)
        : Store.SortKey(String(name.hasPrefix("+") ? name.dropFirst() : name))
    }
  }
}

/// The rows of an entity, to be read once.
public struct ShownRows: Answer {
  /// What was asked for.
  public let query: RowQuery
  /// Which bytes the rows come from, e.g. `main + 143 WAL frames`.
  public let bytesRead: String
  /// The rows.
  public let stream: RowStream

  /// Prepares the rows; they are read by whoever moves the stream on.
  ///
  /// - Throws: `StoreError` when the entity, a property or the condition is wrong; `SQLiteError`.
  public init(
    _ query: RowQuery, of store: Store, bytesRead: String, format: RowFormat = .table
  ) throws {
    let cursor = try store.rows(
      of: query.entity, where: query.condition, parameters: query.parameters, sort: query.sort,
      limit: query.limit?.adding(saturating: 1), countingToMany: query.countsToMany)
    self.query = query
    self.bytesRead = bytesRead
    let all = EntityRowReader(query, store, cursor).stream(format: format)
    let entity = query.entity
    stream = try query.columns.map { try all.choosing($0, of: entity) } ?? all
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "bytesRead": bytesRead, "entity": query.entity, "valuesAreShown": query.showsValues,
    ])
  }
}

/// The rows of a statement, to be read once.
public struct StatementRows: Answer {
  /// The statement's SQL.
  public let statement: String
  /// Which bytes the rows come from, e.g. `main + 143 WAL frames`.
  public let bytesRead: String
  /// The rows.
  public let stream: RowStream

  private enum CodingKeys: CodingKey { case statement, bytesRead }

  /// The rows, straight from SQLite's own memory.
  ///
  /// - Parameter failure: what an error of SQLite becomes.
  public init(
    of statement: Statement, sql: String, bytesRead: String, format: RowFormat = .table,
    failure: @escaping (SQLiteError) -> any Error = { $0 }
  ) {
    self.statement = sql
    self.bytesRead = bytesRead
    stream = RowStream(
      columns: statement.columnNames.map { Report.Table.Column($0) }, format: format,
      next: {
        do {
          return try statement.step()
        } catch let error as SQLiteError {
          throw failure(error)
        }
      },
      cell: { index in
        switch statement.cell(at: index) {
        case .null: .null
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .text(let bytes): .text(bytes)
        case .blob(let bytes): .blob(bytes)
        }
      })
  }
}

extension RowStream {
  /// The same rows with these columns only, in this order.
  fileprivate func choosing(_ names: [String], of entity: String) throws -> RowStream {
    let known = columns.map(\.name)
    let places = try names.map { name in
      guard let place = known.firstIndex(of: name) else {
        throw StoreError.unknownProperty(name, entity: entity, known: known)
      }
      return place
    }
    let cell = cell
    return RowStream(
      columns: places.map { columns[$0] }, format: format, next: next, cell: { cell(places[$0]) },
      rest: rest)
  }
}

/// Reads the rows of an entity, with values hidden unless they were asked for.
private final class EntityRowReader {
  private let query: RowQuery
  private let store: Store
  private let cursor: RowCursor
  private var count = 0
  private var hasMore = false

  init(_ query: RowQuery, _ store: Store, _ cursor: RowCursor) {
    self.query = query
    self.store = store
    self.cursor = cursor
  }

  func stream(format: RowFormat) -> RowStream {
    RowStream(
      columns: cursor.columns.map { Report.Table.Column($0.name) }, format: format,
      next: next, cell: query.showsValues ? shown : hidden, rest: rest)
  }

  /// The cursor reads one row beyond the limit, to know whether there are more.
  private func next() throws -> Bool {
    guard try cursor.next() else { return false }
    if let limit = query.limit, count == limit {
      hasMore = true
      return false
    }
    count += 1
    return true
  }

  private func rest() -> RowStream.Rest {
    guard hasMore, let limit = query.limit else { return .nothing }
    // A condition makes counting slow.
    guard query.condition == nil,
      let total = try? store.rowCount(of: query.entity, within: .milliseconds(200)),
      total.isExact, total.count > Int64(limit)
    else { return .uncounted }
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
    case .archived(let archive, _) where archive.isCollection: .json(value.description)
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
