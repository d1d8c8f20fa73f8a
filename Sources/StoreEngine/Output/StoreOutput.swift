internal import PlatformLibc
public import StoreModel

/// A store that is written in a private folder beside its final name, and takes that name when it
/// is complete, so that a kill at any point leaves either nothing of it or all of it.
public struct StoreOutput: Sendable {
  /// The final name.
  public let path: String
  /// The same name in a private folder. The folder of external data lies beside it.
  public var workPath: String { work.file(target.name) }
  /// Whether the file is on the disk before it takes its name. One that only this process reads, and
  /// removes again, need not be.
  public var isDurable = true
  private let target: OutputTarget
  private let work: WorkFolder

  /// - Parameters:
  ///   - replaces: whether another file than a SQLite one may be replaced.
  ///   - stores: stores in use, such as the source.
  /// - Throws: `StoreOutputError` when something is in the way or the folder cannot be written to.
  public init(path: String, replaces: Bool, stores: [String] = []) throws(StoreOutputError) {
    target = try OutputTarget(path, replaces: replaces ? .anyFile : .nothing, stores: stores)
    self.path = path
    // What a killed process left is in nobody's way.
    WorkFolder.sweep(target.folder)
    let storage = ExternalStorage(storePath: path)
    if let foreign = storage.foreignEntry() { throw .inTheWay(foreign) }
    if !replaces, RawFile.isEntry(storage.supportFolder) {
      throw .dataExists(storage.supportFolder)
    }
    work = try WorkFolder(in: target.folder, for: target.name)
  }

  /// Only a place to work in, beside a store whose content will be replaced by SQLite.
  public init(beside store: String) throws(StoreOutputError) {
    path = store
    target = OutputTarget(besides: store)
    let folder = target.folder.isEmpty ? "." : target.folder
    guard access(folder, W_OK) == 0 else { throw .notWritable(folder) }
    work = try WorkFolder(in: target.folder, for: target.name)
  }

  /// Makes the file durable and gives it its name.
  ///
  /// - Parameter mode: of the file; without one it stays as it was made.
  func moveIntoPlace(mode: mode_t?) throws(StoreOutputError) {
    if let mode, chmod(workPath, mode) != 0 { throw StoreOutputError(writing: path, code: errno) }
    if isDurable { try OutputTarget.synchronize(workPath) }
    let own = ExternalStorage(storePath: workPath).fileNames
    let added = try addExternalData(own)
    let final = ExternalStorage(storePath: path)
    do throws(StoreOutputError) {
      try target.take(workPath)
    } catch {
      if !added.isEmpty { final.remove(added) }
      throw error
    }
    // What the new store has no values for was another one's.
    let kept = Set(own)
    final.remove(final.fileNames.filter { !kept.contains($0) })
    work.remove()
    guard isDurable else { return }
    do throws(StoreOutputError) {
      try OutputTarget.synchronize(target.folder)
    } catch {
      withdraw()
      throw error
    }
  }

  /// The same, with the mode the file was made with.
  public func moveIntoPlace() throws(StoreOutputError) { try moveIntoPlace(mode: nil) }

  /// Puts the new files of external data beside those that are there: the folder never lacks what a
  /// store of this name refers to.
  ///
  /// - Returns: those that were not there.
  private func addExternalData(_ names: [String]) throws(StoreOutputError) -> [String] {
    let new = ExternalStorage(storePath: workPath)
    let final = ExternalStorage(storePath: path)
    guard !names.isEmpty else { return [] }
    try work.willPlace(names.filter { !RawFile.isEntry(final.folder + "/" + $0) }, of: target.name)
    try FileTree.make(final.supportFolder, like: new.supportFolder)
    try FileTree.make(final.folder, like: new.folder)
    var added: [String] = []
    do throws(StoreOutputError) {
      for name in names {
        let (from, to) = (new.folder + "/" + name, final.folder + "/" + name)
        if RawFile.isEntry(to) {
          guard FileTree.isSame(from, to) else { throw .inTheWay(to) }
        } else {
          try OutputTarget.move(from, toFree: to)
          added.append(name)
        }
      }
      try OutputTarget.synchronize(final.folder)
    } catch {
      final.remove(added)
      throw error
    }
    return added
  }

