import Diagnostics
import Foundation
import ModelInputs
import StoreModel
import Testing

@testable import DoctorCLI
@testable import Lint
@testable import StoreDoctor
@testable import StoreEngine

/// Mapping models beside model files, from the file to the answers.
@Suite struct MappingModelTests {
  /// The files of an example of the rules: `Notes.xcdatamodeld` and `Notes 1 to 2.cdm`.
  private final class Folder {
    let path: String

    init(
      old: [String] = ["text"], adding entities: [(String, [String])] = [],
      _ parts: [Lint.MappingText.Part]
    ) throws {
      let text = Lint.MappingText.text(
        old: [("Note", old)], new: [("Note", ["body"])] + entities, parts)
      let root = FileManager.default.temporaryDirectory.appending(path: "maps-\(UUID().uuidString)")
      path = root.path
      for file in ExampleText(.clean(text)).files {
        let place = root.appending(path: file.path)
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try file.text.write(to: place, atomically: true, encoding: .utf8)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var model: String { path + "/Notes.xcdatamodeld" }
    var mapping: String { path + "/Notes 1 to 2.cdm" }

    func outline(_ models: [String]) throws -> MigrationOutline {
      try MigrationOutline(
        MigrationQuestion(from: model + "@Notes", among: ModelLoader.read(all: models).histories),
        at: model
      ) { LossPolicy() }
    }
  }

  private static let note = Lint.MappingText.Part(
    source: "Note", destination: "Note", values: [("body", "text")])

  @Test func aMappingModelByItselfIsSaidToLackItsModels() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "maps-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let mapping = root.appending(path: "One.xcmappingmodel")
    try FileManager.default.createDirectory(at: mapping, withIntermediateDirectories: true)
    for (path, what) in [(root.path, "it has mapping models only"), (mapping.path, "it is a map")] {
      let refusal = ModelFiles(in: path).refusal(of: path)
      #expect("\(refusal)".hasPrefix("'\(path)' cannot be read: \(what)"), "\(refusal)")
    }
  }

  /// Beside another model, which was not given, it may be that one's.
  @Test func lintOfOneModelLeavesTheMappingModelsOfOthersAlone() throws {
    let folder = try Folder([Self.note])
    let other = folder.path + "/Other.xcdatamodeld"
    try FileManager.default.copyItem(atPath: folder.model, toPath: other)
    let text = "<model><entity name=\"Page\"/></model>"
    for version in try FileManager.default.contentsOfDirectory(atPath: other)
    where version.hasSuffix(".xcdatamodel") {
      try text.write(
        toFile: "\(other)/\(version)/contents", atomically: true, encoding: .utf8)
    }
    #expect(!run("lint", other).text.contains("[mapping-"))
    #expect(run("lint", folder.path).code == run("lint", folder.model).code)
    try FileManager.default.removeItem(atPath: folder.model)
    #expect(run("lint", other).text.contains("[mapping-fits-no-versions]"))
  }

  @Test func planGoesByTheMappingModelBesideTheModel() throws {
    let folder = try Folder([Self.note])
    for models in [[folder.path], [folder.model], [folder.model, folder.mapping]] {
      let outline = try folder.outline(models)
      #expect(outline.path?.steps.first?.mapping?.name == "Notes 1 to 2")
      #expect(outline.findings == [] && outline.statements > 0)
    }
  }

  @Test func anUnreadableMappingModelIsNotPassedOver() throws {
    let folder = try Folder([Self.note])
    try Data("bplist00".utf8).write(to: URL(filePath: folder.mapping))
    let outline = try folder.outline([folder.model])
    #expect(outline.verdict == .found)
    #expect(outline.findings.contains { $0.message.contains("Notes 1 to 2.cdm") })
  }

  private func run(_ words: String...) -> (code: Int32, losses: [Substring], text: String) {
    run(words)
  }

