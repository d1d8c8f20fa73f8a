internal import StoreModel

/// Persistent history and `Z_PRIMARYKEY`.
extension StageBuilder {
  /// Old entities whose number is another one in the new model.
  var renumbered: [Conversion.NumberChange] {
    source.entities.compactMap { old in
      newNumber(of: old).flatMap {
        $0 == old.number ? nil : Conversion.NumberChange(from: old.number, to: $0)
      }
    }
  }

  /// History rows name entities by number and changed properties by place. When an entity goes,
  /// Core Data truncates the history (Documentation/Format/MigrationRules.md, 6.4); otherwise
  /// numbers and masks follow the new model.
  mutating func addHistory() {
    guard schema.tables["ACHANGE"] != nil else { return }
    addTombstones()
    guard pairing.removed.allSatisfy(\.isAbstract) else {
      let names = pairing.removed.filter { !$0.isAbstract }.map { "'\($0.name)'" }
      let reason =
        "history is cut off, because \(names.joined(separator: ", ")) \(names.count == 1 ? "goes" : "go")"
      for table in ["ACHANGE", "ATRANSACTION"] where schema.tables[table] != nil {
        add(.history, .history, "DELETE FROM \(table)", reason: reason)
      }
      return
    }
    let numbers = renumbered
    if !masks.isEmpty {
      let list = masks.numbers.map(String.init).joined(separator: ", ")
      add(
        .history, .history,
        "UPDATE ACHANGE SET ZCOLUMNS = \(HistoryMasks.function)(ZENTITY, ZCOLUMNS) WHERE ZCOLUMNS "
          + "IS NOT NULL AND ZENTITY IN (\(list))", reason: "a mask has one bit per property")
    }
    if !numbers.isEmpty {
      let list = numbers.map { String($0.from) }.joined(separator: ", ")
      add(
        .history, .history,
        "UPDATE ACHANGE SET ZENTITY = \(Self.renumbered("ZENTITY", numbers)) WHERE ZENTITY IN "
          + "(\(list))", reason: "entities have other numbers")
    }
  }

  /// Columns that keep values of deleted rows; a model that keeps fewer leaves the rest unused.
  private mutating func addTombstones() {
    guard let table = schema.tables["ACHANGE"],
      let text = target.statements.first(where: { $0.hasPrefix("CREATE TABLE ACHANGE") })
    else { return }
    let wanted = text.split { " ,()".contains($0) }.filter { $0.hasPrefix("ZTOMBSTONE") }
    for column in wanted.map(String.init) where !table.has(column) {
      add(
        .history, .history, "ALTER TABLE ACHANGE ADD COLUMN \(column) BLOB",
        reason: "more values are preserved on deletion")
    }
  }

  /// One row per entity; the highest key ever given stays with the root of the rows' table.
  mutating func addPrimaryKeys(_ moves: [TableMove]) {
    let isSame =
      source.entities.count == target.entities.count
      && zip(source.entities, target.entities).allSatisfy {
        $0.name == $1.name && $0.parent == $1.parent && newNumber(of: $0) == $1.number
      }
    guard !isSame else { return }
    let reason = "one row per entity of the new model"
    let limit = HistoryTables.change.number
    func addKeys(_ sql: String, _ values: [SQLiteValue] = []) {
      add(.keys, .primaryKey, sql, values, reason: reason)
    }
    addKeys("UPDATE Z_PRIMARYKEY SET Z_ENT = -Z_ENT WHERE Z_ENT < \(limit)")
    for entity in target.entities {
      let values: [SQLiteValue] = [
        .integer(Int64(entity.number)), .text(entity.name), .integer(Int64(entity.parent)),
      ]
      let table = moves.first { $0.table.name == entity.table }?.source
      let root = table.flatMap { name in
        source.entities.first { $0.table == name && $0.parent == 0 }
      }
      if entity.parent == 0, let root {
        addKeys(
          "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) SELECT ?, ?, ?, Z_MAX FROM "
            + "Z_PRIMARYKEY WHERE Z_ENT = -\(root.number)", values)
      } else {
        addKeys(
          "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)", values)
      }
    }
    addKeys("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT < 0")
  }
}

/// Translates the masks of changed properties in `ACHANGE.ZCOLUMNS`: bit i, most significant first,
/// is the i-th property of the concrete entity by name (Documentation/Format/History.md, 3).
struct HistoryMasks {
  static let function = "StoreDoctorHistoryMask"

  /// Old number of an entity to its old places in the order of the new ones, with their count.
  private var places: [Int64: [Int?]] = [:]

  init(source: StoreLayout, target: StoreLayout, pairing: ModelPairing) {
    for pair in pairing.entities {
      guard let old = source.entity(named: pair.source.name) else { continue }
      let before = Self.names(source.model, pair.source)
      let after = Self.names(target.model, pair.destination)
      let continued = Dictionary(
        keepingFirst: pair.properties.map { ($0.destination.name, $0.source.name) })
      let map = after.map { name in continued[name].flatMap { before.firstIndex(of: $0) } }
      if map != before.indices.map(Optional.some) { places[Int64(old.number)] = map }
    }
  }

  /// The stored properties of an entity in the order of a mask's bits.
  static func names(_ model: DataModel, _ entity: Entity) -> [String] {
    model.storedProperties(of: entity).map(\.name).sorted { $0.codePointsPrecede($1) }
  }

  var isEmpty: Bool { places.isEmpty }
  var numbers: [Int64] { places.keys.sorted() }

  func translated(_ mask: [UInt8], of entity: Int64) -> [UInt8] {
    guard let places = places[entity] else { return mask }
    var result = [UInt8](repeating: 0, count: (places.count + 7) / 8)
    for (new, old) in places.enumerated() {
      guard let old, old / 8 < mask.count, mask[old / 8] & (0x80 >> (old % 8)) != 0 else {
        continue
      }
      result[new / 8] |= 0x80 >> (new % 8)
    }
    return result
  }

  /// Makes the translation callable from SQL.
  func install(in connection: Connection) throws {
    // A history has few different masks, and mostly the same one many times in a row.
    var last: (entity: Int64, mask: [UInt8], result: SQLiteValue)?
    try connection.addFunction(Self.function, argumentCount: 2, deterministic: true) { arguments in
      guard let entity = arguments[0].integer, let mask = arguments[1].blob else {
        return arguments[1].value
      }
      if let last, last.entity == entity, mask.elementsEqual(last.mask) { return last.result }
      let bytes = Array(mask)
      let result = SQLiteValue.blob(translated(bytes, of: entity))
      last = (entity, bytes, result)
      return result
    }
  }
}
