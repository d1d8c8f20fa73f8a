import Foundation
import StoreDoctor
import StoreEngine
import Testing

@testable import DoctorCLI

/// What is said beside the verdict: what differs, and what is suggested.
@Suite struct CauseTests {
  private let fixture: DiagnoseFixture

  init() throws { fixture = try DiagnoseFixture() }

  /// What comes after the version asked for needs no stage, but another app.
  @Test func aStoreOfALaterVersionIsNewerThanTheApp() throws {
    let line =
      "{samples}/Notes/notes-2.0.0.store --model {samples}/Notes/Sources --to NotesSchemaV1"
    let (answer, code) = try fixture.diagnose(line)
    #expect(answer.verdict == "newerThanApp" && code == 1)
    let text = try fixture.commands.run("diagnose " + line)
    #expect(text.contains("the app does not open the store until the user updates it"), "\(text)")
  }

  /// Nobody means to lose what the newer app has a place for.
  @Test func whatAnOlderAppWouldLoseIsNotToBeAllowed() throws {
    try fixture.bundle("new/Notes", DiagnoseFixture.entity("Note", "title", "body"))
    try fixture.bundle("old/Notes", DiagnoseFixture.entity("Note", "title"))
    let made = try fixture.commands.run(
      "generate --model {dir}/new/Notes.xcdatamodeld --rows 5 -o {dir}/new.store")
    #expect(!made.contains("[exit"), "\(made)")
    let text = try fixture.commands.run(
      "diagnose {dir}/new.store --model {dir}/old/Notes.xcdatamodeld")
    #expect(text.contains("newer than the app") && text.contains("'Note.body'"), "\(text)")
    #expect(!text.contains("--allow-loss") && !text.contains("newer version"), "\(text)")
  }

