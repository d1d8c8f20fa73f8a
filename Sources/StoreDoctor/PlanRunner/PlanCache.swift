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

/// Programs made of plans, each in a folder named after its content.
///
/// A folder gets its name only when the program in it is complete, so several processes may use the
/// cache at once.
struct PlanCache {
  static let programName = "plan"
  /// Least recently used programs beyond these are removed.
  private static let mostPrograms = 20

  let folder: String

  func program(_ key: String) -> String? {
    guard isOwn else { return nil }
    let program = folder.appending(component: key).appending(component: Self.programName)
    guard access(program, X_OK) == 0 else { return nil }
    CacheFolder.touch(folder.appending(component: key))
    return program
  }

  /// A new folder to compile in.
  func begin(_ key: String) throws(PlanFailure) -> String {
    let work = folder.appending(component: ".\(key.prefix(16)).\(getpid())")
    try? FileManager.default.removeItem(atPath: work)
    do {
      try FileManager.default.createDirectory(
        atPath: work, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .system("the folder '\(folder)' for compiled plans cannot be made")
    }
    guard isOwn else {
      discard(work)
      throw .system("the folder '\(folder)' for compiled plans belongs to another user")
    }
    return work
  }

  /// What another user put there is never run.
  private var isOwn: Bool {
    var status = stat()
    return stat(folder, &status) == 0 && status.st_uid == geteuid()
  }

  /// Gives a finished folder its name; of two processes at it the first wins.
  func finish(_ work: String, _ key: String) throws(PlanFailure) -> String {
    let final = folder.appending(component: key)
    if rename(work, final) != 0, program(key) == nil {
      throw .system("'\(final)' cannot be written: \(ChildProcess.lastError)")
    }
    CacheFolder(folder).prune(keeping: Self.mostPrograms)
    guard let program = program(key) else {
      throw .system("'\(final)' cannot be read: \(ChildProcess.lastError)")
    }
    return program
  }

  func discard(_ work: String) { try? FileManager.default.removeItem(atPath: work) }
}
