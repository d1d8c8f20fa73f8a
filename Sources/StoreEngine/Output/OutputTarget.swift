internal import PlatformLibc

/// What may be lost when a file gets its name.
package enum Replaceable: Sendable {
  case nothing
  /// Any file but a SQLite one, because the user said so.
  case anyFile
  /// A file that begins with this, because it is one of ours.
  case file(beginning: String)
  /// The file with exactly this content, which is what the new one was made from.
  case content([UInt8])
}

/// The place a file will take. Every file this product writes for a user is checked here.
///
/// Nothing replaces a SQLite file, an open store, or a name that SQLite would take for a part of
/// one; other files only as `Replaceable` says; links, folders and devices never.
struct OutputTarget: Sendable {
  let path: String
  /// The folder with its slash; empty for the working folder.
  let folder: String
  let name: String
  /// What stands there now and may be replaced.
  private let existing: RawFile.Stamp?
  /// The mode of what stands there now.
  let mode: mode_t?

  /// - Parameter stores: stores that are in use, whatever they look like.
  init(_ path: String, replaces: Replaceable, stores: [String] = []) throws(StoreOutputError) {
    guard !path.isEmpty, !path.hasSuffix("/") else { throw .notAFile(path) }
    self.path = path
    (folder, name) = Folder.split(path)
    guard name != "." && name != ".." else { throw .notAFile(path) }
    try Self.checkName(path, stores)
    var status = stat()
    if lstat(path, &status) == 0 {
      try Self.checkReplaceable(path, status, replaces, stores)
      existing = RawFile.Stamp(status)
      mode = status.st_mode & 0o777
    } else {
      guard errno == ENOENT || errno == ENOTDIR else {
        throw StoreOutputError(writing: path, code: errno)
      }
      (existing, mode) = (nil, nil)
    }
    let shown = folder.isEmpty ? "." : folder
    guard access(shown, F_OK) == 0 else { throw .noFolder(shown) }
    guard access(shown, W_OK) == 0 else { throw .notWritable(shown) }
  }

  /// A name that will not be taken: only what lies beside it is of interest.
  init(besides path: String) {
    self.path = path
    (folder, name) = Folder.split(path)
    (existing, mode) = (nil, nil)
  }

  private static let sideSuffixes = ["-wal", "-shm", "-journal"]

  /// Names that SQLite would take for a part of a store, or for a store with parts.
  private static func checkName(_ path: String, _ stores: [String]) throws(StoreOutputError) {
    for suffix in sideSuffixes where path.hasSuffix(suffix) {
      let main = String(path.dropLast(suffix.utf8.count))
      if isStore(main, stores) || RawFile.isEmpty(main) { throw .sideFile(path, of: main) }
    }
    for suffix in sideSuffixes where RawFile.isEntry(path + suffix) {
      throw .besideSideFile(path, side: path + suffix)
    }
  }

  private static func checkReplaceable(
    _ path: String, _ status: stat, _ replaces: Replaceable, _ stores: [String]
  ) throws(StoreOutputError) {
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFLNK else { throw .link(path) }
    guard kind == S_IFREG else { throw .notReplaceable(path) }
    // A file of this process's own must not be opened: closing it would give up SQLite's locks.
    if isOne(path, of: stores) { throw .store(path) }
    let file = try? RawFile(path: path)
    // The name is taken in any case; what cannot be replaced at all is said first.
    if file.map(isSQLite) == true { throw .store(path) }
    if case .nothing = replaces { throw .exists(path) }
    guard let file else { throw .notWritable(path) }
    // SQLite has nothing written yet to a file of which it already holds the locks.
    guard FileLocks.users(main: file, sharedIndex: nil) == .none else { throw .store(path) }
    switch replaces {
    case .file(let beginning) where file.size > 0:
      let start = try? file.bytes(at: 0, count: beginning.utf8.count)
      guard start == Array(beginning.utf8) else { throw .foreign(path) }
    case .content(let bytes):
      guard file.size == Int64(bytes.count), (try? file.bytes(at: 0, count: bytes.count)) == bytes
      else { throw .changed(path) }
    case .nothing, .anyFile, .file: break
    }
  }

  /// Whether a path names, or links to, one of the stores in use or anything that SQLite wrote.
  private static func isStore(_ path: String, _ stores: [String]) -> Bool {
    isOne(path, of: stores) || (try? RawFile(path: path)).map(isSQLite) == true
  }

  private static func isOne(_ path: String, of stores: [String]) -> Bool {
    stores.contains { FileIdentity.isSame(path, $0) }
  }

  private static func isSQLite(_ file: RawFile) -> Bool {
    guard let start = try? file.bytes(at: 0, count: 16) else { return false }
    return StoreHeader.begins(start)
      || StoreHeader.beginsLog(start) || start.starts(with: RollbackJournal.magic)
  }

  /// Gives a finished file of the same file system its name, unless something took it meanwhile.
  func take(_ file: String) throws(StoreOutputError) {
    try Self.checkName(path, [])
    var status = stat()
    let isThere = lstat(path, &status) == 0
    if let existing {
      guard isThere, RawFile.Stamp(status) == existing else { throw .changed(path) }
      guard rename(file, path) == 0 else { throw StoreOutputError(writing: path, code: errno) }
      return
    }
    try Self.move(file, toFree: path)
  }

  /// Moves a file to a name that nothing has: `link` never replaces anything, unlike `rename`.
  static func move(_ file: String, toFree path: String) throws(StoreOutputError) {
    if link(file, path) == 0 {
      unlink(file)
      return
    }
    switch errno {
    // Another run was faster.
    case EEXIST: throw isStore(path, []) ? .store(path) : .exists(path)
    case EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK: break
    default: throw StoreOutputError(writing: path, code: errno)
    }
    // File systems without links: an empty file of our own takes the name first.
    let claim = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard claim >= 0 else {
      throw errno == EEXIST ? .exists(path) : StoreOutputError(writing: path, code: errno)
    }
    close(claim)
    guard rename(file, path) == 0 else {
      let code = errno
      unlink(path)
      throw StoreOutputError(writing: path, code: code)
    }
  }

  /// Waits until a file or folder is on the disk.
  static func synchronize(_ path: String) throws(StoreOutputError) {
    let descriptor = open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreOutputError(writing: path, code: errno) }
    defer { close(descriptor) }
    // Some file systems cannot do it for folders, which is no reason to fail.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw StoreOutputError(writing: path, code: errno)
    }
  }
}
