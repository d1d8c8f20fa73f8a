internal import Foundation

extension ModelContext {
  /// What the notifications of a save say, under the keys' raw values: lists of identifiers.
  ///
  /// The objects that a save is about to insert have no identifier that lasts, so `willSave` names
  /// none; `insertedModelsArray` has the objects.
  public enum NotificationKey: String, Hashable, Sendable {
    /// In both: the objects that are deleted.
    case deletedIdentifiers = "deleted"
    /// In `didSave`: the objects that were inserted, by the identifiers they have now.
    case insertedIdentifiers = "inserted"
    /// In neither, because nothing makes all objects of a context invalid here.
    case invalidatedAllIdentifiers = "invalidatedAllIdentifiers"
    /// In neither, because stores have no generations here.
    case queryGeneration = "queryGeneration"
    /// In both: the objects that are changed.
    case updatedIdentifiers = "updated"
    /// In `didSave`: the place after the save in the history, a `DefaultHistoryToken`, or the token
    /// of a data store of the app's own.
    case historyTokens = "historyTokens"
  }

  /// Tells everybody who watches this context, such as a `ResultsObserver`, of the changes made so
  /// far. There is nothing else to process: both ends of a relationship follow a change at once, and
  /// an undo manager notes it then.
  public func processPendingChanges() { core.watchers.notify() }

  func postWillSave() {
    let updated = changed.filter { $0.storage.isListed && !$0.storage.isDeleted }
      .map { $0.storage.identifier }
    let gone = deleted.filter { $0.storage.isDeleted }.map { $0.storage.identifier }
    NotificationCenter.default.post(
      name: Self.willSave, object: self,
      userInfo: [
        NotificationKey.updatedIdentifiers.rawValue: updated,
        NotificationKey.deletedIdentifiers.rawValue: gone,
      ])
  }

  func postDidSave(_ saved: SavedChanges) {
    var info: [AnyHashable: Any] = [
      NotificationKey.insertedIdentifiers.rawValue: saved.inserted,
      NotificationKey.updatedIdentifiers.rawValue: saved.updated,
      NotificationKey.deletedIdentifiers.rawValue: saved.deleted,
    ]
    if !saved.transactions.isEmpty {
      info[NotificationKey.historyTokens.rawValue] = DefaultHistoryToken(saved.transactions)
    } else if let token = saved.foreignToken {
      info[NotificationKey.historyTokens.rawValue] = token
    }
    NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: info)
  }
}
