import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import DoctorCLI

/// What is no store, log or configuration is refused in one plain sentence, with the code for it.
@Suite struct PlainRefusalTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "plain-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func run(_ words: String...) -> (code: Int32, text: String) {
    let out = ByteOutput()
    let console = Console(out: out, err: out, environment: [:])
    return (CommandLineTool(console: console, input: GivenLines("")).run(words), out.text)
  }

  private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = folder.appending(path: name)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// With or without a slash in its name.
  @Test(arguments: ["Tests", "Tests/", "./Tests"]) func aFolderIsNoLog(_ name: String) throws {
    let said = run("explain", name)
    #expect(said.code == 3, "\(said)")
    #expect(said.text.contains("is a directory") || said.text.contains("folder"), "\(said)")
  }

  /// A line that is no key is shown as far as it takes to find it.
  @Test func aConfigurationOfBytesIsNotPrinted() throws {
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 5000)
    let said = run("lint", folder.path, "--config", try file("long.yml", line))
    #expect(said.code == 2, "\(said)")
    #expect(said.text.contains("xxx…' is not 'key: value'"), "\(said)")
    #expect(said.text.count < 400, "\(said.text.count)")
    let short = run("lint", folder.path, "--config", try file("short.yml", Array("word".utf8)))
    #expect(short.text.contains("'word' is not 'key: value'"), "\(short)")
  }

  /// The kind is said once, and as an English sentence.
  @Test func whatAFileIsIsSaidOnce() throws {
    let zip = Array("PK".utf8) + [3, 4] + [UInt8](repeating: 0, count: 60)
    let said = run("diagnose", try file("a.store", zip)).text
    #expect(
      said.hasPrefix(
        "verdict  not a store: the file is no store of Core Data or SwiftData: it is a zip archive"),
      "\(said)")
    #expect(!said.contains("because"), "\(said)")
    let text = run("diagnose", try file("b.store", Array("words and words".utf8))).text
    #expect(text.contains("SwiftData: it is text\n"), "\(text)")
  }

  /// A link that leads nowhere is there, and is not taken for a misspelt name.
  @Test(arguments: [true, false]) func aLinkThatLeadsNowhereIsThere(_ isLoop: Bool) throws {
    let link = folder.appending(path: "a.link.store").path
    let target = folder.appending(path: isLoop ? "a.link.store" : "gone.store").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    let store = Folders.samples.appending(path: "Notes/notes-1.0.0.store").path
    let asked = [
      run("info", link), run("hash", link), run("plan", link), run("lint", link),
      run("identify", store, "--model", link), run("lint", store, "--config", link),
      run("lint", store, "--baseline", link), run("explain", link), run("diff", store, link),
    ]
    for said in asked {
      #expect(said.code == 3, "\(said)")
      #expect(!said.text.contains("did you mean"), "\(said)")
      #expect(!isLoop || said.text.contains("too many levels of symbolic links"), "\(said)")
    }
    #expect(
      isLoop || run("hash", link).text.contains("it is a link to a file that does not exist"))
    let missing = run("hash", folder.appending(path: "a.lin.store").path)
    #expect(
      missing.code == 3 && missing.text.contains("does not exist; did you mean"), "\(missing)")
  }
}
