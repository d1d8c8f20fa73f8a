public import Foundation

/// Which transactions of the persistent history to fetch.
public struct HistoryDescriptor<Transaction: HistoryTransaction> {
  public var predicate: Predicate<Transaction>?
  public var fetchLimit: UInt64 = 0
  public var sortBy: [SortDescriptor<Transaction>]

  public init(predicate: Predicate<Transaction>? = nil, sortBy: [SortDescriptor<Transaction>] = [])
  {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

/// One save, as the history keeps it.
public protocol HistoryTransaction {
  associatedtype TokenType: HistoryToken
  var author: String? { get }
  var bundleIdentifier: String { get }
  var changes: [HistoryChange] { get }
  var processIdentifier: String { get }
  var storeIdentifier: String { get }
  var timestamp: Date { get }
  var token: TokenType { get }
  var transactionIdentifier: Int64 { get }
}

/// A place in the history of one or more stores.
public protocol HistoryToken: Comparable, Codable, Hashable, Sendable {
  var tokenValue: [String: Int64]? { get }
}

public struct DefaultHistoryToken: HistoryToken {
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

public struct DefaultHistoryTransaction: HistoryTransaction, Identifiable {
  public let author: String?
  public let bundleIdentifier: String
  public let changes: [HistoryChange]
  public let processIdentifier: String
  public let storeIdentifier: String
  public let timestamp: Date
  public let token: DefaultHistoryToken
  public let transactionIdentifier: Int64

  public var id: Int64 { transactionIdentifier }
}

/// What happened to one object.
public enum HistoryChange {
  case insert(any HistoryInsert)
  case update(any HistoryUpdate)
  case delete(any HistoryDelete)

  public var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let change): change.changedPersistentIdentifier
    case .update(let change): change.changedPersistentIdentifier
    case .delete(let change): change.changedPersistentIdentifier
    }
  }
}

public protocol HistoryInsert<Model> {
  associatedtype Model: PersistentModel
  var transactionIdentifier: Int64 { get }
  var changeIdentifier: Int64 { get }
  var changedPersistentIdentifier: PersistentIdentifier { get }
}

public protocol HistoryUpdate<Model> {
  associatedtype Model: PersistentModel
  var transactionIdentifier: Int64 { get }
  var changeIdentifier: Int64 { get }
  var changedPersistentIdentifier: PersistentIdentifier { get }
  var updatedAttributes: [PartialKeyPath<Model>] { get }
}

public protocol HistoryDelete<Model> {
  associatedtype Model: PersistentModel
  var transactionIdentifier: Int64 { get }
  var changeIdentifier: Int64 { get }
  var changedPersistentIdentifier: PersistentIdentifier { get }
  var tombstone: HistoryTombstone<Model> { get }
}

public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert {
  public let transactionIdentifier: Int64
  public let changeIdentifier: Int64
  public let changedPersistentIdentifier: PersistentIdentifier
}

public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate {
  public let transactionIdentifier: Int64
  public let changeIdentifier: Int64
  public let changedPersistentIdentifier: PersistentIdentifier
  public let updatedAttributes: [PartialKeyPath<Model>]
}

public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete {
  public let transactionIdentifier: Int64
  public let changeIdentifier: Int64
  public let changedPersistentIdentifier: PersistentIdentifier
  public let tombstone: HistoryTombstone<Model>
}

/// The values of a deleted object that `.preserveValueOnDeletion` kept.
public struct HistoryTombstone<Model: PersistentModel>: Sequence {
  let values: [(name: String, value: Any)]

  public func makeIterator() -> AnyIterator<(String, Any)> {
    var rest = values.makeIterator()
    return AnyIterator { rest.next().map { ($0.name, $0.value) } }
  }

  public subscript<Value>(keyPath: KeyPath<Model, Value>) -> Value? {
    guard let name = Model._$type.property(keyPath)?.name else { return nil }
    return values.first { $0.name == name }?.value as? Value
  }
}
