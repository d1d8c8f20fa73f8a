package import StoreModel

/// The SQL schema Core Data gives a model: tables, columns, join tables, indexes and triggers, with
/// their exact texts and order (Documentation/Format/StoreFormat.md, 1 and 2).
package struct StoreLayout: Sendable {
  package let model: DataModel
  package let era: StoreEra
  /// Every entity in the order of its number (`Z_ENT`).
  package let entities: [NumberedEntity]
  /// One table per root entity, in the order of the roots.
  package let tables: [EntityTable]
  package let joinTables: [JoinTable]
  /// The texts of a fresh store's `sqlite_master`, in Apple's order.
  package let statements: [String]
  /// What is not known about how Core Data lays out this model, one sentence each; the layout
  /// then holds the best guess, or leaves the object out where the sentence says so.
  package let unknowns: [String]
  /// The unknowns that leave a column, an index or triggers out of the layout.
  package let omissions: [String]

  private let columns: [PropertyKey: StoreColumn]
  private let joins: [PropertyKey: Int]
  private let numbering: EntityNumbering

  /// - Parameters:
  ///   - framework: `NSPersistenceFrameworkVersion`; nil means the version new stores get.
  ///   - history: whether the persistent history tables are part of it.
  ///   - existing: the store the model came from, to settle what names alone do not determine.
  package init(
    model: DataModel, framework: Int? = nil, history: Bool = false,
    existing: ExistingTables = ExistingTables()
  ) {
    let era = StoreEra(framework: framework)
    var builder = LayoutBuilder(model: model, era: era, existing: existing)
    builder.build(history: history)
    self.model = model
    self.era = era
    entities = builder.numbering.numbered
    tables = builder.tables
    joinTables = builder.joinTables
    statements = Self.withoutRepeatedIndexes(builder.statements)
    unknowns = builder.unknowns
    omissions = builder.omissions
    columns = builder.columns
    joins = builder.joins
    numbering = builder.numbering
  }

  /// Of indexes with one name, in whatever capitals, the first is made.
  private static func withoutRepeatedIndexes(_ statements: [String]) -> [String] {
    var names: Set<String> = []
    return statements.filter { statement in
      let beginnings = ["CREATE INDEX ", "CREATE UNIQUE INDEX "]
      guard let beginning = beginnings.first(where: statement.hasPrefix) else { return true }
      let words = statement.utf8.dropFirst(beginning.utf8.count).split(separator: UInt8(ascii: " "))
      let name = words.prefix { !$0.elementsEqual("ON".utf8) }
      return names.insert(name.map { Substring($0).lowercased() }.joined(separator: " ")).inserted
    }
  }

  package func entity(named name: String) -> NumberedEntity? {
    numbering.index(of: name).map { entities[$0] }
  }

  /// The column of an own or inherited property, or of a composite's element: `["author", "name"]`.
  package func column(of entity: String, _ path: [String]) -> StoreColumn? {
    guard let index = numbering.index(of: entity) else { return nil }
    for level in numbering.lineage(of: index) {
      if let column = columns[PropertyKey(entities[level].name, path)] { return column }
    }
    return nil
  }

  /// The join table of a many-to-many relationship, and whether it is named by this one.
  package func join(of entity: String, _ relationship: String) -> (table: JoinTable, isOwner: Bool)?
  {
    guard let index = numbering.index(of: entity) else { return nil }
    for level in numbering.lineage(of: index) {
      let name = entities[level].name
      guard let found = joins[PropertyKey(name, [relationship])] else { continue }
      let table = joinTables[found]
      return (table, table.owner == name && table.relationship == relationship)
    }
    return nil
  }

  /// The entity, then its superentity, up to the root.
  func lineage(of entity: String) -> [Entity] {
    guard let index = numbering.index(of: entity) else { return [] }
    return numbering.lineage(of: index).map { numbering.entities[$0] }
  }
}

/// A property of an entity, or an element inside a composite.
struct PropertyKey: Hashable, Sendable {
  let entity: String
  let path: [String]

  init(_ entity: String, _ path: [String]) {
    self.entity = entity
    self.path = path
  }
}

