import Diagnostics
import Foundation
import StoreDoctor
import Testing

@testable import DoctorCLI

/// Reading logs from files and pipes, to their end or as they grow.
@Suite("Log files") struct LogFileTests {
  private static func temporary(_ name: String, _ text: String) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file
  }

  private static func run(_ words: [String]) -> (text: String, code: Int32) {
    let out = ByteOutput()
    let tool = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
    let code = tool.run(words)
    return (out.text, code)
  }

  private static var slowList: String {
    var log = LogScript(level: 2)
    log.books(12)
    for key in 1...12 { log.tagsOfBook(key) }
    return log.text(.console)
  }

  @Test("Every byte comes, in order", arguments: [0, 1, 1 << 20, 5 << 20 | 17])
  func wholeFile(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) | 1 }
    let file = try Self.temporary("a.log", "")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    var read: [UInt8] = []
    try LogFile(path: file.path, interrupt: InterruptFlag()).read { bytes, _ in read += bytes }
    #expect(read == bytes)
  }

  @Test("A growing log is read until it is interrupted, also after it was rotated")
  func growing() throws {
    let file = try Self.temporary("a.log", "one\n")
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let flag = InterruptFlag()
    var text = ""
    var step = 0
    try LogFile(path: file.path, interrupt: flag).follow(
      { text += String(decoding: $0, as: UTF8.self) },
      idle: { _ in
        step += 1
        switch step {
        case 1:
          let handle = try? FileHandle(forWritingTo: file)
          _ = try? handle?.seekToEnd()
          try? handle?.write(contentsOf: Data("two\n".utf8))
          try? handle?.close()
        case 2:
          let moved = file.deletingLastPathComponent().appending(path: "a.1.log")
          try? FileManager.default.moveItem(at: file, to: moved)
          try? Data("three\n".utf8).write(to: file)
        case 3: try? Data("4\n".utf8).write(to: file, options: [])
        default: flag.raise()
        }
      })
    #expect(text == "one\ntwo\nthree\n4\n")
  }

  @Test("What is skipped is said, and the rest is analysed")
  func partial() throws {
    let noise = String(repeating: "\u{0}\u{1}binary\u{ff}", count: 300) + "\n"
    let endless = String(repeating: "x", count: 3 << 20) + "\n"
    let text = noise + Self.slowList + endless + Self.slowList.prefix(3000)
    let file = try Self.temporary("mixed.log", text)
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let result = Self.run(["trace", file.path])
    #expect(result.code == 1)
    #expect(result.text.contains("'Book.tags' fires one query per object"))
    #expect(result.text.contains("1 line cut at 1 MiB"))
  }

  @Test("Encodings", arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian])
  func encodings(_ encoding: String.Encoding) throws {
    let file = try Self.temporary("wide.log", "")
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    try #require(Self.slowList.data(using: encoding)).write(to: file)
    let result = Self.run(["trace", file.path, "--top", "0"])
    #expect(result.code == 1, "\(result.text)")
    #expect(result.text.contains("SQLDebug 2, UTF-16"))
    #expect(result.text.contains("'Book.tags'"))
  }

  @Test("Latin-1 in a value does no harm")
  func latin1() throws {
    let file = try Self.temporary("latin.log", "")
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let text = Self.slowList.replacingOccurrences(of: "ZTITLE", with: "ZTÜTLE")
    try #require(text.data(using: .isoLatin1)).write(to: file)
    for format in ["text", "json"] {
      let result = Self.run(["trace", file.path, "--format", format])
      #expect(result.code == 1)
      #expect(result.text.contains("Book.tags"))
    }
  }

  @Test("Files of other kinds get a sentence")
  func otherKinds() throws {
    for (bytes, word) in [
      ([0x1f, 0x8b, 8, 0], "compressed"), ([0x50, 0x4b, 3, 4, 0], "compressed or binary"),
      (Array("bplist00".utf8), "compressed or binary"), ([0, 0, 0, 0], "no statements"),
      (Array(repeating: 0xff, count: 5000), "no statements"),
    ] as [([UInt8], String)] {
      let file = try Self.temporary("odd.log", "")
      try Data(bytes).write(to: file)
      let result = Self.run(["trace", file.path])
      #expect(result.code == 3)
      #expect(result.text.contains(word), "\(result.text)")
      try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
    }
  }

  @Test("A trace of another version is not read as if it were ours")
  func otherVersion() throws {
    let event = #"{"sequence":1,"purpose":"fetch","sql":"SELECT 1 FROM ZNOTE"}"#
    for (version, code) in [("1", Int32(0)), ("2", 3), ("99999999999999999999", 3), ("null", 3)] {
      let header = #"{"trace":"storedoctor","version":\#(version),"values":false}"#
      let file = try Self.temporary("one.jsonl", header + "\n" + event + "\n")
      let result = Self.run(["trace", file.path])
      #expect(result.code == code, "\(version): \(result.text)")
      #expect(result.text.contains("storedoctor trace of version") == (code == 3))
      try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
    }
  }

  @Test("A shell's own statements are a trace", arguments: ["shell.log", "shell.jsonl"])
  func shellTrace(_ name: String) throws {
    let fixture = try CommandFixture()
    let file = fixture.folder.appending(path: name).path
    let store = fixture.folder.appending(path: "notes.store").path
    let all = Self.run([
      store, "-c", "trace \(file)", "-c", "select count(*) from Note;", "-c", "rows Note limit 1",
      "-c", "trace off", "-c", "trace --top 40 \(file)", "-c", "trace --top 40",
    ])
    #expect(all.code == 0, "\(all.text)")
    let written = try String(contentsOfFile: file, encoding: .utf8)
    #expect(written.contains("select count(*) from Note"))
    // Once as a file and once as what the session kept; which statements take longest varies.
    #expect(all.text.components(separatedBy: "SELECT COUNT(*) FROM Note").count == 3, "\(all.text)")
  }
}
