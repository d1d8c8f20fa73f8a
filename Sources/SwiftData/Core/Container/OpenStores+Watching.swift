public import Foundation

extension ModelContainer {
  /// Posted by a container when transactions were committed to one of its stores, by whomever: its own
  /// contexts, another container, or another process. The last two are only noticed while there is a
  /// `ResultsObserver` or a `HistoryObserver`.
  public static let remoteChange = Notification.Name("ModelContainerRemoteChange")
}

extension OpenStores {
  /// A context has saved, or somebody else has changed a file.
  func noteCommit() {
    watchers.notify()
    NotificationCenter.default.post(name: ModelContainer.remoteChange, object: livingContainer)
  }

  /// From now on commits of others are noticed.
  func watchFiles() {
    startWatching {
      stores.compactMap { store in
        if store.configuration.isStoredInMemoryOnly { return nil }
        return FileWatch(store) { [weak self] in self?.noteCommit() }
      }
    }
  }
}
