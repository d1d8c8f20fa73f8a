import Diagnostics
import Foundation

@testable import DoctorCLI

/// A folder with files, and a way to run command lines on it; `{}` stands for the folder.
final class LintFolder {
  let root: URL

  init(_ files: [String: String]) throws {
    root = FileManager.default.temporaryDirectory.appending(path: "lint-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  func write(_ name: String, _ text: String) throws {
    let place = root.appending(path: name)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: place, atomically: true, encoding: .utf8)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: root.appending(path: name), encoding: .utf8)
  }

  /// Runs git in the folder.
  func git(_ words: String...) throws {
    let git = Process()
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = ["git", "-C", root.path] + words
    try git.run()
    git.waitUntilExit()
  }

  func run(_ line: String) -> (text: String, code: Int32) {
    let words = line.split(separator: " ").map {
      $0.replacingOccurrences(of: "{}", with: root.path)
    }
    let out = ByteOutput()
    let code = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
      .run(words)
    return (out.text, code)
  }
}
