#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A store that is written under a name of its own and takes its final name when it is complete,
/// so that a kill at any point leaves either the old store or the new one.
public struct StoreOutput: Sendable {
  public let path: String
  /// `.partial-<process>-<name>` beside the final name. The folder of external data is named after
  /// it in the same way.
  public let workPath: String
  /// The name the old store's folder of external data follows from while it is aside.
  private let replacedPath: String
  private let folder: String
  private let replaces: Bool

  /// - Throws: `StoreOutputError` when something is in the way or the folder cannot be written to.
  public init(path: String, replaces: Bool) throws(StoreOutputError) {
    guard !path.isEmpty, !path.hasSuffix("/") else { throw .notAFile(path) }
    try Self.checkReplaceable(path, replaces: replaces)
    self.path = path
    self.replaces = replaces
    let slash = path.lastIndex(of: "/")
    let parent = slash.map { String(path[...$0]) } ?? ""
    let file = slash.map { String(path[path.index(after: $0)...]) } ?? path
    folder = parent.isEmpty ? "." : parent
    guard access(folder, F_OK) == 0 else { throw .noFolder(folder) }
    guard access(folder, W_OK) == 0 else { throw .notWritable(folder) }
    // The process id keeps two runs apart.
    workPath = "\(parent).partial-\(getpid())-\(file)"
    replacedPath = "\(parent).replaced-\(getpid())-\(file)"
  }

  /// Only a file is replaced, and only a folder that holds nothing but a store's external data.
  private static func checkReplaceable(
    _ path: String, replaces: Bool
  ) throws(StoreOutputError) {
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else { throw .notReplaceable(path) }
      guard replaces else { throw .exists(path) }
    }
    let storage = ExternalStorage(storePath: path)
    if let foreign = storage.foreignEntry() { throw .inTheWay(foreign) }
    var folder = stat()
    if !replaces, lstat(storage.supportFolder, &folder) == 0 {
      throw .dataExists(storage.supportFolder)
    }
  }

  /// Makes the file durable and gives it its name.
  public func moveIntoPlace() throws(StoreOutputError) {
    try Self.synchronize(workPath)
    let new = ExternalStorage(storePath: workPath)
    let final = ExternalStorage(storePath: path)
    // The old folder steps aside until the new store stands.
    let old = ExternalStorage(storePath: replacedPath)
    try move(final.supportFolder, old.supportFolder, isOptional: true)
    do throws(StoreOutputError) {
      try move(new.supportFolder, final.supportFolder, isOptional: true)
      if replaces {
        // A -wal of the old store would be applied to the new one.
        for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
      }
      try move(workPath, path, isOptional: false)
    } catch {
      discard()
      try? move(old.supportFolder, final.supportFolder, isOptional: true)
      throw error
    }
    old.remove()
    try Self.synchronize(folder)
  }

  /// Removes everything that was written.
  public func discard() {
    FileRemoval.remove(workPath)
    ExternalStorage(storePath: workPath).remove()
  }

  private func move(
    _ from: String, _ to: String, isOptional: Bool
  ) throws(StoreOutputError) {
    if isOptional && access(from, F_OK) != 0 { return }
    guard rename(from, to) == 0 else { throw StoreOutputError(writing: to, code: errno) }
  }

  /// Waits until a file or folder is on the disk.
  private static func synchronize(_ path: String) throws(StoreOutputError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreOutputError(writing: path, code: errno) }
    defer { close(descriptor) }
    // Some file systems cannot do it for folders, which is no reason to fail.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw StoreOutputError(writing: path, code: errno)
    }
  }
}

/// Why a store cannot be written where it should be.
public enum StoreOutputError: Error, Sendable, Hashable, CustomStringConvertible {
  case notAFile(String)
  case exists(String)
  /// Something is there that is no file.
  case notReplaceable(String)
  /// Something else lies where the external data has to go.
  case inTheWay(String)
  /// The external data of a store of this name.
  case dataExists(String)
  case noFolder(String)
  case notWritable(String)
  case full(String)
  case system(String, reason: String)

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
    case .inTheWay(let path): "'\(path)' is in the way of the store's external data"
    case .dataExists(let path):
      "'\(path)' exists already, the external data of a store of this name"
    case .noFolder(let path): "there is no folder '\(path)'"
    case .notWritable(let path): "'\(path)' cannot be written to"
    case .full(let path): "the disk is full: '\(path)' was not written"
    case .system(let path, let reason): "cannot write '\(path)': \(reason)"
    }
  }

  /// What to do about it; nil where there is nothing to say.
  public var help: String? {
    switch self {
    case .exists, .dataExists: "choose another name, or add --force"
    case .notReplaceable: "choose another name"
    case .inTheWay: "move it away, or choose another name"
    default: nil
    }
  }
}

/// Files of external data.
enum FileTree {
  /// Copies one regular file; links are not followed.
  static func copy(_ from: String, _ to: String) throws(StoreOutputError) {
    let source = open(from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard source >= 0 else { throw StoreOutputError(writing: to, code: errno) }
    defer { close(source) }
    let target = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard target >= 0 else { throw StoreOutputError(writing: to, code: errno) }
    defer { close(target) }
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(source, &chunk, chunk.count)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw StoreOutputError(writing: to, code: errno)
      }
      var done = 0
      while done < count {
        let written = chunk.withUnsafeBytes { bytes in
          write(target, bytes.baseAddress.map { $0 + done }, count - done)
        }
        if written < 0 {
          if errno == EINTR { continue }
          throw StoreOutputError(writing: to, code: errno)
        }
        done += written
      }
    }
    guard fsync(target) == 0 else { throw StoreOutputError(writing: to, code: errno) }
  }

  static func make(_ folder: String) throws(StoreOutputError) {
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
      throw StoreOutputError(writing: folder, code: errno)
    }
  }
}

/// Whether two paths are one file.
public enum FileIdentity {
  public static func isSame(_ first: String, _ second: String) -> Bool {
    guard let mine = RawFile.identity(of: first) else { return false }
    return mine == RawFile.identity(of: second)
  }
}
