import Foundation
import ModelInputs
import StoreDoctor
import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import DoctorCLI

/// The program itself, killed and hindered.
@Suite struct MigrationProcessTests {
  private static let tool = BuiltTool.path
  private static let exists = BuiltTool.exists
  private static let hasSQLite = FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3")
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

  @Test(.enabled(if: exists, "the tool is not built")) func aKillLeavesTheOldStoreOrTheNewOne()
    throws
  {
    let folder = try Folder()
    try makeStore(folder.path("first.store"))
    var finished = 0
    for attempt in 0..<14 {
      // What a kill left is removed by the next run, which the first lines of the next attempt are.
      let swept = try start(
        ["generate", "--model", Self.models + "@1.0.0", "--rows", "1"]
          + ["-o", folder.path("x.store")], in: folder)
      swept.waitUntilExit()
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      #expect(!left.contains { $0.hasPrefix(".partial") }, "\(left)")
      for name in left where name != "first.store" {
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

  @Test(.enabled(if: exists && hasSQLite, "the tool is not built, or sqlite3 is missing"))
  func aStoreThatIsBeingWrittenIsLeftAlone() throws {
    let folder = try Folder()
    try makeStore(folder.path("a.store"))
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/sqlite3")
    shell.arguments = [folder.path("a.store")]
    let input = Pipe()
    let output = Pipe()
    shell.standardInput = input
    shell.standardOutput = output
    try shell.run()
    defer { shell.terminate() }
    let begin = "BEGIN IMMEDIATE; UPDATE ZNOTE SET ZTITLE = 'x'; SELECT 'ready';\n"
    input.fileHandleForWriting.write(Data(begin.utf8))
    #expect(output.fileHandleForReading.availableData == Data("ready\n".utf8))
    for place in [["-o", folder.path("b.store")], ["--in-place"]] {
      let process = try start(
        ["migrate", folder.path("a.store"), "--model", Self.models, "--to", "1.1.0"] + place,
        in: folder)
      process.waitUntilExit()
      #expect(process.terminationStatus == 3)
      let message = try String(contentsOfFile: folder.path("messages"), encoding: .utf8)
      #expect(message.contains("in use by another process"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("b.store")))
  }

  // MARK: File systems of their own

  /// Runs a script in a mount namespace, so that what it mounts goes with it. The tool is `$1`, the
  /// folder `$2`, the models `$3`.
  private static func run(_ script: String, in folder: String) throws -> (Int32, [String]) {
    let (text, code) = try TestProgram.run(
      ["/usr/bin/env", "unshare", "-m", "sh", "-c", script, "sh", tool, folder, models])
    return (code, text.split(separator: "\n").map(String.init))
  }

  /// Only root may mount, and not everywhere.
  private static let canMount =
    exists && geteuid() == 0
    && (try? run("mount -t tmpfs -o size=64k tmpfs \"$2\"", in: "/mnt"))?.0 == 0

  /// From too small for the copy to just too small for the stage that writes a table anew.
  @Test(.enabled(if: canMount, "mounting is not allowed here"), arguments: [50, 90, 115])
  func aFullDiskLeavesNothingBehind(_ percent: Int) throws {
    let folder = try Folder()
    try makeStore(folder.path("a.store"))
    let size = try Data(contentsOf: URL(filePath: folder.path("a.store"))).count
    try FileManager.default.createDirectory(
      atPath: folder.path("small"), withIntermediateDirectories: true)
    let (status, lines) = try Self.run(
      """
      mount -t tmpfs -o size=\(size / 100 * percent) tmpfs "$2/small" || exit 9
      "$1" migrate "$2/a.store" --model "$3" --skip-closures -o "$2/small/b.store" 2>&1
      echo "exit $?"; ls -A "$2/small"
      """, in: folder.url.path)
    #expect(status == 0)
    #expect(
      lines == [
        "storedoctor: error: the disk is full: '\(folder.path("small/b.store"))' was not written",
        "exit 3",
      ])
  }

  /// In place the store shares the disk with its copy and its backup.
  @Test(.enabled(if: canMount, "mounting is not allowed here"), arguments: [150, 250, 320, 360])
  func aFullDiskKeepsTheStoreInPlace(_ percent: Int) throws {
    let folder = try Folder()
    try makeStore(folder.path("first.store"))
    let size = try Data(contentsOf: URL(filePath: folder.path("first.store"))).count
    try FileManager.default.createDirectory(
      atPath: folder.path("small"), withIntermediateDirectories: true)
    let (_, lines) = try Self.run(
      """
      mount -t tmpfs -o size=\(size / 100 * percent) tmpfs "$2/small" || exit 9
      cp "$2/first.store" "$2/small/a.store"
      "$1" migrate "$2/small/a.store" --model "$3" --skip-closures --in-place 2>&1
      echo "exit $?"; ls -A "$2/small"
      cmp "$2/first.store" "$2/small/a.store" && echo same
      "$1" check "$2/small/a.store" --quiet && echo healthy
      """, in: folder.url.path)
    #expect(lines.contains("exit 3"), "\(lines)")
    #expect(lines.filter { $0.contains("error: the disk is full") }.count == 1, "\(lines)")
    #expect(lines.contains("same") && lines.contains("healthy"), "\(lines)")
    // A backup would be in the way of the next attempt.
    let left = lines.filter { $0.hasPrefix(".") || $0.hasPrefix("a.store") }
    #expect(left == ["a.store"], "\(lines)")
  }

  @Test(.enabled(if: canMount, "mounting is not allowed here")) func aReadOnlyFolderIsNamed() throws
  {
    let folder = try Folder()
    try makeStore(folder.path("a.store"))
    try FileManager.default.createDirectory(
      atPath: folder.path("fixed"), withIntermediateDirectories: true)
    let (_, lines) = try Self.run(
      """
      mount -t tmpfs tmpfs "$2/fixed" && cp "$2/a.store" "$2/fixed" || exit 9
      mount -o remount,ro "$2/fixed"
      for place in "-o $2/fixed/b.store" --in-place; do
        "$1" migrate "$2/fixed/a.store" --model "$3" --to 1.1.0 $place 2>&1; echo "exit $?"
      done
      "$1" migrate "$2/fixed/a.store" --model "$3" --to 1.1.0 -o "$2/b.store" >/dev/null 2>&1
      echo "exit $?"; ls -A "$2/fixed"
      cmp "$2/a.store" "$2/fixed/a.store" && echo same
      """, in: folder.url.path)
    let refusal = "storedoctor: error: '\(folder.path("fixed"))/' cannot be written to"
    #expect(
      lines == [refusal, "exit 3", refusal, "exit 3", "exit 0", "a.store", "same"])
  }

  @Test(.enabled(if: canMount, "mounting is not allowed here")) func verifyNamesAFullDisk() throws {
    let folder = try Folder()
    let (_, lines) = try Self.run(
      """
      mount -t tmpfs -o size=200k tmpfs "$2" || exit 9
      TMPDIR="$2" "$1" verify --model "$3" --to 1.1.0 2>&1; echo "exit $?"; ls -A "$2"
      """, in: folder.url.path)
    #expect(lines.last == "exit 3", "\(lines)")
    #expect(lines.first?.contains("error: the disk is full") == true, "\(lines)")
  }

  @Test(.enabled(if: exists, "the tool is not built")) func whatIsThereAlreadyIsKept() throws {
    let folder = try Folder()
    try makeStore(folder.path("a.store"))
    let other = Data("somebody's".utf8)
    try other.write(to: URL(filePath: folder.path("b.store")))
    let original = try Data(contentsOf: URL(filePath: folder.path("a.store")))
    func migrate(_ words: String...) throws -> (status: Int32, message: String) {
      let process = try start(
        ["migrate", folder.path("a.store"), "--model", Self.models] + words, in: folder)
      process.waitUntilExit()
      return (
        process.terminationStatus,
        try String(contentsOfFile: folder.path("messages"), encoding: .utf8)
      )
    }
    let taken = try migrate("--to", "1.1.0", "-o", folder.path("b.store"))
    #expect(taken.status == 2)
    #expect(taken.message.contains("'\(folder.path("b.store"))' exists already"))
    // A migration that ends early does not replace anything either: the closures are not run here.
    let failed = try migrate("-o", folder.path("b.store"), "--force", "--to", "9.9.9")
    #expect(failed.status != 0)
    #expect(try Data(contentsOf: URL(filePath: folder.path("b.store"))) == other)
    let backup = folder.path("a.store.backup")
    try other.write(to: URL(filePath: backup))
    let inPlace = try migrate("--to", "1.1.0", "--in-place")
    #expect(inPlace.status == 2)
    #expect(inPlace.message.contains("'\(backup)' exists already"))
    #expect(try Data(contentsOf: URL(filePath: backup)) == other)
    #expect(try Data(contentsOf: URL(filePath: folder.path("a.store"))) == original)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        == ["a.store", "a.store.backup", "b.store", "messages"])
  }
}
