internal import StoreModel

/// A temporary view that shows an entity, or the links of a relationship, under the model's names.
package struct ReadableView: Sendable, Hashable {
  package let name: String
  package let columns: [String]
  /// The SELECT that it stands for.
  package let query: String
  /// Whether it shows the links of a many-to-many relationship.
  package var isLink = false

  package var statement: String { "CREATE TEMP VIEW \(name.sqlQuoted) AS \(query)" }
}

extension StoreProperty {
  /// The columns that show the links of a to-many relationship: the keys of the objects at both ends
  /// under the names of their entities, and under the relationship's name where that is the same entity
  /// twice; `position` where it is ordered.
  package func linkColumns(of entity: String) -> [String] {
    guard case .toMany(let relationship, let path?) = kind else { return [] }
    let other = relationship.destination == entity ? relationship.name : relationship.destination
    var names = FreeNames()
    return ([entity, other] + (path.order == nil ? [] : ["position"])).map { names.take($0) }
  }
}

extension Store {
  /// The statements that create `readableViews`; run them inside `Connection.definingTemporaryViews`.
  package func entityViews() -> [String] { readableViews().map(\.statement) }

  /// One view per entity, then one per many-to-many relationship.
  ///
  /// An entity's view has the entity's name, or that with `_` appended where a table is called so.
  /// Its columns are the key as `Z_PK`, `entity` where rows of subentities are included, and every
  /// property under its name, composite elements as `"author.name"`: dates as ISO 8601 text in UTC,
  /// UUIDs as text, Booleans as 0 and 1, external data as its bytes or `file UUID`, to-one
  /// relationships as the destination's key.
  /// A many-to-many relationship's view `Entity_relationship` has the columns of `linkColumns`.
  package func readableViews() -> [ReadableView] {
    var names = FreeNames(
      taken: tables.lowercasedNames.union(entities.map { $0.viewName.lowercased() }))
    var views: [ReadableView] = []
    for entity in entities where !entity.isTableMissing {
      let columns = viewColumns(of: entity)
      let condition = entity.condition.map { " WHERE " + $0 } ?? ""
      views.append(
        ReadableView(
          name: entity.viewName, columns: columns.map(\.name),
          query: "SELECT "
            + columns.map { "\($0.expression) AS \($0.name.sqlQuoted)" }.joined(separator: ", ")
            + " FROM main.\(entity.table.sqlQuoted)\(condition)"))
    }
    for entity in entities {
      for property in entity.properties where property.declaringEntity == entity.name {
        guard case .toMany(_, let path?) = property.kind, path.isJoin else { continue }
        let columns = property.linkColumns(of: entity.name)
        let selected = zip(
          [path.source, path.destination] + [path.order].compactMap(\.self), columns)
        views.append(
          ReadableView(
            name: names.takeView("\(entity.name)_\(property.name)"), columns: columns,
            query: "SELECT "
              + selected.map { "\($0.sqlQuoted) AS \($1.sqlQuoted)" }.joined(separator: ", ")
              + " FROM main.\(path.table.sqlQuoted)", isLink: true))
      }
    }
    return views
  }

  /// The store's tables with their columns, in the order of the schema.
  package var rawTables: [(name: String, columns: [String])] {
    tables.names.map { ($0, tables.columns[$0] ?? []) }
  }

  private static let dateFunction = "storedoctor_date"
  private static let uuidFunction = "storedoctor_uuid"

  /// The functions that the views call; what is no date or no UUID stays as it is.
  static func addViewFunctions(to connection: Connection) throws {
    try connection.addConversion(dateFunction) { argument, text in
      guard let seconds = argument.real, CoreDataDate.isRepresentable(seconds) else { return nil }
      CoreDataDate.write(seconds, to: text)
      return CoreDataDate.textSize
    }
    try connection.addConversion(uuidFunction) { argument, text in
      guard let bytes = argument.blob, bytes.count == 16 else { return nil }
      UUIDText.write(bytes, to: text)
      return UUIDText.textSize
    }
  }

  /// A column of a view or of a query over rows.
  struct ViewColumn {
    let name: String
    /// SQL for the value as a view shows it.
    let expression: String
    /// SQL for the value as it is stored, and how it is decoded.
    let raw: String
    let decoder: ValueDecoder
  }

  func viewColumns(of entity: StoreEntity, ownOnly: Bool = false) -> [ViewColumn] {
    let present = entity.properties.filter { !$0.columns.isEmpty }
    var names = FreeNames()
    // Not `id`, which half of all models have as a property: the key has one name in every view.
    var columns = [
      ViewColumn(name: names.take("Z_PK"), expression: "Z_PK", raw: "Z_PK", decoder: .integer)
    ]
    if entity.numbers.count > 1, !ownOnly {
      let cases = entities.filter { entity.numbers.contains($0.number) }
        .map { "WHEN \($0.number) THEN \($0.name.sqlLiteral)" }.joined(separator: " ")
      let expression = "CASE Z_ENT \(cases) END"
      let isTaken = present.contains { $0.name.lowercased() == "entity" }
      columns.append(
        ViewColumn(
          name: names.take(isTaken ? "Z_ENT" : "entity"), expression: expression, raw: expression,
          decoder: .entity))
    }
    for property in present {
      columns.append(Self.column(of: property, named: names.take(property.name)))
    }
    return columns
  }

  private static func column(of property: StoreProperty, named name: String) -> ViewColumn {
    switch property.kind {
    case .attribute(let attribute, let column):
      let quoted = (column ?? "").sqlQuoted
      let decoder = ValueDecoder(attribute)
      return ViewColumn(
        name: name, expression: expression(of: decoder, quoted), raw: quoted, decoder: decoder)
    case .enumeration(_, let columns):
      let list = columns.map(\.sqlQuoted).joined(separator: ", ")
      let raw = columns.count > 1 ? "coalesce(\(list))" : list
      return ViewColumn(name: name, expression: raw, raw: raw, decoder: .enumCase)
    case .toOne(_, let column, _):
      let quoted = (column ?? "").sqlQuoted
      return ViewColumn(name: name, expression: quoted, raw: quoted, decoder: .toOne)
    case .toMany:
      return ViewColumn(name: name, expression: "NULL", raw: "NULL", decoder: .toManyCount)
    }
  }

  private static func expression(of decoder: ValueDecoder, _ column: String) -> String {
    switch decoder {
    case .date: "\(Self.dateFunction)(\(column))"
    case .uuid: "\(Self.uuidFunction)(\(column))"
    case .externalData:
      "CASE hex(substr(\(column), 1, 1)) WHEN '01' THEN substr(\(column), 2) "
        + "WHEN '02' THEN 'file ' || CAST(substr(\(column), 2, 36) AS TEXT) ELSE \(column) END"
    default: column
    }
  }
}
