internal import PlatformLibc

/// The files that make up a store on disk, read far enough to know which of their bytes count.
struct StoreFileParts {
  let path: String
  let state: FileState
  let image: StoreImage
  /// Where the file itself lies.
  private let folder: String

  /// Reads the parts as of one moment, waiting for a process that just writes.
  ///
  /// - Parameters:
  ///   - patience: how long to wait, and to start over when the store changes meanwhile.
  ///   - isForSalvage: also where the header says nothing that could be true.
  /// - Throws: `.busy` when the time is up. Whatever else is thrown is true of a store that did not
  ///   change while it was looked at.
  static func read(
    path: String, patience: Duration, isForSalvage: Bool = false
  ) throws(StoreFileError) -> StoreFileParts {
    let deadline = ContinuousClock.now + patience
    var pause: UInt32 = 500
    while true {
      do throws(StoreFileError) {
        let parts = try StoreFileParts(path: path, trustsHeader: !isForSalvage)
        let problem = isForSalvage ? nil : parts.problem()
        guard parts.image.isOneState() else { throw StoreFileError(path: path, reason: .busy) }
        if let problem { throw StoreFileError(path: path, reason: problem) }
        return parts
      } catch {
        guard error.reason == .busy, ContinuousClock.now < deadline else { throw error }
      }
      // In microseconds; a writer is done soon, or not for long.
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
  }

  /// The pages of a main file by itself. It may be longer than its header says: SQLite lets files grow
  /// ahead of their content, and reads nothing of what is behind it (fileformat2.html §1.3.8).
  private static func pages(
    of bytes: Int64, _ header: StoreHeader, size: Int, trustsHeader: Bool
  ) -> Int {
    let inFile = Int(bytes / Int64(size))
    guard trustsHeader, header.isSQLite, header.hasValidPageCount else { return inFile }
    return min(inFile, Int(header.pageCount))
  }

  /// One attempt. The locks are taken before anything else is looked at, and a side file is opened
  /// only then: while `SHARED` is held, nobody removes the log.
  private init(path: String, trustsHeader: Bool) throws(StoreFileError) {
    self.path = path
    guard let main = try Self.file(path) else {
      throw StoreFileError(path: path, reason: RawFile.isEntry(path) ? .danglingLink : .missing)
    }
    // SQLite keeps the side files beside the file itself, not beside a link to it.
    let target = RawFile.resolved(path) ?? path
    let lock = SnapshotLock(main: main)
    // A new store may have taken the name before the lock was there.
    guard lock.share() != .conflict,
      RawFile.identity(of: target) == [main.stamp.device, main.stamp.inode]
    else { throw StoreFileError(path: path, reason: .busy) }

    var files = SnapshotMark.Files(main: main)
    // Without the index the log cannot be frozen, but it can be read.
    files.index = try? RawFile(path: target + "-shm")
    if let index = files.index, lock.isShared, lock.freeze(index) == .conflict {
      throw StoreFileError(path: path, reason: .busy)
    }
    files.log = try Self.file(target + "-wal")
    files.journal = try Self.file(target + "-journal")
    do throws(RawFile.Failure) {
      try main.refresh()
      var mark = SnapshotMark(path: target, files: files)
      let mainHeader = StoreHeader(try main.bytes(at: 0, count: StoreHeader.size))
      var state = FileState(mainSize: main.size, header: mainHeader)
      for (suffix, file) in [
        ("-journal", files.journal), ("-shm", files.index), ("-wal", files.log),
      ] {
        if let file { state.sideFiles.append(.init(suffix: suffix, size: file.size)) }
      }
      state.users = FileLocks.users(main: main, sharedIndex: files.index)

      let journal = try Self.journal(files, target: target, lock: lock, state: &state)
      var log: WriteAheadLog?
      if let file = files.log {
        switch try WriteAheadLog.read(file: file) {
        case .success(let found):
          log = found
          state.log = found.state
          mark.next = found.next
        case .failure(let unused): state.unusedLog = unused
        }
      }
      // Who came while the log was read may have written its end.
      if state.users == .none {
        state.users = FileLocks.users(main: main, sharedIndex: files.index)
      }
      let used = log?.pageCount == 0 ? nil : log
      if let index = files.index, state.users == .none {
        state.lostFrames = try SharedIndex.lostFrames(index, log: log)
      }
      state.pageSize = used?.header.pageSize ?? journal?.pageSize ?? mainHeader.pageSize ?? 4096
      state.pageCount =
        used.map { Int($0.pageCount) } ?? journal.map { Int($0.pageCount) }
        ?? Self.pages(of: main.size, mainHeader, size: state.pageSize, trustsHeader: trustsHeader)
      image = StoreImage(
        path: target, files: files, lock: lock, mark: mark, log: log, journal: journal,
        pageSize: state.pageSize, pageCount: state.pageCount)
      self.state = state
      folder = Self.folder(of: target)
    } catch {
      throw StoreFileError(path: path, reason: .init(error))
    }
  }

  /// The journal, if it is hot. That of a transaction that is still going on is none: nothing of the
  /// transaction is in the main file while `SHARED` is held. The question is put before and after,
  /// because a transaction can begin in between.
  private static func journal(
    _ files: SnapshotMark.Files, target: String, lock: SnapshotLock, state: inout FileState
  ) throws(RawFile.Failure) -> RollbackJournal? {
    guard let file = files.journal else { return nil }
    guard !lock.isReserved else {
      state.unusedJournal = .unfinished
      return nil
    }
    let start = try file.read(at: 0, count: 28)
    let folder = Self.folder(of: target)
    let found = try RollbackJournal.read(
      file: file, mainIsEmpty: files.main.size == 0,
      superJournalExists: { Self.exists($0) || Self.exists(folder + "/" + $0.lastPathComponent) })
    let isStill =
      RawFile.identity(of: target + "-journal") == [file.stamp.device, file.stamp.inode]
    guard !lock.isReserved, isStill, try file.read(at: 0, count: 28) == start else {
      state.unusedJournal = .unfinished
      return nil
    }
    switch found {
    case .success(let journal):
      state.journal = journal.state
      return journal
    case .failure(let unused):
      state.unusedJournal = unused
      return nil
    }
  }

  func connection() throws -> Connection {
    try Connection(image: image, path: path, sortInMemory: Self.isTemporaryFolder(folder))
  }

  /// A private copy of the moment, so that reading it holds nobody up.
  func liveCopy() throws -> Connection {
    image.insist()
    let copy = try Connection(path: "", mode: .temporary)
    try connection().backUp(to: copy)
    guard image.isOneState() else { throw StoreFileError(path: path, reason: .busy) }
    image.release()
    try copy.harden(sortInMemory: false)
    return copy
  }

  /// What SQLite would refuse too, but with the reason.
  private func problem() -> StoreFileError.Reason? {
    var bytes = [UInt8](repeating: 0, count: StoreHeader.size)
    let filled: Int? = bytes.withUnsafeMutableBytes { buffer in
      do throws(StoreImage.Failure) { return try image.read(into: buffer, at: 0) } catch {
        return nil
      }
    }
    guard let filled else { return .unreadable(0) }
    let mainSize = image.files.main.size
    if mainSize == 0, image.log == nil { return .empty }
    let header = StoreHeader(Array(bytes[0..<filled]))
    guard header.isSQLite else {
      let start = (try? image.files.main.bytes(at: 0, count: FileIdentifier.sampleSize)) ?? []
      return .headless(start, size: mainSize)
    }
    guard let pageSize = header.pageSize else {
      return .damaged("the header has no valid page size")
    }
    if pageSize != image.pageSize {
      let file = image.log != nil ? "write-ahead log" : "rollback journal"
      return .damaged("the store has pages of \(pageSize) bytes, its \(file) of \(image.pageSize)")
    }
    // The size in the header counts only if the last writer knew it (fileformat2.html §1.3.8).
    if image.log == nil, header.hasValidPageCount, Int(header.pageCount) > image.pageCount {
      return .truncated(expected: Int64(header.pageCount) * Int64(pageSize), actual: mainSize)
    }
    return nil
  }

  /// Nil if there is no such file; a side file that exists but cannot be read is an error, because
  /// the store without it would show old or unfinished data.
  private static func file(_ path: String) throws(StoreFileError) -> RawFile? {
    do throws(RawFile.Failure) {
      return try RawFile(path: path)
    } catch .missing {
      return nil
    } catch {
      throw StoreFileError(path: path, reason: .init(error))
    }
  }

  private static func folder(of path: String) -> String {
    let folder = path.deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  private static func exists(_ path: String) -> Bool { RawFile.identity(of: path) != nil }

  /// True where SQLite may put its temporary files.
  private static func isTemporaryFolder(_ folder: String) -> Bool {
    guard let identity = RawFile.identity(of: folder) else { return true }
    let candidates =
      ["SQLITE_TMPDIR", "TMPDIR"].compactMap(RawFile.environment)
      + ["/var/tmp", "/usr/tmp", "/tmp", "."]
    return candidates.contains { RawFile.identity(of: $0) == identity }
  }
}