  private func run(_ words: [String]) -> (code: Int32, losses: [Substring], text: String) {
    let out = ByteOutput()
    let tool = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
    let code = tool.run(words)
    return (
      code, out.text.split(separator: "\n").filter { $0.hasPrefix("LOSS: ") }, out.text
    )
  }

  /// What a mapping model makes of the rows shows when it runs: it is tried on a copy that is gone.
  @Test func preflightTriesWhatMigrateDoes() throws {
    let folder = try Folder([Self.note])
    let store = folder.path + "/a.store"
    let made = run("generate", "--model", folder.model + "@Notes", "--rows", "20", "-o", store)
    try #require(made.code == 0, "\(made.text)")
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let bytes = try Data(contentsOf: URL(filePath: store))
    let result = run("preflight", store, "--model", folder.path, "--to", "Notes 2")
    #expect(result.code == 0, "\(result.text)")
    #expect(result.text.contains("nothing stands in the way"), "\(result.text)")
    #expect(result.text.contains("all rows, by trying the migration on a private copy"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
    #expect(try Data(contentsOf: URL(filePath: store)) == bytes)
  }

  /// What a mapping model leaves out is counted before as it is while the rows are made anew.
  @Test func preflightLosesWhatMigrateLoses() throws {
    let folder = try Folder(old: ["text", "extra"], [Self.note])
    let store = folder.path + "/a.store"
    let made = run("generate", "--model", folder.model + "@Notes", "--rows", "20", "-o", store)
    try #require(made.code == 0, "\(made.text)")
    let before = run("preflight", store, "--model", folder.path, "--to", "Notes 2")
    let after = run(
      "migrate", store, "--model", folder.path, "--to", "Notes 2", "-o", folder.path + "/b.store")
    #expect(before.code == 1 && after.code == 1, "\(before.text)\(after.text)")
    #expect(before.losses == after.losses)
    #expect(after.losses.count == 1 && after.losses.allSatisfy { $0.contains("'Note.extra'") })
  }

  /// Core Data looks for one mapping model alone; the app's own code may go through several versions.
  @Test func preflightGoesTheWayOfTheChain() throws {
    let folder = try Folder(old: ["text", "extra"], [Self.note])
    let third = folder.model + "/Notes 3.xcdatamodel"
    try FileManager.default.createDirectory(
      atPath: third, withIntermediateDirectories: true)
    try Data(
      """
      <model type="com.apple.IDECoreDataModeler.DataModel"><entity name="Note">
      <attribute name="body" optional="YES" attributeType="String"/>
      <attribute name="level" optional="YES" attributeType="String"/></entity></model>
      """.utf8
    ).write(to: URL(filePath: third + "/contents"))
    let store = folder.path + "/a.store"
    let made = run("generate", "--model", folder.model + "@Notes", "--rows", "20", "-o", store)
    try #require(made.code == 0, "\(made.text)")
    let words = ["preflight", store, "--model", folder.path, "--to", "Notes 3"]
    let alone = run(words)
    #expect(alone.losses.contains { $0.contains("'Note.text'") }, "\(alone.text)")
    #expect(alone.text.contains("add --chain"))
    let chain = run(words + ["--chain"])
    // The mapping model carries the text over.
    #expect(chain.losses.count == 1 && chain.losses[0].contains("'Note.extra'"), "\(chain.text)")
    #expect(!chain.text.contains("was not examined") && chain.text.contains("private copy"))
    #expect(!chain.text.contains("add --chain"))
    let verify = ["verify", "--model", folder.path, "--to", "Notes 3", "--store", store]
    let (direct, through) = (run(verify), run(verify + ["--chain"]))
    #expect(direct.text.contains("'Note.text'") && direct.text.contains("add --chain"))
    #expect(!through.text.contains("'Note.text'"), "\(through.text)")
    #expect(!through.text.contains("add --chain"), "\(through.text)")
  }