/// The table of a root entity and all of its subentities.
package struct EntityTable: Sendable, Hashable {
  package let name: String
  /// The root entity.
  package let root: String
  package let columns: [StoreColumn]
  /// Column names of uniqueness constraints that are part of the table's text (old eras only).
  package let constraints: [[String]]

  package var sql: String {
    let constraintTexts = constraints.filter { $0.count > 1 }.map { names in
      let list = names.map(\.sqlName).joined(separator: ", ")
      return "CONSTRAINT \(names.joined(separator: "_").sqlName) UNIQUE (\(list))"
    }
    let single = Set(constraints.filter { $0.count == 1 }.flatMap { $0 })
    let columnTexts = columns.map { column in
      "\(column.name.sqlName) \(column.sqlType)" + (single.contains(column.name) ? " UNIQUE" : "")
    }
    // Core Data leaves out the space before the closing parenthesis after a constraint.
    let end = constraintTexts.isEmpty ? " )" : ")"
    return "CREATE TABLE \(name.sqlName) ( "
      + (columnTexts + constraintTexts).joined(separator: ", ") + end
  }
}

package struct StoreColumn: Sendable, Hashable {
  package let name: String
  /// As declared: INTEGER, FLOAT, TIMESTAMP, DECIMAL, VARCHAR or BLOB.
  package let sqlType: String
  package let role: Role

  package enum Role: Sendable, Hashable {
    /// `Z_PK`, `Z_ENT`, `Z_OPT`.
    case key, entity, lock
    /// An attribute, or the element of a composite that the path leads to.
    case attribute(entity: String, path: [String])
    /// The destination's `Z_PK`.
    case toOne(entity: String, relationship: String)
    /// The destination's `Z_ENT`, where the declared destination has subentities.
    case destinationEntity(entity: String, relationship: String)
    /// The source's `Z_PK` for a to-many relationship without inverse; `entity` declares it.
    case inverseless(entity: String, relationship: String)
    /// The place among the objects of an ordered to-many, beside the column that points back.
    case order(entity: String, relationship: String)
  }
}

/// The table of a many-to-many relationship.
package struct JoinTable: Sendable, Hashable {
  package let name: String
  /// The declaring entity with the lower number; its relationship names the table.
  package let owner: String
  package let relationship: String
  package let other: String
  package let inverse: String
  /// Keys of `owner`.
  package let ownerColumn: String
  /// Keys of `other`.
  package let otherColumn: String
  /// Order of the owners among the inverse's objects, when the inverse is ordered.
  package let ownerOrder: String?
  /// Order of the objects of `relationship`, when that is ordered.
  package let otherOrder: String?
  /// False in the era of untyped columns without a primary key.
  package let isTyped: Bool

  /// The columns in the order owner, other, their orders; nil for an order that there is not.
  var columns: [String?] { [ownerColumn, otherColumn, ownerOrder, otherOrder] }

  /// Whether the relationship is its own inverse.
  var isOwnInverse: Bool { owner == other && relationship == inverse }

  package var sql: String {
    let type = isTyped ? " INTEGER" : ""
    var parts = columns.compactMap { $0.map { $0.sqlName + type } }
    if isTyped { parts.append("PRIMARY KEY (\(ownerColumn.sqlName), \(otherColumn.sqlName))") }
    return "CREATE TABLE \(name.sqlName) ( \(parts.joined(separator: ", ")) )"
  }
}

/// The tables and column orders a store already has.
///
/// Core Data picks some names and orders by the layout of its own dictionaries, so they cannot be
/// told from the model; a store that exists settles them.
public struct ExistingTables: Sendable {
  /// Table name to its columns in order.
  public let columns: [String: [String]]
  /// Table name to its place in `sqlite_master`.
  public let order: [String: Int]

  /// - Parameter tables: in the order of `sqlite_master`.
  public init(_ tables: [(name: String, columns: [String])] = []) {
    columns = Dictionary(keepingFirst: tables.map { ($0.name, $0.columns) })
    order = Dictionary(keepingFirst: tables.enumerated().map { ($1.name, $0) })
  }
}

extension String {
  /// The name as Core Data writes it, in double quotes only where SQL needs them.
  package var sqlName: String {
    let isPlain = unicodeScalars.allSatisfy {
      switch $0.value {
      case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...: true
      default: false
      }
    }
    return isPlain && !isEmpty ? self : sqlQuoted
  }

  /// The name in double quotes.
  package var sqlQuoted: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// The text as an SQL literal.
  package var sqlLiteral: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
