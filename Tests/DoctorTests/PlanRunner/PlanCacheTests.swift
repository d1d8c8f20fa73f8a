import Foundation
import Testing

@testable import DoctorCLI
@testable import StoreDoctor

@Suite("The cache of compiled plans")
struct PlanCacheTests {
  private static let isRoot = geteuid() == 0

  @Test("programs in another user's folder are neither run nor added to", .enabled(if: isRoot))
  func foreignFolder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let plans = folder.appending(path: "storedoctor/plans")
    let cache = PlanCache(folder: plans.path)
    let work = try cache.begin("key")
    let program = work + "/" + PlanCache.programName
    #expect(FileManager.default.createFile(atPath: program, contents: nil))
    #expect(chmod(program, 0o700) == 0)
    #expect(try cache.finish(work, "key") == cache.program("key"))
    let environment = ["XDG_CACHE_HOME": folder.path]
    #expect(ToolPath.cache(environment) == plans.path)

    #expect(chown(plans.path, 65534, 65534) == 0)
    #expect(cache.program("key") == nil)
    #expect(throws: PlanFailure.self) { try cache.begin("other") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: plans.path) == ["key"])
    #expect(ToolPath.cache(environment) != plans.path)
  }

  @Test("a user without a home has a folder of his own")
  func withoutHome() {
    #expect(ToolPath.cache([:]) == "/tmp/storedoctor-\(geteuid())/plans")
    #expect(ToolPath.cache(["HOME": "/nobody"]) == "/nobody/.cache/storedoctor/plans")
  }
}
