internal import StoreModel

/// Which columns of a store hold values, as its model and the format say
/// (Documentation/Format/StoreFormat.md, 1 to 3).
struct StoreColumnRules {
  private var known: [String: [String: ColumnRule]] = [:]
  private var joins: Set<String> = []
  private let isStore: Bool
  /// Whether the model was guessed from the tables, so that it does not tell links from numbers.
  private let isGuessed: Bool
  /// The highest key of any row.
  private let highest: Int64
  private let connection: Connection

  private static let fixed: [String: [String: ColumnRule]] = [
    "ACHANGE": ["ZCOLUMNS": .keep], "Z_METADATA": ["Z_PLIST": .metadata, "Z_VERSION": .keep],
    "ANSCKEVENT": ["ZERRORDOMAIN": .names(errorDomains)],
  ]
  /// The system's domains of errors, which tell nothing of anybody.
  private static let errorDomains: Set = [
    "CKErrorDomain", "CKInternalErrorDomain", "NSCocoaErrorDomain", "NSPOSIXErrorDomain",
    "NSSQLiteErrorDomain", "NSURLErrorDomain",
  ]

  /// - Parameter store: nil for other databases.
  init(_ store: Store?, _ connection: Connection) {
    isStore = store != nil
    isGuessed = store?.model.source == .store
    highest = store?.entities.compactMap(\.maxKey).max() ?? 0
    self.connection = connection
    for entity in store?.entities ?? [] where !entity.isTableMissing {
      known[entity.table, default: [:]].merge(
        ["Z_PK": .keep, "Z_ENT": .keep, "Z_OPT": .keep]
      ) { old, _ in old }
      for property in entity.properties { add(property, of: entity) }
    }
  }

  private mutating func add(_ property: StoreProperty, of entity: StoreEntity) {
    func set(_ column: String?, _ rule: ColumnRule, in table: String) {
      if let column, known[table]?[column] == nil { known[table, default: [:]][column] = rule }
    }
    switch property.kind {
    case .attribute(let attribute, _) where isGuessed && attribute.type == .integer64: break
    case .attribute(let attribute, let column) where isGuessed && attribute.type == .binary:
      set(column, .maybeExternal, in: entity.table)
    case .attribute(let attribute, let column): set(column, ColumnRule(attribute), in: entity.table)
    case .enumeration(let attribute, let columns):
      for column in columns {
        set(column, .names(Set(attribute.elements.map(\.name))), in: entity.table)
      }
    case .toOne(_, let column, let entityColumn):
      set(column, .keepKeys, in: entity.table)
      set(entityColumn, .keepKeys, in: entity.table)
    case .toMany(_, let path):
      guard let path else { return }
      if path.isJoin { joins.insert(path.table) }
      for column in [path.source, path.destination, path.order]
      where path.isJoin || column != "Z_PK" {
        set(column, .keepKeys, in: path.table)
      }
    }
  }

  /// Nil where nothing but the table itself can tell.
  func rule(
    of column: String, type: String, in table: String, _ columns: [String]
  ) throws -> ColumnRule? {
    guard isStore else { return nil }
    if let rule = known[table]?[column] ?? Self.fixed[table]?[column] { return rule }
    let isDate = type.uppercased() == "TIMESTAMP"
    switch table {
    case "Z_PRIMARYKEY", "Z_MODELCACHE": return .keep
    case "Z_METADATA": return .value
    case "ACHANGE" where column.hasPrefix("ZTOMBSTONE"): return .value
    case "ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING": return .keepKeys
    case _ where table.hasPrefix("ANSCK") || joins.contains(table) || Self.isJoin(table):
      return .keepKeys
    // A table of another version, or a column that the model does not know.
    case _ where columns.contains("Z_PK") && columns.contains("Z_ENT"):
      if column.hasPrefix("Z_") || Self.isNumbered(column.dropFirst()) { return .keepKeys }
      if type.uppercased() == "INTEGER", try mayBeLinks(column, table) { return .maybeKeys }
      return isDate ? .date : type.uppercased() == "BLOB" ? .maybeExternal : .value
    default: return nil
    }
  }

  /// Whether each number could be the key of a row.
  private func mayBeLinks(_ column: String, _ table: String) throws -> Bool {
    let name = column.sqlQuoted
    let ends = try connection.rows(
      "SELECT min(\(name)), max(\(name)) FROM main.\(table.sqlQuoted) WHERE typeof(\(name)) = 'integer'"
    )
    guard let first = ends[0][0].integer, let last = ends[0][1].integer else { return false }
    return first >= 0 && last <= highest && last > 0
  }

  /// `Z_2TAGS`, of a version that the store's model does not tell of.
  private static func isJoin(_ table: String) -> Bool {
    table.hasPrefix("Z_") && table.dropFirst(2).first.map { $0.isASCII && $0.isNumber } ?? false
  }

  /// `3_OWNER` of `Z3_OWNER`, with the entity of a link's destination.
  private static func isNumbered(_ name: Substring) -> Bool {
    let digits = name.prefix { $0.isASCII && $0.isNumber }
    return !digits.isEmpty && name.dropFirst(digits.count).first == "_"
  }
}
