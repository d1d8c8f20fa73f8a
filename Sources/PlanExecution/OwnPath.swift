internal import PlatformLibc
internal import StoreEngine
internal import StoreModel

/// Whether a path leads to something of this user's own that nobody else can have put there or can
/// exchange: every folder on the way belongs to this user or to root, and no one else may write to
/// it. Links are followed only where root made them, as on systems whose `/home` or `/tmp` is one.
package enum OwnPath {
  /// An existing folder that belongs to this user.
  package static func isFolder(_ path: String) -> Bool { isOwn(path, kind: S_IFDIR) }

  /// An existing file that belongs to this user.
  static func isFile(_ path: String) -> Bool { isOwn(path, kind: S_IFREG) }

  /// Whether such a folder is there, or can be made below what is there.
  package static func canHold(_ path: String) -> Bool {
    var path = path
    while path != "/", !path.isEmpty {
      var status = stat()
      if lstat(path, &status) == 0 { return isFolder(path) }
      path = path.deletingLastPathComponent
    }
    return false
  }

  /// The beginning of a regular file, never through a link.
  static func read(_ path: String, atMost most: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = min(most, Int(clamping: status.st_size))
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, done in
      while done < size {
        let count = pread(
          descriptor, buffer.baseAddress.map { $0 + done }, size - done, off_t(done))
        guard count > 0 else { break }
        done += count
      }
    }
  }

  /// Makes a folder, and those above it, for this user alone.
  package static func make(_ path: String) -> Bool {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT, path != "/", make(path.deletingLastPathComponent) else { return false }
    return mkdir(path, 0o700) == 0 || errno == EEXIST
  }

  private static func isOwn(_ path: String, kind: mode_t) -> Bool {
    guard path.hasPrefix("/") else { return false }
    var waiting = Array(path.split(separator: "/").map(String.init).reversed())
    var way = ""
    var links = 0
    // The folder before, where others may add names but not take away those of this user.
    var isShared = false
    guard let root = status(of: "/"), isClosed(root) else { return false }
    while let name = waiting.popLast() {
      guard name != "..", name != "." else { return false }
      let next = way + "/" + name
      guard let status = status(of: next) else { return false }
      let isLast = waiting.isEmpty
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        links += 1
        guard !isLast || kind == S_IFDIR, status.st_uid == 0, !isShared, links < 16,
          let target = realpath(next, nil)
        else { return false }
        waiting += String(cString: target).split(separator: "/").map(String.init).reversed()
        free(target)
        way = ""
        continue
      case S_IFDIR:
        if isClosed(status) {
          guard !isShared || status.st_uid == geteuid() else { return false }
          isShared = false
        } else {
          guard status.st_uid == 0, status.st_mode & S_ISVTX != 0, !isShared else { return false }
          isShared = true
        }
      case S_IFREG: guard isLast, isClosed(status) else { return false }
      default: return false
      }
      if isLast {
        return status.st_mode & S_IFMT == kind && status.st_uid == geteuid() && isClosed(status)
      }
      way = next
    }
    return false
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  /// Only its owner, this user or root, may write to it.
  private static func isClosed(_ status: stat) -> Bool {
    (status.st_uid == geteuid() || status.st_uid == 0) && status.st_mode & 0o022 == 0
  }
}
