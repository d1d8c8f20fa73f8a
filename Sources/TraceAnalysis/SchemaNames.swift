internal import StoreEngine
internal import StoreModel

/// From tables and columns of a statement to entities and properties.
///
/// With a model the names are its own. Without one they are made from the Z-names, or learned from
/// annotations such as `on entity 'Person'`, and marked as derived.
struct SchemaNames {
  struct Relation: Hashable {
    var entity: String
    var relationship: String
  }

  /// The entity that a table is named for, in the model's own spelling.
  private(set) var roots: [String: String] = [:]
  /// Table and column of a foreign key, to the to-many relationship it is the other side of.
  private var toMany: [String: Relation] = [:]
  private var manyToMany: [String: Relation] = [:]
  private var properties: [String: String] = [:]
  /// Source table and destination table, to the to-one relationships between them.
  private var toOne: [String: [Relation]] = [:]
  private var tables: [String: String] = [:]
  let hasModel: Bool

  /// - Parameter models: versions of one schema; where they name a column differently, the last
  ///   one counts. A log rarely says which version of the app wrote it.
  init(models: [DataModel]) {
    hasModel = !models.isEmpty
    for model in models { read(model) }
  }

  private mutating func read(_ model: DataModel) {
    let layout = StoreLayout(model: model)
    for entity in layout.entities { tables[entity.name] = entity.table }
    for table in layout.tables {
      roots[table.name] = table.root
      for column in table.columns { read(column, of: table, layout) }
    }
    for join in layout.joinTables {
      manyToMany[key(join.name, join.ownerColumn)] =
        Relation(entity: join.owner, relationship: join.relationship)
      manyToMany[key(join.name, join.otherColumn)] =
        Relation(entity: join.other, relationship: join.inverse)
    }
  }

  private mutating func read(
    _ column: StoreColumn, of table: EntityTable, _ layout: StoreLayout
  ) {
    let place = key(table.name, column.name)
    switch column.role {
    case .attribute(_, let path): properties[place] = path.joined(separator: ".")
    case .toOne(let entity, let name):
      properties[place] = name
      guard let forward = layout.relationship(of: entity, name) else { return }
      if let destination = layout.entity(named: forward.destination) {
        let relation = Relation(entity: entity, relationship: name)
        let place = key(table.name, destination.table)
        if toOne[place]?.contains(relation) != true { toOne[place, default: []].append(relation) }
      }
      if let inverse = forward.inverse {
        toMany[place] = Relation(entity: forward.destination, relationship: inverse)
      }
    case .inverseless(let entity, let name):
      toMany[place] = Relation(entity: entity, relationship: name)
    default: break
    }
  }

  private func key(_ table: String, _ column: String) -> String { table + "\u{0}" + column }

  /// An annotation spelled an entity's name out.
  mutating func learn(entity: String, table: String) {
    guard !hasModel, roots.count < 10_000, "Z" + entity.uppercased() == table else { return }
    roots[table] = entity
  }

  func entity(of table: String) -> (name: String, isDerived: Bool)? {
    if let root = roots[table] { return (root, !hasModel) }
    guard !table.isEmpty else { return nil }
    return (Self.derived(table, capitalised: true), true)
  }

  /// `ZPERSON` to `Person`; a table that is not Core Data's keeps its name.
  static func derived(_ name: String, capitalised: Bool) -> String {
    guard name.utf8.first == UInt8(ascii: "Z"), name.utf8.count > 1 else { return name }
    let body = name.dropFirst().lowercased()
    return capitalised ? body.prefix(1).uppercased() + body.dropFirst() : body
  }

  func property(_ column: String, of table: String) -> (name: String, isDerived: Bool) {
    if let name = properties[key(table, column)] { return (name, false) }
    return (Self.derived(column, capitalised: false), true)
  }

  /// Properties that a statement filters and sorts by, each once.
  func properties(of shape: StatementShape) -> [String] {
    var found: [String] = []
    for column in shape.conditionColumns + shape.orderColumns {
      let name = property(column, of: shape.table).name
      if !found.contains(name) { found.append(name) }
    }
    return found
  }

  /// The relationship whose members are the rows with this value in `column`.
  func toMany(table: String, column: String) -> Relation? { toMany[key(table, column)] }

  func manyToMany(joinTable: String, column: String) -> Relation? {
    manyToMany[key(joinTable, column)]
  }

  /// To-one relationships from rows of one table to rows of another, sorted.
  func toOne(from source: String, to destination: String) -> [Relation] {
    (toOne[key(source, destination)] ?? []).sorted {
      ($0.entity, $0.relationship) < ($1.entity, $1.relationship)
    }
  }

  /// The table that holds an entity's rows. Without a model it is the one its own name gives, which
  /// is wrong for a subentity; nothing but the choice of a source depends on it.
  func table(of entity: String) -> String? {
    hasModel ? tables[entity] : "Z" + entity.uppercased()
  }
}
