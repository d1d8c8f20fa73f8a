import Diagnostics
import ErrorCatalog
import Foundation
import StoreModel
import Testing

@testable import StoreDoctor
@testable import StoreEngine

/// What the commands about migrations and errors answer, asked of the library: findings, verdict and
/// the keys of JSON.
@Suite struct MigrationAnswerTests {
  private func members(_ answer: some Answer) -> [String: JSONValue] {
    (try? JSONValue(encoding: answer))?.members ?? [:]
  }

  private func keys(_ value: JSONValue?) -> Set<String> {
    guard case .array(let values)? = value else { return [] }
    return Set(values.first?.members.map { Array($0.keys) } ?? [])
  }

  private final class Sink: TraceSink {
    var events: [TraceEvent] = []

    func record(_ event: TraceEvent) { events.append(event) }
  }

  private static let pathKeys: Set = ["backwards", "by", "from", "history", "to"]

  /// `Media.code` comes, then `Media.isNew` goes.
  private static let history = LibraryStore.plan(
    [.lightweight, .lightweight],
    [
      edit { $0.attributes.append(Attribute(name: "code", type: .string, isOptional: true)) },
      edit { $0.attributes.removeAll { $0.name == "isNew" } },
    ])

  private static func edit(
    _ body: @escaping (inout Entity) -> Void
  ) -> (inout DataModel) -> Void {
    { model in
      guard let index = model.entities.firstIndex(where: { $0.name == "Media" }) else { return }
      body(&model.entities[index])
    }
  }

  private func question(_ store: LibraryStore) throws -> MigrationQuestion {
    MigrationQuestion(
      try Store(file: StoreFile.open(path: store.path)), among: [Self.history])
  }

