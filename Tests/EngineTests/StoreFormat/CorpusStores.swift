import StoreEngine
import TestSupport

/// Reading the real stores.
enum CorpusStores {
  static func store(_ name: String) throws -> Store {
    try Store(file: StoreFile.open(path: RealFiles.store(name)))
  }

  /// Texts of `sqlite_master` in their order.
  static func schema(_ store: Store) throws -> [String] {
    try store.connection.rows("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
      .compactMap { $0[0].text }
  }
}