  /// Where mapping models lead to several versions only the app's code says which it takes: that they are
  /// passed over is said, with how to name one.
  @Test func aForkOfMappingModelsIsNamedWithHowToTakeOneWay() throws {
    // Neither version has only what is mapped.
    let folder = try Folder(
      old: ["text", "extra"], adding: [("Label", ["name"])], [Self.note])
    let tag =
      "<entity name=\"Tag\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/></entity>"
    for (name, property) in [("3", "body"), ("4", "headline")] {
      let path = folder.model + "/Notes \(name).xcdatamodel"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data(
        """
        <model type="com.apple.IDECoreDataModeler.DataModel"><entity name="Note">
        <attribute name="\(property)" optional="YES" attributeType="String"/></entity>\(tag)</model>
        """.utf8
      ).write(to: URL(filePath: path + "/contents"))
    }
    let store = folder.path + "/a.store"
    let made = run("generate", "--model", folder.model + "@Notes", "--rows", "20", "-o", store)
    try #require(made.code == 0, "\(made.text)")
    let words = [store, "--model", folder.path, "--to", "Notes 4"]
    for command in ["plan", "preflight"] {
      let text = run([command] + words).text
      #expect(text.contains("'Notes 1 to 2'") && text.contains("'Notes 2', 'Notes 3'"), "\(text)")
      #expect(text.contains("--chain --to VERSION"), "\(text)")
    }
    let diagnosis = run(["diagnose"] + words).text
    #expect(diagnosis.contains("mapping models begin at 'Notes'"), "\(diagnosis)")
    let chained = run(["plan"] + words + ["--chain"])
    #expect(chained.code == 1 && chained.text.contains("add --to with 'Notes 2' or 'Notes 3'"))
    let named = run("plan", store, "--model", folder.path, "--to", "Notes 2", "--chain")
    #expect(named.text.contains("by the mapping model 'Notes 1 to 2'"), "\(named.text)")
    // What was not tried has not failed.
    let verify = run("verify", "--model", folder.path, "--to", "Notes 4", "--chain")
    #expect(verify.code == 1 && verify.text.contains("NOT RUN"), "\(verify.text)")
    #expect(verify.text.contains("'Notes 2'") && verify.text.contains("'Notes 3'"))
  }

  /// Code of the app is not run here: that is no failure, and what comes before it is examined all the same.
  @Test func aPolicyIsNotRunAndWhatComesAfterItIsUnknown() throws {
    var part = Self.note
    part.policy = "NotePolicy"
    // The models drop 'extra', which the class may keep.
    let folder = try Folder(old: ["text", "extra"], [part])
    let third = folder.model + "/Notes 3.xcdatamodel"
    try FileManager.default.createDirectory(atPath: third, withIntermediateDirectories: true)
    try Data(
      """
      <model type="com.apple.IDECoreDataModeler.DataModel"><entity name="Note">
      <attribute name="body" optional="YES" attributeType="String"/>
      <attribute name="level" optional="YES" attributeType="String"/></entity></model>
      """.utf8
    ).write(to: URL(filePath: third + "/contents"))
    let verify = run("verify", "--model", folder.path, "--to", "Notes 3", "--chain")
    #expect(verify.code == 1 && verify.text.contains("NOT RUN"), "\(verify.text)")
    #expect(verify.text.contains("'NotePolicy', an NSEntityMigrationPolicy"), "\(verify.text)")
    #expect(!verify.text.contains("FAILED"), "\(verify.text)")
    #expect(verify.text.contains("with the app itself"), "\(verify.text)")
    #expect(!verify.text.contains("a Swift compiler"), "\(verify.text)")
    let store = folder.path + "/a.store"
    let made = run("generate", "--model", folder.model + "@Notes", "--rows", "20", "-o", store)
    try #require(made.code == 0, "\(made.text)")
    let preflight = run(
      "preflight", store, "--model", folder.path, "--to", "Notes 3", "--chain")
    #expect(preflight.code == 1, "\(preflight.text)")
    #expect(preflight.text.contains("unknown from there on"), "\(preflight.text)")
    #expect(preflight.text.contains("was not run"), "\(preflight.text)")
  }

