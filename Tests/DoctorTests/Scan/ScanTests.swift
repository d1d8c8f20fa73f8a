import Foundation
import StoreDoctor
import StoreEngine
import Testing

@testable import DoctorCLI

/// `scan` in this process: what is found, in which order, and what it comes to.
@Suite struct ScanTests {
  private let fixture: CommandFixture
  private var folder: URL { fixture.folder }

  init() throws { fixture = try CommandFixture() }

  /// The lines of a scan, without the summary.
  private func lines(_ command: String) throws -> [ScannedStore] {
    let text = try fixture.run("scan \(command) --jobs 0 --quiet")
    return try text.split(separator: "\n").filter { $0.hasPrefix("{\"") }
      .map { try ScanLines().store($0.utf8) }
  }

  private func copy(_ name: String, to other: String) throws {
    let target = folder.appending(path: other)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: folder.appending(path: name), to: target)
  }

  @Test func storesAreFoundByTheirContent() throws {
    try copy("notes.store", to: "many/b/no-extension")
    try copy("notes.store", to: "many/a/picture.jpg")
    try copy("text.txt", to: "many/a/notes.sqlite")
    try copy("empty.store", to: "many/c/empty.store")
    try copy("empty.store", to: "many/c/empty.txt")
    let found = try lines("{dir}/many")
    #expect(
      found.map(\.path) == ["{dir}/many/a/picture.jpg", "{dir}/many/b/no-extension"]
        + ["{dir}/many/c/empty.store"])
    #expect(found.map(\.verdict) == ["notCompared", "notCompared", "missingSideFiles"])
    // What is named gets a line, whatever it is.
    let named = try lines("{dir}/many/c/empty.txt {dir}/many/a/notes.sqlite")
    #expect(named.map(\.verdict) == ["missingSideFiles", "notAStore"])
  }

  @Test func nothingIsFollowedAndNothingWaits() throws {
    try copy("notes.store", to: "many/real/a.store")
    let many = folder.appending(path: "many")
    try FileManager.default.createSymbolicLink(
      at: many.appending(path: "real/loop"), withDestinationURL: many)
    try FileManager.default.createSymbolicLink(
      at: many.appending(path: "link.store"),
      withDestinationURL: many.appending(path: "real/a.store"))
    mkfifo(many.appending(path: "pipe.store").path, 0o600)
    #expect(try lines("{dir}/many").map(\.path) == ["{dir}/many/real/a.store"])
    let summary = try fixture.run("scan {dir}/many --jobs 0")
    #expect(summary.contains("2 links, which are not followed"), "\(summary)")
    let named = try lines("{dir}/many/pipe.store {dir}/many/link.store {dir}/many/gone")
    #expect(named.map(\.failure?.reason) == [.unreadable, nil, .missing])
    #expect(try fixture.run("scan {dir}/many/gone --jobs 0 --quiet").hasSuffix("[exit 3]\n"))
  }

  @Test func namesMayHoldLineEndsAndAreMetOnce() throws {
    try copy("notes.store", to: "many/a\nb.store")
    try copy("notes.store", to: "many/é \"x\".store")
    let found = try lines("{dir}/many {dir}/many \"{dir}/many/a\nb.store\"")
    #expect(found.map(\.path) == ["{dir}/many/a\nb.store", "{dir}/many/é \"x\".store"])
  }

  @Test func externalDataAreNoStores() throws {
    try copy("notes.store", to: "many/.notes_SUPPORT/_EXTERNAL_DATA/\(UUID().uuidString)")
    try copy("notes.store", to: "many/notes.store")
    let found = try lines("{dir}/many")
    #expect(found.map(\.path) == ["{dir}/many/notes.store"])
    #expect(found[0].sizes.externalFiles == 1)
    #expect(found[0].sizes.external == found[0].sizes.main)
  }

  @Test func aLineSaysWhatDiagnoseSays() throws {
    for name in ["notes.store", "damaged.store", "torn.store", "empty.store", "text.txt"] {
      for model in ["", " --model {dir}/Next.swift"] {
        let text = try fixture.run("diagnose {dir}/\(name)\(model) --format json")
        let line = try #require(try lines("{dir}/\(name)\(model)").first)
        #expect(
          text.contains("\"verdict\": \"\(line.verdict ?? "")\",\n    \"what\""), "\(name)\(model)")
        #expect(line.good == !text.hasSuffix("[exit 1]\n"), "\(name)\(model)")
      }
    }
  }

  @Test func whatWasNotAskedIsNeverSound() throws {
    let model = "--model {samples}/Notes/Sources"
    let store = "{samples}/Notes/notes-2.0.0.store"
    #expect(try lines("\(store) \(model)").map(\.good) == [true])
    #expect(try lines("\(store) \(model) --checks full").map(\.verdict) == ["opens"])
    let quick = try lines("\(store) \(model) --checks quick")
    #expect(quick.map(\.verdict) == ["notExamined"])
    #expect(quick[0].version?.identifier == "2.0.0")
    #expect(quick[0].hashes.main == nil && quick[0].rows == nil && !quick[0].good)
    let old = try lines("{samples}/Notes/notes-1.0.0.store \(model) --checks full")
    #expect(old.map(\.verdict) == ["notExamined"])
  }

  @Test func noValueIsInALine() throws {
    let text = try fixture.run("scan {dir} --model {dir}/Next.swift --jobs 0")
    for value in ["Milk", "Inbox", "urgent", "日本語"] { #expect(!text.contains(value)) }
  }

  @Test func partsMergeToTheWhole() throws {
    let model = "--model {samples}/Notes/Sources"
    let whole = try fixture.run("scan {dir} {samples} \(model) --jobs 0 --format json")
    _ = try fixture.run("scan {dir} \(model) --jobs 0 -o {dir}/one.jsonl")
    _ = try fixture.run("scan {samples} \(model) --jobs 0 -o {dir}/two.jsonl")
    // In any order, and with lines that came twice.
    let merged = try fixture.run(
      "scan --merge {dir}/two.jsonl {dir}/one.jsonl {dir}/two.jsonl --format json")
    #expect(whole == merged)
    #expect(whole.contains("\"stores\": "))
  }

  @Test func unknownVersionsAreGroupedWithTheSmallest() throws {
    try copy("notes.store", to: "many/a.store")
    let writer = try FileHandle(forWritingTo: folder.appending(path: "many/a.store"))
    try writer.seekToEnd()
    try writer.write(contentsOf: Data(count: 8192))
    try copy("notes.store", to: "many/b.store")
    let text = try fixture.run("scan {dir}/many --model {dir}/Next.swift --jobs 0 --summary-only")
    #expect(text.contains("2 stores with checksum "), "\(text)")
    #expect(text.contains("look at {dir}/many/b.store"), "\(text)")
    #expect(text.contains("nearest: "), "\(text)")
  }

  @Test func aRunIsTakenUpWhereItStopped() throws {
    for name in ["a", "b", "c"] { try copy("notes.store", to: "many/\(name).store") }
    let run = "scan {dir}/many --jobs 0 --resume {dir}/run.jsonl"
    let summary = try fixture.run(run)
    let file = folder.appending(path: "run.jsonl")
    let whole = try String(contentsOf: file, encoding: .utf8)
    // Cut within the second line.
    let cut = whole.prefix(whole.count / 2)
    #expect(cut.contains("\n") && !cut.hasSuffix("\n"))
    try cut.write(to: file, atomically: false, encoding: .utf8)
    #expect(try fixture.run(run) == summary)
    #expect(try String(contentsOf: file, encoding: .utf8) == whole)
    #expect(
      try fixture.run(run + " --checks quick").contains("with other models or other --checks"))
    try "no line\n".write(to: file, atomically: false, encoding: .utf8)
    #expect(try fixture.run(run).contains("was not written by 'scan'"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "no line\n")
  }

  @Test func theExitCodeIsAsked() throws {
    let store = "scan {dir}/notes.store {dir}/torn.store --jobs 0 --quiet"
    #expect(try fixture.run(store).hasSuffix("[exit 1]\n"))
    #expect(try !fixture.run(store + " --fail-on encrypted,failed").contains("[exit"))
    #expect(try fixture.run(store + " --fail-on damaged").hasSuffix("[exit 1]\n"))
    #expect(try !fixture.run(store + " --fail-on never").contains("[exit"))
    #expect(try fixture.run(store + " --fail-on damagd").contains("did you mean 'damaged'"))
    #expect(try fixture.run("scan {dir}/none-here --jobs 0 --fail-on never").contains("[exit 3]"))
  }
}
