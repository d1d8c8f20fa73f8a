/// The files that make up a store on disk, read far enough to know which of their bytes count.
struct StoreFileParts {
  let path: String
  let state: FileState
  let files: [RawFile]
  private let image: StoreImage
  /// Where the file itself lies.
  private let folder: String

  init(path: String, verification: StoreFile.Verification) throws(StoreFileError) {
    self.path = path
    let main = try Self.file(path)
    guard let main else {
      throw StoreFileError(path: path, reason: RawFile.isEntry(path) ? .danglingLink : .missing)
    }
    // SQLite keeps the side files beside the file itself, not beside a link to it.
    let target = RawFile.resolved(path) ?? path
    let logFile = try Self.file(target + "-wal")
    let journalFile = try Self.file(target + "-journal")
    // The index only makes finding frames faster; a log without it is as good.
    let indexFile = try? RawFile(path: target + "-shm")
    files = [main, logFile, indexFile, journalFile].compactMap { $0 }

    do throws(RawFile.Failure) {
      let mainHeader = StoreHeader(try main.bytes(at: 0, count: StoreHeader.size))
      var state = FileState(mainSize: main.size, header: mainHeader)
      for (suffix, file) in [("-journal", journalFile), ("-shm", indexFile), ("-wal", logFile)] {
        if let file { state.sideFiles.append(.init(suffix: suffix, size: file.size)) }
      }
      state.users = FileLocks.users(main: main, sharedIndex: indexFile)

      var journal: RollbackJournal?
      if let journalFile {
        let folder = Self.folder(of: target)
        switch try RollbackJournal.read(
          file: journalFile, mainIsEmpty: main.size == 0,
          superJournalExists: { Self.exists($0) || Self.exists(folder + "/" + Self.name(of: $0)) })
        {
        case .success(let found):
          journal = found
          state.journal = found.state
        case .failure(let unused): state.unusedJournal = unused
        }
      }
      var log: WriteAheadLog?
      if let logFile {
        switch try WriteAheadLog.read(
          file: logFile, sharedIndex: indexFile,
          verification: verification == .full ? .full : .onRead)
        {
        case .success(let found):
          state.log = found.state
          if found.state.committed > 0 { log = found }
        case .failure(let unused): state.unusedLog = unused
        }
      }

      if let indexFile, state.log == nil, state.users == .none {
        state.lostFrames = try SharedIndex.framesNotInMain(indexFile)
      }

      let pageSize = log?.header.pageSize ?? journal?.pageSize ?? mainHeader.pageSize ?? 4096
      let pageCount =
        log.map { Int($0.pageCount) } ?? journal.map { Int($0.pageCount) }
        ?? Int(main.size / Int64(pageSize))
      image = StoreImage(
        main: main, log: log, journal: journal, pageSize: pageSize, pageCount: pageCount)
      state.pageSize = pageSize
      state.pageCount = pageCount
      self.state = state
      folder = Self.folder(of: target)
    } catch {
      throw StoreFileError(path: path, reason: .init(error))
    }
    try checkContent()
  }

  func connection() throws -> Connection {
    try Connection(
      image: image, path: path, sortInMemory: Self.isTemporaryFolder(folder))
  }

  /// A private copy made while others may write.
  func liveCopy() throws -> Connection {
    let copy = try Connection(path: "", mode: .temporary)
    try Connection(path: path, mode: .readOnly).backUp(to: copy)
    try copy.run("PRAGMA query_only = 1")
    try copy.harden(sortInMemory: false)
    return copy
  }

  /// Refuses what SQLite would refuse too, but with the reason.
  private func checkContent() throws(StoreFileError) {
    var bytes = [UInt8](repeating: 0, count: StoreHeader.size)
    let filled: Int
    do throws(StoreImage.Failure) {
      var count = 0
      var failure: StoreImage.Failure?
      bytes.withUnsafeMutableBytes { buffer in
        do throws(StoreImage.Failure) { count = try image.read(into: buffer, at: 0) } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      filled = count
    } catch {
      throw StoreFileError(path: path, reason: .damaged("\(error)"))
    }
    if image.main.size == 0, image.log == nil { throw StoreFileError(path: path, reason: .empty) }
    let header = StoreHeader(Array(bytes[0..<filled]))
    guard header.isSQLite else {
      let start = (try? image.main.bytes(at: 0, count: FileIdentifier.sampleSize)) ?? []
      throw StoreFileError(
        path: path, reason: .notAStore(FileIdentifier.kind(of: start, size: image.main.size)))
    }
    guard let pageSize = header.pageSize else {
      throw StoreFileError(path: path, reason: .damaged("the header has no valid page size"))
    }
    if pageSize != image.pageSize {
      let file = image.log != nil ? "write-ahead log" : "rollback journal"
      throw StoreFileError(
        path: path,
        reason: .damaged(
          "the store has pages of \(pageSize) bytes, its \(file) of \(image.pageSize)"))
    }
    // The size in the header counts only if the last writer knew it (fileformat2.html §1.3.8).
    if image.log == nil, header.hasValidPageCount, Int(header.pageCount) > image.pageCount {
      throw StoreFileError(
        path: path,
        reason: .truncated(
          expected: Int64(header.pageCount) * Int64(pageSize), actual: image.main.size))
    }
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
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
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
