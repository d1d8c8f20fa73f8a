import Foundation
import StoreEngine
import Testing

@testable import PlanExecution
@testable import StoreDoctor

#if canImport(Glibc)
  import Glibc
#endif

@Suite("What a plan may take of the system")
struct PlanWatchTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  private var use: PlanWatch.Use { PlanWatch.use(of: [folder.path], group: getpgid(0)) }

  @Test("files count in all folders, links are not followed")
  func files() throws {
    defer { remove() }
    // Of no process: what other tests hold open meanwhile does not count.
    var use: PlanWatch.Use { PlanWatch.use(of: [folder.path], group: .max) }
    let before = use
    let inner = folder.appending(path: "a/b")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try Data(repeating: 1, count: 1 << 20).write(to: inner.appending(path: "file"))
    #expect(symlink("/", inner.appending(path: "link").path) == 0)
    #expect(use.files - before.files == 4)
    #expect((1 << 20..<2 << 20).contains(use.bytes - before.bytes))
    #expect(!use.isHidden)
  }

  #if os(Linux)
    @Test("a file counts as long as it is open")
    func unlinked() throws {
      defer { remove() }
      let path = folder.appending(path: "file").path
      let file = open(path, O_CREAT | O_RDWR, 0o600)
      let bytes = [UInt8](repeating: 1, count: 8 << 20)
      #expect(bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count)
      #expect(unlink(path) == 0)
      let open = use
      close(file)
      // Other tests open and close files in the meantime, but none of that size.
      #expect(open.bytes - use.bytes > 4 << 20)
      #expect(open.threads > 0)
    }
  #endif

  @Test("each limit is told")
  func excess() throws {
    defer { remove() }
    try Data(repeating: 1, count: 1 << 20).write(to: folder.appending(path: "file"))
    func excess(_ bytes: Int64, _ files: Int) -> String? {
      var allowance = PlanWatch.Allowance(for: PlanWatch.Use())
      #expect(allowance.bytes == 2 << 30 && allowance.files == 10_000)
      (allowance.bytes, allowance.files) = (bytes, files)
      // No process has that group.
      var watch = PlanWatch(folders: [folder.path], group: -1, allowance: allowance)
      return watch.excess()
    }
    #expect(excess(2 << 20, 1) == nil)
    #expect(excess(2 << 20, 0) == "made more than 0 files")
    #expect(excess(0, 1) == "wrote more than 0 MB")
  }

  @Test("whatever was left in a folder is removed, and nothing that it leads to")
  func leftovers() throws {
    defer { remove() }
    let kept = folder.appending(path: "kept")
    let left = folder.appending(path: "left").path
    try Data("kept".utf8).write(to: kept)
    #expect(mkdir(left, 0o700) == 0)
    #expect(symlink(folder.path, left + "/link") == 0)
    #expect(mkdir(left + "/closed", 0o300) == 0)
    #expect(mkdir(left + "/closed/inner", 0) == 0)
    // Deeper than any path is long.
    let name = String(repeating: "d", count: 100)
    var parent = open(left, O_RDONLY | O_DIRECTORY)
    for _ in 0..<100 {
      #expect(mkdirat(parent, name, 0o700) == 0)
      let next = openat(parent, name, O_RDONLY | O_DIRECTORY)
      close(parent)
      parent = next
    }
    close(openat(parent, "file", O_CREAT | O_RDWR, 0o600))
    close(parent)
    FolderContent.remove(in: left)
    #expect(try FileManager.default.contentsOfDirectory(atPath: left).isEmpty)
    #expect(try Data(contentsOf: kept) == Data("kept".utf8))
  }

  @Test("numbers of a plan can be added up")
  func numbers() {
    var work = PlanAnswer.Work()
    work.changes = .min
    work.inserted = ["A": .max, "B": .min, "C": 3]
    let told = work.bounded
    #expect(told.changes == 0)
    #expect(told.inserted == ["A": 1 << 40, "B": 0, "C": 3])
  }
}
