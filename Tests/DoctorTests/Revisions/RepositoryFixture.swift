import Diagnostics
import Foundation
import StoreEngine

@testable import DoctorCLI

/// A git repository, made commit by commit, and stores made by its models.
final class RepositoryFixture {
  let root: URL
  private var clock = 1_700_000_000
  /// Seconds from one commit to the next.
  var pace = 60

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "repository-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: root.appending(path: "app"), withIntermediateDirectories: true)
    try git("init", "-q", "-b", "main")
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  @discardableResult
  func git(_ words: String..., reading input: URL? = nil) throws -> String {
    let git = Process()
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = ["git", "-C", root.appending(path: "app").path] + words
    clock += pace
    let date = "\(clock) +0000"
    git.environment = ProcessInfo.processInfo.environment.merging([
      "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date, "GIT_CONFIG_GLOBAL": "/dev/null",
      "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "a",
      "GIT_COMMITTER_EMAIL": "a@example.org",
    ]) { $1 }
    let pipe = Pipe()
    git.standardOutput = pipe
    if let input { git.standardInput = try FileHandle(forReadingFrom: input) }
    try git.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    git.waitUntilExit()
    guard git.terminationStatus == 0 else { throw CocoaError(.executableRuntimeMismatch) }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func write(_ text: String, to path: String) throws {
    let file = root.appending(path: "app/\(path)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Commits everything; gives the first digits of the commit's name.
  @discardableResult
  func commit(tag: String? = nil) throws -> String {
    try git("add", "-A")
    try git("commit", "-q", "--allow-empty", "-m", "next")
    if let tag { try git("tag", tag) }
    return String(try git("rev-parse", "HEAD").prefix(7))
  }

  /// Commits one content of a file after the other, many in little time, and checks out the last one.
  func commit(_ contents: [String], of path: String) throws {
    var stream = ""
    for content in contents {
      clock += max(pace, 1)
      stream += """
        commit refs/heads/main
        committer a <a@example.org> \(clock) +0000
        data 4
        next
        M 100644 inline \(path)
        data \(content.utf8.count)
        \(content)

        """
    }
    let file = root.appending(path: "stream")
    try Data(stream.utf8).write(to: file)
    try git("fast-import", "--quiet", reading: file)
    try git("checkout", "-q", "-f", "main")
  }

  /// A store as the models that are checked out now write it.
  func makeStore(_ name: String = "my.store", of models: String = "app") throws {
    let text = run("generate --model {}/\(models)@current --rows 1 -o {}/\(name)").text
    guard FileManager.default.fileExists(atPath: root.appending(path: name).path) else {
      throw CocoaError(.fileNoSuchFile, userInfo: ["why": text])
    }
  }

  func run(_ line: String) -> (text: String, code: Int32) {
    let words = line.split(separator: " ").map {
      $0.replacingOccurrences(of: "{}", with: root.path)
    }
    let out = ByteOutput()
    let console = Console(
      out: out, err: out, environment: ["XDG_CACHE_HOME": root.appending(path: "cache").path])
    let code = CommandLineTool(console: console, input: GivenLines("")).run(words)
    return (out.text, code)
  }

  /// The first lines of `identify --git`, without those about the search.
  func writtenBy(_ options: String = "", store: String = "my.store") -> [String] {
    let (text, code) = run("identify {}/\(store) --git {}/app \(options)")
    let lines = text.components(separatedBy: "\n\n")[0].split(separator: "\n").map(String.init)
    return lines + (code == 0 ? [] : ["exit \(code)"])
  }

  static func note(_ properties: String) -> String {
    "import SwiftData\n@Model final class Note {\n  var title = \"\"\n  \(properties)\n  init() {}\n}\n"
  }
}
