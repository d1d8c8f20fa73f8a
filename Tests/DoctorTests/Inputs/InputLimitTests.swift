import Foundation
import ModelSource
import StoreEngine
import StoreModel
import Testing

@testable import DoctorCLI
@testable import Lint
@testable import ModelInputs
@testable import StoreDoctor

/// What is not read: links out of the project, folders in a circle, FIFOs, files past a size.
@Suite("Limits of input") struct InputLimitTests {
  private let model = "@Model final class Note { var title: String = \"\"; init() {} }\n"

  private func write(_ text: String, to path: String) throws {
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  private func name(_ path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }

  /// A sparse file.
  private func writeEmpty(_ bytes: Int, to path: String) throws {
    try write("", to: path)
    try #require(truncate(path, off_t(bytes)) == 0)
  }

  @Test("links are followed within the project and not out of it") func links() throws {
    let folder = try WorkFolder(temporaryFor: "limits")
    let root = folder.path + "/app"
    try write(model, to: root + "/Sources/Note.swift")
    try write(model, to: root + "/Shared/Tag.swift")
    try write(model, to: folder.path + "/other/Other.swift")
    try link(root + "/Sources/root", to: "/")
    try link(root + "/Sources/up", to: "..")
    try link(root + "/Sources/Shared", to: "../Shared")
    try link(root + "/Sources/Other.swift", to: folder.path + "/other/Other.swift")
    try link(root + "/Sources/nowhere.swift", to: "nothing")
    // Without a repository around it, the folder itself is the project.
    var files = ModelFiles(in: root + "/Sources")
    #expect(files.swiftFiles == [root + "/Sources/Note.swift"])
    #expect(
      files.leftOut
        == ["Other.swift", "Shared", "root", "up"].map { root + "/Sources/" + $0 })
    try FileManager.default.createDirectory(
      atPath: root + "/.git", withIntermediateDirectories: true)
    files = ModelFiles(in: root + "/Sources")
    #expect(Set(files.swiftFiles.map(name)) == ["Note.swift", "Tag.swift"])
    #expect(files.leftOut == ["Other.swift", "root"].map { root + "/Sources/" + $0 })
    #expect(files.unfollowed?.contains("2 more") == false)
    let input = try LintReader.read([root + "/Sources"])
    #expect(input.notes == [try #require(files.unfollowed)])
    #expect(input.problems.isEmpty)
  }

  @Test("a folder too deep is named, and the rest is read") func depth() throws {
    let folder = try WorkFolder(temporaryFor: "limits")
    let deep = folder.path + String(repeating: "/d", count: 80)
    try write(model, to: deep + "/Deep.swift")
    try write(model, to: folder.path + "/Note.swift")
    let files = ModelFiles(in: folder.path)
    #expect(files.swiftFiles == [folder.path + "/Note.swift"])
    #expect(files.leftOut == [folder.path + String(repeating: "/d", count: 64)])
  }

  @Test("files past a size are named, and the rest is read") func sizes() throws {
    let folder = try WorkFolder(temporaryFor: "limits")
    try write(model, to: folder.path + "/Note.swift")
    try writeEmpty(16 << 20 + 1, to: folder.path + "/Big.swift")
    try writeEmpty(1 << 20 + 1, to: folder.path + "/App.entitlements")
    let input = try LintReader.read([folder.path])
    #expect(input.files.map { name($0.path) } == ["Note.swift"])
    #expect(
      input.problems.map(\.message) == [
        "the file was not read: it is larger than 16 MB",
        "the file was not read: it is larger than 1 MB",
      ])
    #expect(Linter().run(input).unread.count == 2)
    try writeEmpty(1 << 20 + 1, to: folder.path + "/.storedoctor.yml")
    let text = try CommandFixture().run("lint \(folder.path)")
    #expect(text.contains("cannot be read: it is larger than 1 MB") && text.hasSuffix("[exit 3]\n"))
  }

  @Test("a FIFO is refused wherever a file is named") func fifos() throws {
    let folder = try WorkFolder(temporaryFor: "limits")
    let fifo = folder.path + "/fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    try write(model, to: folder.path + "/Note.swift")
    let fixture = try CommandFixture()
    for command in [
      "trace \(fifo)", "explain \(fifo).log", "lint \(folder.path) --baseline \(fifo)",
      "lint \(folder.path) --config \(fifo)", "lint \(fifo)", "hash \(fifo)", "info \(fifo)",
      "plan --model \(fifo)", "trace /dev/zero", "identify {dir}/notes.store --model \(fifo)",
    ] {
      let text = try fixture.run(command)
      #expect(text.hasSuffix("[exit 3]\n") || text.hasSuffix("[exit 1]\n"), "\(command): \(text)")
      #expect(text.split(separator: "\n").count <= 3, "\(command): \(text)")
    }
    // One that lies among the sources is none of them.
    try #require(mkfifo(folder.path + "/Pipe.swift", 0o600) == 0)
    #expect(try LintReader.read([folder.path]).files.count == 1)
  }

  @Test("what a shell opened is read from its descriptor") func descriptors() throws {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data("CoreData: sql: SELECT 1\n".utf8))
    try pipe.fileHandleForWriting.close()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    let text = try CommandFixture().run("trace /dev/fd/\(descriptor)")
    try pipe.fileHandleForReading.close()
    #expect(text.contains("statements  1, 1 query"), "\(text)")
  }

  @Test("a model past the limits has no hash and no plan") func models() throws {
    let folder = try WorkFolder(temporaryFor: "limits")
    let chain = (1..<200).map { "@Model class C\($0): C\($0 - 1) { var a\($0): Int = 0 }\n" }
    let path = folder.path + "/Chain.swift"
    try write("@Model class C0 { var a0: Int = 0 }\n" + chain.joined(), to: path)
    let fixture = try CommandFixture()
    for command in ["hash \(path)", "plan --model \(path)", "entities \(path)", "lint \(path)"] {
      let text = try fixture.run(command)
      #expect(text.contains("inherited over more than 128 levels"), "\(command): \(text)")
      #expect(text.hasSuffix("[exit 3]\n"), "\(command): \(text)")
    }
  }

  @Test("more rows than anybody generates are refused") func generatedRows() throws {
    let text = try CommandFixture().run(
      "generate --model {dir}/notes.store --rows \(Int.max) -o {dir}/new.store")
    #expect(text.contains("must be at most 1000000000") && text.hasSuffix("[exit 2]\n"), "\(text)")
  }

  @Test("the largest limit is a limit as any other") func rowLimit() throws {
    let text = try CommandFixture().run("rows {dir}/notes.store Tag --limit \(Int.max)")
    #expect(!text.contains("[exit"), "\(text)")
  }
}
