import Diagnostics
import Foundation
import Testing

@testable import DoctorCLI

/// A bundle whose versions have no identifiers, as Xcode makes them: whichever was edited, all commands
/// name the same versions and end alike, and so does the prompt.
@Suite struct EditedHistoryTests {
  private let test = BundleCase()
  private static let versions = ["Notes", "Notes 2", "Notes 3"]

  private static func note(_ count: Int, _ more: String = "") -> String {
    let own = ["title", "body"] + ["stars", "color"].prefix(count)
    let all = own.map { BundleCase.attribute($0) }.joined() + more
    return BundleCase.entity("Note", all) + BundleCase.entity("Tag", BundleCase.attribute("name"))
  }

  private func write(edited: String, _ more: String) throws {
    for (count, name) in Self.versions.enumerated() {
      try test.write(name, Self.note(count, name == edited ? more : ""))
    }
    try test.write(current: "Notes 3")
  }

  private func label() throws -> String? {
    let session = Session(console: Console(out: ByteOutput(), err: ByteOutput(), environment: [:]))
    try session.use(test.store)
    session.setModels([test.models])
    return session.versionLabel
  }

  @Test(arguments: versions) func allCommandsNameTheSame(_ edited: String) throws {
    try write(edited: "", "")
    #expect(test.generate(edited))
    try write(edited: edited, BundleCase.attribute("place"))
    let answers = test.answers()
    for command in BundleCase.asking {
      let answer = try #require(answers[command])
      #expect(
        answer.text.contains("'\(edited)', which now has 'Note.place'")
          || answer.text.contains("'\(edited)' now has 'Note.place'"), "\(command): \(answer.text)")
      #expect(command == "explain" || answer.code == 1, "\(command): \(answer)")
      for other in Self.versions where other != edited {
        #expect(!answer.text.contains("'\(other)' was changed"), "\(command): \(answer.text)")
        #expect(!answer.text.contains("nearest is '\(other)'"), "\(command): \(answer.text)")
      }
      #expect(!answer.text.contains("nothing stands in the way"), "\(command): \(answer.text)")
    }
    let diagnosis = answers["diagnose"]?.text ?? ""
    #expect(!diagnosis.contains("means    the app opens the store after"), "\(diagnosis)")
    #expect(diagnosis.contains("by the model that the store carries"), "\(diagnosis)")
    #expect(
      try label() == (edited == "Notes 2" ? "(Notes 2 edited)" : "(near \(edited))"))
  }

  /// Both that explain the store as well are named by all, and neither is to be put back alone.
  @Test func allCommandsNameBothOfATie() throws {
    for (count, name) in Self.versions.prefix(2).enumerated() {
      try test.write(name, Self.note(count))
    }
    try test.write(current: "Notes 2")
    #expect(test.generate("Notes 2"))
    try test.write("Notes 2", Self.note(1, BundleCase.attribute("place")))
    let answers = test.answers()
    for command in BundleCase.asking {
      let text = answers[command]?.text ?? ""
      #expect(
        text.contains("'Notes 2' and 'Notes' are as near as each other"), "\(command): \(text)")
      #expect(text.contains("'Notes 2' now has 'Note.place'"), "\(command): \(text)")
      #expect(text.contains("'Notes' no longer has 'Note.stars'"), "\(command): \(text)")
      #expect(text.contains("if 'Notes 2' or 'Notes' was changed after it shipped"), "\(text)")
      #expect(command == "explain" || answers[command]?.code == 1, "\(command): \(text)")
    }
    #expect(try label() == "(near Notes 2 or Notes)")
  }

  /// A single version is changed in place, which Core Data probably follows: no command says that it fails,
  /// and none that it is certain.
  @Test func aSingleVersionIsChangedInPlace() throws {
    try test.write("Notes", Self.note(1))
    #expect(test.generate("Notes"))
    try test.write("Notes", Self.note(1, BundleCase.attribute("place")))
    let answers = test.answers()
    for command in ["plan", "preflight", "migrate", "diagnose"] {
      #expect(answers[command]?.code == 0, "\(command): \(answers[command] as Any)")
    }
    #expect(answers["identify"]?.code == 1)
    #expect(answers["diagnose"]?.text.contains("(likely: that Core Data goes by the model") == true)
    #expect(answers["preflight"]?.text.contains("(likely)") == true)
    for command in ["identify", "explain"] {
      let text = answers[command]?.text ?? ""
      #expect(
        text.contains("Core Data probably goes by the model that the store carries"), "\(text)")
    }
  }
}
