public import StoreModel

/// An entity as a store holds it.
public struct StoreEntity: Sendable {
  /// As the model names it.
  public let name: String
  /// `Z_ENT` as `Z_PRIMARYKEY` has it.
  public let number: Int64
  /// The name of the superentity.
  public let parent: String?
  /// Whether it has no rows of its own.
  public let isAbstract: Bool
  /// The table with the entity's rows, or the one it should have.
  public let table: String
  /// Whether the store lacks the table.
  public let isTableMissing: Bool
  /// `Z_MAX` of the root: the highest key ever given. Nil without a row in `Z_PRIMARYKEY`.
  public let maxKey: Int64?
  /// `Z_ENT` of the entity and of everything below it.
  public let numbers: [Int64]
  /// Whether other entities have rows in the same table.
  public let sharesTable: Bool
  /// Own and inherited attributes, then relationships, by name; composites by their elements.
  public let properties: [StoreProperty]
  /// The name of the entity's temporary view, see `Store.entityViews`.
  public let viewName: String

  /// Nil where there is none of the name.
  public func property(named name: String) -> StoreProperty? {
    properties.first { $0.name == name }
  }

  /// The SQL condition that selects the entity's rows in its table; nil when all are.
  package var condition: String? {
    guard sharesTable, let first = numbers.first, let last = numbers.last else { return nil }
    if Int64(numbers.count) == last.subtracting(saturating: first).adding(saturating: 1) {
      return first == last ? "Z_ENT = \(first)" : "Z_ENT BETWEEN \(first) AND \(last)"
    }
    return "Z_ENT IN (\(numbers.map(String.init).joined(separator: ", ")))"
  }
}

/// A property with the place of its values.
public struct StoreProperty: Sendable {
  /// `title`, or `author.name` for an element of a composite.
  public let name: String
  /// The entity that declares it.
  public let declaringEntity: String
  /// What it is, and where.
  public let kind: Kind

  /// Attributes and relationships by how they are stored.
  public enum Kind: Sendable {
    /// `column` is nil when the table lacks it.
    case attribute(Attribute, column: String?)
    /// An enum without raw value: one column per case, of which one holds the case's name.
    case enumeration(Attribute, columns: [String])
    /// `entityColumn` holds the destination's `Z_ENT`, where it can vary.
    case toOne(Relationship, column: String?, entityColumn: String?)
    case toMany(Relationship, ToManyPath?)
  }

  /// Nil for a relationship.
  public var attribute: Attribute? {
    switch kind {
    case .attribute(let attribute, _), .enumeration(let attribute, _): attribute
    default: nil
    }
  }

  /// Nil for an attribute.
  public var relationship: Relationship? {
    switch kind {
    case .toOne(let relationship, _, _), .toMany(let relationship, _): relationship
    default: nil
    }
  }

  /// The columns in the entity's own table.
  public var columns: [String] {
    switch kind {
    case .attribute(_, let column), .toOne(_, let column, _): column.map { [$0] } ?? []
    case .enumeration(_, let columns): columns
    case .toMany: []
    }
  }

  /// False when the store lacks the columns or tables of the property.
  public var isPresent: Bool {
    switch kind {
    case .toMany(_, let path): path != nil
    default: !columns.isEmpty
    }
  }
}

/// Where the objects of a to-many relationship are found.
public struct ToManyPath: Sendable, Hashable {
  /// The destination's table, or a join table.
  public let table: String
  /// Column with the key of the object that has the relationship.
  public let source: String
  /// Column with the keys of the objects in it.
  public let destination: String
  /// Column to sort by, when the relationship is ordered.
  public let order: String?
  /// Whether the table is one of links only.
  public let isJoin: Bool
}

/// Why a store cannot be read as asked.
public enum StoreError: ReportableError, Sendable, Hashable {
  case unknownEntity(String, known: [String])
  case unknownProperty(String, entity: String, known: [String])
  case missingTable(String, entity: String)
  case notToMany(String, entity: String)
  case condition(String, message: String)
  case noHistory(missing: String)

  /// A table may be missing; the rest are mistakes in the question.
  public var status: ExitStatus {
    switch self {
    case .missingTable, .noHistory: .unreadable
    default: .usage
    }
  }

  public var description: String {
    switch self {
    case .unknownEntity(let name, let known):
      "no entity '\(name)' in the store; it has \(known.quotedNames)"
    case .unknownProperty(let name, let entity, let known):
      "no property '\(name)' in '\(entity)'; it has \(known.quotedNames)"
    case .missingTable(let table, let entity):
      "the store has no table '\(table)' for '\(entity)', so it has no rows to show"
    case .notToMany(let name, let entity):
      "'\(entity).\(name)' is not a to-many relationship with a table of its own"
    case .noHistory(let table):
      "the store keeps no persistent history: it has no table '\(table)'"
    case .condition(let text, let message):
      "cannot use the condition '\(text.oneLine)': \(Self.ownPart(of: message).oneLine)"
    }
  }

  /// SQLite quotes from an open quote to the end of its statement, past the condition.
  private static func ownPart(of message: String) -> String {
    guard let end = message.firstRange(of: "\n) ORDER BY") ?? message.firstRange(of: "\n)") else {
      return message
    }
    return message[..<end.lowerBound] + "\""
  }
}

extension String {
  /// Of a text of any length, as much as helps.
  fileprivate var oneLine: String {
    let line = split(whereSeparator: \.isNewline).joined(separator: " ")
    let shown = line.prefix(1000)
    return shown + (shown.endIndex < line.endIndex ? "…" : "")
  }
}
