internal import PlatformLibc
package import StoreModel

/// A new store with what is left of a damaged one, in a folder that nobody else may look into until
/// it is complete.
package final class SalvageCopy {
  package var path: String { output?.workPath ?? source }
  package let result: SalvageResult
  package let bytesRead: String
  private var connection: Connection?
  private let source: String
  /// Nil where nothing is to be written.
  private let output: StoreOutput?
  private let isLogged: Bool
  private var isFinished = false

  /// - Parameters:
  ///   - output: nil tries it in a file without a name.
  ///   - live: also while another process is writing, which is kept waiting.
  ///   - models: versions of the app, for a store that has lost its own model.
  ///   - progress: steps done, steps in all, and what is being done.
  /// - Throws: `StoreFileError`, `SalvageError`, `StoreOutputError`, `SQLiteError`. Then nothing is
  ///   left behind.
  package init(
    of source: String, for output: StoreOutput?, live: Bool = false, models: [DataModel],
    progress: @escaping (Int, Int, String) -> Void = { _, _, _ in }
  ) throws {
    self.source = source
    self.output = output
    do {
      let connection: Connection
      if let output {
        try FileOutput.create([], at: output.workPath)
        connection = try Connection(path: output.workPath, mode: .readWrite)
      } else {
        connection = try Connection(path: "", mode: .temporary)
      }
      _ = try connection.rows("PRAGMA journal_mode = MEMORY")
      try connection.run("PRAGMA synchronous = OFF")
      try connection.run("PRAGMA cache_size = -32768")
      try connection.distrustSchema()
      try connection.addCoreDataFunctions(clock: { 0 })
      let salvage = try Salvage(of: source, live: live, into: connection)
      salvage.progress = progress
      bytesRead = salvage.bytesRead
      isLogged = salvage.pages.state.journalMode == .wal || !salvage.pages.hasHeader
      var result = try salvage.run(models: models)
      if let output { result.notes += try Self.copyFiles(from: source, to: output.workPath) }
      self.result = result
      self.connection = connection
    } catch {
      output?.discard()
      throw output.map { WorkCopy.translated(error, path: $0.path) } ?? error
    }
  }

  deinit {
    if !isFinished {
      connection = nil
      output?.discard()
    }
  }

  /// Takes along the files of external data, which are no part of the damaged file.
  private static func copyFiles(from source: String, to target: String) throws -> [String] {
    let from = ExternalStorage(storePath: source)
    let to = ExternalStorage(storePath: target)
    let names = from.fileNames
    guard !names.isEmpty else { return [] }
    try FileTree.make(to.supportFolder, like: from.supportFolder)
    try FileTree.make(to.folder, like: from.folder)
    var refused = 0
    for name in names {
      if from.isReadable(name) {
        try FileTree.copy(from.folder + "/" + name, to.folder + "/" + name)
      } else {
        refused += 1
      }
    }
    return refused == 0 ? [] : ["\(refused) files of external data may not be read"]
  }

  /// The new store's; nobody else may hold it when `finish()` is called.
  package func open() throws -> Connection {
    guard let connection else { throw StoreFileError(path: path, reason: .missing) }
    return connection
  }

  /// Gives the new store its name.
  package func finish() throws {
    guard let output else { return }
    do {
      if isLogged { _ = try open().rows("PRAGMA journal_mode = WAL") }
      connection = nil
      try output.moveIntoPlace(mode: FileTree.mode(of: source))
      isFinished = true
    } catch {
      throw WorkCopy.translated(error, path: output.path)
    }
  }
}
