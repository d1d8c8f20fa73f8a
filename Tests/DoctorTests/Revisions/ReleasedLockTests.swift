import Foundation
import StoreModel
import Testing

@testable import DoctorCLI
@testable import Lint
@testable import StoreDoctor
@testable import StoreEngine

/// A lock written from the releases of a repository.
@Suite struct ReleasedLockTests {
  private let repository: RepositoryFixture

  init() throws { repository = try RepositoryFixture() }

  private func release(
    _ tag: String, plan name: String = "Plan", _ versions: [(name: String, property: String)]
  ) throws {
    let schemas = versions.enumerated().map { index, version in
      """
      enum \(version.name): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(index + 1), 0, 0)
        static var models: [any PersistentModel.Type] { [Card.self] }
        @Model final class Card { var \(version.property) = 0; init() {} }
      }
      """
    }
    let names = versions.map { $0.name + ".self" }.joined(separator: ", ")
    let plan = """
      enum \(name): SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [\(names)] }
        static var stages: [MigrationStage] { [] }
      }
      """
    try repository.write(
      "import SwiftData\n" + schemas.joined(separator: "\n") + "\n" + plan, to: "Plan.swift")
    try repository.commit(tag: tag)
  }

  private func freeze(_ options: String = "") -> (text: String, code: Int32) {
    repository.run("freeze --git {}/app --lock {}/my.lock \(options)")
  }

  @Test func everyVersionIsLockedAsItShippedFirst() throws {
    try release("v1", [("V1", "a")])
    try release("v2", [("V1", "a"), ("V2", "b")])
    try release("beta", [("V1", "a"), ("V2", "b"), ("V3", "c")])
    let (text, code) = freeze("--tags v*")
    #expect(code == 0 && text.contains("  V2 ") && !text.contains("  V3 "))
    let check = repository.run("freeze --check --model {}/app --lock {}/my.lock")
    #expect(check.code == 0 && check.text.contains("2 locked versions unchanged"), "\(check.text)")
    #expect(freeze().text.contains("  V3 "))
    #expect(freeze().text.contains("holds every version already"))
  }

