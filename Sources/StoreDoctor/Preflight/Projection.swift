internal import StoreEngine
internal import StoreModel

/// The rows of a store as a version on the way of a migration will see them, in terms of the tables
/// there are now: nothing is migrated to look at what a later stage will meet.
struct Projection {
  /// Rows that share an entity now and had one entity in the store.
  struct Rows {
    let table: String
    /// The condition on the row `t` that selects them; nil for all rows of the table.
    let condition: String?
    /// By path, `title` or `author.name`: SQL over `t`.
    var values: [String: Value] = [:]
    /// By relationship.
    var links: [String: Link] = [:]
    /// Properties that the store has nothing of.
    var fresh: Set<String> = []
  }

  enum Value {
    case sql(String)
    /// No row has a value.
    case null
    /// It is not known what the rows will have.
    case unknown
  }

  enum Link {
    /// The column with the key.
    case toOne(String)
    case toMany(ToManyPath)
    case none
    case unknown
  }

  /// By entity of the version; only those that can have rows of their own.
  private(set) var entities: [String: [Rows]] = [:]

  /// Of no store.
  init() {}

  /// The rows as they are.
  init(_ store: Store) {
    for entity in store.entities where !entity.isAbstract && !entity.isTableMissing {
      guard let own = store.model.entity(named: entity.name) else { continue }
      let isShared = entity.sharesTable || entity.numbers.count > 1
      var rows = Rows(
        table: entity.table, condition: isShared ? "t.Z_ENT = \(entity.number)" : nil)
      let columns = Set(store.existingTables.columns[entity.table] ?? [])
      func value(_ path: [String]) -> Value {
        guard let column = store.layout.column(of: entity.name, path)?.name,
          columns.contains(column)
        else { return .unknown }
        return .sql("t." + column.sqlQuoted)
      }
      for property in store.model.storedProperties(of: own) {
        switch property.kind {
        case .attribute(let attribute):
          for path in Self.paths(attribute) {
            rows.values[path.joined(separator: ".")] = value(path)
          }
        case .relationship(let relationship):
          rows.links[relationship.name] = Self.link(of: entity, relationship.name)
        }
      }
      entities[entity.name] = [rows]
    }
  }

  private static func link(of entity: StoreEntity, _ name: String) -> Link {
    switch entity.property(named: name)?.kind {
    case .toOne(_, let column?, _): .toOne("t." + column.sqlQuoted)
    case .toMany(_, let path?): .toMany(path)
    default: .unknown
    }
  }

  /// The path of each column of an attribute: one, or one per field of a composite.
  static func paths(_ attribute: Attribute) -> [[String]] {
    guard attribute.type == .composite else { return [[attribute.name]] }
    return ModelPairing.leaves(of: attribute).map {
      [attribute.name] + $0.path.split(separator: ".").map(String.init)
    }
  }

  /// The rows after one more stage.
  func after(_ pairing: ModelPairing) -> Projection {
    var next = self
    next.entities = [:]
    for pair in pairing.entities {
      for rows in entities[pair.source.name] ?? [] {
        next.entities[pair.destination.name, default: []].append(Self.moved(rows, pair))
      }
    }
    return next
  }

  private static func moved(_ rows: Rows, _ pair: ModelPairing.EntityPair) -> Rows {
    var new = Rows(table: rows.table, condition: rows.condition)
    new.fresh = Set(pair.added.map(\.name))
    for property in pair.properties {
      if rows.fresh.contains(property.source.name) { new.fresh.insert(property.destination.name) }
      switch (property.source.kind, property.destination.kind) {
      case (.attribute(let old), .attribute(let attribute)):
        for (path, value) in values(from: old, to: attribute, rows) { new.values[path] = value }
      case (.relationship(let old), .relationship(let relationship)):
        new.links[relationship.name] =
          old.isToMany == relationship.isToMany ? rows.links[old.name] ?? .unknown : .unknown
      case (_, .attribute(let attribute)):
        for path in paths(attribute) { new.values[path.joined(separator: ".")] = .unknown }
      case (_, .relationship(let relationship)): new.links[relationship.name] = .unknown
      }
    }
    for property in pair.added {
      switch property.kind {
      case .attribute(let attribute):
        let value = added(attribute)
        for path in paths(attribute) { new.values[path.joined(separator: ".")] = value }
      case .relationship(let relationship): new.links[relationship.name] = Link.none
      }
    }
    return new
  }

  private static func values(
    from old: Attribute, to new: Attribute, _ rows: Rows
  ) -> [String: Value] {
    func kept(_ path: String, _ first: Attribute, _ second: Attribute) -> Value {
      guard case .sql(let sql)? = rows.values[path] else { return rows.values[path] ?? .unknown }
      // A default goes into rows without a value only where the attribute becomes required.
      guard first.isOptional, !second.isOptional, let filler = literal(second) else {
        return .sql(sql)
      }
      return .sql("ifnull(\(sql), \(filler))")
    }
    guard old.type == .composite || new.type == .composite else {
      if new.derivation != nil { return [new.name: .unknown] }
      return [new.name: kept(old.name, old, new)]
    }
    var values: [String: Value] = [:]
    for path in paths(new) { values[path.joined(separator: ".")] = .unknown }
    guard old.type == .composite, new.type == .composite else { return values }
    let fields = ModelPairing.fields(from: old, to: new)
    for field in fields.pairs {
      values["\(new.name).\(field.destination.path)"] = kept(
        "\(old.name).\(field.source.path)", field.source.attribute, field.destination.attribute)
    }
    // A composite's default is not written to rows that exist.
    for field in fields.added { values["\(new.name).\(field.path)"] = .null }
    return values
  }

  private static func added(_ attribute: Attribute) -> Value {
    if attribute.derivation != nil { return .unknown }
    guard attribute.type != .composite else { return .null }
    return literal(attribute).map(Value.sql) ?? .null
  }

  /// The default as SQL; one that the app computes stands for some value, the same in every row.
  private static func literal(_ attribute: Attribute) -> String? {
    guard let value = attribute.defaultValue else { return nil }
    guard let property = value.propertyValue,
      let stored = try? attribute.storedValue(property)
    else { return "x'00'" }
    return stored.sqlLiteral
  }
}
