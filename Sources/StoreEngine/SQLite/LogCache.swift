internal import PlatformLibc
internal import Synchronization

/// The last long log that this process has checked, so that a session on one store checks it once.
///
/// It is kept in memory only: a file with such results could be made by somebody else, and would
/// have to be checked as the log itself. An entry counts for the same file with the same header,
/// size and time of change, and only if that time was well past when the log was read, because a
/// later write may carry the same time on file systems that count in seconds. Frames are checked
/// again whenever they are read.
enum LogCache {
  struct Key: Equatable {
    fileprivate let device: UInt64
    fileprivate let inode: UInt64
    fileprivate let size: Int64
    fileprivate let header: [UInt8]
    /// When content or attributes changed last, which no program can set; seconds and nanoseconds.
    fileprivate let changed: [Int64]
    fileprivate let isSettled: Bool

    init(file: RawFile, header: [UInt8]) {
      device = file.stamp.device
      inode = file.stamp.inode
      size = file.size
      self.header = header
      changed = file.changed ?? []
      // File systems count in up to two seconds.
      let age = file.changed.map { Int64(time(nil)) - $0[0] }
      isSettled = age.map { $0 > 3 } ?? false
    }
  }

  /// Shorter logs are checked in no time.
  private static let smallest: Int64 = 1 << 20
  private static let last = Mutex<(key: Key, scan: LogScan)?>(nil)

  static func scan(for key: Key) -> LogScan? {
    last.withLock { $0.flatMap { $0.key == key ? $0.scan : nil } }
  }

  static func keep(_ scan: LogScan, for key: Key) {
    guard key.isSettled, key.size >= smallest else { return }
    last.withLock { $0 = (key, scan) }
  }
}
