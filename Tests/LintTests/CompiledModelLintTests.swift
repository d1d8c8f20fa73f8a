import Diagnostics
import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import DoctorCLI

/// `lint` of compiled models, which is all that an app's bundle has.
@Suite("Lint of compiled models") struct CompiledModelLintTests {
  private static func model(_ name: String, _ attributes: [Attribute]) -> DataModel {
    DataModel(
      name: name, entities: [Entity(name: "Note", attributes: attributes)], source: .compiledModel)
  }

  private static let versions = [
    model("Notes", [Attribute(name: "title", type: .string, isOptional: true)]),
    model(
      "Notes 2",
      [
        Attribute(name: "title", type: .string, isOptional: true),
        Attribute(name: "rank", type: .integer64),
      ]),
    model(
      "Notes 10",
      [
        Attribute(name: "title", type: .string, isOptional: true),
        Attribute(name: "level", type: .integer64),
        Attribute(name: "rank", type: .integer64),
      ]),
  ]

  /// What `lint` says of `Notes.momd` with these versions.
  private func lint(_ versions: [DataModel], current: String) throws -> (text: String, code: Int32)
  {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "momd-\(UUID().uuidString)")
    let bundle = folder.appending(path: "Notes.momd")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for version in versions {
      try Data(ModelArchive.write(version)).write(to: bundle.appending(path: "\(version.name).mom"))
    }
    let info: [String: Any] = [
      "NSManagedObjectModel_CurrentVersionName": current,
      "NSManagedObjectModel_VersionHashes": Dictionary(
        uniqueKeysWithValues: versions.map { version in
          (version.name, ModelHashes(of: version).entities.mapValues { Data($0.bytes) })
        }),
    ]
    try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
      .write(to: bundle.appending(path: "VersionInfo.plist"))
    let out = ByteOutput()
    let code = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
      .run(["lint", folder.path, "--no-cache"])
    return (out.text, code)
  }

  @Test func theCurrentVersionIsComparedWithTheOneBefore() throws {
    let (text, code) = try lint(Array(Self.versions.prefix(2)), current: "Notes 2")
    #expect(code == 1)
    #expect(text.contains("'Note.rank' is new and required in 'Notes 2'"))
    #expect(text.contains("Notes.momd"))
  }

  @Test func olderStepsHaveShipped() throws {
    let (text, code) = try lint(Self.versions, current: "Notes 10")
    #expect(code == 1)
    #expect(text.contains("'Note.level' is new and required in 'Notes 10'"))
    #expect(!text.contains("'Note.rank' is new"))
  }

  @Test func aHistoryThatIsInOrderIsClean() throws {
    var versions = Self.versions
    versions[2].entities[0].attributes[1].defaultValue = .integer(0)
    let (text, code) = try lint(versions, current: "Notes 10")
    #expect(code == 0, "\(text)")
    #expect(!text.contains("["))
  }
}