  @Test func anEditAfterItShippedIsNamedWithBothReleases() throws {
    try release("v1", [("V1", "a")])
    try release("v2", [("V1", "a = 0; var more")])
    try release("v3", [("V1", "a = 0; var more")])
    let (text, code) = freeze()
    #expect(code == 1)
    #expect(
      text.contains(
        "v2: 'Card.more' (Integer 64) was added to 'V1' after it shipped in v1"))
    #expect(!text.contains("v3:"))
  }

  /// Putting the first shape back would break the stores of the release after it.
  @Test func whatALaterReleaseShippedIsNotPutBack() throws {
    try release("v1", [("V1", "a")])
    try release("v2", [("V1", "a = 0; var more")])
    _ = freeze()
    let both = repository.run("freeze --check --model {}/app --lock {}/my.lock").text
    #expect(both.contains("keep it as it is, which a later release has shipped"), "\(both)")
    #expect(both.contains("'storedoctor freeze --replace' locks the version as it is"), "\(both)")
    #expect(!both.contains("restore the version"), "\(both)")
    try release("v3", [("V1", "a = 0; var other")])
    let neither = repository.run("freeze --check --model {}/app --lock {}/my.lock").text
    #expect(neither.contains("restore the version"), "\(neither)")
  }

  /// No store has what a release made of a version that was no longer its current one.
  @Test func whatALaterReleaseHasOfAnOldVersionIsPutBack() throws {
    try release("v1", [("V1", "a")])
    try release("v2", [("V1", "a = 0; var more"), ("V2", "b")])
    _ = freeze()
    let text = repository.run("freeze --check --model {}/app --lock {}/my.lock").text
    #expect(text.contains("restore the version") && !text.contains("keep it as it is"), "\(text)")
  }

  /// Whoever does as advised is done; of more than two shapes each is asked for.
  @Test func whatShippedFirstMayBeAnotherVersion() throws {
    try release("v1", [("V1", "a")])
    try release("v2", [("V1", "a = 0; var more")])
    _ = freeze()
    try release("v3", [("V0", "a"), ("V1", "a = 0; var more")])
    let done = repository.run("freeze --check --model {}/app --lock {}/my.lock")
    #expect(!done.text.contains("edited-shipped-version"), "\(done.text)")
    try release("v4", [("V1", "a = 0; var other")])
    try release("v5", [("V1", "a = 0; var third")])
    _ = freeze("--lock {}/three.lock")
    let three = repository.run("freeze --check --model {}/app --lock {}/three.lock").text
    #expect(three.contains("it shipped in 4 shapes, and each needs one"), "\(three)")
    try release("v6", [("V0", "a"), ("V1", "a = 0; var more")])
    let left = repository.run("freeze --check --model {}/app --lock {}/three.lock").text
    #expect(
      left.contains("'V1' shipped in 4 shapes, and 2 of them are no version any more"), "\(left)")
    let replaced = repository.run("freeze --replace --model {}/app --lock {}/three.lock").text
    #expect(replaced.contains("'V1' of"), "\(replaced)")
    #expect(repository.run("freeze --check --model {}/app --lock {}/three.lock").code == 0)
  }

  /// Its versions stay what they are when a plan gets another name.
  @Test func anEditUnderAnotherPlanIsNamed() throws {
    try release("v1", plan: "PlanV1", [("V1", "a")])
    try release("v2", plan: "PlanV1ToV2", [("V1", "a = 0; var more"), ("V2", "b")])
    let (text, code) = freeze()
    #expect(code == 1)
    #expect(
      text.contains("v2: 'Card.more' (Integer 64) was added to 'V1' after it shipped in v1"),
      "\(text)")
    #expect(!text.contains("PlanV1  "), "\(text)")
    let check = repository.run("freeze --check --model {}/app --lock {}/my.lock")
    #expect(check.code == 1 && check.text.contains("'Card.more'"), "\(check.text)")
    #expect(!check.text.contains("none of the models"), "\(check.text)")
  }

  /// The same of a lock that knows the plan under its old name.
  @Test func anEditUnderANewNameIsAnEdit() throws {
    try release("v1", plan: "PlanV1", [("V1", "a")])
    _ = freeze()
    try release("v2", plan: "PlanV1ToV2", [("V1", "a = 0; var more"), ("V2", "b")])
    let check = repository.run("freeze --check --model {}/app --lock {}/my.lock")
    #expect(check.code == 1 && check.text.contains("'Card.more'"), "\(check.text)")
  }

  /// What stands behind the current version of a release is worked on, and no app has opened it.
  @Test func aVersionInPreparationHasNotShipped() throws {
    func write(_ current: String, _ second: String) throws {
      func model(_ names: String...) -> String {
        let attributes = names.map {
          "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>"
        }
        return """
          <?xml version="1.0" encoding="UTF-8"?>
          <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0"
            sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
            <entity name="Note" syncable="YES">\(attributes.joined())</entity>
          </model>
          """
      }
      try repository.write(model("title"), to: "N.xcdatamodeld/N 2_9_1.xcdatamodel/contents")
      try repository.write(
        model("title", second), to: "N.xcdatamodeld/N 2_10_1.xcdatamodel/contents")
      try repository.write(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
        <string>N \(current).xcdatamodel</string></dict></plist>
        """, to: "N.xcdatamodeld/.xccurrentversion")
    }
    try write("2_9_1", "color")
    try repository.commit(tag: "v1")
    let local = repository.run("freeze --model {}/app --lock {}/own.lock").text
    #expect(local.contains("N 2_9_1") && !local.contains("N 2_10_1"), "\(local)")
    try write("2_10_1", "body")
    let check = repository.run("freeze --check --model {}/app --lock {}/own.lock")
    #expect(check.code == 0, "\(check.text)")
    try repository.commit(tag: "v2")
    let (text, code) = freeze()
    #expect(code == 0 && text.contains("N 2_9_1") && text.contains("N 2_10_1"), "\(text)")
    // What was current in a release has shipped.
    try write("2_10_1", "other")
    try repository.commit(tag: "v3")
    #expect(freeze().text.contains("'Note.other'"))
  }

  /// Another plan beside the first is none that was renamed, whatever its versions are called.
  @Test func anotherPlanIsNoEdit() throws {
    try release("v1", plan: "PlanA", [("V1", "a")])
    try repository.git("mv", "Plan.swift", "A.swift")
    try release("v2", plan: "PlanB", [("W1", "b")])
    let (text, code) = freeze()
    #expect(code == 0 && text.contains("PlanA") && text.contains("PlanB"), "\(text)")
  }

  @Test func modelsWithoutVersionsAreThoseOfTheNewestRelease() throws {
    try repository.write(RepositoryFixture.note(""), to: "Note.swift")
    try repository.commit(tag: "v1")
    try repository.write(RepositoryFixture.note("var color = 0"), to: "Note.swift")
    try repository.commit(tag: "v2")
    #expect(freeze().code == 0)
    #expect(repository.run("freeze --check --model {}/app --lock {}/my.lock").code == 0)
  }

  @Test func aLockThatSaysOtherwiseIsKept() throws {
    try release("v1", [("V1", "a")])
    #expect(freeze().code == 0)
    try repository.git("tag", "-d", "v1")
    try release("v2", [("V1", "b")])
    let (text, code) = freeze()
    #expect(code == 2 && text.contains("'V1' of 'Plan' is locked otherwise than it was released"))
    #expect(freeze("--replace").code == 0)
    let check = repository.run("freeze --check --model {}/app --lock {}/my.lock")
    #expect(check.code == 0, "\(check.text)")
  }

  @Test func whatCannotBeReadIsSaid() throws {
    try repository.write("text", to: "README.md")
    try repository.commit()
    let untagged = freeze()
    #expect(untagged.code != 0 && untagged.text.contains("has no tags, and only what is tagged"))
    try repository.git("tag", "v1")
    let (text, code) = freeze()
    #expect(code == 3 && text.contains("no model is in the 1 releases"))
    #expect(freeze("--check").code == 2)
    #expect(repository.run("freeze --tags v* --model {}/app").code == 2)
    #expect(!FileManager.default.fileExists(atPath: repository.root.path + "/my.lock"))
  }

  private static func bundle(_ attribute: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Card"><attribute name="\(attribute)" optional="YES" attributeType="String"/></entity>
    </model>
    """
  }

  /// Of two models of one name neither was edited into the other.
  @Test func twoModelsOfOneNameAreSaid() throws {
    try repository.write(Self.bundle("a"), to: "App/Model.xcdatamodeld/Model.xcdatamodel/contents")
    try repository.write(Self.bundle("b"), to: "Kit/Model.xcdatamodeld/Model.xcdatamodel/contents")
    try repository.commit(tag: "v1")
    let (text, code) = freeze()
    #expect(code == 1 && text.contains("'Model' is the name of two models in v1"), "\(text)")
    #expect(!text.contains("after it shipped"))
    #expect(freeze("--paths Kit --replace").code == 0)
  }

  /// A compiled model in a repository is what tests or other projects brought along, and nothing that
  /// `freeze --check` reads.
  @Test func compiledModelsAreNotLocked() throws {
    try release("v1", [("V1", "a")])
    let model = DataModel(
      name: "Old", entities: [Entity(name: "Card")], source: .xcodeModel)
    let file = repository.root.appending(path: "app/Tests/Old.mom")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(ModelArchive.write(model)).write(to: file)
    try repository.commit(tag: "v2")
    let (text, code) = freeze()
    #expect(code == 0 && text.contains("  V1 ") && !text.contains("Old"), "\(text)")
  }

  /// What a release has in common with an earlier one is not read again, and counts as the newest.
  @Test func aReleaseThatGoesBackIsTheNewest() throws {
    for (tag, extra) in [("v1", ""), ("v2", "var color = 0"), ("v3", "")] {
      try repository.write(RepositoryFixture.note(extra), to: "Note.swift")
      try repository.commit(tag: tag)
    }
    #expect(freeze().code == 0)
    #expect(repository.run("freeze --check --model {}/app --lock {}/my.lock").code == 0)
  }

  /// What was read once is kept, so that only new releases are read.
  @Test func whatWasReadIsKept() throws {
    try release("v1", [("V1", "a")])
    try release("v2", [("V1", "a = 0; var more"), ("V2", "b")])
    let folder = repository.root.appending(path: "kept").path
    func released(tool: String = "tool") throws -> (lock: ReleasedVersions, read: Int) {
      var read = 0
      let versions = try ReleasedVersions(
        of: GitRepository(repository.root.appending(path: "app").path), tags: "v*",
        cache: RevisionCache(folder: folder, repository: "app", below: [], tool: tool)
      ) { _, of in read = of }
      return (versions, read)
    }
    let first = try released()
    #expect(first.read == 2 && first.lock.edits.count == 1)
    let again = try released()
    #expect(again.read == 0)
    #expect(again.lock.lock == first.lock.lock && again.lock.edits == first.lock.edits)
    try release("v3", [("V1", "a = 0; var more"), ("V2", "b"), ("V3", "c")])
    let third = try released()
    #expect(third.read == 1)
    #expect(third.lock.lock.schemas.flatMap(\.versions).map(\.name) == ["V1", "V2", "V3"])
    #expect(try released(tool: "other").read == 3)
  }

  /// Two models of one name are two when they come from what was kept, too.
  @Test func whatWasKeptSaysTheSame() throws {
    try repository.write(Self.bundle("a"), to: "App/Model.xcdatamodeld/Model.xcdatamodel/contents")
    try repository.write(Self.bundle("b"), to: "Kit/Model.xcdatamodeld/Model.xcdatamodel/contents")
    try repository.commit(tag: "v1")
    let first = freeze()
    try FileManager.default.removeItem(at: repository.root.appending(path: "my.lock"))
    #expect(first.code == 1 && freeze() == first)
  }
}
