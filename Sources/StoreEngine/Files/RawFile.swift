internal import PlatformLibc

/// A regular file opened for reading by position, in the way that leaves the least trace: no lock,
/// no write, no change of the access time where the system permits it, and no waiting on a FIFO.
final class RawFile {
  /// What decides whether a file is still the one that was opened, unchanged.
  struct Stamp: Hashable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    var modifiedSeconds: Int64
    var modifiedNanoseconds: Int64
  }

  /// Why a file could not be opened or read.
  enum Failure: Error, Hashable {
    case missing
    case directory
    case notRegular(String)
    case permission
    /// More in it than this reader keeps in memory.
    case tooLarge
    case system(Int32)
  }

  let descriptor: Int32
  /// Taken when the file was opened, or at the last `refresh()`.
  private(set) var stamp: Stamp

  init(path: String) throws(Failure) {
    // The kind is looked at first, because opening a FIFO or a device may wait or have effects;
    // O_NONBLOCK covers a change between the two calls.
    var status = stat()
    guard stat(path, &status) == 0 else { throw Failure(errno) }
    try Self.checkRegular(status)
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    var opened = open(path, flags | Self.noAccessTime)
    // Only the owner may leave the access time alone; everybody else gets an ordinary open.
    if opened < 0, errno == EPERM { opened = open(path, flags) }
    guard opened >= 0 else { throw Failure(errno) }
    guard fstat(opened, &status) == 0 else {
      let code = errno
      close(opened)
      throw Failure(code)
    }
    do { try Self.checkRegular(status) } catch {
      close(opened)
      throw error
    }
    descriptor = opened
    stamp = Stamp(status)
  }

  deinit { close(descriptor) }

  var size: Int64 { stamp.size }

  /// True while size, modification time and identity are those of the moment of opening.
  var isUnchanged: Bool { (try? status()).map(Stamp.init) == stamp }

  /// Takes the stamp again, for a file that could not be locked before it was opened.
  func refresh() throws(Failure) { stamp = Stamp(try status()) }

  /// In bytes, at the moment of the call.
  func currentSize() throws(Failure) -> Int64 { Int64(try status().st_size) }

  private func status() throws(Failure) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure(errno) }
    return status
  }

  /// When content or attributes changed last, in seconds since 1970 and nanoseconds.
  var changed: [Int64]? {
    (try? status()).map { [Int64($0.changed.tv_sec), Int64($0.changed.tv_nsec)] }
  }

  /// Fills as much of `buffer` as the file has from `offset` on; fewer bytes only at its end.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Failure) -> Int {
    guard let base = buffer.baseAddress, offset >= 0 else { return 0 }
    var done = 0
    while done < buffer.count {
      let count = pread(descriptor, base + done, buffer.count - done, off_t(offset) + off_t(done))
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(errno)
      }
      done += count
    }
    return done
  }

  /// At most `count` bytes from `offset` on; fewer only at the end of the file as it was opened.
  func bytes(at offset: Int64, count: Int) throws(Failure) -> [UInt8] {
    try read(at: offset, count: Int(Swift.max(0, Swift.min(Int64(count), size - offset))))
  }

  /// At most `count` bytes from `offset` on; fewer only at the end of the file as it is now.
  func read(at offset: Int64, count: Int) throws(Failure) -> [UInt8] {
    var failure: Failure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(Failure) {
        filled = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// True if a folder lists the path, even as a link to nothing.
  static func isEntry(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private static func checkRegular(_ status: stat) throws(Failure) {
    let mode = status.st_mode
    if mode & S_IFMT == S_IFDIR { throw .directory }
    if let kind = InputFile.specialKind(mode) { throw .notRegular(kind) }
  }

  #if os(Linux)
    // O_NOATIME; the Swift overlay does not import it.
    static let noAccessTime: Int32 = 0o1000000
  #else
    static let noAccessTime: Int32 = 0
  #endif
}

extension RawFile.Failure {
  init(_ code: Int32) {
    self =
      switch code {
      case ENOENT, ENOTDIR: .missing
      case EACCES, EPERM: .permission
      default: .system(code)
      }
  }
}

extension RawFile.Stamp {
  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    modifiedSeconds = Int64(status.modified.tv_sec)
    modifiedNanoseconds = Int64(status.modified.tv_nsec)
  }
}

extension [UInt8] {
  /// The big-endian number at a position that the caller has checked.
  func bigEndian32(at offset: Int) -> UInt32 {
    UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16 | UInt32(self[offset + 2]) << 8
      | UInt32(self[offset + 3])
  }
}

extension RawFile {
  /// Device and inode of whatever a path names, or nil.
  static func identity(of path: String) -> [UInt64]? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let stamp = Stamp(status)
    return [stamp.device, stamp.inode]
  }

  /// Whether a path names a file of no bytes.
  static func isEmpty(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  /// The path without symbolic links, or nil if there is no such file.
  static func resolved(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
