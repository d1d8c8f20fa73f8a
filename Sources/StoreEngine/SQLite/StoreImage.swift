/// The committed content of a store as SQLite would see it after recovery: pages of the main file,
/// overlaid with those of the write-ahead log or of a hot rollback journal. Nothing is copied; each
/// page is read from its file when it is asked for.
final class StoreImage {
  /// Why a page could not be served.
  enum Failure: Error, Hashable {
    /// The main file is not the one that was opened any more.
    case changed
    case damagedFrame(Int)
    case unreadable
  }

  let main: RawFile
  let log: WriteAheadLog?
  let journal: RollbackJournal?
  let pageSize: Int
  let pageCount: Int
  /// The last failure, for the error message: SQLite passes on only a code.
  private(set) var failure: Failure?
  /// Called before a page is read.
  var onRead: (() -> Void)?
  private let scratch: UnsafeMutableRawBufferPointer

  init(
    main: RawFile, log: WriteAheadLog?, journal: RollbackJournal?, pageSize: Int, pageCount: Int
  ) {
    self.main = main
    self.log = log
    self.journal = journal
    self.pageSize = pageSize
    self.pageCount = pageCount
    scratch = .allocate(
      byteCount: (log?.header.pageSize ?? 0) + WriteAheadLog.frameHeaderSize, alignment: 16)
  }

  deinit { scratch.deallocate() }

  var size: Int64 { Int64(pageSize) * Int64(pageCount) }

  /// Fills as much of `target` as the database has from `offset` on and returns the byte count.
  func read(into target: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Failure) -> Int {
    onRead?()
    let end = min(offset + Int64(target.count), size)
    var position = offset
    while position < end {
      let start = Int(position % Int64(pageSize))
      let count = min(pageSize - start, Int(end - position))
      let part = Int(position - offset)
      do throws(Failure) {
        try readPage(
          UInt32(truncatingIfNeeded: position / Int64(pageSize) + 1), from: start,
          into: UnsafeMutableRawBufferPointer(rebasing: target[part..<part + count]))
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
    if let log, let frame = log.frame(of: page) {
      do { try log.read(frame: frame, page: page, into: scratch) } catch {
        throw .damagedFrame(frame)
      }
      let first = WriteAheadLog.frameHeaderSize + start
      target.copyBytes(from: scratch[first..<first + target.count])
      return
    }
    do throws(RawFile.Failure) {
      if let journal, let original = journal.offset(of: page) {
        let count = try journal.file.read(into: target, at: original + Int64(start))
        if count < target.count { throw .system(0) }
        return
      }
      let count = try main.read(
        into: target, at: Int64(page - 1) * Int64(pageSize) + Int64(start))
      // A commit can make the database longer than the main file is yet; such pages are in the log,
      // and whatever is not reads as zeros, as in SQLite.
      UnsafeMutableRawBufferPointer(rebasing: target[count...]).initializeMemory(
        as: UInt8.self, repeating: 0)
    } catch {
      throw .unreadable
    }
    // A writer that has begun to copy its log into the main file would mix two states.
    guard main.isUnchanged else { throw .changed }
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
