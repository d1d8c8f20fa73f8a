internal import StoreModel

/// Who wrote a transaction, as far as the store says.
public struct HistoryWriter: Sendable, Hashable {
  /// `transactionAuthor` of the context.
  public var author: String?
  /// The bundle identifier of the app or extension.
  public var bundle: String?
  /// The name of the process.
  public var process: String?
  /// `name` of the context.
  public var context: String?
}

/// A save, as the persistent history keeps it.
public struct HistoryTransaction: Sendable, Hashable {
  /// Its key, which tokens of history name.
  public var token: Int64
  /// Seconds since 2001-01-01 00:00:00 UTC; nil where the row is gone or carries none.
  public var seconds: Double?
  /// Who made it.
  public var writer: HistoryWriter
  /// False where changes name a transaction that is not there.
  public var isPresent = true

  /// Its moment in ISO 8601.
  public var date: String? { seconds.map(CoreDataDate.text) }
}

/// What a change did to its object.
public enum HistoryChangeKind: Sendable, Hashable {
  case insert, update, delete
  /// A number that no framework is known to write.
  case other(Int64)

  init(_ number: Int64?) {
    switch number {
    case 0: self = .insert
    case 1: self = .update
    case 2: self = .delete
    case let number: self = .other(number ?? -1)
    }
  }

  /// `insert`, `update`, `delete`; `unknown 7`.
  public var name: String {
    switch self {
    case .insert: "insert"
    case .update: "update"
    case .delete: "delete"
    case .other(let number): "unknown \(number)"
    }
  }
}

/// One object that a transaction inserted, updated or deleted.
public struct HistoryChange: Sendable {
  /// Its key in `ACHANGE`.
  public var key: Int64
  /// What happened.
  public var kind: HistoryChangeKind
  /// `Z_ENT` of the object's own entity.
  public var entityNumber: Int64
  /// The entity's name; nil where the model has none of the number.
  public var entity: String?
  /// The object's key.
  public var object: Int64
  /// What an update changed, by name; nil where the mask cannot be read by this model.
  public var properties: [String]?
  /// Values that a deletion kept, with the attribute where it is certain whose value it is.
  public var tombstones: [Tombstone] = []

  /// A value of a deleted object.
  public struct Tombstone: Sendable, Hashable {
    /// The attribute; nil where that is unknown.
    public var property: String?
    /// The column, for what has no certain attribute.
    public var column: String
    /// As it is stored.
    public var value: SQLiteValue
  }
}

/// Reads the masks of changed properties: bit i, most significant first, is the i-th stored property of
/// the object's own entity by name (Documentation/Format/History.md, 3).
struct ChangedProperties {
  /// By the number of the entity: its stored properties by name.
  private let names: [Int64: [String]]
  private var last: (entity: Int64, mask: [UInt8], names: [String]?)?

  init(_ store: Store) {
    names = Dictionary(
      keepingFirst: store.entities.compactMap { stored in
        store.model.entity(named: stored.name).map { entity in
          (stored.number, HistoryMasks.names(store.model, entity))
        }
      })
  }

  /// Nil where the mask has another length than the entity's properties need, or names one behind the
  /// last: it was written under another model.
  mutating func names(_ mask: UnsafeRawBufferPointer, of entity: Int64) -> [String]? {
    // A history has few different masks, and mostly the same one many times in a row.
    if let last, last.entity == entity, mask.elementsEqual(last.mask) { return last.names }
    let found = decoded(mask, of: entity)
    last = (entity, Array(mask), found)
    return found
  }

  private func decoded(_ mask: UnsafeRawBufferPointer, of entity: Int64) -> [String]? {
    guard let names = names[entity], mask.count == (names.count + 7) / 8 else { return nil }
    var changed: [String] = []
    for index in 0..<mask.count * 8 where mask[index / 8] & (0x80 >> (index % 8)) != 0 {
      guard index < names.count else { return nil }
      changed.append(names[index])
    }
    return changed
  }
}
