import ErrorCatalog
import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import DoctorCLI
@testable import StoreDoctor

/// How a diagnosis is told: order, logs, forms, and what it leaves alone.
@Suite struct DiagnosisTests {
  private let fixture: DiagnoseFixture

  init() throws { fixture = try DiagnoseFixture() }

  @Test func causesStandInTheOrderInWhichTheyBite() throws {
    try fixture.copy("Notes/notes-1.0.0.store")
    try fixture.run("UPDATE ZNOTE SET ZFOLDER = 999 WHERE Z_PK = 1")
    try fixture.models([("NotesSchemaV2.swift", "// storedoctor:ignore[property-dropped]", "//")])
    let (answer, _) = try fixture.diagnose("{dir}/my.store --model {dir}/models")
    #expect(answer.causes.map(\.verdict) == ["losesData", "faultyData"])
    let text = try fixture.commands.run("diagnose {dir}/my.store --model {dir}/models")
    #expect(text.contains("\nAlso: faults in its data\n"))
  }

  /// Code of the plan reads what goes, and only a run shows what it does with it.
  @Test func aLossThatCodeMayPreventIsLikely() throws {
    try fixture.copy("Notes/notes-1.0.0.store")
    try fixture.models([("NotesSchemaV2.swift", "// storedoctor:ignore[property-dropped]", "//")])
    let (answer, code) = try fixture.diagnose("{dir}/my.store --model {dir}/models")
    #expect(code == 1 && answer.causes.map(\.verdict) == ["losesData"])
    #expect(answer.causes[0].certainty == "likely")
    #expect(answer.causes[0].what.contains("and may carry it on"))
    let diagnosis = try fixture.commands.run("diagnose {dir}/my.store --model {dir}/models")
    #expect(diagnosis.contains("is gone unless the plan's code keeps it"), "\(diagnosis)")
    let text = try fixture.commands.run("preflight {dir}/my.store --model {dir}/models")
    #expect(text.hasPrefix("POSSIBLE LOSS: 20 values of 'Note.importance'"), "\(text)")
    #expect(text.contains("depends on what the closures do") && text.hasSuffix("[exit 1]\n"))
  }

  @Test func whatMattersStandsInTenLines() throws {
    try Data("NSCocoaErrorDomain Code=134504".utf8)
      .write(to: fixture.folder.appending(path: "app.log"))
    for (store, model) in [
      ("{samples}/Notes/notes-1.0.0.store", "{samples}/Notes/Sources"),
      ("{dir}/notes.store", "{dir}/Next.swift"), ("{dir}/damaged.store", "{dir}/Next.swift"),
      ("{dir}/empty.store", "{dir}/Next.swift"),
    ] {
      let text = try fixture.commands.run(
        "diagnose \(store) --model \(model) --log {dir}/app.log")
      let first = text.components(separatedBy: "\n\n")[0].split(separator: "\n")
      #expect(first.count <= 10 && first[0].hasPrefix("verdict  "), "\(text)")
    }
  }

  @Test func aLogAgreesWithWhatItsErrorComesFrom() throws {
    try fixture.models([
      ("NotesSchemaV2.swift", "var isPinned: Bool", "var color = 0\n    var isPinned: Bool")
    ])
    let log =
      "CoreData: error: NSCocoaErrorDomain Code=134504 \"Cannot use staged migration with an "
      + "unknown model version.\""
    try Data(log.utf8).write(to: fixture.folder.appending(path: "app.log"))
    let line = "{samples}/Notes/notes-2.0.0.store --log {dir}/app.log --model"
    let own = try fixture.diagnose("\(line) {dir}/models")
    #expect(own.answer.log?.agrees == true)
    let other = try fixture.diagnose("\(line) {samples}/Notes/Sources")
    #expect(other.answer.verdict == "opens" && other.answer.log?.agrees == false && other.code == 1)
  }

