internal import PlatformLibc

/// A private copy of a store, with its external data, in a folder that nobody else may look into.
package final class WorkCopy {
  package var path: String { output.workPath }
  /// The name it gets when it is complete.
  var finalPath: String { output.path }
  /// Nil while the copy is in other hands.
  package private(set) var connection: Connection?
  /// Which bytes were read, as `StoreFile` says it.
  package let bytesRead: String
  private let source: StoreFile
  private let output: StoreOutput
  private let isLogged: Bool
  private let applicationID: Int64
  private let now: Double
  /// The source's permissions.
  private let mode: mode_t?
  private var isFinished = false

  /// `application_id` of a file that is not complete: "part" in ASCII.
  package static let partialMark: UInt32 = 0x7061_7274

  /// Copies a store.
  ///
  /// - Parameters:
  ///   - live: also while another process is writing.
  ///   - now: seconds since 2001 for the triggers of derived attributes.
  ///   - progress: gets pages done and pages in all.
  package init(
    of path: String, for output: StoreOutput, live: Bool = false, now: Double,
    progress: (Int, Int) throws -> Void = { _, _ in }
  ) throws {
    self.output = output
    self.now = now
    let file = try StoreFile.open(path: path, live: live)
    source = file
    guard live || !file.state.isBeingWritten else {
      throw StoreFileError(path: path, reason: .busy)
    }
    isLogged = file.state.journalMode == .wal
    bytesRead = file.bytesRead
    applicationID = try file.connection.value("PRAGMA application_id")?.integer ?? 0
    mode = FileTree.mode(of: path)
    do {
      try file.copyContent(to: output.workPath, mark: Self.partialMark, progress: progress)
      let connection = try Connection(path: output.workPath, mode: .readWrite)
      try Self.copyExternalData(of: file, to: output.workPath)
      try file.prove()
      // The app may go on; what it writes from now on is noticed before its store is replaced.
      file.release()
      try prepare(connection)
      self.connection = connection
    } catch {
      output.discard()
      throw Self.translated(error, path: output.path)
    }
  }

  deinit {
    if !isFinished {
      connection = nil
      output.discard()
    }
  }

  private func prepare(_ connection: Connection) throws {
    // A copy that fails is thrown away, so it needs no journal.
    _ = try connection.rows("PRAGMA journal_mode = OFF")
    try connection.run("PRAGMA synchronous = OFF")
    try connection.run("PRAGMA cache_size = -32768")
    try connection.distrustSchema()
    let now = now
    try connection.addCoreDataFunctions(clock: { now })
  }

  private static func copyExternalData(of source: StoreFile, to target: String) throws {
    let from = ExternalStorage(storePath: source.path)
    let to = ExternalStorage(storePath: target)
    // Only files that a value can name; whatever else lies there is not the store's.
    let names = from.fileNames
    // An empty folder tells that files are missing, and none that nothing is known of them.
    guard !names.isEmpty || from.files() != nil else { return }
    try FileTree.make(to.supportFolder, like: from.supportFolder)
    try FileTree.make(to.folder, like: from.folder)
    for name in names where from.isReadable(name) {
      try FileTree.copy(from.folder + "/" + name, to.folder + "/" + name)
    }
    // One that may not be read is needed if a value names it; what is no file is missing.
    let refused = names.filter { from.size(of: $0) != nil && !from.isReadable($0) }
    guard !refused.isEmpty else { return }
    let named = try Store(file: source).namedFiles(among: refused)
    if let first = named.first {
      throw StoreFileError(path: from.folder + "/" + first, reason: .noPermission)
    }
  }

  /// The connection, opened again if it was closed.
  package func open() throws -> Connection {
    if let connection { return connection }
    let opened = try Connection(path: path, mode: .readWrite)
    try prepare(opened)
    connection = opened
    return opened
  }

  /// Closes the connection, so that another process can open the copy.
  package func close() { connection = nil }

  /// Takes off the mark and closes the copy without side files, in the journal mode of its source.
  private func seal() throws {
    let connection = try open()
    try connection.run("PRAGMA application_id = \(applicationID)")
    if isLogged { _ = try connection.rows("PRAGMA journal_mode = WAL") }
    self.connection = nil
  }

  /// Gives the copy its final name.
  ///
  /// - Throws: `StoreOutputError`, `SQLiteError`; the copy is then removed.
  package func finish() throws {
    do {
      try seal()
      try output.moveIntoPlace(mode: mode)
      isFinished = true
    } catch {
      throw Self.translated(error, path: output.path)
    }
  }

  /// Puts the copy's content in the place of a store's, in one transaction of SQLite's own: a kill
  /// at any point leaves the old content or the new one. The copy itself is removed.
  ///
  /// - Throws: `StoreFileError.busy` while another process uses the store, or when it changed since
  ///   it was copied; `SQLiteError`; `StoreOutputError`. The store is what it was then, except with
  ///   `StoreOutputError.unfinished`.
  package func replaceContent(of path: String) throws {
    do {
      try seal()
      let copy = try Connection(path: output.workPath, mode: .readWrite)
      let store = try Connection(path: path, mode: .readWrite)
      // Nobody may have it open, not even for reading, when its schema changes under it.
      _ = try store.rows("PRAGMA locking_mode = EXCLUSIVE")
      try store.run("BEGIN EXCLUSIVE")
      try store.run("COMMIT")
      guard source.isLastCommit else { throw StoreFileError(path: path, reason: .busy) }
      try exchange(copy, for: store, at: path)
    } catch let error as SQLiteError where error.isBusy {
      throw StoreFileError(path: path, reason: .busy)
    } catch {
      throw Self.translated(error, path: path)
    }
    output.discard()
    isFinished = true
  }

  /// The files that a closure has written come first and those that it has removed go last: should a
  /// kill come between, they are files too many, never too few.
  private func exchange(_ copy: Connection, for store: Connection, at path: String) throws {
    let new = ExternalStorage(storePath: output.workPath)
    let old = ExternalStorage(storePath: path)
    let (kept, known) = (new.fileNames, Set(old.fileNames))
    let added = kept.filter { !known.contains($0) }
    do {
      for name in added {
        try FileTree.make(old.supportFolder, like: new.supportFolder)
        try FileTree.make(old.folder, like: new.folder)
        try FileTree.copy(new.folder + "/" + name, old.folder + "/" + name)
      }
      try copy.backUp(to: store, pagesPerStep: .max)
    } catch {
      // SQLite has put the old pages back, as far as the disk let it.
      guard (try? store.value("PRAGMA quick_check(1)"))?.text == "ok" else {
        throw StoreOutputError.unfinished(path, reason: "\(Self.translated(error, path: path))")
      }
      if !added.isEmpty { old.remove(added) }
      throw error
    }
    // What stays in the log is as good.
    if isLogged { _ = try? store.rows("PRAGMA wal_checkpoint(TRUNCATE)") }
    old.remove(known.subtracting(kept))
  }

  /// SQLite's codes for a file system that takes no more, in the user's terms.
  static func translated(_ error: any Error, path: String) -> any Error {
    // Until then a file of external data has a place that nobody knows.
    if case .full? = error as? StoreOutputError { return StoreOutputError.full(path) }
    guard let sqlite = error as? SQLiteError else { return error }
    switch sqlite.primaryCode {
    case 13: return StoreOutputError.full(path)
    case 8, 14: return StoreOutputError.notWritable(path)
    // The log's index cannot grow on a full disk, which SQLite does not call full.
    case 10 where DiskSpace.free(besides: path).map { $0 < 1 << 20 } ?? false:
      return StoreOutputError.full(path)
    case 10: return StoreOutputError.system(path, reason: sqlite.message)
    default: return error
    }
  }
}

extension WorkCopy {
  /// Reads every page of the copy and looks for damage.
  package func check() throws {
    let answer = try open().value("PRAGMA quick_check(1)")?.text
    guard answer == "ok" else {
      throw SQLiteError(code: 11, message: answer ?? "the copy cannot be checked")
    }
  }
}
