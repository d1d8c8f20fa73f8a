internal import Foundation
internal import StoreEngine

/// The stores that are open in this process, by file. A container may be made while an older one of
/// the same file is still there, even one whose version the file is about to leave.
enum StoreRegistry {
  private struct Entry {
    weak var store: SQLStore?
  }

  /// What is known of the files. Unchecked because whoever reads or changes it holds `lock`, which is
  /// itself made for several threads.
  private final class Files: @unchecked Sendable {
    let lock = RecursiveLock()
    var entries: [String: [Entry]] = [:]
    var commits: [String: CommitCount] = [:]
    var openings: [String: RecursiveLock] = [:]
  }

  private static let files = Files()

  /// Opens the store of a file, one at a time, so that nobody opens what another container migrates.
  static func opening(_ path: String, _ body: () throws -> SQLStore) throws -> SQLStore {
    let path = canonical(path)
    let opening = files.lock.locked {
      let known = files.openings[path] ?? RecursiveLock()
      files.openings[path] = known
      return known
    }
    return try opening.locked {
      let store = try body()
      files.lock.locked {
        store.commits = files.commits[path] ?? store.commits
        files.commits[path] = store.commits
        files.entries[path] =
          (files.entries[path] ?? []).filter { $0.store != nil } + [Entry(store: store)]
      }
      return store
    }
  }

  /// Migrates a file while the stores that are open on it are closed. They stay closed, because their
  /// classes are no longer those of the file; if the migration fails they are opened again. Whoever
  /// uses them meanwhile waits.
  static func migrating(_ path: String, _ body: () throws -> Void) throws {
    let path = canonical(path)
    let open = files.lock.locked { (files.entries[path] ?? []).compactMap(\.store) }
    try locked(open[...]) {
      let closed = open.filter { $0.suspend() }
      do {
        try body()
      } catch {
        for store in closed { try store.resume() }
        throw error
      }
    }
  }

  private static func locked(_ stores: ArraySlice<SQLStore>, _ body: () throws -> Void) rethrows {
    guard let first = stores.first else { return try body() }
    try first.locked { try locked(stores.dropFirst(), body) }
  }

  /// Links resolved, so that one file has one name.
  private static func canonical(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}

extension SQLStore {
  /// Closes the file; false when it was closed already. For who holds the lock.
  @discardableResult
  func suspend() -> Bool {
    guard !isClosed, let nothing = try? Connection(path: "", mode: .memory) else { return false }
    letGoOfStatements()
    trace = nil
    connection = nothing
    isClosed = true
    return true
  }

  fileprivate func resume() throws {
    connection = try StoreOpener.connection(
      configuration.url.path, configuration.allowsSave ? .readWrite : .readOnly)
    trace = StoreTrace.make(for: self)
    try prepareConnection()
    isClosed = false
  }

  /// - Throws: `SwiftDataError` when a newer container has migrated the file.
  func requireOpen() throws {
    guard isClosed else { return }
    throw SwiftDataError(
      .unknownDataStoreSchema,
      "'\(configuration.url.path)' was migrated by a newer container, so this one cannot be used "
        + "any more")
  }
}