  /// Takes back a file that has just been given its name.
  func withdraw() {
    FileRemoval.remove(path)
    ExternalStorage(storePath: path).remove()
  }

  /// Removes everything that was written.
  public func discard() { work.remove() }
}

/// Why a file cannot be written where it should be.
public enum StoreOutputError: ReportableError, Sendable, Hashable {
  case notAFile(String)
  case exists(String)
  /// Something is there that is no file.
  case notReplaceable(String)
  /// A SQLite file or a store in use, which nothing replaces.
  case store(String)
  /// A name that SQLite takes for a part of the store `of`.
  case sideFile(String, of: String)
  /// A side file lies there already, which SQLite would apply to the new file.
  case besideSideFile(String, side: String)
  case link(String)
  /// A file that is not one of ours.
  case foreign(String)
  /// It is not any more what was read.
  case changed(String)
  /// A pipe that nobody reads.
  case noReader(String)
  /// A configuration names something outside of its folder.
  case outside(String, String)
  /// Something else lies where the external data has to go.
  case inTheWay(String)
  /// The external data of a store of this name.
  case dataExists(String)
  case noFolder(String)
  case notWritable(String)
  case full(String)
  case system(String, reason: String)
  /// A store whose content could be neither replaced nor put back.
  case unfinished(String, reason: String)

  init(writing path: String, code: Int32) {
    switch code {
    case ENOSPC, EDQUOT: self = .full(path)
    case EACCES, EPERM, EROFS: self = .notWritable(path)
    default: self = .system(path, reason: String(cString: strerror(code)).lowercased())
    }
  }

  public var description: String {
    switch self {
    case .notAFile(let path): "'\(path)' is not the name of a file"
    case .exists(let path): "'\(path)' exists already"
    case .notReplaceable(let path): "'\(path)' exists and is not a file"
    case .store(let path): "'\(path)' is a SQLite file, and none is ever written over"
    case .sideFile(let path, let main): "'\(path)' is the name of a side file of '\(main)'"
    case .besideSideFile(let path, let side): "SQLite would read '\(side)' as a part of '\(path)'"
    case .link(let path): "'\(path)' is a link, and links are not followed"
    case .foreign(let path): "'\(path)' exists and was not written by storedoctor"
    case .changed(let path): "'\(path)' changed meanwhile and was left alone"
    case .noReader(let path): "nobody reads the pipe '\(path)'"
    case .outside(let path, let root): "'\(path)' leads out of '\(root)'"
    case .inTheWay(let path): "'\(path)' is in the way of the store's external data"
    case .dataExists(let path):
      "'\(path)' exists already, the external data of a store of this name"
    case .noFolder(let path): "there is no folder '\(path)'"
    case .notWritable(let path): "'\(path)' cannot be written to"
    case .full(let path): "the disk is full: '\(path)' was not written"
    case .system(let path, let reason): "cannot write '\(path)': \(reason)"
    case .unfinished(let path, let reason): "'\(path)' is left half-written: \(reason)"
    }
  }

  /// Where the name is at fault, another can be given.
  public var status: ExitStatus {
    switch self {
    case .notAFile, .exists, .notReplaceable, .inTheWay, .dataExists, .store, .sideFile,
      .besideSideFile, .link, .foreign, .outside:
      .usage
    case .noFolder, .notWritable, .full, .system, .changed, .noReader, .unfinished:
      .unreadable
    }
  }

  var isUnfinished: Bool {
    if case .unfinished = self { true } else { false }
  }

  /// What to do about it; empty where there is nothing to say.
  public var help: [String] { advice.map { [$0] } ?? [] }

  private var advice: String? {
    switch self {
    case .exists, .dataExists: "choose another name, or add --force"
    case .notReplaceable, .sideFile: "choose another name"
    case .store: "choose another name, or move it away yourself"
    case .besideSideFile, .foreign: "move it away, or choose another name"
    case .link: "name the file it leads to"
    case .changed: "try again"
    case .outside: "a configuration may only name files below its own folder, without links"
    case .inTheWay: "move it away, or choose another name"
    case .noFolder(let path), .notWritable(let path), .system(let path, _):
      WorkFolder.isTemporary(path)
        ? "TMPDIR names that place; set it to a folder that can be written to" : nil
    case .unfinished: "put the backup beside it in its place, without the '-wal' or '-journal' file"
    default: nil
    }
  }
}
