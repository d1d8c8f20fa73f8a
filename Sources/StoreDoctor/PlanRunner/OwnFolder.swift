internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A folder that is there as long as this process.
enum ProcessFolder {
  private static let made = Mutex<OwnFolder?>(nil)

  /// - Throws: `PlanFailure.system`.
  static func path(in parent: String) throws(PlanFailure) -> String {
    try made.withLock { made throws(PlanFailure) in
      if let made { return made.path }
      let folder = try OwnFolder(in: parent, prefix: "storedoctor-programs-")
      made = folder
      atexit { ProcessFolder.remove() }
      return folder.path
    }
  }

  private static func remove() { made.withLock { $0?.remove() } }
}

/// A new folder that only this user can enter. It is locked as long as this process lives, so that a
/// later one can tell what was left behind by one that was killed.
final class OwnFolder {
  let path: String
  private var descriptor: Int32
  private var isRemoved = false

  /// Removes what is left over beside it first.
  ///
  /// - Parameter prefix: how the names of such folders begin; the rest is random.
  /// - Throws: `PlanFailure.system`.
  init(in parent: String, prefix: String) throws(PlanFailure) {
    Self.sweep(parent, prefix)
    let path = parent.appending(
      component: prefix + String(UInt64.random(in: 0...UInt64.max), radix: 36))
    // Whatever has the name already is refused, links too.
    guard mkdir(path, 0o700) == 0 else {
      throw .system("the folder '\(path)' cannot be made: \(ChildProcess.lastError)")
    }
    self.path = path
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor >= 0 { flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  deinit { remove() }

  func remove() {
    guard !isRemoved else { return }
    isRemoved = true
    try? FileManager.default.removeItem(atPath: path)
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Folders of this user whose processes are gone.
  private static func sweep(_ parent: String, _ prefix: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = parent.appending(component: name)
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else { continue }
      #if canImport(Darwin)
        let changed = status.st_mtimespec.tv_sec
      #else
        let changed = status.st_mtim.tv_sec
      #endif
      // One that is a moment old may not be locked yet.
      guard time(nil) - changed > 60, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
