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
  /// The `author` of the context that saved.
  var author: String? { get }
  /// The bundle of the process that saved.
  var bundleIdentifier: String { get }
  /// What happened, one change per object.
  var changes: [HistoryChange] { get }
  /// The process that saved.
  var processIdentifier: String { get }
  /// The UUID of the store.
  var storeIdentifier: String { get }
  /// When it was saved.
  var timestamp: Date { get }
  /// The place after it.
  var token: TokenType { get }
  /// Its key in the history.
  var transactionIdentifier: Int64 { get }
}

/// A place in the history of one or more stores.
public protocol HistoryToken: Comparable, Codable, Hashable, Sendable {
  /// The numbers of transactions, by the identifiers of their stores.
  var tokenValue: [String: Int64]? { get }
}

/// The place after one transaction of one store.
public struct DefaultHistoryToken: HistoryToken {
  /// The number of the last transaction that was seen, by the store's identifier.
  public let tokenValue: [String: Int64]?

  init(_ store: String, _ transaction: Int64) { tokenValue = [store: transaction] }

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
  /// The transaction it is part of.
  var transactionIdentifier: Int64 { get }
  /// Its own key in the history.
  var changeIdentifier: Int64 { get }
  /// The object it happened to.
  var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// An object that was changed.
public protocol HistoryUpdate<Model> {
  /// The class of the object.
  associatedtype Model: PersistentModel
  /// The transaction it is part of.
  var transactionIdentifier: Int64 { get }
  /// Its own key in the history.
  var changeIdentifier: Int64 { get }
  /// The object it happened to.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The properties that got other values.
  var updatedAttributes: [PartialKeyPath<Model>] { get }
}

/// An object that was deleted.
public protocol HistoryDelete<Model> {
  /// The class of the object.
  associatedtype Model: PersistentModel
  /// The transaction it is part of.
  var transactionIdentifier: Int64 { get }
  /// Its own key in the history.
  var changeIdentifier: Int64 { get }
  /// The object it happened to.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The values that were kept.
  var tombstone: HistoryTombstone<Model> { get }
}

/// An insertion, as this module's stores keep it.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert {
  /// The transaction it is part of.
  public let transactionIdentifier: Int64
  /// Its own key in the history.
  public let changeIdentifier: Int64
  /// The object that was inserted.
  public let changedPersistentIdentifier: PersistentIdentifier
}

/// A change, as this module's stores keep it.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate {
  /// The transaction it is part of.
  public let transactionIdentifier: Int64
  /// Its own key in the history.
  public let changeIdentifier: Int64
  /// The object that was changed.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The properties that got other values, relationships included.
  public let updatedAttributes: [PartialKeyPath<Model>]
}

/// A deletion, as this module's stores keep it.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete {
  /// The transaction it is part of.
  public let transactionIdentifier: Int64
  /// Its own key in the history.
  public let changeIdentifier: Int64
  /// The object that was deleted.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// What the history kept of it.
  public let tombstone: HistoryTombstone<Model>
}

/// The values of a deleted object that `.preserveValueOnDeletion` kept.
public struct HistoryTombstone<Model: PersistentModel>: Sequence {
  let values: [(name: String, value: Any)]

  public func makeIterator() -> AnyIterator<(String, Any)> {
    var rest = values.makeIterator()
    return AnyIterator { rest.next().map { ($0.name, $0.value) } }
  }

  /// The kept value of a property; nil if it was not kept, or was nil.
  public subscript<Value>(keyPath: KeyPath<Model, Value>) -> Value? {
    guard let name = Model._$type.property(keyPath)?.name else { return nil }
    return values.first { $0.name == name }?.value as? Value
  }
}
