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
  ) throws -> (code: Int32, text: String, parts: [String: JSONValue]) {
    let (out, err) = (ByteOutput(), ByteOutput())
    let tool = CommandLineTool(
      console: Console(out: out, err: err, environment: environment), input: GivenLines(""))
    let code = tool.run(words.split(separator: " ").map(String.init))
    guard words.hasSuffix("json") else { return (code, out.text + err.text, [:]) }
    let body = try JSONDecoder().decode(Answer.self, from: Data(out.text.utf8))
    return (
      code, out.text,
      Dictionary(
        uniqueKeysWithValues: body.doctor.parts.map {
          ($0.name, .array([.bool($0.works), .string($0.detail), .optional($0.mend)]))
        })
    )
  }

  private struct Answer: Decodable {
    var doctor: Body
    struct Body: Decodable { var parts: [Part] }
    struct Part: Decodable {
      var name: String
      var works: Bool
      var detail: String
      var mend: String?
    }
  }

  private func works(_ part: JSONValue?) -> Bool {
    if case .array(let values)? = part { values.first == .bool(true) } else { false }
  }

  @Test func whatIsMissingIsNamedWithWhatMendsIt() throws {
    let (code, text, _) = try run("doctor", ["PATH": "/nowhere", "HOME": root.path])
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
    #expect(!works(try run("doctor --format json", environment).parts["cache"]))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: shared.path)
    #expect(works(try run("doctor --format json", environment).parts["cache"]))
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
    let (code, _, parts) = try run(
      "doctor --format json",
      [
        "PATH": Self.path, "HOME": root.path,
        "STOREDOCTOR_RUNTIME": root.appending(path: "module").path,
      ])
    #expect(code == 1)
    #expect(works(parts["compiler"]))
    #expect(!works(parts["module"]))
    let said = "\(parts["module"] ?? .null)"
    #expect(said.contains("the compiler does not take the SwiftData module: "))
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
    let (code, text, _) = try run("cache", [:])
    #expect(code == 3 && text.contains("set HOME or XDG_CACHE_HOME"))
  }
}
