import Diagnostics
import Foundation
import StoreDoctor
import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import DoctorCLI

/// Golden cases: `Commands/<case>/input.txt` holds command lines, `expected.txt` what they print.
@Suite struct CommandCaseTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Commands")

  static let cases: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  @Test(arguments: cases) func matchesExpectation(_ name: String) throws {
    let folder = Self.folder.appending(path: name)
    let input = try String(contentsOf: folder.appending(path: "input.txt"), encoding: .utf8)
    let fixture = try CommandFixture()
    var transcript = ""
    for line in input.split(separator: "\n") where !line.hasPrefix("#") {
      transcript += line + "\n" + (try fixture.run(String(line.dropFirst("$ storedoctor".count))))
    }
    try Recorded.expect(transcript, at: folder.appending(path: "expected.txt"))
  }

  @Test func whatStopsAnAppAtLaunchFailsVerify() throws {
    // No golden case: the table has times.
    let text = try CommandFixture().run("verify --model {dir}/Twins.swift")
    #expect(
      text.contains("6 migrations: 6 ok") && text.contains("[same-checksum-versions]"), "\(text)")
    #expect(text.hasSuffix("[exit 1]\n"))
  }

  @Test func everyCaseIsComplete() {
    #expect(!Self.cases.isEmpty)
    for name in Self.cases {
      for file in ["input.txt", "expected.txt"] {
        let path = Self.folder.appending(path: name).appending(path: file).path
        #expect(FileManager.default.fileExists(atPath: path), "\(name)/\(file) is missing")
      }
    }
  }
}

