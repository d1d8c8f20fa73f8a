internal import StoreModel

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A store that is written under a name of its own and takes its final name when it is complete,
/// so that a kill at any point leaves either the old file or the new one.
public struct StoreOutput: Sendable {
  public let path: String
  /// `.partial-<process>-<name>` beside the final name. The folder of external data is named after
  /// it in the same way.
  public let workPath: String
  private let folder: String
  private let replaces: Bool

  /// - Throws: `StoreOutputError` when the file exists or its folder cannot be written to.
  public init(path: String, replaces: Bool) throws(StoreOutputError) {
    guard !path.isEmpty, !path.hasSuffix("/") else { throw .notAFile(path) }
    guard replaces || !FileRemoval.exists(path) else { throw .exists(path) }
    let slash = path.lastIndex(of: "/")
    folder = slash.map { String(path[...$0]) } ?? "./"
    let file = slash.map { String(path[path.index(after: $0)...]) } ?? path
    guard access(folder, F_OK) == 0 else { throw .noFolder(folder) }
    guard access(folder, W_OK) == 0 else { throw .notWritable(folder) }
    self.path = path
    self.replaces = replaces
    // The process id keeps two runs apart.
    workPath = (slash == nil ? "" : folder) + ".partial-\(getpid())-\(file)"
  }

  /// The folder beside a store that holds its external data, one level up.
  static func support(_ path: String) -> String {
    String(ExternalStorage(storePath: path).folder.dropLast("/_EXTERNAL_DATA".count))
  }

  /// Makes the file durable and gives it its name.
  public func moveIntoPlace() throws(StoreOutputError) {
    try Self.synchronize(workPath)
    let support = Self.support(path)
    if replaces {
      // A -wal of the old store would be applied to the new one.
      FileRemoval.remove(path)
      FileTree.remove(support)
    }
    if FileRemoval.exists(Self.support(workPath)) { try move(Self.support(workPath), support) }
    try move(workPath, path)
    try Self.synchronize(folder)
  }

  /// Removes everything that was written.
  public func discard() {
    FileRemoval.remove(workPath)
    FileTree.remove(Self.support(workPath))
  }

  private func move(_ from: String, _ to: String) throws(StoreOutputError) {
    guard rename(from, to) == 0 else { throw StoreOutputError(writing: to, code: errno) }
  }

  /// Waits until a file or folder is on the disk.
  static func synchronize(_ path: String) throws(StoreOutputError) {
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
    case .noFolder(let path): "there is no folder '\(path)'"
    case .notWritable(let path): "'\(path)' cannot be written to"
    case .full(let path): "the disk is full; '\(path)' was not written"
    case .system(let path, let reason): "cannot write '\(path)': \(reason)"
    }
  }
}

/// Folders of external data: flat, with regular files only.
enum FileTree {
  /// Names in a folder, sorted; empty when there is none.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.codePointsPrecede($1) }
  }

  /// Removes a folder with its files; deeper than two levels it is left alone, for it is not ours.
  static func remove(_ folder: String, depth: Int = 2) {
    guard depth >= 0 else { return }
    for name in names(in: folder) {
      let path = folder + "/" + name
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        remove(path, depth: depth - 1)
      } else {
        unlink(path)
      }
    }
    rmdir(folder)
  }

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
}

extension FileTree {
  static func make(_ folder: String) throws(StoreOutputError) {
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
      throw StoreOutputError(writing: folder, code: errno)
    }
  }
}