  /// The column is one of a newer version, which reads the store without migrating it.
  @Test func aLogOfAStoreThatWasNotMigratedAgrees() throws {
    try Data("SQLite error code:1, 'no such column: t0.ZISPINNED'".utf8)
      .write(to: fixture.folder.appending(path: "app.log"))
    let line = "--model {samples}/Notes/Sources --log {dir}/app.log"
    let old = try fixture.diagnose("{samples}/Notes/notes-1.0.0.store \(line)").answer
    #expect(old.log?.agrees == true, "\(old.log?.text ?? "")")
    #expect(old.log?.text.contains("'Note.isPinned'") == true, "\(old.log?.text ?? "")")
    let new = try fixture.diagnose("{samples}/Notes/notes-2.0.0.store \(line)").answer
    #expect(new.log?.agrees == false, "\(new.log?.text ?? "")")
  }

  @Test func aLogOfAnotherStoreIsNamed() throws {
    let (answer, code) = try fixture.diagnose(
      "{samples}/Music/music.store --model {samples}/Music/Sources "
        + "--log {samples}/Notes/incompatible-model.txt")
    #expect(answer.log?.agrees == false && code == 1)
    #expect(answer.log?.text.hasPrefix("the log prints the hashes of another store") == true)
  }

  @Test func aLogWithoutAStoresErrorSaysNothing() throws {
    try Data("the app was started\n".utf8).write(to: fixture.folder.appending(path: "app.log"))
    let (answer, code) = try fixture.diagnose(
      "{samples}/Notes/notes-2.0.0.store --model {samples}/Notes/Sources --log {dir}/app.log")
    #expect(answer.log != nil && answer.log?.agrees == nil && code == 0)
  }

  @Test func theExplanationsThatSpeakOfStoresExist() {
    for id in LogAgreement.explanations {
      #expect(ExplanationCatalog.explanation(id: id) != nil, "\(id)")
    }
  }

  @Test func markdownNamesNoFolders() throws {
    let text = try fixture.commands.run(
      "diagnose {dir}/notes.store --model {dir}/Next.swift --format markdown")
    #expect(text.hasPrefix("## notes.store: its rows make the migration fail\n"))
    #expect(text.contains("storedoctor preflight notes.store"))
    #expect(!text.contains("{dir}/notes.store"))
  }

  @Test func aStoreAndNoCommandIsDiagnosed() throws {
    let alone = try fixture.commands.run("{samples}/Music/music.store")
    let named = try fixture.commands.run("diagnose {samples}/Music/music.store")
    #expect(alone == named)
  }

  @Test func inTheShellTheOpenStoreIsMeant() throws {
    let text = try fixture.commands.run(
      "{samples}/Notes/notes-2.0.0.store --model {samples}/Notes/Sources -c diagnose")
    #expect(text.contains("opens: the store has the app's version"))
  }

  @Test func whatIsNotExaminedIsNoSuccess() throws {
    let (answer, code) = try fixture.diagnose(
      "{samples}/Notes/notes-2.0.0.store --model {samples}/Notes/Sources --budget 0.000001")
    #expect(!answer.notExamined.isEmpty && code == 1)
  }

  @Test func wordsOfAShellAreQuoted() {
    var diagnoser = Diagnoser("-it's here.store")
    diagnoser.models = ["App Models"]
    #expect(
      diagnoser.command("plan")
        == #"storedoctor plan './-it'\''s here.store' --model 'App Models'"#)
  }

  @Test func nothingIsChanged() throws {
    try fixture.copy("Notes/notes-2.0.0.store")
    try fixture.logged(
      "UPDATE ZNOTE SET ZISPINNED = 1", as: "hot.store", keeping: ["", "-wal", "-shm"])
    func state() throws -> [Data] {
      try ["", "-wal", "-shm"].map {
        try Data(contentsOf: URL(filePath: fixture.path("hot.store") + $0))
      }
    }
    let before = try state()
    _ = try fixture.diagnose("{dir}/hot.store --model {samples}/Notes/Sources")
    #expect(try state() == before)
  }
}
