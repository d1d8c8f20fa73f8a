import Diagnostics
import Foundation
import Testing

@testable import DoctorCLI

/// `doctor` and `cache` in installations that lack something.
@Suite final class InstallationTests {
  private let root = FileManager.default.temporaryDirectory.appending(path: "own-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  private static let path = ProcessInfo.processInfo.environment["PATH"] ?? ""

  private static let hasCompiler = path.split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/swiftc")
  }

  private func run(
    _ words: String, _ environment: [String: String]
  ) throws -> (code: Int32, text: String) {
    let (out, err) = (ByteOutput(), ByteOutput())
    let tool = CommandLineTool(
      console: Console(out: out, err: err, environment: environment), input: GivenLines(""))
    let code = tool.run(words.split(separator: " ").map(String.init))
    return (code, out.text + err.text)
  }

  private struct Answer: Decodable {
    var doctor: Body
    struct Body: Decodable { var parts: [Part] }
    struct Part: Decodable {
      var name: String
      var works: Bool
      var detail: String
    }
  }

  /// What `doctor` says about a part.
  private func part(_ name: String, _ environment: [String: String]) throws -> Answer.Part {
    let text = try run("doctor --format json", environment).text
    let parts = try JSONDecoder().decode(Answer.self, from: Data(text.utf8)).doctor.parts
    return try #require(parts.first { $0.name == name })
  }

  @Test func whatIsMissingIsNamedWithWhatMendsIt() throws {
    let (code, text) = try run("doctor", ["PATH": "/nowhere", "HOME": root.path])
    #expect(code == 1)
    #expect(
      text.contains("no Swift compiler is in PATH, so closures of migration plans cannot be run"))
    #expect(text.contains("help: install Swift from https://www.swift.org/install"))
    #expect(text.contains("--git, --since and revisions of models do not work"))
    #expect(!text.contains("all of it works"))
  }

  @Test func aPlaceThatOthersCanWriteToIsNoCache() throws {
    let shared = root.appending(path: "storedoctor")
    try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: shared.path)
    let environment = ["PATH": "/nowhere", "XDG_CACHE_HOME": root.path]
    #expect(try !part("cache", environment).works)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: shared.path)
    #expect(try part("cache", environment).works)
  }

  /// Files with the right names are no module: the compiler is asked.
  @Test(.enabled(if: hasCompiler, "no Swift compiler is installed"))
  func aModuleThatTheCompilerDoesNotTakeIsSaid() throws {
    for name in ["libSwiftData.so", "libSwiftDataMacros.so", "modules/SwiftData.swiftmodule"] {
      let file = root.appending(path: "module/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("no module".utf8).write(to: file)
    }
    let environment = [
      "PATH": Self.path, "HOME": root.path,
      "STOREDOCTOR_RUNTIME": root.appending(path: "module").path,
    ]
    #expect(try run("doctor", environment).code == 1)
    #expect(try part("compiler", environment).works)
    let module = try part("module", environment)
    #expect(!module.works)
    #expect(module.detail.contains("the compiler does not take the SwiftData module: "))
  }

  @Test func theCacheIsCountedAndClearedAndNothingElseIs() throws {
    let environment = ["XDG_CACHE_HOME": root.path]
    let files = ["plans/a/plan": 5000, "lint/b": 300, "stranger/c": 7]
    for (name, size) in files {
      let file = root.appending(path: "storedoctor/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(count: size).write(to: file)
    }
    #expect(try run("cache", environment).text.contains("kept 5.3 KB in"))
    #expect(try run("cache --clear", environment).text.contains("removed 5.3 KB in"))
    #expect(try run("cache", environment).text.contains("kept 0 bytes in"))
    let left = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "storedoctor").path)
    #expect(left == ["stranger"])
    let (code, text) = try run("cache", [:])
    #expect(code == 3 && text.contains("set HOME or XDG_CACHE_HOME"))
  }
}
