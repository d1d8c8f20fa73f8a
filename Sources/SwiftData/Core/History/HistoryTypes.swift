public import Foundation

/// Which transactions of the persistent history to fetch.
public struct HistoryDescriptor<Transaction: HistoryTransaction> {
  /// Which transactions; nil for all. It is evaluated over the values, not in SQL.
  public var predicate: Predicate<Transaction>?
  /// How many of them at most; 0 for all.
  public var fetchLimit: UInt64 = 0
  /// Their order; empty for that of the transactions.
  public var sortBy: [SortDescriptor<Transaction>]

  /// A description of what to fetch, without a limit.
  public init(predicate: Predicate<Transaction>? = nil, sortBy: [SortDescriptor<Transaction>] = [])
  {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

/// One save, as the history keeps it.
public protocol HistoryTransaction {
  /// What names its place.
  associatedtype TokenType: HistoryToken
  /// What names the transaction in its store.
  associatedtype TransactionIdentifier
  /// The `author` of the context that saved.
  var author: String? { get }
  /// What happened, one change per object.
  var changes: [HistoryChange] { get }
  /// The UUID of the store.
  var storeIdentifier: String { get }
  /// When it was saved.
  var timestamp: Date { get }
  /// The place after it.
  var token: TokenType { get }
  /// Its key in the history.
  var transactionIdentifier: TransactionIdentifier { get }
}

/// A place in the history of one or more stores.
public protocol HistoryToken: Comparable, Codable, Hashable, Identifiable, Sendable {
  /// How a place is written.
  associatedtype TokenType
  /// The place as a value.
  var tokenValue: TokenType? { get }
  /// The store whose history it is a place in.
  var storeIdentifier: String { get }
}

extension HistoryToken {
  /// Empty, for tokens that do not say.
  public var storeIdentifier: String { "" }
}

/// The place after one transaction, in each store that it names.
public struct DefaultHistoryToken: HistoryToken {
  /// Numbers of transactions by the identifiers of their stores.
  public typealias TokenType = [String: Int64]
  /// The same.
  public typealias ID = [String: Int64]
  /// The number of the last transaction that was seen, by the store's identifier.
  public let tokenValue: [String: Int64]?

  init(_ store: String, _ transaction: Int64) { tokenValue = [store: transaction] }

  init(_ transactions: [String: Int64]) { tokenValue = transactions }

  private enum CodingKeys: CodingKey { case tokenValue }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    tokenValue = try fields.decodeIfPresent([String: Int64].self, forKey: .tokenValue)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encodeIfPresent(tokenValue, forKey: .tokenValue)
  }

  /// The same as `tokenValue`.
  public var id: [String: Int64] { tokenValue ?? [:] }

  /// The store it is a place in; of several the first by name.
  public var storeIdentifier: String { tokenValue?.keys.min() ?? "" }

  /// Whether no store is further in the first token and some is in the second.
  public static func < (left: DefaultHistoryToken, right: DefaultHistoryToken) -> Bool {
    let first = left.tokenValue ?? [:]
    let second = right.tokenValue ?? [:]
    return second.contains { (first[$0.key] ?? 0) < $0.value }
      && first.allSatisfy { $0.value <= second[$0.key] ?? $0.value }
  }
}

/// One save, as this module's stores keep it.
public struct DefaultHistoryTransaction: HistoryTransaction, Identifiable {
  /// Tokens of this module's stores.
  public typealias TokenType = DefaultHistoryToken
  /// The key of the transaction's row.
  public typealias TransactionIdentifier = Int64
  /// The same.
  public typealias ID = Int64
  /// The `author` of the context that saved.
  public let author: String?
  /// The bundle of the process that saved, or else the name of the process.
  public let bundleIdentifier: String
  /// What happened, in the order it was written.
  public let changes: [HistoryChange]
  /// The name of the process that saved.
  public let processIdentifier: String
  /// The UUID of the store.
  public let storeIdentifier: String
  /// When it was saved.
  public let timestamp: Date
  /// The place after this transaction.
  public let token: DefaultHistoryToken
  /// The transaction's key in the history.
  public let transactionIdentifier: Int64

  /// The transaction's key in the history.
  public var id: Int64 { transactionIdentifier }
}

/// What happened to one object.
public enum HistoryChange {
  /// It was inserted.
  case insert(any HistoryInsert)
  /// It was changed.
  case update(any HistoryUpdate)
  /// It was deleted.
  case delete(any HistoryDelete)

  /// The object it happened to.
  public var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let change): change.changedPersistentIdentifier
    case .update(let change): change.changedPersistentIdentifier
    case .delete(let change): change.changedPersistentIdentifier
    }
  }
}

