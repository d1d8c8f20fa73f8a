/// A SQLite file of somebody else's, opened so that nothing of it changes: not the file, not its
/// side files, not its folder, and no lock is taken. What is read is the committed content, with the
/// write-ahead log or a hot rollback journal taken into account.
///
/// Nothing is copied, so opening a file takes the same time at 1 MB and at 100 GB.
///
/// - Warning: POSIX locks belong to a process and end when it closes *any* descriptor of a file. Do
///   not open a store with `StoreFile` in a process that has the same file open for writing.
public final class StoreFile {
  public let path: String
  /// Hardened and read-only.
  public let connection: Connection
  public let state: FileState
  private let isLiveCopy: Bool
  private let files: [RawFile]

  /// How much of a write-ahead log is checked before anything is read.
  public enum Verification: Sendable {
    /// A short log completely, a long one frame by frame as it is read.
    case onRead
    /// The whole log, whatever its size.
    case full
  }

  /// Opens a SQLite file.
  ///
  /// - Parameter live: read through SQLite's backup interface into a private temporary copy, the
  ///   only way to a consistent state while another process keeps writing. This one takes SQLite's
  ///   read locks and may touch the `-shm` file.
  public static func open(
    path: String, live: Bool = false, verification: Verification = .onRead
  ) throws(StoreFileError) -> StoreFile {
    let parts = try StoreFileParts(path: path, verification: verification)
    do {
      return StoreFile(
        parts: parts, connection: try live ? parts.liveCopy() : parts.connection(), isLive: live)
    } catch let error as SQLiteError {
      throw StoreFileError(path: path, reason: error.primaryCode == 5 ? .busy : .sqlite(error))
    } catch {
      throw StoreFileError(path: path, reason: .unreadable(0))
    }
  }

  private init(parts: StoreFileParts, connection: Connection, isLive: Bool) {
    path = parts.path
    state = parts.state
    files = parts.files
    self.connection = connection
    isLiveCopy = isLive
  }

  /// Which bytes the content comes from, e.g. `main + 143 WAL frames`.
  public var bytesRead: String {
    if isLiveCopy { return "live copy" }
    if let log = state.log, log.committed > 0 {
      return "main + \(log.committed) WAL frame\(log.committed == 1 ? "" : "s")"
    }
    if let journal = state.journal, journal.pages > 0 {
      return "main + \(journal.pages) journal page\(journal.pages == 1 ? "" : "s")"
    }
    return "main"
  }

  /// True while the files are still those that were opened, unchanged in size and modification time.
  public var isUnchanged: Bool { files.allSatisfy(\.isUnchanged) }
}
