import Foundation
import ModelInputs
import StoreDoctor
import StoreEngine
import Testing

@testable import DoctorCLI

/// What `generate` may replace, and what it leaves behind.
@Suite struct GenerateTests {
  private let fixture: CommandFixture
  private let support: URL
  private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Samples").path

  init() throws {
    fixture = try CommandFixture()
    support = fixture.folder.appending(path: ".music_SUPPORT/_EXTERNAL_DATA")
  }

  private func generate(_ options: String = "", to name: String = "music.store") throws -> String {
    try fixture.run(
      "generate --model {samples}/Music/Sources --rows 60 -o {dir}/\(name) \(options)")
  }

  private func files() throws -> Set<String> {
    let all = try FileManager.default.subpathsOfDirectory(atPath: fixture.folder.path)
    return Set(all.filter { $0.contains("music") || $0.contains("partial") })
  }

  @Test func forceReplacesTheExternalDataOfAStoreThatIsGone() throws {
    #expect(try generate().hasPrefix("wrote"))
    let before = try files()
    #expect(before.count { $0.contains("_EXTERNAL_DATA/") } == 1)
    let stale = support.appending(path: UUID().uuidString)
    try Data("old".utf8).write(to: stale)
    for force in ["", "--force"] {
      #expect(try generate(force).contains("is a SQLite file, and none is ever written over"))
    }
    try FileManager.default.removeItem(at: fixture.folder.appending(path: "music.store"))
    #expect(try generate().contains("exists already"))
    #expect(try generate("--force").hasPrefix("wrote"))
    #expect(try files() == before)
  }

  @Test func whatIsNotOursStays() throws {
    _ = try generate()
    try FileManager.default.removeItem(at: fixture.folder.appending(path: "music.store"))
    for name in ["diary.txt", "\(UUID().uuidString)/", "\(UUID().uuidString)@"] {
      let other = support.appending(path: String(name.prefix { $0 != "/" && $0 != "@" }))
      switch name.last {
      case "/":
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
      case "@":
        try FileManager.default.createSymbolicLink(
          at: other, withDestinationURL: fixture.folder.appending(path: "text.txt"))
      default: try Data().write(to: other)
      }
      #expect(try generate("--force").contains("is in the way of the store's external data"))
      try FileManager.default.removeItem(at: other)
    }
    #expect(try generate("--force").hasPrefix("wrote"))
  }

  /// Stores that differ in the extension share the folder.
  @Test func theFolderOfAnotherStoreStays() throws {
    _ = try generate()
    let before = try files()
    #expect(try generate("--force", to: "music.sqlite").contains("music.store' is in the way"))
    try FileManager.default.removeItem(at: fixture.folder.appending(path: "music.store"))
    #expect(try generate().contains("'{dir}/.music_SUPPORT' exists already"))
    #expect(try files() == before.subtracting(["music.store"]))
  }

  @Test func onlyFilesAreReplaced() throws {
    let folder = fixture.folder.appending(path: "music")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    #expect(try generate("--force", to: "music").contains("is not a file"))
    #expect(mkfifo(fixture.folder.appending(path: "pipe").path, 0o600) == 0)
    #expect(try generate("--force", to: "pipe").contains("is not a file"))
  }

  /// A store's cached model does not say whether SwiftData wrote it; its history does.
  @Test(arguments: [("notes-2.0.0.store", true), ("music.store", true)])
  func swiftDataModelsKeepHistory(_ sample: String, _ hasHistory: Bool) throws {
    let folder = sample.hasPrefix("music") ? "Music" : "Notes"
    let result = try fixture.run(
      "generate --model {samples}/\(folder)/\(sample) --rows 10 -o {dir}/copy.store")
    #expect(result.hasPrefix("wrote"))
    let path = fixture.folder.appending(path: "copy.store").path
    let store = try Store(file: StoreFile.open(path: path))
    #expect(store.hasHistory == hasHistory)
    // The fixture's own store was written without.
    _ = try fixture.run("generate --model {dir}/notes.store --rows 10 -o {dir}/plain.store")
    let plain = fixture.folder.appending(path: "plain.store").path
    #expect(try Store(file: StoreFile.open(path: plain)).hasHistory == false)
  }

  @Test func anInterruptedWriterLeavesNothing() throws {
    let path = fixture.folder.appending(path: "music.store").path
    var writer: StoreWriter? = try StoreWriter(
      path: path, model: ModelLoader.model(Self.samples + "/Music/Sources"))
    _ = try writer.map { try RowGenerator().fill($0, rows: 60) }
    #expect(try files().isEmpty == false)
    writer = nil
    #expect(try files().isEmpty)
  }

  @Test func tracesAreWritten() throws {
    let text = try fixture.run("sql {dir}/notes.store 'select count(*) from Note' --trace")
    #expect(text.contains("CoreData: sql: select count(*) from Note\n"))
    #expect(text.contains("CoreData: annotation: total fetch execution time: "))
    _ = try fixture.run("sql {dir}/notes.store 'select 7' --trace={dir}/t.jsonl")
    let lines = try String(contentsOf: fixture.folder.appending(path: "t.jsonl"), encoding: .utf8)
      .split(separator: "\n")
    #expect(lines.first == #"{"trace":"storedoctor","version":1,"values":false}"#)
    #expect(lines.last?.contains(#""purpose":"fetch","sql":"select 7""#) == true)
    // The store names what the trace prints: it must not steer the terminal.
    let hostile = try fixture.run("sql {dir}/notes.store \"select '\u{1B}[31m'\" --trace")
    #expect(!hostile.contains("\u{1B}") && hostile.contains("\\u{1B}[31m"))
  }
}
