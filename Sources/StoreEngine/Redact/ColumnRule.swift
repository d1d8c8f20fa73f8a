internal import StoreModel

/// What becomes of the values of a column.
enum ColumnRule: Hashable {
  /// They belong to the schema, or say which row is which.
  case keep
  /// Whole numbers are keys, counts and flags; the rest is replaced, real numbers as dates.
  case keepKeys
  /// The same where nothing but the values says so: all of them are such as links have.
  case maybeKeys
  /// Replaced by what they are stored as.
  case value
  /// Numbers are seconds since 2001.
  case date
  /// Data are UUIDs.
  case identifier
  /// Data may lie in files.
  case external
  /// The same where no model says so: data that begin so are taken for such.
  case maybeExternal
  /// Texts that stand in the schema stay.
  case names(Set<String>)
  /// The metadata's property list.
  case metadata

  /// Whether whole numbers stay.
  var keepsIntegers: Bool { self == .keep || self == .keepKeys || self == .maybeKeys }

  init(_ attribute: Attribute) {
    switch attribute.type {
    // The number of objects in a relationship, which are as many as before.
    case _ where attribute.countedRelationship != nil: self = .keep
    case .date: self = .date
    case .uuid: self = .identifier
    case .binary where attribute.allowsExternalStorage: self = .external
    default: self = .value
    }
  }
}

/// The rules of a table's columns, which are read and written in this order.
struct TableRules {
  struct Column {
    let name: String
    let rule: ColumnRule
    /// Another one gives other numbers.
    let salt: UInt64
  }

  let table: String
  var columns: [Column]
  /// What the key of a row is called, where no column is the key.
  var rowid: String?
  /// What rows lie in the order of; nil in a table without keys of its own.
  var order: String?
  /// Texts and numbers that a condition in the table's own text names.
  var constants: Set<SQLiteValue> = []
}
