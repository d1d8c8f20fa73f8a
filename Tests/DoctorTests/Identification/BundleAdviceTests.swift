import Foundation
import StoreEngine
import TestSupport
import Testing

@testable import DoctorCLI

/// What is said before a migration is what it then does, in the words of whoever has model files.
@Suite struct BundleAdviceTests {
  private let test = BundleCase()
  private static let note = BundleCase.entity(
    "Note", BundleCase.attribute("title"), BundleCase.attribute("stars", "Integer 32"),
    BundleCase.relationship(
      "tags", to: "Tag", "toMany=\"YES\" inverseName=\"note\" inverseEntity=\"Note\""))
  private static let tag = BundleCase.entity(
    "Tag", BundleCase.attribute("name"),
    BundleCase.relationship(
      "note", to: "Note", "maxCount=\"1\" inverseName=\"tags\" inverseEntity=\"Note\""))

  private func change(_ old: String, _ new: String) throws {
    try test.write("Notes 1", Self.note, Self.tag)
    try test.write("Notes 2", Self.note.replacing(old, with: new), Self.tag)
    try test.write(current: "Notes 2")
    #expect(test.generate("Notes 1"))
    #expect(Self.note.contains(old))
  }

  /// Stages and their closures are SwiftData's.
  @Test(arguments: [
    (BundleCase.attribute("title"), BundleCase.attribute("title", "Date")),
    (BundleCase.attribute("title"), BundleCase.attribute("title", "String", "")),
    (BundleCase.attribute("title"), BundleCase.attribute("headline", "String", "")),
    (BundleCase.attribute("stars", "Integer 32"), BundleCase.attribute("stars", "Integer 16")),
    ("toMany=\"YES\"", "maxCount=\"1\""),
    (
      "</entity>",
      "<uniquenessConstraints><uniquenessConstraint><constraint value=\"title\"/>"
        + "</uniquenessConstraint></uniquenessConstraints></entity>"
    ),
  ])
  func noAdviceIsForSwiftData(_ old: String, _ new: String) throws {
    try change(old, new)
    for (command, answer) in test.answers() where command != "explain" {
      for word in ["custom stage", "didMigrate", "willMigrate", "originalName"] {
        #expect(!answer.text.contains(word), "\(command): \(answer.text)")
      }
    }
    #expect(test.answers()["preflight"]?.code == test.answers()["migrate"]?.code)
  }

  /// That it looks like a new name comes before making up values for it, and all three that know the rows
  /// give it the same name.
  @Test func aRequiredPropertyThatWasRenamedIsLinkedFirst() throws {
    try change(BundleCase.attribute("title"), BundleCase.attribute("headline", "String", ""))
    let answers = test.answers("json")
    for command in ["plan", "preflight", "migrate"] {
      let found = try test.findings(answers[command])
      let rows = found.first { $0["rule"] as? String == "rows-without-required-value" }
      let help = rows?["help"] as? String ?? "\(found)"
      #expect(
        help.hasPrefix(
          "if it is 'title' under a new name, set its renaming identifier to 'title'; else set a default"
        ), "\(command): \(help)")
      #expect(rows?["entity"] as? String == "Note" && rows?["property"] as? String == "headline")
    }
  }

  /// What has no likeness is only asked for a value.
  @Test func aNewRequiredPropertyIsNoNewName() throws {
    try change("</entity>", BundleCase.attribute("place", "Date", "") + "</entity>")
    let answers = test.answers()
    for command in ["plan", "preflight", "migrate"] {
      let text = answers[command]?.text ?? ""
      #expect(text.contains("help: set a default in the model editor"), "\(command): \(text)")
    }
  }

  /// A to-many without inverse is kept with the object it leads to, which can be in one of them.
  @Test(arguments: [true, false]) func severalThatLeadToOneObjectAreFoundBefore(_ isShared: Bool)
    throws
  {
    func project(_ rest: String) -> String {
      BundleCase.entity(
        "Project", BundleCase.attribute("name"),
        BundleCase.relationship("owner", to: "Person", rest))
    }
    let person = BundleCase.entity("Person", BundleCase.attribute("name"))
    try test.write("Notes 1", project("maxCount=\"1\""), person)
    try test.write("Notes 2", project("toMany=\"YES\""), person)
    try test.write(current: "Notes 2")
    #expect(test.generate("Notes 1"))
    let connection = try Connection(path: test.store, mode: .readWrite)
    try connection.run("UPDATE ZPROJECT SET ZOWNER = \(isShared ? "1" : "Z_PK")")
    let answers = test.answers()
    for command in ["preflight", "migrate", "diagnose"] {
      let answer = try #require(answers[command])
      #expect(answer.code == (isShared ? 1 : 0), "\(command): \(answer)")
      #expect(answer.text.contains("lead to the same one") == isShared, "\(command): \(answer)")
    }
  }

  /// Where nobody knows what Core Data does, nothing says that the migration would run.
  @Test func whatIsRefusedIsNotSaidToRun() throws {
    let title = BundleCase.attribute("title")
    let similar = BundleCase.relationship(
      "similar", to: "Note", "toMany=\"YES\" inverseName=\"similar\" inverseEntity=\"Note\"")
    try test.write("Notes 1", BundleCase.entity("Note", title, BundleCase.attribute("body")))
    try test.write("Notes 2", BundleCase.entity("Note", title, similar))
    try test.write(current: "Notes 2")
    #expect(test.generate("Notes 1"))
    let answers = test.answers()
    let preflight = answers["preflight"]?.text ?? ""
    #expect(answers["migrate"]?.text.contains("nothing was written") == true)
    #expect(preflight.contains("verdict   unknown"), "\(preflight)")
    #expect(!preflight.contains("would run"), "\(preflight)")
    for command in ["preflight", "migrate"] {
      #expect(answers[command]?.text.contains("storedoctor does not guess here") == true)
    }
    let diagnosis = answers["diagnose"]?.text ?? ""
    #expect(
      diagnosis.contains("(likely: whether Core Data carries the migration out is not known)"),
      "\(diagnosis)")
  }

  /// Of several that are equally like a new one, none is its old name, unless the names tell.
  @Test func ofSeveralAlikeNoneIsTheOldName() throws {
    func entity(_ name: String) -> String {
      BundleCase.entity(
        name, BundleCase.attribute("address"), BundleCase.attribute("name"),
        BundleCase.attribute("alias"))
    }
    try test.write("Notes 1", Self.note, Self.tag, entity("Blucon"), entity("Miaomiao"))
    try test.write("Notes 2", Self.note, Self.tag, entity("HeartBeat"))
    try test.write(current: "Notes 2")
    #expect(test.generate("Notes 1"))
    let plan = try #require(test.answers()["plan"]).text
    #expect(plan.contains("'Notes 2' has no 'Blucon'"), "\(plan)")
    #expect(plan.contains("'Notes 2' has no 'Miaomiao'"), "\(plan)")
    #expect(!plan.contains("looks like"), "\(plan)")
    try test.write("Notes 2", Self.note, Self.tag, entity("MiaoMiao2"))
    let named = try #require(test.answers()["plan"]).text
    #expect(named.contains("'MiaoMiao2' looks like its new name"), "\(named)")
    #expect(named.contains("'Notes 2' has no 'Blucon'"), "\(named)")
  }
}
