import Foundation
import StoreDoctor
import StoreEngine
import StoreModel
import Testing

@testable import DoctorCLI

/// The program itself, killed and hindered.
@Suite struct MigrationProcessTests {
  private static let tool = Bundle.main.bundleURL.appending(path: "storedoctor").path
  private static let exists = FileManager.default.fileExists(atPath: tool)
  private static let models = CommandFixture.samples.appending(path: "Notes/Sources").path

  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "kill-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }
  }

  private func start(_ arguments: [String], in folder: Folder) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: Self.tool)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    let messages = folder.path("messages")
    try Data().write(to: URL(filePath: messages))
    process.standardError = FileHandle(forWritingAtPath: messages)
    try process.run()
    return process
  }

  private func makeStore(_ path: String) throws {
    let model = try ModelLoader.model("\(Self.models)@1.0.0")
    var options = StoreWriter.Options()
    options.history = true
    let writer = try StoreWriter(path: path, model: model, options: options)
    _ = try RowGenerator().fill(writer, rows: 6_000)
    try writer.finish()
  }

  @Test(.enabled(if: exists)) func aKillLeavesTheOldStoreOrTheNewOne() throws {
    let folder = try Folder()
    try makeStore(folder.path("first.store"))
    var finished = 0
    for attempt in 0..<14 {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      where name != "first.store" {
        try FileManager.default.removeItem(atPath: folder.path(name))
      }
      try FileManager.default.copyItem(
        atPath: folder.path("first.store"), toPath: folder.path("a.store"))
      let isInPlace = attempt % 2 == 0
      let process = try start(
        ["migrate", folder.path("a.store"), "--model", Self.models, "--skip-closures"]
          + (isInPlace ? ["--in-place"] : ["-o", folder.path("b.store")]), in: folder)
      Thread.sleep(forTimeInterval: 0.02 + 0.05 * Double(attempt))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason == .exit { finished += 1 }
      let identifiers = try identifiers(folder.path("a.store"))
      #expect(isInPlace ? ["1.0.0", "2.0.0"].contains(identifiers) : identifiers == "1.0.0")
      if FileManager.default.fileExists(atPath: folder.path("b.store")) {
        #expect(try self.identifiers(folder.path("b.store")) == "2.0.0")
      }
      let backup = folder.path("a.store.backup")
      if FileManager.default.fileExists(atPath: backup) {
        #expect(try self.identifiers(backup) == "1.0.0")
      }
    }
    #expect(finished < 14)
  }

  /// The version of a whole store.
  private func identifiers(_ path: String) throws -> String {
    let file = try StoreFile.open(path: path)
    #expect(try file.connection.value("PRAGMA integrity_check")?.text == "ok")
    #expect(try file.connection.value("SELECT count(*) FROM ZNOTE")?.integer == 2_000)
    return try StoreMetadata(connection: file.connection).versionIdentifiers.joined()
  }

  @Test(.enabled(if: exists)) func aStoreThatIsBeingWrittenIsLeftAlone() throws {
    let folder = try Folder()
    try makeStore(folder.path("a.store"))
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/env")
    shell.arguments = ["sqlite3", folder.path("a.store")]
    let input = Pipe()
    let output = Pipe()
    shell.standardInput = input
    shell.standardOutput = output
    try shell.run()
    defer { shell.terminate() }
    let begin = "BEGIN IMMEDIATE; UPDATE ZNOTE SET ZTITLE = 'x'; SELECT 'ready';\n"
    input.fileHandleForWriting.write(Data(begin.utf8))
    guard output.fileHandleForReading.availableData == Data("ready\n".utf8) else { return }
    for place in [["-o", folder.path("b.store")], ["--in-place"]] {
      let process = try start(
        ["migrate", folder.path("a.store"), "--model", Self.models, "--to", "1.1.0"] + place,
        in: folder)
      process.waitUntilExit()
      #expect(process.terminationStatus == 3)
      let message = try String(contentsOfFile: folder.path("messages"), encoding: .utf8)
      #expect(message.contains("locked by another process"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("b.store")))
  }
}
