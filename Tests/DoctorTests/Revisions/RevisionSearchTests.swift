import Foundation
import Testing

@testable import DoctorCLI

/// Which releases and commits write stores like one that was found.
@Suite struct RevisionSearchTests {
  private let repository: RepositoryFixture

  init() throws { repository = try RepositoryFixture() }

  private func note(_ properties: String = "") throws {
    try repository.write(RepositoryFixture.note(properties), to: "Models/Note.swift")
  }

  @Test func releasesAndTheCommitThatChangedThem() throws {
    try note()
    let first = try repository.commit(tag: "v1.0")
    try repository.makeStore()
    try repository.write("text", to: "README.md")
    try repository.commit(tag: "v1.1")
    try note("var color = 0")
    let second = try repository.commit()
    try repository.write("more", to: "README.md")
    try repository.commit(tag: "v2.0")
    #expect(
      repository.writtenBy() == [
        "written by v1.0 to v1.1", "its models came with \(first), before v1.0",
        "they were changed by \(second), before v2.0: the model now has 'Note.color'",
      ])
  }

  /// It shipped before the repository began, or was made by hand.
  @Test func aVersionThatAPlanGoesOnFromIsNamed() throws {
    func version(_ number: Int, _ property: String) -> String {
      """
      enum V\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Card.self] }
        @Model final class Card { var \(property) = 0; init() {} }
      }

      """
    }
    let plan = """
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
          [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
        }
      }
      """
    try repository.write(
      "import SwiftData\n" + version(1, "a") + version(2, "b") + plan, to: "Plan.swift")
    try repository.commit(tag: "v2")
    let made = repository.run("generate --model {}/app@V1 --rows 1 -o {}/my.store")
    #expect(made.code == 0, "\(made.text)")
    #expect(
      repository.writtenBy() == [
        "no revision has the store's hashes as its current version, but v2 has the version: it is "
          + "'V1' of the plan 'Plan'", "exit 1",
      ])
  }

  /// The hash of what Apple's frameworks alone know speaks for no other revision.
  @Test func whatHasNoKnownHashIsNotCompared() throws {
    func models(_ more: String = "", _ page: String = "") -> String {
      """
      import Foundation
      import SwiftData
      @Model final class Note { var title = ""\(more); init() {} }
      @Model final class Page { var link: URL?\(page); init() {} }
      """
    }
    try repository.write(models(), to: "Models.swift")
    try repository.commit(tag: "v1")
    try repository.makeStore()
    try repository.write(models("; var size = 0"), to: "Models.swift")
    try repository.commit(tag: "v2")
    let lines = repository.writtenBy()
    #expect(lines.first == "likely written by v1", "\(lines)")
    let all = repository.run("identify {}/my.store --git {}/app").text
    #expect(all.contains("'Page' could not be compared"), "\(all)")
  }

  /// A rebase or a script makes many commits in one second, and clocks may go back.
  @Test(arguments: [0, -3600]) func datesThatDoNotTellTheOrder(_ pace: Int) throws {
    repository.pace = pace
    var commits: [String] = []
    for number in 0..<6 {
      try note(number < 2 ? "" : "var color\(number / 2) = 0")
      commits.append(try repository.commit(tag: "v1.\(number)"))
      if number == 3 { try repository.makeStore() }
    }
    #expect(
      repository.writtenBy() == [
        "written by v1.2 to v1.3",
        "its models came with \(commits[2]), before v1.2: the model now has 'Note.color1'",
        "they were changed by \(commits[4]), before v1.4: the model has 'Note.color2' in place of "
          + "'Note.color1' (it looks like a rename)",
      ])
  }

  /// A later tag on another branch has not the commit.
  @Test func aReleaseIsOneThatHasTheCommit() throws {
    try note()
    try repository.commit(tag: "v1.0")
    try repository.makeStore()
    try repository.git("checkout", "-q", "-b", "next")
    try note("var color = 0")
    let changed = try repository.commit()
    try repository.git("checkout", "-q", "main")
    try repository.write("text", to: "README.md")
    try repository.commit(tag: "v1.0.1")
    try repository.git("checkout", "-q", "next")
    try repository.git("merge", "-q", "--no-edit", "main")
    try repository.commit(tag: "v2.0")
    #expect(
      repository.writtenBy().last
        == "they were changed by \(changed), before v2.0: the model now has 'Note.color'")
  }

  @Test func aModelThatWasNeverReleased() throws {
    try note()
    try repository.commit(tag: "v1.0")
    try repository.git("checkout", "-q", "-b", "side")
    try note("var color = 0")
    let began = try repository.commit()
    try repository.makeStore()
    try note("var size = 0")
    let ended = try repository.commit()
    try repository.git("checkout", "-q", "main")
    try repository.write("text", to: "README.md")
    try repository.commit()
    try repository.git("merge", "-q", "--no-edit", "side")
    try repository.commit(tag: "v2.0")
    let lines = repository.writtenBy()
    #expect(lines[0] == "written by no release, but by commits between them")
    #expect(lines[1].hasPrefix("its models came with \(began)"))
    #expect(
      lines[2].contains("\(ended), before v2.0: the model has 'Note.size' in place of"))
  }

  @Test func filesThatMoveChangeNothing() throws {
    try note()
    try repository.commit(tag: "v1.0")
    try repository.makeStore()
    try repository.git("mv", "Models", "Sources")
    try repository.commit(tag: "v1.1")
    let lines = repository.writtenBy()
    #expect(lines.first == "written by v1.0 to v1.1")
    #expect(lines.last == "they have not been changed since")
  }

  @Test func aTypeInAnotherFileIsPartOfTheModel() throws {
    try repository.write("enum Kind: String, Codable { case a, b }", to: "Types/Kind.swift")
    try note("var kind = Kind.a")
    try repository.commit(tag: "v1.0")
    try repository.makeStore()
    try repository.write("enum Kind: Int, Codable { case a, b }", to: "Types/Kind.swift")
    try repository.commit(tag: "v2.0")
    #expect(repository.writtenBy().first == "written by v1.0")
  }

  @Test func anOldVersionOfAPlanIsNotWrittenAnyMore() throws {
    try repository.write(Self.plan(["V1"], "V1"), to: "Plan.swift")
    try repository.commit(tag: "v1.0")
    try repository.makeStore()
    try repository.write(Self.plan(["V1", "V2"], "V2"), to: "Plan.swift")
    try repository.commit(tag: "v2.0")
    #expect(repository.writtenBy().first == "written by v1.0")
  }

  private static func plan(_ versions: [String], _ current: String) -> String {
    let schemas = versions.enumerated().map { index, name in
      """
      enum \(name): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(index + 1), 0, 0)
        static var models: [any PersistentModel.Type] { [Card.self] }
        @Model final class Card { var p\(index) = 0; init() {} }
      }
      """
    }
    return "import SwiftData\n" + schemas.joined(separator: "\n") + """

      typealias Card = \(current).Card
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [\(versions.map { $0 + ".self" }.joined(separator: ", "))] }
        static var stages: [MigrationStage] { [] }
      }
      """
  }

  @Test func xcodeModels() throws {
    func model(_ attributes: [String]) throws {
      let lines = attributes.map {
        "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>"
      }
      try repository.write(
        "<?xml version=\"1.0\"?><model type=\"com.apple.IDECoreDataModeler.DataModel\"><entity name=\"Note\">"
          + lines.joined() + "</entity></model>",
        to: "App/Notes.xcdatamodeld/Notes.xcdatamodel/contents")
    }
    try model(["title"])
    try repository.commit(tag: "v1.0")
    try repository.makeStore(of: "app/App")
    try model(["title", "color"])
    let changed = try repository.commit(tag: "v2.0")
    let lines = repository.writtenBy("--paths App")
    #expect(lines.first == "written by v1.0")
    #expect(
      lines.last == "they were changed by \(changed), before v2.0: the model now has 'Note.color'")
    let (text, code) = repository.run("identify {}/my.store --git {}/app --paths Other")
    #expect(code == 3 && text.contains("has a file that may hold models below 'Other'"))
  }

  @Test func withoutAMatchTheNearestIsNamed() throws {
    try repository.write(
      RepositoryFixture.note("")
        + "@Model final class Tag {\n  var name = \"\"\n  init() {}\n}\n", to: "Note.swift")
    try repository.commit(tag: "v1.0")
    try repository.write(
      RepositoryFixture.note("var color = 0")
        + "@Model final class Tag {\n  var name = \"\"\n  init() {}\n}\n", to: "Note.swift")
    try repository.makeStore()
    try repository.git("checkout", "-q", ".")
    #expect(
      repository.writtenBy() == [
        "no revision has the store's hashes as its current version",
        "nearest is v1.0 with 1 of 2 entities equal; compared with the store it no longer has "
          + "'Note.color'", "exit 1",
      ])
  }

  @Test func theSecondAnswerComesFromTheCache() throws {
    try note()
    try repository.commit(tag: "v1.0")
    try repository.makeStore()
    let first = repository.writtenBy()
    let folder = repository.root.appending(path: "cache/storedoctor/revisions")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == 1)
    #expect(repository.writtenBy() == first)
    try Data("damaged".utf8).write(to: folder.appending(path: names[0]))
    #expect(repository.writtenBy() == first)
  }

  @Test func aBareRepositoryIsOneToo() throws {
    try note()
    try repository.commit(tag: "v1.0")
    try repository.makeStore()
    try repository.git("clone", "-q", "--bare", ".", "../bare")
    let (text, code) = repository.run("identify {}/my.store --git {}/bare --format json")
    #expect(code == 0 && text.contains("\"from\": \"v1.0\""))
  }

  @Test func whatIsNoRepositoryIsSaid() throws {
    try note()
    try repository.commit()
    try repository.makeStore()
    let missing = repository.run("identify {}/my.store --git {}/nowhere")
    #expect(missing.code == 3 && missing.text.contains("is in no git repository"))
    let both = repository.run("identify {}/my.store --git {}/app --model {}/app")
    #expect(both.code == 2)
    #expect(repository.run("identify {}/my.store --paths a").code == 2)
  }

  /// An app with one entity has none that is equal.
  @Test func theNearestRevisionIsFoundByItsProperties() throws {
    let repository = try RepositoryFixture()
    for (tag, extra) in [
      ("v1", "var a = 0"), ("v2", "var a = 0; var b = 0; var c = 0"), ("v3", "var z = \"\""),
    ] {
      try repository.write(RepositoryFixture.note(extra), to: "Note.swift")
      try repository.commit(tag: tag)
    }
    try repository.write(
      RepositoryFixture.note("var a = 0; var b = 0; var c = 0; var d = 0"), to: "Note.swift")
    try repository.makeStore()
    try repository.git("checkout", "-q", ".")
    #expect(
      repository.writtenBy() == [
        "no revision has the store's hashes as its current version",
        "nearest is v2 with 0 of 1 entities equal; compared with the store it no longer has 'Note.d'",
        "exit 1",
      ])
  }
}
