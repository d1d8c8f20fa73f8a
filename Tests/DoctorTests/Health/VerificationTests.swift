import Foundation
import StoreModel
import Testing

@testable import DoctorCLI
@testable import StoreDoctor
@testable import StoreEngine

/// Every version to the latest, and nothing that failed or was left out counts as passed.
@Suite struct VerificationTests {
  private static func edit(
    _ entity: String, _ body: @escaping @Sendable (inout Entity) -> Void
  ) -> @Sendable (inout DataModel) -> Void {
    { model in
      guard let index = model.entities.firstIndex(where: { $0.name == entity }) else { return }
      body(&model.entities[index])
    }
  }

  private static let addColor = edit("Shelf") {
    $0.attributes.append(Attribute(name: "color", type: .string, isOptional: true))
  }
  private static let addCode = edit("Author") {
    $0.attributes.append(Attribute(name: "code", type: .integer64, defaultValue: .integer(7)))
  }

  @Test func everyVersionIsMigratedWithEveryDataSet() throws {
    let history = LibraryStore.plan([.lightweight, .lightweight], [Self.addColor, Self.addCode])
    let legs = try Verification([history]).run(fixtures: [])
    #expect(
      legs.map(\.from.name) == ["Library", "Library", "Library"]
        + Array(repeating: "Library 2", count: 3))
    #expect(legs.map(\.data) == Verification.DataSet.generated + Verification.DataSet.generated)
    for leg in legs {
      #expect(leg.outcome == .ok, "\(leg.from.name), \(leg.data.name): \(leg.outcome)")
      #expect(leg.to.name == "Library 3")
      #expect(leg.rows.before == leg.rows.after)
      #expect(leg.links.before == leg.links.after)
      #expect(leg.statements > 0)
    }
    #expect(legs[2].rows.after == 10_000)
    #expect(legs[0].stages.count == 2 && legs[3].stages.count == 1)
    #expect(VerificationText.isPassed(legs))
  }

  @Test func whatCoreDataRefusesIsFailedWithItsCode() throws {
    let demanding = Self.edit("Shelf") {
      $0.attributes.append(Attribute(name: "color", type: .string))
    }
    let legs = try Verification([LibraryStore.plan([.lightweight], [demanding])]).run(fixtures: [])
    #expect(!VerificationText.isPassed(legs))
    for leg in legs {
      guard case .failed(let reason) = leg.outcome else {
        Issue.record("\(leg.data.name): \(leg.outcome)")
        continue
      }
      #expect(reason.contains("134110"), "\(reason)")
    }
  }

  @Test func aStageWithClosuresIsNeverPassed() throws {
    let code = Location(path: "Plan.swift", line: 1)
    let custom = SchemaHistory.Stage.Kind.custom(willMigrate: nil, didMigrate: code)
    let only = try Verification([LibraryStore.plan([custom], [Self.addColor])]).run(fixtures: [])
    #expect(only.allSatisfy { $0.outcome == .notRun("custom stage 'Library to Library 2'") })
    #expect(!VerificationText.isPassed(only))

    let second = LibraryStore.plan([.lightweight, custom], [Self.addColor, Self.addCode])
    let legs = try Verification([second]).run(fixtures: [])
    #expect(
      legs[0].outcome
        == .notRun("custom stage 'Library 2 to Library 3'; 'Library 2' is reached"))
    #expect(legs[0].stages.count == 1)
    #expect(!VerificationText.isPassed(legs))

    var skipping = Verification([second])
    skipping.skipsClosures = true
    let partial = try skipping.run(fixtures: [])
    #expect(partial.allSatisfy { $0.outcome == .partial("without closures") })
    #expect(VerificationText.isPassed(partial))
  }

  @Test func aFixtureIsMigratedAndOnlyRead() throws {
    let store = try LibraryStore()
    let before = try Data(contentsOf: URL(filePath: store.path))
    let history = LibraryStore.plan([.lightweight], [Self.addColor])
    let legs = try Verification([history]).run(fixtures: [store.path])
    #expect(legs.count == 4)
    #expect(legs[3].outcome == .ok, "\(legs[3].outcome)")
    #expect(legs[3].data.name == "library.store")
    #expect(legs[3].rows.after == 17)
    #expect(try Data(contentsOf: URL(filePath: store.path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder.path).count == 2)
  }

  /// What was wrong with a fixture before is not the migration's doing.
  @Test func knownDamageOfAFixtureIsNoLoss() throws {
    let store = try LibraryStore()
    try store.run(["UPDATE ZREADER SET ZFAVORITE = 77"])
    let history = LibraryStore.plan([.lightweight], [Self.addColor])
    let legs = try Verification([history]).run(fixtures: [store.path])
    #expect(legs[3].outcome == .ok, "\(legs[3].outcome)")
  }

  @Test func lossesAreNamed() throws {
    let history = LibraryStore.plan([.lightweight], [Self.addColor])
    let step = MigrationStep(from: history.versions[0], to: history.versions[1])
    func summary(_ after: Int64?, links: Int64, isEqual: Bool) -> StageSummary {
      var other = ContentHash()
      if !isEqual { other = ContentHash(marked: true) }
      return StageSummary(
        stage: step.name, work: [],
        entities: [.init(name: "Book", before: 5, after: after)],
        relationships: [.init(name: "Author.books", before: 3, after: links)],
        content: (ContentHash(), other), pages: 0, nanoseconds: 0, skippedClosures: false)
    }
    #expect(Verification.losses(summary(5, links: 3, isEqual: true), step) == [])
    #expect(
      Verification.losses(summary(4, links: 2, isEqual: false), step) == [
        "'Book' has 4 of 5 rows", "'Author.books' has 2 of 3 links",
        "values that both versions share have changed",
      ])
    #expect(Verification.losses(summary(nil, links: 3, isEqual: true), step).count == 1)
    // An entity that the newer version has not is dropped by design.
    var smaller = history.versions[1]
    smaller.entities.removeAll { $0.name == "Book" }
    let removal = MigrationStep(from: history.versions[0], to: smaller)
    #expect(Verification.losses(summary(nil, links: 3, isEqual: true), removal) == [])
  }

  @Test func theCommandShowsALineForEachMigration() throws {
    let samples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Samples/Notes")
    func run(_ words: [String]) -> (code: Int32, text: String) {
      let out = ByteOutput()
      let tool = CommandLineTool(console: Console(out: out, err: out), input: GivenLines(""))
      let code = tool.run(words)
      return (code, out.text)
    }
    let model = ["verify", "--model", samples.appending(path: "Sources").path]
    let to = run(
      model + ["--to", "1.1.0", "--store", samples.appending(path: "notes-1.0.0.store").path])
    #expect(to.code == 0, "\(to.text)")
    #expect(to.text.contains("4 migrations: 4 ok"), "\(to.text)")
    let all = run(model + ["--format", "json"])
    #expect(all.code == 1, "\(all.text)")
    #expect(all.text.contains("\"passed\": false"))
    #expect(all.text.contains("\"result\": \"notRun\""))
    #expect(!all.text.contains("\"result\": \"ok\""))
    #expect(run(["verify"]).code == 2)
    let missing = run(model + ["--store", "/nowhere.store"])
    #expect(missing.code == 3, "\(missing.text)")
  }
}

extension ContentHash {
  /// A hash unlike that of nothing.
  fileprivate init(marked: Bool) {
    self.init()
    guard marked, let connection = try? Connection(path: ":memory:", mode: .memory),
      let statement = try? connection.prepare("SELECT 1")
    else { return }
    try? add(statement, label: "mark")
  }
}
