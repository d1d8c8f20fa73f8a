/// What a save has done, for whoever is told.
struct SavedChanges {
  var inserted: [PersistentIdentifier] = []
  var updated: [PersistentIdentifier] = []
  var deleted: [PersistentIdentifier] = []
  /// The numbers of the transactions in the history, by store.
  var transactions: [String: Int64] = [:]
  /// Of a data store of the app's own.
  var foreignToken: (any HistoryToken)?
}