/// An object that was inserted.
public protocol HistoryInsert<Model> {
  /// The class of the object.
  associatedtype Model: PersistentModel
  /// What names the transaction it is part of.
  associatedtype TransactionIdentifier
  /// What names it in the history.
  associatedtype ChangeIdentifier
  /// The transaction it is part of.
  var transactionIdentifier: TransactionIdentifier { get }
  /// Its own key in the history.
  var changeIdentifier: ChangeIdentifier { get }
  /// The object it happened to.
  var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// An object that was changed.
public protocol HistoryUpdate<Model> {
  /// The class of the object.
  associatedtype Model: PersistentModel
  /// What names the transaction it is part of.
  associatedtype TransactionIdentifier
  /// What names it in the history.
  associatedtype ChangeIdentifier
  /// The transaction it is part of.
  var transactionIdentifier: TransactionIdentifier { get }
  /// Its own key in the history.
  var changeIdentifier: ChangeIdentifier { get }
  /// The object it happened to.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The properties that got other values.
  var updatedAttributes: [any PropertyUpdate] { get }
}

extension HistoryUpdate {
  /// A property that got another value.
  public typealias PropertyUpdate = PartialKeyPath<Model> & Sendable
}

/// An object that was deleted.
public protocol HistoryDelete<Model> {
  /// The class of the object.
  associatedtype Model: PersistentModel
  /// What names the transaction it is part of.
  associatedtype TransactionIdentifier
  /// What names it in the history.
  associatedtype ChangeIdentifier
  /// The transaction it is part of.
  var transactionIdentifier: TransactionIdentifier { get }
  /// Its own key in the history.
  var changeIdentifier: ChangeIdentifier { get }
  /// The object it happened to.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The values that were kept.
  var tombstone: HistoryTombstone<Model> { get }
}

/// An insertion, as this module's stores keep it.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert, Hashable {
  /// The key of the transaction's row.
  public typealias TransactionIdentifier = Int64
  /// The key of the change's row.
  public typealias ChangeIdentifier = Int64
  /// The transaction it is part of.
  public let transactionIdentifier: Int64
  /// Its own key in the history.
  public let changeIdentifier: Int64
  /// The object that was inserted.
  public let changedPersistentIdentifier: PersistentIdentifier
}

/// A change, as this module's stores keep it.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate, Hashable {
  /// The key of the transaction's row.
  public typealias TransactionIdentifier = Int64
  /// The key of the change's row.
  public typealias ChangeIdentifier = Int64
  /// A property that got another value.
  public typealias PropertyUpdate = PartialKeyPath<Model> & Sendable
  /// The transaction it is part of.
  public let transactionIdentifier: Int64
  /// Its own key in the history.
  public let changeIdentifier: Int64
  /// The object that was changed.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The properties that got other values, relationships included.
  public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

  public static func == (left: Self, right: Self) -> Bool {
    left.changeIdentifier == right.changeIdentifier
      && left.transactionIdentifier == right.transactionIdentifier
      && left.changedPersistentIdentifier == right.changedPersistentIdentifier
      && left.updatedAttributes as [PartialKeyPath<Model>] == right.updatedAttributes
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(changeIdentifier) }
}

/// A deletion, as this module's stores keep it.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete, Hashable {
  /// The key of the transaction's row.
  public typealias TransactionIdentifier = Int64
  /// The key of the change's row.
  public typealias ChangeIdentifier = Int64
  /// The transaction it is part of.
  public let transactionIdentifier: Int64
  /// Its own key in the history.
  public let changeIdentifier: Int64
  /// The object that was deleted.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// What the history kept of it.
  public let tombstone: HistoryTombstone<Model>

  public static func == (left: Self, right: Self) -> Bool {
    left.changeIdentifier == right.changeIdentifier
      && left.transactionIdentifier == right.transactionIdentifier
      && left.changedPersistentIdentifier == right.changedPersistentIdentifier
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(changeIdentifier) }
}

/// The values of a deleted object that `.preserveValueOnDeletion` kept.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, Sendable {
  /// A property's name and what was kept of it.
  public typealias Element = (name: String, value: any Sendable)

  let values: [Element]

  /// A walk over the kept values.
  public struct Iterator: IteratorProtocol {
    /// A property's name and what was kept of it.
    public typealias Element = HistoryTombstone<Model>.Element

    fileprivate var rest: IndexingIterator<[Element]>

    /// The next value; nil after the last.
    public mutating func next() -> Element? { rest.next() }
  }

  public func makeIterator() -> Iterator { Iterator(rest: values.makeIterator()) }

  /// The kept value of a property; nil if it was not kept, or was nil.
  public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
    guard let name = Model._$type.property(keyPath)?.name else { return nil }
    return values.first { $0.name == name }?.value
  }
}
