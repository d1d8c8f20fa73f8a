import Diagnostics
import Foundation
import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import DoctorCLI

/// What the commands say of a store and the versions of an Xcode model, which no plan puts into order.
@Suite struct ModelFileAnswerTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "bundle-\(UUID())")
  private var models: String { folder.appending(path: "Notes.xcdatamodeld").path }
  private var store: String { folder.appending(path: "notes.sqlite").path }
  private var output: String { folder.appending(path: "new.sqlite").path }

  private static let note = """
    <attribute name="title" optional="YES" attributeType="String"/>
    <attribute name="stars" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
    """

  init() throws {
    try write("Notes", Self.note)
    try write("Notes 2", Self.note + attribute("body"))
    try write(current: "Notes 2")
  }

  private func attribute(_ name: String, _ rest: String = "optional=\"YES\"") -> String {
    "<attribute name=\"\(name)\" \(rest) attributeType=\"String\"/>\n"
  }

  private func write(_ version: String, _ members: String, identifier: String = "") throws {
    let path = "\(models)/\(version).xcdatamodel"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
    userDefinedModelVersionIdentifier="\(identifier)">
    <entity name="Note" representedClassName="Note" syncable="YES">
    \(members)
    </entity>
    </model>
    """.write(toFile: "\(path)/contents", atomically: true, encoding: .utf8)
  }

  private func write(current: String) throws {
    try """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
    <string>\(current).xcdatamodel</string></dict></plist>
    """.write(toFile: "\(models)/.xccurrentversion", atomically: true, encoding: .utf8)
  }

  private func run(_ words: String...) -> (code: Int32, text: String) {
    let out = ByteOutput()
    let console = Console(out: out, err: out, environment: [:])
    return (CommandLineTool(console: console, input: GivenLines("")).run(words), out.text)
  }

  private func generate(_ version: String) {
    let made = run("generate", "--model", "\(models)@\(version)", "--rows", "5", "-o", store)
    #expect(made.code == 0, "\(made.text)")
  }

  /// What each command says, by its name.
  private func answers() -> [String: (code: Int32, text: String)] {
    [
      "identify": run("identify", store, "--model", models),
      "plan": run("plan", store, "--model", models),
      "preflight": run("preflight", store, "--model", models),
      "migrate": run("migrate", store, "--model", models, "-o", output),
      "diagnose": run("diagnose", store, "--model", models),
      "explain": run("explain", "134100", "--store", store, "--model", models),
    ]
  }

  @Test func anOlderStoreIsSaidToHaveToMigrate() {
    generate("Notes")
    let explained = run("explain", "134100", "--store", store, "--model", models).text
    #expect(explained.contains("the models' current version is 'Notes 2'"), "\(explained)")
    #expect(explained.contains("storedoctor preflight"), "\(explained)")
    generate2()
    let current = run("explain", "134100", "--store", store + "2", "--model", models).text
    #expect(current.contains("that is the version the models say is current"), "\(current)")
  }

  private func generate2() {
    let made = run("generate", "--model", "\(models)@current", "--rows", "5", "-o", store + "2")
    #expect(made.code == 0, "\(made.text)")
  }

  /// It probably migrates from the model that the store carries, and all commands say that this is why; that
  /// the models have lost the store's version is a finding all the same.
  @Test func aVersionEditedWithoutAnIdentifierProbablyMigrates() throws {
    generate("Notes 2")
    try write("Notes 2", Self.note + attribute("body") + attribute("color"))
    let answers = answers()
    for command in ["plan", "preflight", "migrate"] {
      #expect(answers[command]?.code == 1, "\(answers[command] as Any)")
      #expect(answers[command]?.text.contains("carries, as no version has its hashes") == true)
    }
    #expect(answers["diagnose"]?.text.hasPrefix("verdict  unknown version") == true)
    #expect(answers["diagnose"]?.text.contains("(likely: that Core Data goes by") == true)
    let advice = "If not, add the missing version back. Without it Core Data has only the copy"
    for command in ["identify", "explain"] {
      #expect(answers[command]?.text.contains(advice) == true, "\(answers[command] as Any)")
      #expect(answers[command]?.text.contains("with a stage from it") == false)
    }
    #expect(answers["explain"]?.text.contains("it carries its own model") == true)
  }

  /// The identifier tells that a version was edited; all commands name the edit.
  @Test func anEditedVersionIsNamedByAll() throws {
    try write("Notes 2", Self.note + attribute("body"), identifier: "2.0")
    generate("Notes 2")
    try write("Notes 2", Self.note + attribute("body") + attribute("color"), identifier: "2.0")
    for (command, answer) in answers() {
      #expect(
        answer.text.contains("'Notes 2' also says 2.0 and now has 'Note.color'"),
        "\(command): \(answer.text)")
    }
  }

  @Test func aCurrentVersionThatIsNotThereIsSaid() throws {
    generate("Notes 2")
    try write(current: "Notes 3")
    for command in ["plan", "preflight"] {
      let answer = run(command, store, "--model", models)
      #expect(answer.code == 2, "\(answer.text)")
      #expect(
        answer.text.contains("'Notes' says that its current version is 'Notes 3'"), "\(answer.text)"
      )
    }
    let diagnosis = run("diagnose", store, "--model", models)
    #expect(diagnosis.text.contains("--to 'Notes 2'"), "\(diagnosis.text)")
  }

  /// Advice that the model editor understands.
  @Test func whatIsLostIsAcknowledgedInTheModel() throws {
    generate("Notes")
    try write("Notes 2", attribute("title"))
    let plan = run("plan", store, "--model", models)
    #expect(plan.code == 1)
    #expect(
      plan.text.contains("'storedoctor:ignore' with the value '[property-dropped] reason'"),
      "\(plan.text)")
    #expect(!plan.text.contains("// storedoctor:ignore"), "\(plan.text)")
    try write(
      "Notes 2",
      attribute("title")
        + "<userInfo><entry key=\"storedoctor:ignore\" value=\"[property-dropped] unused\"/></userInfo>"
    )
    let acknowledged = run("plan", store, "--model", models)
    #expect(acknowledged.code == 0, "\(acknowledged.text)")
  }

  /// What another version has beside it was no other name of it.
  @Test func whatStoodBesideItIsNoNewName() throws {
    func lost() -> String { run("plan", store, "--model", models).text }
    try write("Notes", attribute("headline"))
    try write("Notes 2", attribute("heading"))
    generate("Notes")
    #expect(lost().contains("'Note.heading' looks like its new name"), "\(lost())")
    try write("Notes 1b", attribute("headline") + attribute("heading"))
    #expect(lost().contains("'Notes 2' has no 'Note.headline'"), "\(lost())")
  }

  /// In a model file nothing runs in `didMigrate`, and no default makes an object.
  @Test func adviceForRequiredValuesFitsTheModel() throws {
    generate("Notes")
    try write("Notes 2", Self.note + attribute("body", ""))
    let plan = run("plan", store, "--model", models)
    #expect(plan.text.contains("existing rows have none"), "\(plan.text)")
    #expect(plan.text.contains("set a default in the model editor"), "\(plan.text)")
  }
}
