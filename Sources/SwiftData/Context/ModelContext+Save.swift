internal import Foundation

extension ModelContext {
  /// Writes every change, all or nothing per store.
  ///
  /// - Throws: `CocoaError` with Core Data's codes for values that may not be saved (1550 and
  ///   following), for constraints (133021) and for rows another context changed (133020).
  public func save() throws {
    guard hasChanges else { return clearChanges() }
    NotificationCenter.default.post(name: Self.willSave, object: self)
    try Validation.check(self)
    let stores = stores.stores.sorted { $0.identifier < $1.identifier }
    let saves = stores.map { StoreSave(self, $0) }.filter { !$0.isEmpty }
    for save in saves { try save.run() }
    clearChanges()
    for save in saves { save.finish() }
    NotificationCenter.default.post(name: Self.didSave, object: self)
  }
}
