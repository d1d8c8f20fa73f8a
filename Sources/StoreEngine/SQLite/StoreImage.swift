/// The committed content of a store as SQLite would see it after recovery: pages of the main file,
/// overlaid with those of the write-ahead log or of a hot rollback journal. Nothing is copied; each
/// page is read from its file when it is asked for.
final class StoreImage {
  /// Why a page could not be served.
  enum Failure: Error, Hashable {
    /// The files do not have the content any more that they had when the image was made.
    case changed
    /// Somebody has waited long enough for the locks.
    case yielded
    /// The image was let go of.
    case released
    case unreadable
  }

  let files: SnapshotMark.Files
  let log: WriteAheadLog?
  let journal: RollbackJournal?
  let pageSize: Int
  let pageCount: Int
  /// The last failure, for the error message: SQLite passes on only a code.
  private(set) var failure: Failure?
  /// Called before a page is read.
  var onRead: (() -> Void)?
  private let path: String
  private let lock: SnapshotLock
  private let mark: SnapshotMark
  /// The log that `mark` speaks of, also one with nothing committed in it.
  private let markedLog: WriteAheadLog?
  private var isReleased = false
  /// The change counter before the transaction that left a hot journal.
  private var counter: [UInt8]?
  private let scratch: UnsafeMutableRawBufferPointer
  private var ahead: MainFileAhead

  private var main: RawFile { files.main }

  /// - Parameters:
  ///   - path: the main file, without links.
  ///   - mark: taken before the side files were read.
  init(
    path: String, files: SnapshotMark.Files, lock: SnapshotLock, mark: SnapshotMark,
    log: WriteAheadLog?, journal: RollbackJournal?, pageSize: Int, pageCount: Int
  ) {
    self.path = path
    self.files = files
    self.lock = lock
    self.mark = mark
    self.log = log?.pageCount == 0 ? nil : log
    markedLog = log
    self.journal = journal
    self.pageSize = pageSize
    self.pageCount = pageCount
    scratch = .allocate(
      byteCount: (log?.header.pageSize ?? 0) + WriteAheadLog.frameHeaderSize, alignment: 16)
    ahead = MainFileAhead(files.main)
    LockWatch.add(lock)
  }

  deinit {
    lock.release()
    scratch.deallocate()
  }

  var size: Int64 { Int64(pageSize) * Int64(pageCount) }

  /// Whether everything that was read until now belongs to one state of the store.
  func isOneState() -> Bool {
    guard failure != .changed, failure != .yielded, !isReleased, main.isUnchanged else {
      return false
    }
    return lock.freezesLog || currentMark().isSame(as: mark, isShared: lock.isShared)
  }

  /// Whether no commit has come, asked after `release()` by whoever holds the store exclusively.
  func isLastCommit() -> Bool {
    let hadJournal = journal != nil
    let counter = try? main.read(at: 24, count: 4)
    return (hadJournal ? counter == self.counter : main.isUnchanged)
      && currentMark().isSameCommit(as: mark, hadJournal: hadJournal)
  }

  private func currentMark() -> SnapshotMark {
    var now = SnapshotMark(path: path, files: files)
    if let markedLog { now.next = (try? markedLog.currentNext()) ?? [0] }
    return now
  }

  /// The main file by itself, as it is without its log. The locks stay those of this image.
  func withoutLog() -> StoreImage {
    StoreImage(
      path: path, files: files, lock: SnapshotLock(main: main),
      mark: SnapshotMark(path: path, files: files), log: nil, journal: nil, pageSize: pageSize,
      pageCount: Int(main.size / Int64(max(1, pageSize))))
  }

  /// The same files with pages of another size than the header says, for a damaged one; a log or a
  /// journal is left out, because its pages would not fit.
  func withPages(of size: Int) -> StoreImage {
    StoreImage(
      path: path, files: files, lock: SnapshotLock(main: main),
      mark: SnapshotMark(path: path, files: files), log: nil, journal: nil, pageSize: size,
      pageCount: Int(main.size / Int64(max(1, size))))
  }

  /// Lets others write again. Nothing more can be read.
  func release() {
    guard !isReleased else { return }
    if journal != nil {
      var bytes = [UInt8](repeating: 0, count: 28)
      let filled = bytes.withUnsafeMutableBytes { try? read(into: $0, at: 0) }
      if filled == bytes.count { counter = Array(bytes[24...]) }
    }
    isReleased = true
    lock.release()
  }

  /// Keeps whoever waits to write waiting, until everything is read.
  func insist() { lock.insist() }

  /// Fills as much of `target` as the database has from `offset` on and returns the byte count.
  func read(into target: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Failure) -> Int {
    onRead?()
    let end = min(offset + Int64(target.count), size)
    var position = offset
    while position < end {
      let start = Int(position % Int64(pageSize))
      // Without side files all pages lie in one piece.
      let isWhole = log == nil && journal == nil
      let count = min(isWhole ? .max : pageSize - start, Int(end - position))
      let part = Int(position - offset)
      do throws(Failure) {
        if isReleased { throw .released }
        // While nothing was held, anything may have happened.
        try lock.whileHeld(
          isSame: { currentMark().isSame(as: mark, isShared: false) },
          read: { () throws(Failure) in
            try readPage(
              UInt32(truncatingIfNeeded: position / Int64(pageSize) + 1), from: start,
              into: UnsafeMutableRawBufferPointer(rebasing: target[part..<part + count]))
          })
      } catch {
        failure = error
        throw error
      }
      position += Int64(count)
    }
    presentAsRollbackStore(target, at: offset)
    return max(0, Int(end - offset))
  }

  private func readPage(
    _ page: UInt32, from start: Int, into target: UnsafeMutableRawBufferPointer
  ) throws(Failure) {
    var isSame = true
    do throws(RawFile.Failure) {
      if let log, let frame = log.frame(of: page) {
        isSame = try log.read(frame: frame, into: scratch)
        let first = WriteAheadLog.frameHeaderSize + start
        target.copyBytes(from: scratch[first..<first + target.count])
      } else if let journal, let original = journal.offset(of: page) {
        let count = try journal.file.read(into: target, at: original + Int64(start))
        if count < target.count { throw .system(0) }
      } else {
        let place = Int64(page - 1) * Int64(pageSize) + Int64(start)
        if ahead.copy(into: target, from: place) { return }
        let count = try ahead.read(into: target, at: place)
        // A commit can make the database longer than the main file is yet; such pages are in the
        // log, and whatever is not reads as zeros, as in SQLite.
        UnsafeMutableRawBufferPointer(rebasing: target[count...]).initializeMemory(
          as: UInt8.self, repeating: 0)
      }
    } catch {
      throw .unreadable
    }
    // What a program writes that asks for no locks is noticed at once where times are fine enough.
    guard isSame, main.isUnchanged else { throw .changed }
  }

  /// Bytes 18 and 19 say whether readers need a write-ahead log; the overlay has already taken care
  /// of it, and SQLite would otherwise want to create a `-shm`.
  private func presentAsRollbackStore(_ target: UnsafeMutableRawBufferPointer, at offset: Int64) {
    for byte in 18...19 {
      let index = byte - Int(clamping: offset)
      if target.indices.contains(index), target[index] == 2 { target[index] = 1 }
    }
  }
}