  @Test func planOutlinesEachStage() throws {
    let store = try LibraryStore()
    var question = try question(store)
    let outline = try MigrationOutline(question, at: store.path, showsSQL: true) { LossPolicy() }
    #expect(outline.findings.map(\.rule) == ["property-dropped"])
    #expect(outline.verdict == .found)
    #expect(outline.stages.map(\.step.to.name) == ["Library 2", "Library 3"])
    #expect(outline.statements > 0)
    let members = members(outline)
    #expect(Set(members.keys) == Self.pathKeys.union(["losses", "stages"]))
    #expect(
      keys(members["stages"]) == [
        "changes", "from", "kind", "location", "migration", "name", "notes", "refused",
        "statements", "to",
      ])
    question.target = "Library 2"
    let first = try MigrationOutline(question, at: store.path) { LossPolicy() }
    #expect(first.verdict == .done && first.findings.isEmpty)
    #expect(!keys(self.members(first)["stages"]).contains("statements"))
  }

  @Test func planShowsTheStagesBehindARefusedOne() throws {
    let store = try LibraryStore()
    try Connection(path: store.path, mode: .readWrite).run("CREATE TABLE ANSCKEVENT(Z_PK INTEGER)")
    let outline = try MigrationOutline(question(store), at: store.path) { LossPolicy() }
    #expect(outline.refusal != nil && outline.verdict == .found)
    #expect(outline.stages.map(\.step.to.name) == ["Library 2", "Library 3"])
    #expect(outline.stages.map(\.isBehindRefusal) == [false, true])
    #expect(outline.stages.allSatisfy { $0.plan == nil && !$0.changes.isEmpty })
  }

  @Test func planWithoutAWayHasOnlyTheFinding() throws {
    let store = try LibraryStore()
    var plan = Self.history
    plan.stages.removeLast()
    let question = MigrationQuestion(
      try Store(file: StoreFile.open(path: store.path)), among: [plan], to: "Library 3")
    let outline = try MigrationOutline(question, at: store.path) {
      Issue.record("nobody asks what may be lost")
      return LossPolicy()
    }
    #expect(outline.path == nil && outline.verdict == .found)
    #expect(outline.findings.map(\.rule) == ["no-migration-path"])
    #expect(outline.findings.map(\.location?.path) == [store.path])
    #expect(members(outline).isEmpty)
  }

  /// A version that no model has is a mistake in the question.
  @Test func planOfAnUnknownTargetHasNoAnswer() throws {
    let store = try LibraryStore()
    var question = try question(store)
    question.target = "Library 9"
    let error = MigrationError.unknownTarget(
      "Library 9", known: ["Library", "Library 2", "Library 3"])
    #expect(error.status == .usage)
    #expect(throws: error) {
      try MigrationOutline(question, at: store.path) { LossPolicy() }
    }
  }

  @Test func preflightSaysHowItWouldEnd() throws {
    let store = try LibraryStore()
    let inspection = try store.inspection(histories: [Self.history])
    let result = try Preflight(inspection).run(freeSpace: nil)
    #expect(result.outlook == .loss && result.verdict == .found)
    #expect(result.headlines.allSatisfy { $0.hasPrefix("LOSS: ") } && !result.headlines.isEmpty)
    let kept = try Preflight(inspection, target: "Library 2").run(freeSpace: nil)
    #expect(kept.outlook == .success && kept.verdict == .done)
    let members = members(kept)
    #expect(members["succeeds"] == true)
    #expect(
      Set(members.keys) == [
        "evidence", "from", "losses", "neededBytes", "path", "problems", "stages", "succeeds",
        "tables", "to", "tried", "walFrames",
      ])
    #expect(keys(members["stages"]) == ["closures", "from", "name", "to"])
  }

  /// A migration needs room; a store that has the target's version already needs none.
  @Test func roomIsAskedForWhereSomethingIsMigrated() throws {
    let store = try LibraryStore()
    let inspection = try store.inspection(histories: [Self.history])
    let short = try Preflight(inspection, target: "Library 2").run(freeSpace: 0)
    #expect(short.findings.map(\.rule) == ["not-enough-space"] && short.outlook == .failure)
    #expect(short.neededSpace > 0 && !short.isUnneeded)
    let current = try Preflight(inspection, target: "Library").run(freeSpace: 0)
    #expect(current.findings == [] && current.outlook == .success)
    #expect(current.neededSpace == 0 && current.isUnneeded)
  }

  /// Nor is a store that an app has open in the way of a migration that does not take place.
  @Test func aStoreInUseIsInTheWayOfAMigrationAlone() throws {
    let store = try LibraryStore()
    let idle = try store.inspection(histories: [Self.history])
    for users in [FileUsers.open, .writing] {
      var state = try #require(idle.state)
      state.users = users
      let inspection = StoreInspection(
        store: idle.store, path: store.path, state: state, histories: [Self.history])
      let migrated = try Preflight(inspection, target: "Library 2").run(freeSpace: nil)
      #expect(migrated.findings.map(\.rule) == ["store-in-use"] && migrated.outlook == .failure)
      let current = try Preflight(inspection, target: "Library").run(freeSpace: nil)
      #expect(current.findings == [] && current.outlook == .success)
    }
  }

  @Test func migrateSaysWhatEachStageDid() throws {
    let store = try LibraryStore()
    let way = try question(store).path()
    let output = store.folder.appending(path: "new.store").path
    let sink = Sink()
    var answer = try MigrationRun(store.path, along: way, policy: LossPolicy()).run {
      (.file(try StoreOutput(path: output, replaces: false)), sink)
    }
    #expect(sink.events.filter { $0.purpose == .stageBegin }.map(\.stageIndex) == [0, 1])
    #expect(sink.events.allSatisfy { ($0.stage == nil) == ($0.stageIndex == nil) })
    #expect(answer.findings.map(\.rule) == ["property-dropped"] && answer.verdict == .found)
    #expect(answer.stages.count == 2 && answer.storeIsUnchanged == nil)
    #expect(FileManager.default.fileExists(atPath: output))
    let parts = Self.pathKeys.union([
      "bytesRead", "closures", "losses", "notes", "path", "stages",
    ])
    #expect(Set(members(answer).keys) == parts)
    #expect(!keys(members(answer)["stages"]).contains("nanoseconds"))
    answer.showsCosts = true
    #expect(keys(members(answer)["stages"]).isSuperset(of: ["nanoseconds", "pagesWritten"]))
    #expect(Set(members(MigrationAnswer(way)).keys) == Self.pathKeys)
  }

  @Test func lossesKeepAStoreInItsPlace() throws {
    let store = try LibraryStore()
    let before = try Data(contentsOf: URL(filePath: store.path))
    let way = try question(store).path()
    let answer = try MigrationRun(store.path, along: way, policy: LossPolicy()).run {
      let backup = try StoreOutput(path: store.path + ".backup", replaces: false)
      return (.inPlace(backup: backup), nil)
    }
    #expect(answer.storeIsUnchanged == true && answer.verdict == .found)
    #expect(answer.findings.map(\.rule) == ["property-dropped"])
    #expect(members(answer).isEmpty)
    #expect(try Data(contentsOf: URL(filePath: store.path)) == before)
  }

  @Test func verifyPassesWhatIsRunAndLosesNothing() throws {
    var verification = Verification([Self.history])
    let failed = try verification.run(fixtures: [])
    #expect(!failed.isPassed && failed.verdict == .found)
    #expect(failed.findings.map(\.rule) == ["property-dropped"])
    verification.target = "Library 2"
    let result = try verification.run(fixtures: [])
    #expect(result.isPassed && result.verdict == .done && result.findings.isEmpty)
    let members = members(result)
    #expect(Set(members.keys) == ["passed", "results"])
    #expect(
      keys(members["results"]) == [
        "data", "from", "links", "losses", "milliseconds", "reason", "result", "rows", "stages",
        "statements", "to",
      ])
    let scale = try verification.scale()
    #expect(scale.isPassed && scale.verdict == .done)
    #expect(Set(self.members(scale).keys) == ["passed", "scale"])
    #expect(keys(self.members(scale)["scale"]) == ["outcome", "rows", "stage", "templates"])
  }

  @Test func explainAnswersEachInput() {
    let rules = RuleCatalog.index
    #expect(
      ExplanationAnswer.texts(in: ["no", "such", "table:", "ZX"], rules: rules) == [
        "no such table: ZX"
      ])
    let two = ExplanationAnswer.texts(in: ["cocoa-134000", "sqlite-busy"], rules: rules)
    #expect(two == ["cocoa-134000", "sqlite-busy"])
    let answer = ExplanationAnswer(
      of: [
        .init("missing-inverse"),
        .init("crash.log", log: Array("Error Domain=NSCocoaErrorDomain Code=134504".utf8)),
      ],
      rules: rules)
    #expect(answer.verdict == .done && answer.findings.isEmpty)
    guard case .array(let parts)? = members(answer)["answers"] else {
      Issue.record("there are no answers")
      return
    }
    #expect(parts.first?.members?["kind"] == "rule")
    #expect(parts.map { $0.members?["input"] } == ["missing-inverse", "crash.log"])
    #expect(
      ExplanationAnswer(of: [.init("the weather is fine")], rules: rules).verdict == .found)
  }
}