  /// An app that does not open a store loses nothing of it yet.
  @Test func aLossComesAfterWhatKeepsTheAppClosed() throws {
    func models(_ member: String, _ version: Int) -> String {
      """
      enum V\(version): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(version), 0, 0)
        static var models: [any PersistentModel.Type] { [Boat.self, Sail.self] }
        @Model final class Boat { var name = ""; \(member); init() {} }
        @Model final class Sail { var size = 0; var boat: Boat?; init() {} }
      }

      """
    }
    let text =
      "import SwiftData\n" + models("var sails: [String] = []", 1)
      + models("@Relationship(inverse: \\Sail.boat) var sails: [Sail] = []", 2) + """
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
          static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
        }
        """
    try text.write(
      to: fixture.folder.appending(path: "Models.swift"), atomically: true, encoding: .utf8)
    let made = try fixture.commands.run(
      "generate --model {dir}/Models.swift@V1 --rows 8 -o {dir}/old.store")
    #expect(!made.contains("[exit"), "\(made)")
    let page = try fixture.commands.run("diagnose {dir}/old.store --model {dir}/Models.swift")
    #expect(page.contains("the app does not open the store until"), "\(page)")
    #expect(
      page.contains("once it is migrated, what the app's version has no place for"), "\(page)")
    #expect(!page.contains("the app opens"), "\(page)")
  }

  /// A model without entities has nothing that a store could be newer than.
  @Test func anEmptyModelIsNearToNothing() throws {
    try fixture.bundle("models/Empty", "")
    try fixture.bundle(
      "models/Other", DiagnoseFixture.entity("Note", "title"), DiagnoseFixture.entity("Tag", "name")
    )
    let (answer, _) = try fixture.diagnose(
      "{samples}/Notes/notes-2.0.0.store --model {dir}/models")
    let text = ([answer.causes[0].what] + answer.causes[0].because).joined(separator: "\n")
    #expect(!text.contains("'Empty'") && !text.contains("0 of 0"), "\(text)")
  }

  /// Old stores and those of other tools carry no model: their tables tell what their version has not.
  @Test(arguments: [
    (
      "var isPinned: Bool", "var color = 0\n    var isPinned: Bool",
      "the store's tables have no place for 'Note.color'"
    ),
    (
      "var isPinned: Bool = false", "var isPinned: Int? = 0", "the hash of 'Note' is another one"
    ),
  ]) func withoutAModelTheTablesNameTheDifference(_ old: String, _ new: String, _ why: String)
    throws
  {
    try fixture.copy("Notes/notes-2.0.0.store")
    try fixture.run("DROP TABLE Z_MODELCACHE")
    try fixture.models([("NotesSchemaV2.swift", old, new)])
    let (answer, code) = try fixture.diagnose("{dir}/my.store --model {dir}/models")
    #expect(answer.verdict == "editedAfterShipping" && code == 1)
    #expect(answer.causes[0].because.contains { $0.contains(why) }, "\(answer.causes[0].because)")
    // What cannot be compared is not suggested to be.
    #expect(!answer.causes[0].treatment.contains { $0.command?.contains(" diff ") == true })
  }

  /// The version's entity with one edit undone has the hash that the store has: that was the edit.
  @Test(arguments: [
    ("var isPinned: Bool", "var color = 0\n    var isPinned: Bool", "without 'color'"),
    ("var isPinned: Bool", "var isPinned: Bool?", "with 'isPinned' not optional"),
    ("var isPinned: Bool = false", "var isPinned: Int = 0", "with 'isPinned' as Boolean"),
    ("isPinned", "isSticky", "with 'isSticky' called 'isPinned'"),
    (
      "var isPinned: Bool = false", "@Transient var isPinned = false",
      "with 'isPinned' added (Boolean)"
    ),
  ]) func withoutAModelTheHashProvesTheEdit(_ old: String, _ new: String, _ edit: String) throws {
    try fixture.copy("Notes/notes-2.0.0.store")
    try fixture.run("DROP TABLE Z_MODELCACHE")
    try fixture.models([("NotesSchemaV2.swift", old, new)])
    let (answer, _) = try fixture.diagnose("{dir}/my.store --model {dir}/models")
    let because = answer.causes.flatMap(\.because)
    #expect(because.contains("'Note' has the store's hash \(edit)"), "\(because)")
  }

  /// With two edits no single one has the hash; the columns still tell where to look.
  @Test func withoutAProofTheColumnsAreAGuess() throws {
    try fixture.bundle("Model", DiagnoseFixture.entity("Card", "title", "note"))
    _ = try fixture.commands.run(
      "generate --model {dir}/Model.xcdatamodeld --rows 3 -o {dir}/my.store")
    try fixture.run("DROP TABLE Z_MODELCACHE")
    try fixture.bundle(
      "Model",
      DiagnoseFixture.entity("Card", "heading", "note")
        .replacing("attributeType=\"String\"", with: "attributeType=\"Integer 16\""))
    let (answer, _) = try fixture.diagnose("{dir}/my.store --model {dir}/Model.xcdatamodeld")
    let because = answer.causes.flatMap(\.because)
    #expect(
      because.contains("'Card.heading' is likely what the store has in 'ZTITLE', renamed"),
      "\(because)")
  }

  /// Where nothing but names differs, somebody renamed: the app is the same one.
  @Test func aModelOfOnePropertyRenamedIsNoOtherApps() throws {
    try fixture.bundle("Model", DiagnoseFixture.entity("Card", "a"))
    _ = try fixture.commands.run(
      "generate --model {dir}/Model.xcdatamodeld --rows 3 -o {dir}/my.store")
    try fixture.bundle("Model", DiagnoseFixture.entity("Card", "b"))
    let (answer, _) = try fixture.diagnose("{dir}/my.store --model {dir}/Model.xcdatamodeld")
    #expect(answer.verdict == "losesData", "\(answer.verdict)")
    // Another shape under the same name may be anybody's.
    try fixture.bundle("Model", DiagnoseFixture.entity("Card", "b", "c"))
    let (other, _) = try fixture.diagnose("{dir}/my.store --model {dir}/Model.xcdatamodeld")
    #expect(other.verdict == "anotherApp", "\(other.verdict)")
  }

  /// An edited model whose change Core Data infers is no failure; what was changed is said all the same.
  @Test func whatWasEditedIsNamedWhereTheStoreOpens() throws {
    try fixture.bundle("Model", DiagnoseFixture.entity("Card", "a", "b"))
    _ = try fixture.commands.run(
      "generate --model {dir}/Model.xcdatamodeld --rows 3 -o {dir}/my.store")
    try fixture.bundle("Model", DiagnoseFixture.entity("Card", "a", "b", "color"))
    let (answer, code) = try fixture.diagnose("{dir}/my.store --model {dir}/Model.xcdatamodeld")
    #expect(answer.verdict == "opensAfterMigration" && code == 0)
    #expect(answer.causes[0].because.first == "nearest is 'Model', which now has 'Card.color'")
  }

  /// A property that says what it was called is in common with the store.
  @Test func aRenamedPropertyIsNoOtherApps() throws {
    try fixture.bundle("Model", DiagnoseFixture.entity("Card", "a"))
    _ = try fixture.commands.run(
      "generate --model {dir}/Model.xcdatamodeld --rows 3 -o {dir}/my.store")
    let renamed = DiagnoseFixture.entity("Card", "b")
      .replacing(#"name="b""#, with: #"name="b" elementID="a""#)
    try fixture.bundle("Model", renamed)
    let verdict = try fixture.verdict("{dir}/my.store --model {dir}/Model.xcdatamodeld")
    #expect(verdict == "opensAfterMigration 0")
  }

  /// The log of a store with other tables hides what the store has: as if it were damaged, or half
  /// migrated.
  @Test func aLogThatHidesTheStoreIsNamed() throws {
    try fixture.copy("Notes/notes-2.0.0.store", as: "other.store")
    try fixture.bundle("Model", DiagnoseFixture.entity("Card", "a"))
    _ = try fixture.commands.run(
      "generate --model {dir}/Model.xcdatamodeld --rows 400 -o {dir}/my.store")
    try fixture.logged("UPDATE ZCARD SET ZA = 'x' || Z_PK", as: "other.store", keeping: ["-wal"])
    let (answer, code) = try fixture.diagnose("{dir}/other.store --model {samples}/Notes/Sources")
    #expect(code == 1)
    let cause = try #require(answer.causes.first { $0.verdict == "missingSideFiles" })
    #expect(cause.what.contains("the '-wal' file beside the store"), "\(cause.what)")
  }

  /// What is suggested for the rows needs a file that can be read.
  @Test func aDamagedFileIsNotSuggestedToBeMended() throws {
    try fixture.copy("Notes/notes-2.0.0.store")
    try fixture.run("UPDATE Z_PRIMARYKEY SET Z_MAX = 0")
    var bytes = try Data(contentsOf: URL(filePath: fixture.path("my.store")))
    bytes.replaceSubrange(
      bytes.count - 4096..<bytes.count, with: Data(repeating: 0xA5, count: 4096))
    try bytes.write(to: URL(filePath: fixture.path("my.store")))
    let (answer, _) = try fixture.diagnose("{dir}/my.store --model {samples}/Notes/Sources")
    #expect(answer.verdict == "damaged")
    let repairs = answer.causes.flatMap(\.treatment).compactMap(\.command)
      .filter { $0.contains(" repair ") }
    #expect(!repairs.isEmpty && repairs.allSatisfy { $0.contains("--salvage") }, "\(repairs)")
  }
}
