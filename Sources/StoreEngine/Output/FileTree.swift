internal import PlatformLibc

/// Files of external data.
enum FileTree {
  /// Copies one regular file; links are not followed.
  static func copy(_ from: String, _ to: String) throws(StoreOutputError) {
    let source = open(from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard source >= 0 else { throw StoreOutputError(writing: to, code: errno) }
    defer { close(source) }
    var status = stat()
    let mode = fstat(source, &status) == 0 ? status.st_mode & 0o777 : 0o600
    let target = open(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard target >= 0 else { throw StoreOutputError(writing: to, code: errno) }
    defer { close(target) }
    fchmod(target, mode)
    do throws(StoreOutputError) {
      try copy(source, target, named: to)
    } catch {
      unlink(to)
      throw error
    }
  }

  private static func copy(
    _ source: Int32, _ target: Int32, named to: String
  ) throws(StoreOutputError) {
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    let sink = DescriptorSink(target)
    while true {
      let count = read(source, &chunk, chunk.count)
      if count == 0 { break }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw StoreOutputError(writing: to, code: errno) }
      sink.append(chunk[..<count])
      if let code = sink.error { throw StoreOutputError(writing: to, code: code) }
    }
    guard fsync(target) == 0 else { throw StoreOutputError(writing: to, code: errno) }
  }

  /// Makes a folder, unless there is one, that as many may use as another one.
  static func make(_ folder: String, like model: String) throws(StoreOutputError) {
    let mode = mode(of: model) ?? 0o700
    if mkdir(folder, mode) == 0 {
      chmod(folder, mode)
    } else if errno != EEXIST {
      throw StoreOutputError(writing: folder, code: errno)
    }
  }

  /// Whether two files have the same content.
  static func isSame(_ first: String, _ second: String) -> Bool {
    guard let mine = try? RawFile(path: first), let other = try? RawFile(path: second),
      mine.size == other.size
    else { return false }
    let chunk = 1 << 18
    var offset: Int64 = 0
    while offset < mine.size {
      guard let bytes = try? mine.bytes(at: offset, count: chunk), !bytes.isEmpty,
        bytes == (try? other.bytes(at: offset, count: chunk))
      else { return false }
      offset += Int64(bytes.count)
    }
    return true
  }

  /// The permissions of a file.
  static func mode(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }
}

/// Whether two paths are one file.
package enum FileIdentity {
  /// Links are followed.
  package static func isSame(_ first: String, _ second: String) -> Bool {
    guard let mine = RawFile.identity(of: first) else { return false }
    return mine == RawFile.identity(of: second)
  }
}
