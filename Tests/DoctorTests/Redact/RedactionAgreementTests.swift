import Foundation
import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import Diagnostics
@testable import DoctorCLI
@testable import StoreDoctor

/// What is said of a store is said of its twin.
@Suite struct RedactionAgreementTests {
  /// With the keys of the rows, and the number of them.
  @Test(arguments: StoreRuleTests.cases)
  func everyRuleOfCheckFindsTheSame(_ one: StoreRuleTests.Case) throws {
    let fixture = try RedactionFixture(one.example.sql)
    let answer = try fixture.redact()
    #expect(answer.differences.isEmpty, "\(answer.differences)")
    let (old, new) = try (Self.check(fixture.path), Self.check(fixture.twin))
    #expect(old == new)
    #expect(old.contains { $0.hasPrefix(one.rule) } == one.example.isFlagged)
  }

  private static func check(_ path: String) throws -> [String] {
    let file = try StoreFile.open(path: path)
    let inspection = try StoreInspection(of: Store(file: file), state: file.state, histories: [])
    var check = StoreCheck()
    check.isFull = true
    return try Self.texts(check.run(inspection).problems)
  }

  /// The twin's files have other names.
  private static func texts(_ problems: [StoreCheck.Problem]) -> [String] {
    problems.map {
      "\($0.finding.rule) \($0.finding.message) \($0.rows.map { "\($0)" } ?? "")"
        .replacing(#/'[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}'/#, with: "'UUID'")
    }
  }

  /// What a migration would meet: NULLs, duplicates, numbers that do not fit, and what is lost.
  static let edits: [(String, [String], @Sendable (inout DataModel) -> Void)] = [
    (
      "nothing", [],
      LibraryStore.edit("Shelf") {
        $0.attributes.append(Attribute(name: "room", type: .string, isOptional: true))
      }
    ),
    (
      "duplicates", ["UPDATE ZMEDIA SET ZTITLE = 'Twice' WHERE Z_PK < 3"],
      LibraryStore.edit("Media") { $0.uniquenessConstraints = [["title"]] }
    ),
    ("no duplicates", [], LibraryStore.edit("Media") { $0.uniquenessConstraints = [["title"]] }),
    (
      "NULLs", ["UPDATE ZAUTHOR SET ZUID = NULL WHERE Z_PK = 2"],
      LibraryStore.edit("Author") { $0.attributes[1].isOptional = false }
    ),
    (
      "too large", ["UPDATE ZMEDIA SET ZMINUTES = 99999 WHERE Z_PK = 3"],
      LibraryStore.edit("Disc") { $0.attributes[0].type = .integer16 }
    ),
    (
      "fractions", ["UPDATE ZMEDIA SET ZMINUTES = 60.5 WHERE Z_PK = 3"],
      LibraryStore.edit("Disc") { $0.attributes[0].type = .integer32 }
    ),
    (
      "whole", ["UPDATE ZMEDIA SET ZMINUTES = 60 WHERE Z_PK = 3"],
      LibraryStore.edit("Disc") { $0.attributes[0].type = .integer32 }
    ),
    ("not 0 or 1", [], LibraryStore.edit("Media") { $0.attributes[1].type = .boolean }),
    ("a loss", [], LibraryStore.edit("Author") { $0.attributes.remove(at: 1) }),
  ]

  @Test(arguments: 0..<9) func aMigrationMeetsTheSame(_ index: Int) throws {
    let (name, sql, edit) = Self.edits[index]
    let fixture = try RedactionFixture(sql)
    let plan = LibraryStore.plan([.lightweight], [edit])
    let answer = try fixture.redact(histories: [plan])
    #expect(answer.differences.isEmpty, "\(name): \(answer.differences)")
    let found = try [fixture.path, fixture.twin].map { path in
      let file = try StoreFile.open(path: path)
      let inspection = try StoreInspection(
        of: Store(file: file), state: file.state, histories: [plan])
      return try Self.texts(Preflight(inspection).run(freeSpace: nil).problems)
    }
    #expect(found[0] == found[1])
    let isClean = ["nothing", "no duplicates", "whole", "a loss"].contains(name)
    #expect(found[0].isEmpty == isClean, "\(name): \(found[0])")
  }

  /// A store that has lost its model does not say what is a link.
  @Test(arguments: [false, true]) func aStoreWithoutAModelKeepsItsLinks(_ hasModels: Bool) throws {
    let sql = ["DELETE FROM Z_MODELCACHE", "UPDATE ZMEDIA SET ZRATING = 31234, ZISNEW = 1"]
    let fixture = try RedactionFixture(sql)
    let plan = LibraryStore.plan([], [])
    let answer = try fixture.redact(histories: hasModels ? [plan] : [])
    #expect(answer.differences.isEmpty, "\(answer.differences)")
    #expect(answer.perhapsLinks.contains("ZMEDIA.ZISNEW") == !hasModels)
    #expect(!answer.perhapsLinks.contains("ZMEDIA.ZRATING"))
    let found = try [fixture.path, fixture.twin].map { path in
      let file = try StoreFile.open(path: path)
      let inspection = try StoreInspection(
        of: Store(file: file), state: file.state, histories: [plan])
      return try Self.texts(StoreCheck().run(inspection).problems)
    }
    #expect(found[0] == found[1])
    let rating = try RedactionFixture.rows(fixture.twin, "SELECT ZRATING FROM ZMEDIA")
    #expect(rating[0] != [.integer(31234)])
  }

  /// A store without a known version is called by the name of its file, which differs.
  @Test func namesOfFilesAreNoDifference() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "name-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, attributes) in [("A", ["title", "body"]), ("B", ["title"])] {
      let model = folder.appending(path: "\(name).xcdatamodel")
      try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
      let list = attributes.map {
        "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>"
      }
      try Data("<model><entity name=\"Note\">\(list.joined())</entity></model>".utf8)
        .write(to: model.appending(path: "contents"))
    }
    let store = folder.appending(path: "notes.store").path
    let (old, new) = (folder.path + "/A.xcdatamodel", folder.path + "/B.xcdatamodel")
    let made = RedactionFixture.run(["generate", "--model", old, "--rows", "5", "-o", store])
    #expect(made.code == 0, "\(made.text)")
    let asked = RedactionFixture.run(["preflight", store, "--model", new])
    #expect(asked.text.contains("in 'notes.store to B'"), "\(asked.text)")
    let twin = RedactionFixture.run([
      "redact", store, "-o", folder.path + "/twin.sqlite", "--model", new,
    ])
    #expect(twin.code == 0 && !twin.text.contains("difference"), "\(twin.text)")
  }

  /// The commands, on the samples with their models, word by word.
  @Test(arguments: ["1.0.0", "1.1.0", "2.0.0"])
  func theCommandsSayTheSame(_ version: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "same-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = Folders.samples.path + "/Notes/notes-\(version).store"
    let twin = folder.appending(path: "notes-\(version).store").path
    let made = RedactionFixture.run(["redact", store, "-o", twin, "--seed", "3"])
    #expect(made.code == 0, "\(made.text)")
    let models = ["--model", Folders.samples.path + "/Notes/Sources"]
    for words in [
      ["diagnose"], ["diagnose"] + models, ["check"], ["check"] + models, ["preflight"] + models,
      ["identify"] + models, ["plan"] + models,
      ["migrate", "--skip-closures", "-o", "{new}"] + models,
    ] {
      let texts = [store, twin].enumerated().map { index, path in
        let new = folder.path + "/new-\(words.count)\(words.joined().hashValue)-\(index)"
        let all =
          [words[0], path] + words.dropFirst().map { $0 == "{new}" ? new : $0 } + [
            "--format", "json",
          ]
        let result = RedactionFixture.run(all)
        return "\(result.code) "
          + result.text.replacingOccurrences(of: path, with: "{store}")
          .replacingOccurrences(of: new, with: "{new}").replacing(
            #/"(bytes|content|seconds|time|milliseconds|duration|contentHash)" ?: ?[^,\n]*/#,
            with: "")
      }
      #expect(texts[0] == texts[1], "\(words)")
    }
  }
}
