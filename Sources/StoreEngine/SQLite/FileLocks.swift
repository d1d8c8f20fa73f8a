#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Asks, without taking any lock, whether other processes hold SQLite's locks on a store.
///
/// Locks of this process itself are not seen.
enum FileLocks {
  /// First of SQLite's lock bytes in a main file: pending, reserved, then 510 shared ones.
  private static let pendingByte = 0x4000_0000
  /// Lock bytes in a `-shm` file: 120 writer, 121 checkpointer, 122 recovery, 123–127 readers,
  /// 128 "dead man's switch", held by every process that has the store open.
  private static let sharedIndexWriter = 120

  static func users(main: RawFile, sharedIndex: RawFile?) -> FileUsers {
    let writing =
      isLocked(main, from: pendingByte, count: 2)
      || isExclusivelyLocked(main, from: pendingByte + 2, count: 510)
      || sharedIndex.map { isLocked($0, from: sharedIndexWriter, count: 3) } ?? false
    if writing { return .writing }
    let open =
      isLocked(main, from: pendingByte + 2, count: 510)
      || sharedIndex.map { isLocked($0, from: sharedIndexWriter + 3, count: 6) } ?? false
    return open ? .open : .none
  }

  private static func isLocked(_ file: RawFile, from start: Int, count: Int) -> Bool {
    conflict(file, type: Int16(F_WRLCK), from: start, count: count)
  }

  private static func isExclusivelyLocked(_ file: RawFile, from start: Int, count: Int) -> Bool {
    conflict(file, type: Int16(F_RDLCK), from: start, count: count)
  }

  private static func conflict(
    _ file: RawFile, type: Int16, from start: Int, count: Int
  ) -> Bool {
    var lock = flock()
    lock.l_type = numericCast(type)
    lock.l_whence = numericCast(SEEK_SET)
    lock.l_start = numericCast(start)
    lock.l_len = numericCast(count)
    return fcntl(file.descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }
}
