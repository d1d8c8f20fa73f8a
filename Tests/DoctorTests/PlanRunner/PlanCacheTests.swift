import Foundation
import Testing

@testable import DoctorCLI
@testable import PlanExecution
@testable import StoreDoctor

@Suite("The cache of compiled plans")
struct PlanCacheTests {
  private static let isRoot = geteuid() == 0

  private let folder: URL
  private let cache: PlanCache

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    cache = PlanCache(folder: folder.appending(path: "storedoctor/plans").path)
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  /// A program as the compiler leaves it.
  private func add(_ key: String, _ text: String = "#!/bin/sh\n") throws -> String {
    let work = try cache.begin(key)
    try Data(text.utf8).write(to: URL(fileURLWithPath: work + "/" + PlanCache.programName))
    return try cache.finish(work, key)
  }

  private var environment: [String: String] { ["XDG_CACHE_HOME": folder.path] }

  @Test("programs in another user's folder are neither run nor added to", .enabled(if: isRoot))
  func foreignFolder() throws {
    defer { remove() }
    #expect(try add("key") == cache.program("key"))
    #expect(ToolPath.cache(environment) == cache.folder)
    for path in [cache.folder, cache.folder + "/key", cache.folder + "/key/plan", folder.path] {
      #expect(chown(path, 65534, 65534) == 0)
      #expect(cache.program("key") == nil)
      #expect(chown(path, 0, 0) == 0)
      #expect(cache.program("key") != nil)
    }
    #expect(chown(cache.folder, 65534, 65534) == 0)
    #expect(throws: PlanFailure.self) { try cache.begin("other") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache.folder) == ["key"])
    #expect(ToolPath.cache(environment) == nil)
  }

  @Test("what others may write to is not used, at any place of the path")
  func modes() throws {
    defer { remove() }
    _ = try add("key")
    for path in [cache.folder, cache.folder + "/key", cache.folder + "/key/plan", folder.path] {
      for mode in [0o777, 0o770, 0o722] as [mode_t] {
        #expect(chmod(path, mode) == 0)
        #expect(cache.program("key") == nil)
      }
      #expect(chmod(path, 0o700) == 0)
      #expect(cache.program("key") != nil)
    }
    #expect(chmod(folder.path, 0o777) == 0)
    #expect(ToolPath.cache(environment) == nil)
  }

  @Test("links are not followed")
  func links() throws {
    defer { remove() }
    _ = try add("key")
    let manager = FileManager.default
    for path in [cache.folder + "/key/plan", cache.folder + "/key", cache.folder] {
      try manager.moveItem(atPath: path, toPath: path + ".moved")
      #expect(symlink(path + ".moved", path) == 0)
      // A link of root's to a folder is the system's own.
      #expect(cache.program("key") == nil || (Self.isRoot && !path.hasSuffix("plan")))
      if Self.isRoot {
        #expect(lchown(path, 65534, 65534) == 0)
        #expect(cache.program("key") == nil)
      }
      try manager.removeItem(atPath: path)
      try manager.moveItem(atPath: path + ".moved", toPath: path)
      #expect(cache.program("key") != nil)
    }
  }

  @Test("a damaged program is made again")
  func damage() throws {
    defer { remove() }
    let program = try add("key")
    try Data("#!/bin/true\n".utf8).write(to: URL(fileURLWithPath: program))
    chmod(program, 0o700)
    #expect(cache.program("key") == nil)
    #expect(try add("key") == program)
    #expect(cache.program("key") == program)
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache.folder) == ["key"])
  }

  @Test("without a home nothing is kept where others can reach it")
  func withoutHome() throws {
    defer { remove() }
    #expect(ToolPath.cache([:]) == nil)
    #expect(ToolPath.cache(["HOME": "relative"]) == nil)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    #expect(ToolPath.cache(["HOME": folder.path]) == folder.path + "/.cache/storedoctor/plans")
  }
}
