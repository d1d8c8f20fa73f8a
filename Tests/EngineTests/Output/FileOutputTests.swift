import Foundation
import StoreEngine
import Testing

/// What may be written where.
@Suite("Written files") struct FileOutputTests {
  let fixture: MigrationFixture

  private static let canMakeDevices: Bool = {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)").path
    defer { unlink(path) }
    return mknod(path, S_IFCHR | 0o600, 0xFAF1) == 0
  }()

  init() throws { fixture = try MigrationFixture() }

  private func path(_ name: String) -> String { fixture.path(name) }

  private func make(_ name: String, _ text: String, mode: Int = 0o644) throws {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted()
  }

  private func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  @discardableResult
  private func write(
    _ name: String, replaces: Replaceable = .anyFile, stores: [String] = []
  ) -> StoreOutputError? {
    do {
      try FileOutput.write(Array("new".utf8), to: path(name), replaces: replaces, stores: stores)
      return nil
    } catch {
      return error
    }
  }

  @Test func nothingReplacesWhatSQLiteWrote() throws {
    try Connection(path: path("a.db"), mode: .create).run("CREATE TABLE a (b)")
    let writer = try Connection(path: path("b.db"), mode: .create)
    _ = try writer.rows("PRAGMA journal_mode = WAL")
    try writer.run("CREATE TABLE a (b)")
    // A log and a journal are known by their content wherever they lie.
    try FileManager.default.copyItem(atPath: path("b.db-wal"), toPath: path("log"))
    try Data([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]).write(
      to: URL(filePath: path("journal")))
    for name in ["a.db", "b.db", "log", "journal"] {
      let before = try Data(contentsOf: URL(filePath: path(name)))
      let error = write(name)
      #expect(
        error == .store(path(name)) || error == .besideSideFile(path(name), side: path("b.db-wal")))
      #expect(try Data(contentsOf: URL(filePath: path(name))) == before)
    }
    withExtendedLifetime(writer) {}
  }

  /// A connection that has written nothing yet.
  @Test func anEmptyFileThatIsAStoreInUseIsLeftAlone() throws {
    try make("a.db", "")
    #expect(write("a.db", stores: [path("a.db")]) == .store(path("a.db")))
    #expect(try text("a.db") == "")
    #expect(write("a.db") == nil)
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func namesOfSideFilesAreNotTaken(_ suffix: String) throws {
    try Connection(path: path("a.db"), mode: .create).run("CREATE TABLE a (b)")
    try make("empty", "")
    try FileManager.default.createSymbolicLink(
      atPath: path("link"), withDestinationPath: path("a.db"))
    for main in ["a.db", "empty", "link"] {
      #expect(write(main + suffix) == .sideFile(path(main + suffix), of: path(main)))
    }
    // The word alone means nothing.
    try make("food", "a text")
    #expect(write("food" + suffix) == nil)
    // What lies beside would become a part of the new file.
    #expect(write("new" + suffix) == nil)
    #expect(write("new") == .besideSideFile(path("new"), side: path("new" + suffix)))
  }

  @Test func onlyWhatMayBeReplacedIs() throws {
    try make("mine", "# mine\nold")
    try make("other", "other")
    #expect(write("mine", replaces: .nothing) == .exists(path("mine")))
    #expect(write("other", replaces: .file(beginning: "# mine")) == .foreign(path("other")))
    #expect(write("other", replaces: .content(Array("else!".utf8))) == .changed(path("other")))
    #expect(try text("other") == "other" && text("mine") == "# mine\nold")
    #expect(write("mine", replaces: .file(beginning: "# mine")) == nil)
    #expect(write("other", replaces: .content(Array("other".utf8))) == nil)
    #expect(write("third", replaces: .nothing) == nil)
    #expect(try text("other") == "new" && text("mine") == "new" && text("third") == "new")
    #expect(try names() == ["mine", "other", "third"])
  }

  @Test func linksAndFoldersAreNotFollowed() throws {
    try make("target", "precious")
    try FileManager.default.createSymbolicLink(
      atPath: path("link"), withDestinationPath: path("target"))
    try FileManager.default.createSymbolicLink(
      atPath: path("nowhere"), withDestinationPath: path("absent"))
    try FileManager.default.createDirectory(
      atPath: path("folder"), withIntermediateDirectories: true)
    #expect(write("link") == .link(path("link")))
    #expect(write("nowhere") == .link(path("nowhere")))
    #expect(write("folder") == .notReplaceable(path("folder")))
    #expect(write("none/file") == .noFolder(path("none") + "/"))
    #expect(try text("target") == "precious")
    #expect(try names() == ["folder", "link", "nowhere", "target"])
  }

  @Test func theModeStaysAndNobodyReadsWhatIsNotComplete() throws {
    try make("private", "old", mode: 0o600)
    let file = try FileOutput(path: path("private"), replaces: .anyFile)
    file.write(Array("half".utf8))
    let work = try #require(try names().first { $0.hasPrefix(".partial-") })
    #expect(try mode(work) == 0o700)
    #expect(try text("private") == "old")
    file.write(Array(" and half".utf8))
    try file.finish()
    #expect(try text("private") == "half and half" && mode("private") == 0o600)
    #expect(try names() == ["private"])
  }

  /// Whatever appears under the name while a file is made wins.
  @Test func whatAppearedMeanwhileStays() throws {
    let new = try FileOutput(path: path("new"))
    new.write(Array("mine".utf8))
    try make("new", "somebody's")
    #expect(throws: StoreOutputError.exists(path("new"))) { try new.finish() }
    let over = try FileOutput(path: path("new"), replaces: .anyFile)
    try make("new", "somebody else's")
    #expect(throws: StoreOutputError.changed(path("new"))) { try over.finish() }
    #expect(try text("new") == "somebody else's")
  }

  @Test func whatIsNotFinishedLeavesNothing() throws {
    var file: FileOutput? = try FileOutput(path: path("new"))
    file?.write([1])
    file = nil
    #expect(try names() == [])
    withExtendedLifetime(file) {}
  }

  @Test func aStreamIsThereAtOnceAndTellsItsFirstFailure() throws {
    let stream = try FileOutput(path: path("log"), appears: .atOnce)
    stream.write(Array("a".utf8))
    #expect(try text("log") == "a")
    #expect(try names() == ["log"])
    #if os(Linux)
      let full = try FileOutput(path: "/dev/full", appears: .atOnce)
      full.write([1])
      #expect(full.failure == .full("/dev/full"))
      #expect(throws: StoreOutputError.full("/dev/full")) { try full.finish() }
    #endif
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    #expect(throws: StoreOutputError.noReader(path("pipe"))) { try FileOutput(path: path("pipe")) }
  }

  /// Only of a pipe it is said that nobody reads it.
  @Test(.enabled(if: canMakeDevices, "making a device takes rights"))
  func aDeviceThatIsNotThereIsNoPipe() throws {
    #expect(mknod(path("device"), S_IFCHR | 0o600, 0xFAF1) == 0)
    let error = #expect(throws: StoreOutputError.self) { try FileOutput(path: path("device")) }
    #expect(error.map { if case .noReader = $0 { true } else { false } } == false)
  }

  @Test func aConfigurationStaysInItsFolder() throws {
    let root = fixture.folder.path
    try FileManager.default.createDirectory(atPath: path("in"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: path("out"), withDestinationPath: "/tmp")
    for inside in ["a", "in/a", "./in/./a", "absent/a"] {
      try ConfinedPath.check(inside, below: root)
    }
    for outside in ["/etc/passwd", "../a", "in/../../a", "out/a", "out", "", "/"] {
      #expect(throws: StoreOutputError.outside(outside, root), "\(outside)") {
        try ConfinedPath.check(outside, below: root)
      }
    }
  }
}
