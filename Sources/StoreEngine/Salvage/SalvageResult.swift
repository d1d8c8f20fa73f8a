package import StoreModel

/// What was saved of a damaged file, and what was not.
package struct SalvageResult: Sendable {
  /// A table of the file.
  package struct Table: Sendable {
    package var name: String
    /// The root entity whose rows it has; nil for the store's own tables and for links.
    package var entity: String?
    /// Rows in the new store.
    package var found: Int64 = 0
    /// Rows in the new store by entity.
    package var byEntity: [Int64: Int64] = [:]
    /// Keys that an index or a reference names, and that no row has.
    package var missing: Int64 = 0
    /// Rows that could be seen and not be believed.
    package var refused: Int64 = 0
    /// The highest key that was ever given, as the store counts; nil for tables without a counter.
    package var counter: Int64?
    /// Rows with values from a page of zeros.
    package var doubtful: Int64 = 0
    /// Whether every page of it was found whole.
    package var isWhole = true
    /// Whether it is known that no row is missing, because its pages are whole, because an index
    /// names every row, or because there are as many rows as keys were given.
    package var isComplete = true
  }

  /// A page that rows or entries may have been on.
  package struct LostPage: Sendable, Hashable {
    package var page: UInt32
    /// The table or index it belongs to; nil where that is not known.
    package var owner: String?
    package var why: String
  }

  package var tables: [Table] = []
  package var lostPages: [LostPage] = []
  /// What is to be known besides, one sentence each.
  package var notes: [String] = []
  /// Indexes of which pages are damaged; they are made anew of the rows.
  package var damagedIndexes: [String] = []
  /// In bytes.
  package var pageSize = 0
  package var pageCount = 0

  /// Whether any damage was seen.
  package var isDamaged: Bool { !lostPages.isEmpty || !notes.isEmpty || hasLosses }

  /// Whether anything is missing, or may be.
  package var hasLosses: Bool {
    tables.contains { !$0.isComplete || $0.doubtful > 0 }
      || lostPages.contains { $0.owner == nil } || mayLack
  }

  /// Whether something besides rows is missing or was made up anew.
  package var mayLack = false
}

/// Why nothing can be saved.
package enum SalvageError: ReportableError, Hashable {
  /// Neither tables nor a model can be read.
  case noSchema(String)
  case noModel(String)
  /// The only model there is numbers the entities otherwise than the file does; with two such pairs of
  /// an entity and its number in the file.
  case otherModel(String, model: String, numbers: [String])
  /// A database of some other kind.
  case foreign(String)

  package var status: ExitStatus { .unreadable }

  package var description: String {
    switch self {
    case .noSchema(let path):
      "the tables of '\(path)' cannot be told apart: its schema and its cached model are lost"
    case .noModel(let path):
      "'\(path)' has lost its metadata and its cached model"
    case .otherModel(let path, let model, let numbers):
      "'\(path)' has lost its metadata, and \(DataModel.inSentence(model)) is not the version that wrote "
        + "it: its rows have other entity numbers (\(numbers.joined(separator: ", ")))"
    case .foreign(let path):
      "'\(path)' is no store of Core Data or SwiftData: it has neither 'Z_METADATA' nor 'Z_PRIMARYKEY'"
    }
  }

  package var help: [String] {
    if case .foreign = self { return [] }
    return ["name the version of the app that wrote it: --model PATH@VERSION"]
  }
}
