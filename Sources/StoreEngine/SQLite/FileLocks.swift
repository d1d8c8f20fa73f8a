internal import PlatformLibc

/// SQLite's lock bytes, and questions about who holds them.
enum FileLocks {
  /// The bytes of a main file (fileformat2.html, "pager locking"). Of the 510 shared ones this
  /// process takes the last: a writer wants them all, and the others still tell who else reads.
  static let pending = Region(start: 0x4000_0000, count: 1)
  static let reserved = Region(start: 0x4000_0001, count: 1)
  static let ownShared = Region(start: 0x4000_0002 + 509, count: 1)
  private static let otherShared = Region(start: 0x4000_0002, count: 509)

  /// The bytes of a `-shm` file (walformat.html §2.3): writer, checkpointer and recovery, the first
  /// and the last of five readers, and the "dead man's switch" that every process with the store open
  /// holds.
  static let mainReader = Region(start: 123, count: 1)
  static let lastReader = Region(start: 127, count: 1)
  static let logUser = Region(start: 128, count: 1)
  static let checkpointer = Region(start: 121, count: 1)
  private static let logWriter = Region(start: 120, count: 3)

  struct Region {
    let start: Int
    let count: Int
  }

  /// Asks, without taking any lock, whether other processes use a store. Locks of this process itself
  /// and of others that only look at it like this one are not seen.
  static func users(main: RawFile, sharedIndex: RawFile?) -> FileUsers {
    func conflict(_ file: RawFile, _ region: Region, with kind: LockKind) -> Bool {
      Self.conflict(file, region, with: kind, command: F_GETLK) ?? false
    }
    let writing =
      [pending, reserved, otherShared].contains { conflict(main, $0, with: .writing) }
      || sharedIndex.map { conflict($0, logWriter, with: .any) } ?? false
    if writing { return .writing }
    let open =
      conflict(main, otherShared, with: .any)
      || sharedIndex.map { conflict($0, logUser, with: .any) } ?? false
    return open ? .open : .none
  }

  /// Whether somebody else, in this process too, holds a lock on these bytes; nil if not known.
  static func isLocked(_ file: RawFile, _ region: Region, with kind: LockKind) -> Bool? {
    conflict(file, region, with: kind, command: getOfOpenFile)
  }

  enum LockKind { case any, writing }

  enum Outcome { case done, conflict, unsupported }

  /// Takes or gives back a read lock that belongs to the open file and not to the process: closing
  /// another descriptor of the file does not drop it, and SQLite in this process respects it. It
  /// changes nothing on the disk.
  static func set(_ file: RawFile, _ region: Region, locked: Bool) -> Outcome {
    var lock = lock(region, numericCast(locked ? F_RDLCK : F_UNLCK))
    while fcntl(file.descriptor, setOfOpenFile, &lock) != 0 {
      switch errno {
      case EINTR: continue
      case EAGAIN, EACCES: return .conflict
      default: return .unsupported
      }
    }
    return .done
  }

  private static func conflict(
    _ file: RawFile, _ region: Region, with kind: LockKind, command: Int32
  ) -> Bool? {
    // A read lock conflicts with write locks only.
    var lock = lock(region, numericCast(kind == .any ? F_WRLCK : F_RDLCK))
    guard fcntl(file.descriptor, command, &lock) == 0 else { return nil }
    return lock.l_type != Int16(F_UNLCK)
  }

  private static func lock(_ region: Region, _ type: Int16) -> flock {
    var lock = flock()
    lock.l_type = type
    lock.l_whence = numericCast(SEEK_SET)
    lock.l_start = numericCast(region.start)
    lock.l_len = numericCast(region.count)
    return lock
  }

  // Open-file locks; the Swift overlays import their names on no system.
  #if canImport(Darwin)
    private static let setOfOpenFile: Int32 = 90
    private static let getOfOpenFile: Int32 = 92
  #else
    private static let getOfOpenFile: Int32 = 36
    private static let setOfOpenFile: Int32 = 37
  #endif
}
