import Foundation
import StoreDoctor
import StoreEngine
import Testing

@testable import DoctorCLI

/// Each verdict, from a store made to deserve it; and never another one.
@Suite struct VerdictTests {
  private let fixture: DiagnoseFixture

  init() throws { fixture = try DiagnoseFixture() }

  private static let samples = [
    "Notes/notes-1.0.0.store", "Notes/notes-1.1.0.store", "Notes/notes-2.0.0.store",
    "Music/music.store",
  ]

  @Test func aStoreOfTheCurrentVersionOpensInOneLine() throws {
    let text = try fixture.commands.run(
      "diagnose {samples}/Notes/notes-2.0.0.store --model {samples}/Notes/Sources")
    #expect(text.hasPrefix("'{samples}/Notes/notes-2.0.0.store' opens: "))
    #expect(text.contains("NotesSchemaV2 (2.0.0), by checksum"))
    #expect(text.split(separator: "\n").count == 1)
  }

  @Test(arguments: samples, ["Notes", "Music", "Patterns", "Trips", "Recipes", "Followers"])
  func anotherSamplesStoreIsAnotherApps(_ store: String, _ app: String) throws {
    let verdict = try fixture.verdict("{samples}/\(store) --model {samples}/\(app)/Sources")
    if store.hasPrefix(app) {
      // What closures do has not been seen.
      let code = store.contains("notes-1") ? 1 : 0
      #expect(["opens 0", "opensAfterMigration \(code)"].contains(verdict), "\(store) \(app)")
    } else {
      #expect(verdict == "anotherApp 1", "\(store) \(app)")
    }
  }

  @Test func withoutModelsNothingIsSaidOfTheApp() throws {
    let (answer, code) = try fixture.diagnose("{samples}/Music/music.store")
    #expect(answer.verdict == "notCompared" && code == 1)
    #expect(answer.causes[0].treatment.last?.command?.hasPrefix("storedoctor diagnose ") == true)
  }

