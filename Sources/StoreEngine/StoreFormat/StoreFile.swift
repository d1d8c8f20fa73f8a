/// A SQLite file of somebody else's, opened so that nothing of it changes: not the file, not its
/// side files, not its folder. What is read is the committed content, with the write-ahead log or a
/// hot rollback journal taken into account.
///
/// Everything that is read belongs to one moment. SQLite's own read locks, which leave nothing on the
/// disk, keep others from changing it: in WAL mode nobody has to wait for them, in rollback mode a
/// writer waits until `release()` or the end of the connection, but not longer than a second. Where
/// locks cannot help, `prove()` tells afterwards whether the store changed.
///
/// Nothing is copied, so opening a file takes the same time at 1 MB and at 100 GB; a write-ahead log
/// is checked from its first byte to its last.
///
/// - Warning: SQLite's own locks belong to a process and end when it closes *any* descriptor of a
///   file. Do not open a store with `StoreFile` in a process that has the same file open for writing.
public final class StoreFile {
  /// As it was given.
  public let path: String
  /// Hardened and read-only.
  public let connection: Connection
  /// What lies on the disk, and which of it counts.
  public let state: FileState
  /// Everything is read from a private copy.
  let isLiveCopy: Bool
  let image: StoreImage

  /// How long to wait for a process that writes.
  static func patience(live: Bool) -> Duration { .seconds(live ? 20 : 2) }

  /// Opens a SQLite file.
  ///
  /// - Parameter live: wait longer for a process that writes, and read everything into a private
  ///   temporary copy first, so that no other process is held up by what is done with it.
  /// - Throws: `.busy` when another process does not let anybody read, or changes the store faster
  ///   than it can be read.
  public static func open(path: String, live: Bool = false) throws(StoreFileError) -> StoreFile {
    let deadline = ContinuousClock.now + patience(live: live)
    while true {
      let parts = try StoreFileParts.read(path: path, patience: deadline - .now)
      do {
        return StoreFile(
          parts: parts, connection: try live ? parts.liveCopy() : parts.connection(), isLive: live)
      } catch {
        // What a store gives that changes meanwhile is no error of the store.
        guard parts.image.isOneState() else {
          if ContinuousClock.now < deadline { continue }
          throw StoreFileError(path: path, reason: .busy)
        }
        switch error {
        case let error as StoreFileError: throw error
        case let error as SQLiteError: throw StoreFileError(path: path, reason: .sqlite(error))
        default: throw StoreFileError(path: path, reason: .unreadable(0))
        }
      }
    }
  }

  private init(parts: StoreFileParts, connection: Connection, isLive: Bool) {
    path = parts.path
    state = parts.state
    image = parts.image
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

  /// Whether everything that was read until now belongs to one state of the store.
  public var isOneState: Bool { isLiveCopy || image.isOneState() }

  /// - Throws: `.busy` unless everything that was read until now belongs to one state of the store.
  public func prove() throws(StoreFileError) {
    if !isOneState { throw StoreFileError(path: path, reason: .busy) }
  }

  /// The files that the content comes from, hashed as they are on the disk, through the descriptors that
  /// are open anyway: `""` for the main file, `-wal`, `-journal`. Nil when one cannot be read.
  package func digests() -> [(suffix: String, size: Int64, digest: String)]? {
    let files = image.files
    var found: [(String, Int64, String)] = []
    for (suffix, file) in [("", files.main), ("-journal", files.journal), ("-wal", files.log)] {
      guard let file else { continue }
      guard let digest = ContentName.of(file) else { return nil }
      found.append((suffix, file.size, digest))
    }
    return found
  }

  /// The main file by itself: what is left of a store that was copied without its write-ahead log.
  ///
  /// - Throws: `SQLiteError` for a main file that is no database without it.
  package func withoutLog() throws -> Connection {
    try Connection(image: image.withoutLog(), path: path, sortInMemory: false)
  }

  /// Lets others write again. Nothing more can be read, except from a live copy.
  public func release() { image.release() }

  /// Whether no commit has come since it was opened, for a process that now holds it exclusively.
  var isLastCommit: Bool { image.isLastCommit() }
}
