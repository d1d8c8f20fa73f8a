import Foundation
import StoreEngine
import TestSupport
import Testing

@testable import DoctorCLI

/// Whatever was edited in a version of a model bundle, all commands tell the same of it, and none takes
/// back what another advises.
@Suite struct EditedBundleTests {
  private let test = BundleCase()
  private static let title = BundleCase.attribute("title")
  private static let note = BundleCase.entity(
    "Note", title, BundleCase.attribute("body"), BundleCase.attribute("stars", "Integer 16"))

  private static func note(_ more: String...) -> String {
    note.replacing("</entity>", with: more.joined() + "</entity>")
  }

  private func expect(
    _ answers: [String: (code: Int32, text: String)], _ text: String, in commands: [String],
    code: Int32
  ) {
    for command in commands {
      #expect(
        answers[command]?.text.contains(text) == true, "\(command): \(answers[command] as Any)")
      guard command != "explain" else { continue }
      #expect(answers[command]?.code == code, "\(command): \(answers[command] as Any)")
    }
  }

  /// The identifier says that the version shipped in another shape: that the store may migrate all the
  /// same makes it none of the app's.
  @Test func anEditThatTheIdentifierShowsIsTheVerdict() throws {
    try test.write("Notes", Self.note, identifier: "1")
    #expect(test.generate("Notes"))
    try test.write("Notes", Self.note(BundleCase.attribute("color")), identifier: "1")
    let answers = test.answers()
    expect(
      answers, "'Notes' also says 1 and now has 'Note.color': edited after it shipped",
      in: BundleCase.asking, code: 1)
    let diagnosis = answers["diagnose"]?.text ?? ""
    #expect(diagnosis.hasPrefix("verdict  a version was edited after it shipped"), "\(diagnosis)")
    #expect(diagnosis.contains("but carries its own, and migrates to Notes"), "\(diagnosis)")
    #expect(diagnosis.contains("storedoctor migrate"), "\(diagnosis)")
  }

  /// A store that has more than the newest version is newer, or the version has lost it: both are said, and
  /// what a migration would drop is said by all that would run it.
  @Test func whatTheModelsLackMayHaveBeenTakenOut() throws {
    try test.write("Notes", Self.note)
    #expect(test.generate("Notes"))
    try test.write("Notes", BundleCase.entity("Note", Self.title, BundleCase.attribute("body")))
    let answers = test.answers()
    let all = ["identify", "plan", "preflight", "migrate", "diagnose", "explain"]
    expect(answers, "the store is newer than the models", in: all, code: 1)
    expect(answers, "if 'Notes' lost it after it shipped, put it back", in: all, code: 1)
    expect(
      answers, "of 'Note.stars' are dropped", in: ["plan", "preflight", "migrate", "diagnose"],
      code: 1)
    #expect(
      answers["diagnose"]?.text.contains("the app probably opens the store by the model") == true)
  }

  /// A migration that fails leaves no "probably opens" above it.
  @Test func whatFailsBelowIsNotSaidToOpen() throws {
    try test.write("Notes", BundleCase.entity("Note", Self.title))
    try test.write("Notes 2", Self.note)
    try test.write(current: "Notes 2")
    #expect(test.generate("Notes 2"))
    let priority = BundleCase.attribute("priority", "Integer 16", "optional=\"NO\"")
    try test.write("Notes 2", Self.note(priority))
    let text = test.answers()["diagnose"]?.text ?? ""
    #expect(text.contains("Also: its rows make the migration fail"), "\(text)")
    #expect(
      text.contains("from the model that the store carries fails, for the reason below"), "\(text)")
    #expect(!text.contains("probably"), "\(text)")
  }

  /// A higher number leaves no doubt that an app has written it.
  @Test func aHigherNumberIsNoEdit() throws {
    try test.write("Notes", Self.note, identifier: "2")
    #expect(test.generate("Notes"))
    try test.write("Notes", BundleCase.entity("Note", Self.title), identifier: "1")
    let text = test.answers()["identify"]?.text ?? ""
    #expect(text.contains("it says 2, and the models end with 1"), "\(text)")
    #expect(!text.contains("lost it"), "\(text)")
  }

  /// An entity that says what it was called, or has just the same properties, is the app's own.
  @Test func aRenamedEntityIsNoOtherApps() throws {
    func verdict(_ entity: String) throws -> String {
      let test = BundleCase()
      try test.write("Notes", Self.note)
      #expect(test.generate("Notes"))
      try test.write("Notes", entity)
      return String((test.answers()["diagnose"]?.text ?? "").prefix { $0 != "\n" })
    }
    let renamed = Self.note.replacing("name=\"Note\"", with: "name=\"Memo\"")
    let linked = try verdict(renamed.replacing("<entity ", with: "<entity elementID=\"Note\" "))
    #expect(linked.hasPrefix("verdict  opens after a migration"), "\(linked)")
    let alike = try verdict(renamed)
    #expect(alike.hasPrefix("verdict  the migration loses data"), "\(alike)")
    let other = try verdict(BundleCase.entity("Memo", Self.title, BundleCase.attribute("place")))
    #expect(other.hasPrefix("verdict  another app's store"), "\(other)")
  }

  /// One property with several changes is named once, and one that was renamed by both its names.
  @Test func anEditIsToldOnce() throws {
    try test.write("Notes", Self.note, identifier: "1")
    #expect(test.generate("Notes"))
    func cause(_ old: String, _ new: String) throws -> String {
      try test.write("Notes", Self.note.replacing(old, with: new), identifier: "1")
      return test.answers()["identify"]?.text ?? ""
    }
    let body = BundleCase.attribute("body")
    let changed = try cause(body, BundleCase.attribute("body", "Date", ""))
    #expect(changed.contains("has a changed 'Note.body' (Date, was String): edited"), "\(changed)")
    let renamed = try cause(
      body, BundleCase.attribute("text", "String", "optional=\"YES\" elementID=\"body\""))
    #expect(renamed.contains("has 'Note.text' in place of 'body': edited"), "\(renamed)")
  }

  /// One property of a name that many apps have is no kinship where all else is another app's.
  @Test func aNoteInAnotherAppIsNoKin() throws {
    try test.write(
      "Notes",
      BundleCase.entity("Visit", BundleCase.attribute("notes"), BundleCase.attribute("day")),
      BundleCase.entity("Clock", BundleCase.attribute("sound"), BundleCase.attribute("color")))
    #expect(test.generate("Notes"))
    let visit = BundleCase.entity(
      "Visit", BundleCase.attribute("notes"), BundleCase.attribute("doctor"))
    let others = ["Doctor", "Drug", "Bill"].map {
      BundleCase.entity($0, BundleCase.attribute("name"), BundleCase.attribute("address"))
    }
    try test.write("Notes", visit, others[0], others[1], others[2])
    let answers = test.answers()
    expect(
      answers, "either the store or the models belong to another app", in: BundleCase.asking,
      code: 1)
    // Among few entities it is the same app's.
    try test.write("Notes", visit, others[0])
    #expect(test.answers()["identify"]?.text.contains("another app") == false)
  }

  /// What may have happened to the nearest version comes before asking for one that is gone.
  @Test func theNearestVersionIsToBePutBack() throws {
    try test.write("Notes", Self.note)
    #expect(test.generate("Notes"))
    try test.write("Notes", Self.note(BundleCase.attribute("color")))
    let answers = test.answers()
    for command in ["identify", "explain"] {
      let text = answers[command]?.text ?? ""
      #expect(text.contains("if 'Notes' was changed after it shipped, put it back"), "\(text)")
    }
  }

  /// A rename is one edit, however it is stored.
  @Test func aRenameIsOneEdit() throws {
    try test.write("Notes", Self.note)
    let members = BundleCase.attribute("color") + BundleCase.attribute("place")
    try test.write("Notes 2", Self.note(members))
    try test.write(current: "Notes 2")
    #expect(test.generate("Notes 2"))
    let renamed = Self.note.replacing(
      BundleCase.attribute("body"), with: BundleCase.attribute("bodyText"))
    try test.write(
      "Notes 2", renamed.replacing("</entity>", with: members + "</entity>"))
    let text = test.answers()["identify"]?.text ?? ""
    #expect(text.contains("nearest is 'Notes 2', which has 'Note.bodyText' in place of"), "\(text)")
  }
}
