import Foundation
import ModelInputs
import StoreDoctor
import StoreModel
import Testing

/// A folder that is removed when the test ends.
private final class Scratch {
  let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("model-input-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ text: String) throws {
    let file = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}

private let plan = """
  import SwiftData
  enum NotesSchemaV1: VersionedSchema {
    static var versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self] }
    @Model final class Note { var title: String = ""; init() {} }
  }
  enum NotesSchemaV2: VersionedSchema {
    static var versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self] }
    @Model final class Note { var title: String = ""; var body: String?; init() {} }
  }
  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [NotesSchemaV1.self, NotesSchemaV2.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: NotesSchemaV1.self, toVersion: NotesSchemaV2.self)]
    }
  }
  """

private let xcodeModel = """
  <?xml version="1.0" encoding="UTF-8"?>
  <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
    <entity name="Tag"><attribute name="label" optional="YES" attributeType="String"/></entity>
  </model>
  """

private func error(_ body: () throws -> Void) -> ModelInputError? {
  do { try body() } catch { return error as? ModelInputError }
  return nil
}

@Suite struct ModelPathTests {
  @Test("how an '#if' is read is no reason for having no models")
  func conditions() throws {
    let scratch = try Scratch()
    try scratch.write("View.swift", "import SwiftData\n#if os(iOS)\nstruct Row {}\n#endif\n")
    for path in [scratch.path, scratch.path + "/View.swift"] {
      guard case .noModel = error({ _ = try ModelLoader.load(path) }) else {
        Issue.record("\(path) was refused for another reason")
        continue
      }
    }
  }

  @Test("code of another module declares no model and belongs to those that do")
  func codeBesideModels() throws {
    let scratch = try Scratch()
    try scratch.write("Models/Plan.swift", plan)
    try scratch.write("Kit/Kind.swift", "public enum Kind: String { case short }\n")
    let (models, kit) = (scratch.path + "/Models", scratch.path + "/Kit")
    #expect(try ModelLoader.read(all: [models, kit]).histories.map(\.name) == ["Plan"])
    for alone in [[kit], [kit, kit]] {
      guard case .noModel = error({ _ = try ModelLoader.read(all: alone) }) else {
        Issue.record("\(alone) was taken for models")
        continue
      }
    }
  }

  @Test func picksVersionsByEveryName() throws {
    let scratch = try Scratch()
    try scratch.write("Plan.swift", plan)
    let path = scratch.path + "/Plan.swift"
    let all = try ModelLoader.load(path)
    #expect(all.map(\.name) == ["Plan"])
    #expect(all.first?.versions.map(\.name) == ["NotesSchemaV1", "NotesSchemaV2"])
    for (version, name) in [
      ("NotesSchemaV1", "NotesSchemaV1"), ("2.0.0", "NotesSchemaV2"), ("current", "NotesSchemaV2"),
      ("notesschemav1", "NotesSchemaV1"),
    ] {
      #expect(try ModelLoader.model("\(path)@\(version)").name == name)
    }
    #expect(
      ModelLoader.versionNames(at: path)
        == ["NotesSchemaV1", "NotesSchemaV2", "1.0.0", "2.0.0", "current"])
  }

  @Test func explainsAWrongVersion() throws {
    let scratch = try Scratch()
    try scratch.write("Plan.swift", plan)
    let path = scratch.path + "/Plan.swift"
    let unknown = error { _ = try ModelLoader.load("\(path)@NotesSchemaV3") }
    #expect(unknown?.status == .usage)
    #expect(unknown?.description.contains("did you mean 'NotesSchemaV1'?") == true)
    let far = error { _ = try ModelLoader.load("\(path)@zzz") }
    #expect(far?.description.contains("'NotesSchemaV1', 'NotesSchemaV2', '1.0.0'") == true)
    let several = error { _ = try ModelLoader.model(path) }
    #expect(several?.status == .usage)
  }

  @Test func aVersionOfAPlanComesBeforeModelsOutsideOfVersions() throws {
    let scratch = try Scratch()
    try scratch.write("Plan.swift", plan)
    try scratch.write("Die.swift", "@Model class Die { var sides = 6 }")
    #expect(try ModelLoader.model("\(scratch.path)@1.0.0").name == "NotesSchemaV1")
    #expect(try ModelLoader.model("\(scratch.path)@live").name == "live")
  }

