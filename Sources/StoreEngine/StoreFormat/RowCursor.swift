internal import StoreModel

/// Rows of an entity, one after the other, under the names of its properties.
public final class RowCursor {
  /// A column of the rows.
  public struct Column: Sendable, Hashable {
    /// The property's name, or that of the key or the entity.
    public let name: String
    /// Makes property values of stored ones.
    package let decoder: ValueDecoder
  }

  /// The key, the entity where it varies, then the properties.
  public let columns: [Column]
  /// The columns' decoders once more: reading them from `columns` would copy the names as well.
  let decoders: [ValueDecoder]
  let statement: Statement
  private let external: ExternalStorage
  /// Holds the text of the last date or UUID.
  let scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: UUIDText.textSize)

  init(statement: Statement, columns: [Column], external: ExternalStorage) {
    self.statement = statement
    self.columns = columns
    decoders = columns.map(\.decoder)
    self.external = external
    scratch.initialize(repeating: 0)
  }

  deinit { scratch.deallocate() }

  /// Moves to the next row, at first to the first; false at the end.
  public func next() throws -> Bool { try statement.step() }

  /// The decoded value of a column of the current row.
  public func value(at index: Int) -> PropertyValue {
    decoders[index].value(statement.value(at: index), external: external)
  }

  /// All values of the current row, in the order of the columns.
  public var row: [PropertyValue] { columns.indices.map(value) }
}

extension Store {
  /// A property to sort rows by.
  public struct SortKey: Sendable, Hashable {
    /// As a column is named.
    public let property: String
    /// False for descending order.
    public let isAscending: Bool

    /// Ascending unless said otherwise.
    public init(_ property: String, isAscending: Bool = true) {
      self.property = property
      self.isAscending = isAscending
    }
  }

  /// Rows of an entity and its subentities, by key where nothing else is asked for.
  ///
  /// - Parameters:
  ///   - condition: SQL over the columns of the entity's view (see `entityViews`).
  ///   - parameters: values of the condition's parameters, as `StatementParameters` reads them.
  ///   - countingToMany: adds the number of objects of each to-many relationship.
  ///   - ownOnly: leaves out rows of subentities.
  /// - Throws: `StoreError`, or `SQLiteError` from a damaged file.
  public func rows(
    of name: String, where condition: String? = nil, parameters: [String: SQLiteValue] = [:],
    sort: [SortKey] = [], limit: Int? = nil, countingToMany: Bool = false, ownOnly: Bool = false
  ) throws -> RowCursor {
    let entity = try entity(named: name)
    guard !entity.isTableMissing else { throw StoreError.missingTable(entity.table, entity: name) }
    var columns = viewColumns(of: entity, ownOnly: ownOnly)
    if countingToMany { columns += Self.counts(of: entity) }
    var sql = "SELECT "
    // Names that start with a space cannot be those of properties.
    let raw = columns.indices.map { "\" \($0)\"" }
    sql += raw.joined(separator: ", ") + " FROM (SELECT "
    sql += zip(raw, columns).map { "\($1.raw) AS \($0)" }.joined(separator: ", ")
    if condition != nil {
      sql += columns.map { ", \($0.expression) AS \($0.name.sqlQuoted)" }.joined()
    }
    sql += " FROM main.\(entity.table.sqlQuoted) AS \" t\""
    // An index would give another order, or have to be sorted.
    if condition == nil, sort.isEmpty { sql += " NOT INDEXED" }
    let own = ownOnly && entity.sharesTable ? "Z_ENT = \(entity.number)" : entity.condition
    sql += own.map { " WHERE " + $0 } ?? ""
    sql += ")"
    if let condition { sql += " WHERE (\(condition)\n)" }
    let order = try (sort + [SortKey(columns[0].name)]).map { key in
      guard let index = columns.firstIndex(where: { $0.name == key.property }) else {
        throw StoreError.unknownProperty(key.property, entity: name, known: columns.map(\.name))
      }
      return raw[index] + (key.isAscending ? "" : " DESC")
    }
    sql += " ORDER BY " + order.joined(separator: ", ")
    if let limit { sql += " LIMIT \(max(0, limit))" }
    do {
      let statement = try connection.prepare(sql)
      try statement.bind(named: parameters)
      return RowCursor(
        statement: statement,
        columns: columns.map { RowCursor.Column(name: $0.name, decoder: $0.decoder) },
        external: externalStorage)
    } catch let error as SQLiteError {
      guard let condition, !error.isDamage else { throw error }
      throw StoreError.condition(condition, message: error.message)
    }
  }

