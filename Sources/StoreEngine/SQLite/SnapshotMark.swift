/// What shows that a store has changed, taken from content alone: times of modification prove
/// nothing on file systems that count in seconds.
///
/// Every transaction in rollback mode changes the main file's header, every commit in WAL mode
/// writes the frame behind the last one, a log that starts over has new salts in its header, and a
/// process that opens the log rewrites the head of the `-shm` file.
struct SnapshotMark {
  /// The files of a store, opened.
  struct Files {
    var main: RawFile
    var journal: RawFile?
    var log: RawFile?
    var index: RawFile?
  }

  private struct Part: Equatable {
    var identity: [UInt64]
    var start: [UInt8]
  }

  private let main: Part?
  private let journal: Part?
  private let log: Part?
  private let index: Part?
  /// The header of the frame behind the last committed one; empty at the end of the log.
  var next: [UInt8] = []

  /// - Parameters:
  ///   - path: the main file, without links.
  ///   - files: those that were opened; others with their names are only noticed.
  init(path: String, files: Files) {
    main = Self.part(path, files.main, count: StoreHeader.size)
    journal = Self.part(path + "-journal", files.journal, count: 28)
    log = Self.part(path + "-wal", files.log, count: WriteAheadLog.headerSize)
    index = Self.part(path + "-shm", files.index, count: SharedIndex.headerSize)
  }

  /// Whether nothing has changed.
  ///
  /// - Parameter isShared: `SHARED` was held, so a journal's transaction changed nothing yet.
  func isSame(as other: SnapshotMark, isShared: Bool) -> Bool {
    main == other.main && (isShared || journal == other.journal) && log == other.log
      && index == other.index && next == other.next
  }

  /// Whether no commit came between, for a process that by now holds the store exclusively and may
  /// have put back a hot journal (`hadJournal`) or made an empty log by opening it.
  func isSameCommit(as other: SnapshotMark, hadJournal: Bool) -> Bool {
    (hadJournal || main == other.main) && next == other.next
      && (log?.start ?? []) == (other.log?.start ?? [])
  }

  private static func part(_ path: String, _ file: RawFile?, count: Int) -> Part? {
    guard let identity = RawFile.identity(of: path) else { return nil }
    guard let file, identity == [file.stamp.device, file.stamp.inode] else {
      return Part(identity: identity, start: RawFile.isEmpty(path) ? [] : [0])
    }
    return Part(identity: identity, start: (try? file.read(at: 0, count: count)) ?? [])
  }
}