  /// One version that no way leads away from leaves the others to be tried.
  @Test func aChainWithADeadEndIsNotTheEndOfVerify() throws {
    let folder = try Folder([Self.note])
    let first = folder.model + "/Notes 0.xcdatamodel"
    try FileManager.default.createDirectory(atPath: first, withIntermediateDirectories: true)
    try Data(
      """
      <model type="com.apple.IDECoreDataModeler.DataModel"><entity name="Note">
      <attribute name="body" optional="YES" attributeType="Date"/></entity></model>
      """.utf8
    ).write(to: URL(filePath: first + "/contents"))
    let result = run("verify", "--model", folder.path, "--to", "Notes 2", "--chain")
    #expect(result.code == 1, "\(result.text)")
    #expect(result.text.contains("6 migrations: 3 ok, 3 not run"), "\(result.text)")
  }

  /// What ends the migration behind a mapping model is found before, with Core Data's code.
  @Test(arguments: [
    (
      "<attribute name=\"level\" attributeType=\"String\"/>", "rows-without-required-value",
      "134110"
    ),
    (
      """
      <attribute name="level" attributeType="String" defaultValueString="x"/><uniquenessConstraints>
      <uniquenessConstraint><constraint value="level"/></uniquenessConstraint></uniquenessConstraints>
      """, "duplicates-under-uniqueness", "134111"
    ),
  ])
  func preflightEndsWhereMigrateEnds(_ addition: String, _ rule: String, _ code: String) throws {
    let folder = try Folder([Self.note])
    let third = folder.model + "/Notes 3.xcdatamodel"
    try FileManager.default.createDirectory(atPath: third, withIntermediateDirectories: true)
    try Data(
      """
      <model type="com.apple.IDECoreDataModeler.DataModel"><entity name="Note">
      <attribute name="body" optional="YES" attributeType="String"/>\(addition)</entity></model>
      """.utf8
    ).write(to: URL(filePath: third + "/contents"))
    let store = folder.path + "/a.store"
    let made = run("generate", "--model", folder.model + "@Notes", "--rows", "20", "-o", store)
    try #require(made.code == 0, "\(made.text)")
    let way = [store, "--model", folder.path, "--to", "Notes 3", "--chain"]
    let before = run(["preflight"] + way)
    let after = run(["migrate"] + way + ["-o", folder.path + "/b.store"])
    #expect(before.code == 1 && after.code == 1, "\(before.text)\(after.text)")
    for text in [before.text, after.text] {
      #expect(text.contains("[\(rule)]") && text.contains("(\(code))"), "\(text)")
    }
    #expect(before.text.contains("the migration would fail"), "\(before.text)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/b.store"))
    // Without rows there is nothing to stumble over.
    let empty = folder.path + "/empty.store"
    _ = run("generate", "--model", folder.model + "@Notes", "--rows", "0", "-o", empty)
    #expect(run(["preflight", empty] + way.dropFirst()).code == 0)
  }

  @Test func showAnswersWithOneMappingByTheNameOfItsEntity() throws {
    let folder = try Folder([Self.note])
    let answer = try MappingAnswer(path: folder.mapping, part: "Note")
    #expect(answer.part?.name == "NoteToNote")
    let json = try JSONValue(encoding: answer)
    guard case .object(let part)? = json.members?["entityMapping"] else {
      Issue.record("there is no entity mapping")
      return
    }
    #expect(part["kind"] == .string("transform"))
    #expect(part["attributes"] == [["name": "body", "value": "$source.text"]])
    #expect(throws: MappingAnswer.UnknownPart.self) {
      try MappingAnswer(path: folder.mapping, part: "Folder")
    }
  }
}