  @Test func aPropertyAddedToAShippedVersionIsNamed() throws {
    try fixture.models([
      ("NotesSchemaV2.swift", "var isPinned: Bool", "var color = 0\n    var isPinned: Bool")
    ])
    let (answer, code) = try fixture.diagnose(
      "{samples}/Notes/notes-2.0.0.store --model {dir}/models")
    #expect(answer.verdict == "editedAfterShipping" && code == 1)
    #expect(
      answer.causes[0].what.contains("'NotesSchemaV2' also says 2.0.0 and now has 'Note.color'"))
    #expect(answer.causes[0].certainty == "likely")
  }

  @Test func namesInCommandsCanBePasted() throws {
    #expect("a b".shellWord == "'a b'" && "it's".shellWord == #"'it'\''s'"#)
    #expect("new\nline 'x' \u{1b}".shellWord == #"$'new\nline \'x\' \033'"#)
  }

  @Test func aLogAloneIsNotSentToItself() throws {
    try Data([0x37, 0x7f, 6, 0x82, 0, 0x2d, 0xe2, 0x18] + [UInt8](repeating: 0, count: 4200))
      .write(to: fixture.folder.appending(path: "lost.store-wal"))
    let (answer, _) = try fixture.diagnose("{dir}/lost.store-wal")
    #expect(answer.causes[0].treatment.first?.text.hasPrefix("ask for the store itself") == true)
  }

  @Test func aStoreOfANewerBuild() throws {
    try fixture.models([], without: ["NotesSchemaV2.swift", "NotesMigrationPlan.swift"])
    let verdict = try fixture.verdict("{samples}/Notes/notes-2.0.0.store --model {dir}/models")
    #expect(verdict == "newerThanApp 1")
  }

  @Test func aVersionThatNobodyDeclares() throws {
    try fixture.models([], without: ["NotesSchemaV1_1.swift", "NotesMigrationPlan.swift"])
    let (answer, code) = try fixture.diagnose(
      "{samples}/Notes/notes-1.1.0.store --model {dir}/models")
    #expect(answer.verdict == "unknownVersion" && code == 1)
    #expect(
      answer.causes[0].what.contains(
        "models lack a version between 'NotesSchemaV1' and 'NotesSchemaV2'"))
  }

  /// What is refused here because nobody knows what Core Data does is no fault of the app.
  @Test func whatIsNotKnownIsNotBlamedOnThePlan() throws {
    try fixture.copy("Notes/notes-1.0.0.store")
    try fixture.run("CREATE VIEW titles AS SELECT ZTITLE FROM ZNOTE")
    try fixture.models([("NotesSchemaV2.swift", "// storedoctor:ignore[property-dropped]", "//")])
    let (answer, code) = try fixture.diagnose("{dir}/my.store --model {dir}/models")
    #expect(code == 1)
    #expect(answer.causes.map(\.verdict) == ["losesData", "notExamined"])
    #expect(answer.causes.last?.certainty == "unknown")
    #expect(answer.causes.last?.what.contains("has a view") == true)
  }

  @Test func aVersionThatThePlanLeavesOut() throws {
    try fixture.models([
      (
        "NotesMigrationPlan.swift", "NotesSchemaV1.self, NotesSchemaV1_1.self",
        "NotesSchemaV1_1.self"
      ),
      ("NotesMigrationPlan.swift", "[addLevel, fillLevel]", "[fillLevel]"),
    ])
    let (answer, code) = try fixture.diagnose(
      "{samples}/Notes/notes-1.0.0.store --model {dir}/models")
    #expect(answer.verdict == "planIncomplete" && code == 1)
    #expect(answer.causes[0].what.contains("NotesSchemaV1"))
  }

  @Test func rowsThatTheNextVersionRefuses() throws {
    let (answer, code) = try fixture.diagnose("{dir}/notes.store --model {dir}/Next.swift")
    #expect(answer.verdict == "dataBlocksMigration" && code == 1)
    #expect(
      answer.causes[0].treatment.compactMap(\.command).map { $0.split(separator: " ")[1] }
        == ["preflight", "repair"])
  }

  @Test func valuesThatAMigrationDrops() throws {
    try fixture.models([("NotesSchemaV2.swift", "// storedoctor:ignore[property-dropped]", "//")])
    let line = "{samples}/Notes/notes-1.0.0.store --model {dir}/models"
    #expect(try fixture.verdict(line) == "losesData 1")
    // Meant is meant, whichever way it is said, for all commands that look at the rows.
    let meant = "\(line) --allow-loss Note.importance"
    #expect(try fixture.verdict(meant) == "opensAfterMigration 1")
    for command in ["plan", "preflight"] {
      #expect(try fixture.commands.run("\(command) \(line)").hasSuffix("[exit 1]\n"))
      // What is left to know is what the closures do.
      let text = try fixture.commands.run("\(command) \(meant)")
      #expect(
        command == "plan" ? !text.contains("[exit") : text.contains("nothing in the data stands"),
        "\(text)")
    }
  }

  @Test func whatTheSourceAcknowledgesIsNoCause() throws {
    let (answer, code) = try fixture.diagnose(
      "{samples}/Notes/notes-1.0.0.store --model {samples}/Notes/Sources")
    #expect(answer.verdict == "opensAfterMigration" && code == 1)
    #expect(answer.notExamined.contains { $0.contains("closures") }, "\(answer.notExamined)")
    let because = answer.causes.flatMap(\.because)
    #expect(
      because.contains { $0.contains("'Note.importance'") && $0.contains("acknowledged: ") },
      "\(because)")
  }

  @Test func aMigrationThatLosesNothing() throws {
    let (answer, code) = try fixture.diagnose(
      "{samples}/Notes/notes-1.0.0.store --model {samples}/Notes/Sources --to NotesSchemaV1_1")
    #expect(answer.verdict == "opensAfterMigration" && code == 0)
    #expect(answer.causes[0].because == ["stages: NotesSchemaV1 to NotesSchemaV1_1"])
  }

  @Test func damagedFiles() throws {
    let store = try fixture.copy("Notes/notes-2.0.0.store")
    let bytes = try Data(contentsOf: URL(filePath: store))
    try bytes.prefix(20_000).write(to: fixture.folder.appending(path: "cut.store"))
    var zeroed = bytes
    zeroed.replaceSubrange(5 * 4096..<7 * 4096, with: Data(count: 2 * 4096))
    try zeroed.write(to: fixture.folder.appending(path: "zeroed.store"))
    for name in ["cut", "zeroed"] {
      let verdict = try fixture.verdict("{dir}/\(name).store --model {samples}/Notes/Sources")
      #expect(verdict == "damaged 1", "\(name)")
    }
  }

  @Test func aBackupWithoutItsLog() throws {
    try fixture.copy("Notes/notes-2.0.0.store")
    try fixture.logged(
      "UPDATE ZNOTE SET ZISPINNED = 1", as: "backup.store", keeping: ["", "-shm"])
    let (answer, code) = try fixture.diagnose(
      "{dir}/backup.store --model {samples}/Notes/Sources")
    #expect(answer.verdict == "missingSideFiles" && code == 1)
    #expect(answer.evidence.contains("its version is NotesSchemaV2 (2.0.0), by checksum"))
  }

  @Test func anEmptyStoreMayLackItsLog() throws {
    try fixture.copy("Notes/notes-2.0.0.store")
    let empty = "all its tables are empty"
    func evidence() throws -> [String] {
      try fixture.diagnose("{dir}/my.store --model {samples}/Notes/Sources").answer.evidence
    }
    try fixture.run("PRAGMA journal_mode = WAL")
    #expect(try !evidence().contains { $0.hasPrefix(empty) })
    try fixture.run("DELETE FROM ZNOTE", "DELETE FROM ZFOLDER", "DELETE FROM ZTAG")
    #expect(try evidence().contains { $0.hasPrefix(empty) })
    try fixture.run("PRAGMA journal_mode = DELETE")
    #expect(try !evidence().contains { $0.hasPrefix(empty) })
  }

  @Test func aLogOfAnEmptyFileIsWorthKeeping() throws {
    for name in ["gone.store", "gone.store-wal"] {
      try Data([UInt8](repeating: 1, count: name.hasSuffix("-wal") ? 9000 : 0))
        .write(to: fixture.folder.appending(path: name))
    }
    let (answer, code) = try fixture.diagnose("{dir}/gone.store")
    #expect(answer.verdict == "missingSideFiles" && code == 1)
    #expect(answer.causes[0].what.contains("'-wal' file beside it"), "\(answer.causes[0])")
  }

  @Test func aTakenKeyIsHeldAgainstItsCounter() throws {
    try fixture.copy("Notes/notes-2.0.0.store")
    func explained() throws -> String {
      try fixture.commands.run(
        "explain 'UNIQUE constraint failed: ZNOTE.Z_PK' --store {dir}/my.store")
    }
    #expect(try explained().contains("no counter of '"))
    try fixture.run("UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Note'")
    #expect(try explained().contains("Z_PRIMARYKEY says 1"))
  }

  @Test func theSameStoreWithItsLogOpens() throws {
    try fixture.copy("Notes/notes-2.0.0.store")
    try fixture.logged(
      "UPDATE ZNOTE SET ZISPINNED = 1", as: "whole.store", keeping: ["", "-wal", "-shm"])
    let (answer, code) = try fixture.diagnose("{dir}/whole.store --model {samples}/Notes/Sources")
    #expect(answer.verdict == "opens" && code == 0)
  }

  @Test(arguments: ["UPDATE ZNOTE SET ZTITLE = 'x' || ZTEXT", "UPDATE Z_METADATA SET Z_UUID = 'X'"])
  func theLogOfAnotherStore(_ statement: String) throws {
    try fixture.copy("Notes/notes-2.0.0.store")
    try fixture.logged(
      statement.replacingOccurrences(of: "ZTEXT", with: "ZTITLE"), as: "other.store",
      keeping: ["-wal"])
    try fixture.copy("Notes/notes-1.0.0.store", as: "other.store")
    let (answer, code) = try fixture.diagnose("{dir}/other.store --model {samples}/Notes/Sources")
    #expect(code == 1)
    #expect(answer.causes.contains { $0.verdict == "missingSideFiles" }, "\(answer.causes)")
  }

  @Test func filesWhoseContentIsElsewhere() throws {
    let connection = try Connection(path: fixture.path("new.store"), mode: .create)
    try connection.run("PRAGMA journal_mode = WAL")
    try connection.run("CREATE TABLE t(a)")
    try FileManager.default.copyItem(
      atPath: fixture.path("new.store"), toPath: fixture.path("alone.store"))
    for name in ["alone", "empty"] {
      #expect(try fixture.verdict("{dir}/\(name).store") == "missingSideFiles 1", "\(name)")
    }
  }

  @Test func tablesOfAnotherVersionThanTheMetadata() throws {
    try fixture.copy("Notes/notes-1.1.0.store")
    try fixture.copy("Notes/notes-1.0.0.store", as: "old.store")
    try fixture.run(
      "ATTACH '\(fixture.path("my.store"))' AS new",
      "UPDATE Z_METADATA SET "
        + "(Z_VERSION, Z_UUID, Z_PLIST) = (SELECT Z_VERSION, Z_UUID, Z_PLIST FROM new.Z_METADATA)",
      "UPDATE Z_MODELCACHE SET Z_CONTENT = (SELECT Z_CONTENT FROM new.Z_MODELCACHE)",
      on: "old.store")
    let (answer, code) = try fixture.diagnose(
      "{dir}/old.store --model {samples}/Notes/Sources")
    #expect(answer.verdict == "halfMigrated" && code == 1)
    #expect(answer.causes[0].what.contains("the tables are those of 'NotesSchemaV1'"))
    // What is said last is what mends it.
    let repair = try #require(answer.causes[0].treatment.last?.command)
    #expect(repair.contains(" repair ") && repair.hasSuffix("-o healed.store"))
  }

  /// A version with fewer tables did not make a store that has lost one.
  @Test func aStoreThatLostATableIsOfNoSmallerVersion() throws {
    let models = """
      import SwiftData
      @Model final class Note { var title = "" }
      @Model final class Preset { var name = "" }
      @Model final class Word { var text = "" }
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self, Preset.self, Word.self] }
      }
      """
    try models.write(toFile: fixture.path("Small.swift"), atomically: true, encoding: .utf8)
    let made = try fixture.commands.run(
      "generate --model {dir}/Small.swift@V2 --rows 3 -o {dir}/lost.store")
    #expect(!made.contains("error"), "\(made)")
    try fixture.run("DROP TABLE ZPRESET", on: "lost.store")
    let (answer, code) = try fixture.diagnose("{dir}/lost.store --model {dir}/Small.swift")
    #expect(answer.verdict == "halfMigrated" && code == 1)
    #expect(answer.causes[0].what == "'Preset' has no table 'ZPRESET'")
    #expect(answer.causes[0].treatment.last?.command?.contains(" repair ") == true)
  }

  @Test func filesThatAreNoStores() throws {
    let database = try Connection(path: fixture.path("rows.db"), mode: .create)
    try database.run("CREATE TABLE grdb_migrations(identifier TEXT)")
    #expect(try fixture.verdict("{dir}/text.txt") == "notAStore 1")
    #expect(try fixture.verdict("{dir}/rows.db") == "notAStore 1")
    var state: UInt64 = 1
    let noise = Data(
      (0..<40_960).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      })
    try noise.write(to: fixture.folder.appending(path: "noise.store"))
    #expect(try fixture.verdict("{dir}/noise.store") == "encrypted 1")
    let xml =
      #"<?xml version="1.0"?><!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd"><database><databaseInfo></databaseInfo></database>"#
    try Data(xml.utf8).write(to: fixture.folder.appending(path: "notes.xml"))
    #expect(try fixture.verdict("{dir}/notes.xml") == "otherFormat 1")
  }

  @Test func faultsInTheData() throws {
    try fixture.copy("Notes/notes-2.0.0.store")
    try fixture.run("UPDATE ZNOTE SET ZFOLDER = 999 WHERE Z_PK = 1")
    let verdict = try fixture.verdict("{dir}/my.store --model {samples}/Notes/Sources")
    #expect(verdict == "faultyData 1")
  }

  @Test func whatIsNoAnswerIsAnError() throws {
    for name in ["missing.store", ""] {
      #expect(try fixture.commands.run("diagnose {dir}/\(name)").hasSuffix("[exit 3]\n"))
    }
  }
}