/// A folder with a small store and files of other kinds, and a way to run command lines there.
final class CommandFixture {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "case-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Self.writeStore(at: folder.appending(path: "notes.store").path)
    try Self.writeDamagedStore(at: folder.appending(path: "damaged.store").path)
    try Self.writeTornStore(in: folder)
    try Data(Self.nextVersion.utf8).write(to: folder.appending(path: "Next.swift"))
    try Data(Self.twins.utf8).write(to: folder.appending(path: "Twins.swift"))
    try Data("just a text\n".utf8).write(to: folder.appending(path: "text.txt"))
    try Data().write(to: folder.appending(path: "empty.store"))
    try "mode csv\nselect title from Note;\nselect 1 from\nNope;\nselect 2;\n".write(
      to: folder.appending(path: "script.sd"), atomically: true, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs a command line with `{dir}` standing for the folder; gives both outputs and the exit code.
  func run(
    _ line: String, input: String = "", environment: [String: String] = [:]
  ) throws -> String {
    let words = try ShellWords.split(line).map {
      $0.replacingOccurrences(of: "{dir}", with: folder.path)
        .replacingOccurrences(of: "{samples}", with: Self.samples.path)
    }
    let out = ByteOutput()
    let console = Console(out: out, err: out, environment: environment)
    let lines = GivenLines(input.replacingOccurrences(of: "{dir}", with: folder.path))
    let code = CommandLineTool(console: console, input: lines).run(words)
    let text = out.text.replacingOccurrences(of: folder.path, with: "{dir}")
      .replacingOccurrences(of: Self.samples.path, with: "{samples}")
    return text + (code == 0 ? "" : "[exit \(code)]\n")
  }

  static let samples = Folders.samples

  static let model = DataModel(
    name: "Notes", versionIdentifiers: ["1.0.0"],
    entities: [
      Entity(
        name: "Folder", attributes: [Attribute(name: "name", type: .string)],
        relationships: [
          Relationship(
            name: "notes", destination: "Note", inverse: "folder", maxCount: 0,
            deleteRule: .cascade, isOptional: true)
        ], uniquenessConstraints: [["name"]]),
      Entity(
        name: "Note",
        attributes: [
          Attribute(name: "created", type: .date),
          Attribute(name: "isPinned", type: .boolean, defaultValue: .boolean(false)),
          Attribute(name: "picture", type: .binary, isOptional: true),
          Attribute(name: "title", type: .string, isOptional: true),
        ],
        relationships: [
          Relationship(
            name: "folder", destination: "Folder", inverse: "notes", isOptional: true),
          Relationship(
            name: "tags", destination: "Tag", inverse: "notes", maxCount: 0, isOptional: true),
        ]),
      Entity(
        name: "Tag", attributes: [Attribute(name: "label", type: .string)],
        relationships: [
          Relationship(
            name: "notes", destination: "Note", inverse: "tags", maxCount: 0, isOptional: true)
        ]),
    ], source: .swift)

  private static func writeStore(at path: String) throws {
    let writer = try StoreWriter(path: path, model: model)
    let inbox = try writer.insert("Folder", ["name": .string("Inbox")])
    let tag = try writer.insert("Tag", ["label": .string("urgent")])
    let titles: [PropertyValue] = [
      .string("Milk, eggs"), .string(""), .null, .string("日本語のノート"),
      .string("\u{1B}[31mred\u{202E}"), .string("NULL"),
    ]
    for (index, title) in titles.enumerated() {
      let note = try writer.insert(
        "Note",
        [
          "created": .date(Double(index) * 86_400), "isPinned": .bool(index == 0),
          "picture": index == 0 ? .data([0x89, 0x50, 0x4E, 0x47, 0x0D]) : .null, "title": title,
        ])
      if index < 2 { try writer.link(note, "folder", inbox) }
      if index == 0 { try writer.link(note, "tags", tag) }
    }
    try writer.finish()
  }

  /// The pages with notes are gone.
  private static func writeTornStore(in folder: URL) throws {
    let path = folder.appending(path: "notes.store").path
    let root = try StoreFile.open(path: path).connection.value(
      "SELECT rootpage FROM sqlite_master WHERE name = 'ZNOTE'")?.integer
    var bytes = try Data(contentsOf: URL(filePath: path))
    let start = (Int(root ?? 1) - 1) * 4096
    bytes.replaceSubrange(start..<start + 4096, with: Data(count: 4096))
    try bytes.write(to: folder.appending(path: "torn.store"))
  }

  /// A version after that of the store, which its rows do not all allow.
  /// Two versions that are the same model, and a third.
  private static let twins = """
    import SwiftData

    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Card.self] }
      @Model final class Card { var text = "" }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 1, 0)
      static var models: [any PersistentModel.Type] { [Card.self] }
      @Model final class Card { var text = ""; var isEmpty: Bool { text.isEmpty } }
    }
    enum V3: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Card.self] }
      @Model final class Card { var text = ""; var rank = 0 }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
      static let stages = [
        MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self),
        MigrationStage.lightweight(fromVersion: V2.self, toVersion: V3.self),
      ]
    }
    """

  private static let nextVersion = """
    import SwiftData

    @Model class Folder {
      @Attribute(.unique) var name: String
      @Relationship(deleteRule: .cascade, inverse: \\Note.folder) var notes: [Note]?
      init() {}
    }
    @Model class Note {
      var created: Date
      @Attribute(.unique) var isPinned: Bool = false
      var picture: Data?
      var title: String
      var rank: Int
      var folder: Folder?
      @Relationship(inverse: \\Tag.notes) var tags: [Tag]?
      init() {}
    }
    @Model class Tag {
      var label: String
      var notes: [Note]?
      init() {}
    }
    """

  private static func writeDamagedStore(at path: String) throws {
    try writeStore(at: path)
    let connection = try Connection(path: path, mode: .readWrite)
    for statement in [
      "UPDATE ZNOTE SET ZFOLDER = 77 WHERE Z_PK IN (2, 5)",
      "UPDATE ZNOTE SET ZCREATED = 'yesterday' WHERE Z_PK = 3",
      "UPDATE ZFOLDER SET ZNAME = NULL", "INSERT INTO Z_2TAGS VALUES (1, 9)",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 4 WHERE Z_NAME = 'Note'",
      "DROP INDEX ZNOTE_ZFOLDER_INDEX",
    ] {
      try connection.run(statement)
    }
  }
}
