internal import StoreModel

/// A model made from nothing but a store's tables, for stores without a cached model (iOS 8 and
/// older) or with a damaged one.
///
/// Entity names and the inheritance tree are those of `Z_PRIMARYKEY`. Property names are the column
/// names without their `Z`, in capitals, because the store keeps no others. Types follow the
/// declared types; all properties of a family belong to its root, since columns do not say whose
/// they are.
struct RebuiltModel {
  private let tables: StoreTables
  private let keys: [PrimaryKey]
  private let indexes: Set<String>
  private let types: [String: [String: String]]

  init(_ connection: Connection, tables: StoreTables, keys: [PrimaryKey]) throws {
    self.tables = tables
    self.keys = keys
    let names = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'index'")
    indexes = Set(names.compactMap { $0.first?.text })
    var types: [String: [String: String]] = [:]
    for key in keys where key.parent == 0 {
      let table = "Z" + key.name.uppercased()
      guard tables.has(table) else { continue }
      for row in try connection.rows("PRAGMA table_info(\(table.sqlQuoted))") where row.count > 2 {
        if let name = row[1].text { types[table, default: [:]][name] = row[2].text }
      }
    }
    self.types = types
  }

  func model(name: String, versionIdentifiers: [String]) -> DataModel {
    let byNumber = Dictionary(keepingFirst: keys.map { ($0.number, $0.name) })
    var entities: [String: Entity] = [:]
    for key in keys where key.number < 16_000 {
      let parent = byNumber[key.parent]
      entities[key.name] = Entity(name: key.name, superentity: parent)
      guard key.parent == 0 else { continue }
      let table = "Z" + key.name.uppercased()
      for column in tables.columns[table] ?? [] {
        add(column, of: table, to: key.name, byNumber: byNumber, in: &entities)
      }
    }
    for table in tables.names { addJoin(table, byNumber: byNumber, to: &entities) }
    return DataModel(
      name: name, versionIdentifiers: versionIdentifiers, entities: Array(entities.values),
      source: .store,
      problems: [
        ModelProblem(
          "the store has no usable cached model; names and types are guessed from its tables; "
            + "the app's models tell them: --model PATH")
      ])
  }

  private static let guess = Certainty.inferred("guessed from the store's tables")

  private func add(
    _ column: String, of table: String, to entity: String, byNumber: [Int64: String],
    in entities: inout [String: Entity]
  ) {
    guard column.hasPrefix("Z"), !["Z_PK", "Z_ENT", "Z_OPT"].contains(column) else { return }
    let name = String(column.dropFirst())
    let columns = tables.columns[table] ?? []
    if name.hasPrefix("_FOK_") { return }
    let digits = name.prefix { $0.isASCII && $0.isNumber }
    let rest = name.dropFirst(digits.count)
    // `Z11_QUOTE` holds the entity of `ZQUOTE`.
    if !digits.isEmpty, rest.first == "_", columns.contains("Z\(rest.dropFirst())") { return }
    let isIndexed = indexes.contains("\(table)_\(column)_INDEX")
    let type = Self.type(types[table]?[column] ?? "")
    if isIndexed, type == .integer64, !digits.isEmpty, let number = Int64(digits),
      let source = byNumber[number], !rest.isEmpty
    {
      entities[source, default: Entity(name: source)].relationships.append(
        Relationship(
          name: String(rest), destination: entity, maxCount: 0, isOptional: true,
          certainty: Self.guess))
      return
    }
    if isIndexed, type == .integer64, let destination = destination(of: name, columns, byNumber) {
      entities[entity]?.relationships.append(
        Relationship(name: name, destination: destination, isOptional: true, certainty: Self.guess))
      return
    }
    entities[entity]?.attributes.append(
      Attribute(
        name: name, type: type, isOptional: true, isIndexed: isIndexed, certainty: Self.guess))
  }

  /// The entity whose number stands in a companion column, or one with the column's own name.
  private func destination(
    of name: String, _ columns: [String], _ byNumber: [Int64: String]
  ) -> String? {
    for column in columns where column.hasSuffix("_\(name)") {
      let digits = column.dropFirst().dropLast(name.count + 1)
      if let number = Int64(digits), let entity = byNumber[number] { return entity }
    }
    return keys.first { $0.name.uppercased() == name }?.name
  }

  /// `Z_2TAGS (Z_2NOTES, Z_3TAGS)` is a many-to-many relationship TAGS of entity 2 to entity 3.
  private func addJoin(
    _ table: String, byNumber: [Int64: String], to entities: inout [String: Entity]
  ) {
    guard let (owner, name) = Self.parts(table), let columns = tables.columns[table],
      columns.count >= 2, let (first, inverse) = Self.parts(columns[0]),
      let (second, _) = Self.parts(columns[1]), first == owner, let source = byNumber[owner],
      let destination = byNumber[second], entities[source] != nil, entities[destination] != nil
    else { return }
    entities[source]?.relationships.append(
      Relationship(
        name: name, destination: destination, inverse: inverse, maxCount: 0,
        isOrdered: columns.contains("Z_FOK_\(columns[1].dropFirst(2))"), isOptional: true,
        certainty: Self.guess))
    entities[destination]?.relationships.append(
      Relationship(
        name: inverse, destination: source, inverse: name, maxCount: 0,
        isOrdered: columns.contains("Z_FOK_\(columns[0].dropFirst(2))"), isOptional: true,
        certainty: Self.guess))
  }

  /// The number and the name in `Z_12GROUPS`.
  private static func parts(_ name: String) -> (Int64, String)? {
    guard name.hasPrefix("Z_") else { return nil }
    let digits = name.dropFirst(2).prefix { $0.isASCII && $0.isNumber }
    let rest = name.dropFirst(2 + digits.count)
    guard let number = Int64(digits), !rest.isEmpty else { return nil }
    return (number, String(rest))
  }

  private static func type(_ declared: String) -> AttributeType {
    switch declared.uppercased() {
    case "INTEGER": .integer64
    case "FLOAT": .double
    case "TIMESTAMP": .date
    case "DECIMAL": .decimal
    case "BLOB": .binary
    default: .string
    }
  }
}