  /// Keys of the objects in a to-many relationship of one object, in the relationship's order.
  public func destinations(of name: String, key: Int64, _ relationship: String) throws -> [Int64] {
    let entity = try entity(named: name)
    guard let property = entity.property(named: relationship) else {
      throw StoreError.unknownProperty(
        relationship, entity: name, known: entity.properties.map(\.name))
    }
    guard case .toMany(_, let path?) = property.kind else {
      throw StoreError.notToMany(relationship, entity: name)
    }
    let order = path.order.map { "\($0.sqlQuoted), " } ?? ""
    let destination = path.destination.sqlQuoted
    return try connection.rows(
      "SELECT \(destination) FROM main.\(path.table.sqlQuoted) WHERE \(path.source.sqlQuoted) = ?1 "
        + "ORDER BY \(order)\(destination)", [.integer(key)]
    ).compactMap { $0.first?.integer }
  }

  private static func counts(of entity: StoreEntity) -> [ViewColumn] {
    entity.properties.compactMap { property in
      guard case .toMany(_, let path?) = property.kind else { return nil }
      let sql =
        "(SELECT count(*) FROM main.\(path.table.sqlQuoted) AS \" d\" WHERE "
        + "\" d\".\(path.source.sqlQuoted) = \" t\".Z_PK)"
      return ViewColumn(name: property.name, expression: sql, raw: sql, decoder: .toManyCount)
    }
  }
}

/// A value of a row as cheaply as it can be had. Bytes are valid until the next value is asked for.
package enum PropertyCell {
  case null
  case integer(Int64)
  case bool(Bool)
  case real(Double)
  case text(UnsafeRawBufferPointer)
  case data(UnsafeRawBufferPointer)
  /// A date or a UUID in its text form.
  case formatted(UnsafeRawBufferPointer)
  /// A kind that needs decoding beyond its bytes.
  case value(PropertyValue)
}

extension RowCursor {
  /// The value of a column of the current row. Unlike `value(at:)` it copies neither texts nor data,
  /// which is what makes writing a million rows fast.
  package func cell(at index: Int) -> PropertyCell {
    switch (statement.cell(at: index), decoders[index]) {
    case (.null, _): return .null
    case (.integer(let value), .integer), (.integer(let value), .toOne),
      (.integer(let value), .toManyCount):
      return .integer(value)
    case (.integer(let value), .bool):
      return value == 0 || value == 1 ? .bool(value == 1) : .integer(value)
    case (.real(let value), .double): return .real(value)
    case (.text(let bytes), .string), (.text(let bytes), .entity), (.text(let bytes), .enumCase),
      (.text(let bytes), .url):
      return .text(bytes)
    case (.blob(let bytes), .data): return .data(bytes)
    case (.integer(let seconds), .date): return date(Double(seconds))
    case (.real(let seconds), .date): return date(seconds)
    case (.blob(let bytes), .uuid) where bytes.count == 16:
      UUIDText.write(bytes, to: scratch)
      return .formatted(UnsafeRawBufferPointer(scratch))
    default: return .value(value(at: index))
    }
  }

  private func date(_ seconds: Double) -> PropertyCell {
    guard CoreDataDate.isRepresentable(seconds) else { return .value(.date(seconds)) }
    CoreDataDate.write(seconds, to: scratch)
    return .formatted(
      UnsafeRawBufferPointer(start: scratch.baseAddress, count: CoreDataDate.textSize))
  }
}