  @Test func theCurrentVersionIsThePlansBesideOneThatNoPlanLists() throws {
    let scratch = try Scratch()
    try scratch.write("Plan.swift", plan)
    try scratch.write(
      "Old.swift",
      """
      import SwiftData
      enum Old: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var text: String = ""; init() {} }
      }
      """)
    #expect(try ModelLoader.model("\(scratch.path)@current").name == "NotesSchemaV2")
  }

  @Test func aSchemaOfTwoPlansIsNamedOnce() throws {
    let scratch = try Scratch()
    try scratch.write("Plan.swift", plan)
    try scratch.write(
      "Others.swift",
      """
      enum Others: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [] }
      }
      enum Second: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [NotesSchemaV1.self, Others.self] }
        static var stages: [MigrationStage] { [] }
      }
      """)
    let found = error { _ = try ModelLoader.model("\(scratch.path)@1.0.0") }
    guard case .ambiguousVersion(_, _, let candidates)? = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(candidates.map { $0.prefix { $0 != " " } } == ["NotesSchemaV1", "Others"])
  }

  @Test func saysWhichModelOfAVersionIsMissing() throws {
    let scratch = try Scratch()
    try scratch.write("Plan.swift", plan.replacing("@Model", with: "//"))
    let found = error { _ = try ModelLoader.model("\(scratch.path)@1.0.0") }
    #expect(found?.status == .unreadable)
    #expect(found?.description.contains(", listed in 'NotesSchemaV1', is not") == true)
  }

  @Test(arguments: ["", "@1.0.0", "@current"])
  func saysWhichSchemaOfAPlanIsMissing(_ version: String) throws {
    let scratch = try Scratch()
    try scratch.write(
      "App.swift",
      """
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [TightSchemaV1.self] }
        static var stages: [MigrationStage] { [] }
      }
      """)
    let found = error { _ = try ModelLoader.model(scratch.path + version) }
    #expect(found?.status == .unreadable)
    #expect(
      found?.description.contains("'TightSchemaV1', a schema of 'Plan', is not declared") == true)
  }

  @Test func explainsAMissingPath() throws {
    let scratch = try Scratch()
    try scratch.write("Plan.swift", plan)
    let missing = error { _ = try ModelLoader.load(scratch.path + "/Plam.swift@1.0.0") }
    #expect(missing?.status == .unreadable)
    #expect(missing?.description.contains("did you mean '\(scratch.path)/Plan.swift'?") == true)
    try scratch.write("empty/readme.txt", "nothing")
    #expect(error { _ = try ModelLoader.load(scratch.path + "/empty") }?.status == .unreadable)
    try scratch.write("View.swift", "struct View {}")
    #expect(error { _ = try ModelLoader.load(scratch.path + "/View.swift") }?.status == .unreadable)
  }

  @Test func keepsAtSignsOfPaths() throws {
    let scratch = try Scratch()
    try scratch.write("me@home/Plan@2.swift", plan)
    let path = scratch.path + "/me@home/Plan@2.swift"
    #expect(try ModelLoader.load(path).first?.versions.count == 2)
    #expect(try ModelLoader.model(path + "@2.0.0").name == "NotesSchemaV2")
  }

  @Test func readsAFolderOfEverything() throws {
    let scratch = try Scratch()
    try scratch.write("Sources/Plan.swift", plan)
    try scratch.write("Sources/Tags.xcdatamodeld/Tags.xcdatamodel/contents", xcodeModel)
    try scratch.write("Sources/Tags.xcdatamodeld/Tags 2.xcdatamodel/contents", xcodeModel)
    try scratch.write(".build/checkouts/Other.swift", "@Model class Other { var a = 0 }")
    try scratch.write(".hidden/Other.swift", "@Model class Other { var a = 0 }")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/Sources/loop", withDestinationPath: scratch.path)
    let histories = try ModelLoader.load(scratch.path)
    #expect(histories.map(\.name) == ["Plan", "Tags"])
    #expect(histories.last?.versions.map(\.name).sorted() == ["Tags", "Tags 2"])
  }

  @Test func aDamagedModelInAFolderIsAProblem() throws {
    let scratch = try Scratch()
    try scratch.write("A.xcdatamodeld/A.xcdatamodel/contents", xcodeModel)
    try scratch.write("B.mom", "not a model")
    let loaded = try ModelLoader.read(scratch.path)
    #expect(loaded.histories.map(\.name) == ["A"])
    #expect(loaded.problems.count == 1)
    #expect(error { _ = try ModelLoader.load(scratch.path + "/B.mom") }?.status == .unreadable)
  }
}
