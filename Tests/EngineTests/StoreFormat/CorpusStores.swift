import Foundation
import StoreEngine

/// The real stores beside the project, when they are there.
enum CorpusStores {
  static let folder: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url.deletingLastPathComponent().appendingPathComponent("shared/corpus/stores").path
  }()

  static let isPresent = FileManager.default.fileExists(atPath: folder)

  /// Paths relative to the folder, sorted.
  static let paths: [String] = {
    let found = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    return found.filter { path in
      !path.hasSuffix("-wal") && !path.hasSuffix("-shm") && !path.hasSuffix(".xml")
        && !path.hasPrefix("non-coredata") && path.contains("/")
    }.sorted()
  }()

  static func store(_ path: String) throws -> Store {
    try Store(file: StoreFile.open(path: folder + "/" + path))
  }

  /// Texts of `sqlite_master` in their order.
  static func schema(_ store: Store) throws -> [String] {
    try store.connection.rows("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
      .compactMap { $0[0].text }
  }
}
