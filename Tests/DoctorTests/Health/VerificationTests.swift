import Foundation
import ModelSource
import StoreModel
import Testing

@testable import Diagnostics
@testable import DoctorCLI
@testable import StoreDoctor
@testable import StoreEngine

/// Every version to the latest, and nothing that failed or was left out counts as passed.
@Suite struct VerificationTests {
  private static let addColor = LibraryStore.edit("Shelf") {
    $0.attributes.append(Attribute(name: "color", type: .string, isOptional: true))
  }
  private static let addCode = LibraryStore.edit("Author") {
    $0.attributes.append(Attribute(name: "code", type: .integer64, defaultValue: .integer(7)))
  }

  @Test func everyVersionIsMigratedWithEveryDataSet() throws {
    let history = LibraryStore.plan([.lightweight, .lightweight], [Self.addColor, Self.addCode])
    let legs = try Verification([history]).run(fixtures: []).legs
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
    #expect(legs.allSatisfy { $0.isPassed })
  }

  @Test func whatCoreDataRefusesIsFailedWithItsCode() throws {
    let demanding = LibraryStore.edit("Shelf") {
      $0.attributes.append(Attribute(name: "color", type: .string))
    }
    let legs = try Verification([LibraryStore.plan([.lightweight], [demanding])]).run(fixtures: [])
      .legs
    #expect(!legs.allSatisfy { $0.isPassed })
    for leg in legs {
      guard case .failed(let reason) = leg.outcome else {
        Issue.record("\(leg.data.name): \(leg.outcome)")
        continue
      }
      #expect(reason.contains("134110"), "\(reason)")
      #expect(leg.findings.last?.help?.contains("declare a default at the property") == true)
    }
  }

  @Test func whatCannotBeInferredIsFailedWithAdvice() throws {
    let retyped = LibraryStore.edit("Shelf") {
      for index in $0.attributes.indices where $0.attributes[index].type == .string {
        $0.attributes[index].type = .date
      }
    }
    let legs = try Verification([LibraryStore.plan([.lightweight], [retyped])]).run(fixtures: [])
      .legs
    for leg in legs {
      let last = try #require(leg.findings.last)
      #expect(last.message.contains("cannot be inferred"), "\(last)")
      #expect(last.help.map { !$0.contains("to see each stage") } == true, "\(last)")
    }
  }

  /// Nothing is the reason of nothing.
  @Test func aVersionWithoutModelsIsNamed() throws {
    let full = LibraryStore.plan([.lightweight], [Self.addColor])
    var empty = full
    empty.versions[1].entities = []
    empty.versions[1].source = .swift
    let legs = try Verification([empty]).run(fixtures: []).legs
    #expect(!legs.isEmpty)
    for leg in legs {
      guard case .failed(let reason) = leg.outcome else {
        Issue.record("\(leg.outcome)")
        continue
      }
      #expect(reason.contains("'\(empty.versions[1].name)' has no models"), "\(reason)")
    }
  }

  /// A plan whose schemas the source leaves open has versions, though none is known.
  @Test func aPlanThatCannotBeReadIsNoPlanWithoutVersions() throws {
    let declared = SchemaHistory(
      name: "declared", versions: [LibraryStore.plan([.lightweight], [Self.addColor]).versions[0]])
    let unread = ModelProblem("no list", topic: .unreadVersions)
    for (unread, stages) in [
      ([unread], []), ([], [SchemaHistory.Stage(from: "V1", to: "V2", kind: .lightweight)]),
    ] {
      let plan = SchemaHistory(
        name: "Plan", versions: [], stages: stages, isOrdered: true, unread: unread)
      #expect(throws: MigrationError.self) {
        _ = try Verification([plan, declared]).run(fixtures: [])
      }
    }
    let empty = SchemaHistory(name: "Plan", versions: [], isOrdered: true)
    #expect(try Verification([empty, declared]).run(fixtures: []).legs.isEmpty)
  }

  @Test func aStageWithClosuresIsNeverPassed() throws {
    let code = Location(path: "Plan.swift", line: 1)
    let custom = SchemaHistory.Stage.Kind.custom(willMigrate: nil, didMigrate: code)
    let only = try Verification([LibraryStore.plan([custom], [Self.addColor])]).run(fixtures: [])
      .legs
    #expect(only.allSatisfy { $0.outcome == .notRun("custom stage 'Library to Library 2'") })
    #expect(!only.allSatisfy { $0.isPassed })

    let second = LibraryStore.plan([.lightweight, custom], [Self.addColor, Self.addCode])
    let legs = try Verification([second]).run(fixtures: []).legs
    #expect(
      legs[0].outcome
        == .notRun("custom stage 'Library 2 to Library 3'; tested up to 'Library 2'"))
    #expect(legs[0].stages.count == 1)
    #expect(!legs.allSatisfy { $0.isPassed })

    var skipping = Verification([second])
    skipping.skipsClosures = true
    let partial = try skipping.run(fixtures: []).legs
    #expect(partial.allSatisfy { $0.outcome == .partial("without closures") })
    #expect(!partial.allSatisfy { $0.isPassed })
  }

  @Test func aFixtureIsMigratedAndOnlyRead() throws {
    let store = try LibraryStore()
    let before = try Data(contentsOf: URL(filePath: store.path))
    let history = LibraryStore.plan([.lightweight], [Self.addColor])
    let legs = try Verification([history]).run(fixtures: [store.path]).legs
    #expect(legs.count == 4)
    #expect(legs[3].outcome == .ok, "\(legs[3].outcome)")
    #expect(legs[3].data.name == "library.store")
    #expect(legs[3].rows.after == 17)
    #expect(try Data(contentsOf: URL(filePath: store.path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder.path).count == 2)
  }

  /// A plan whose stages lead back is for stores of its last version.
  @Test func aPlanForTheWayBackIsGoneBackwards() throws {
    var history = LibraryStore.plan([.lightweight], [Self.addColor])
    history.stages = [.init(from: "Library 2", to: "Library", kind: .lightweight)]
    var verification = Verification([history])
    verification.policy = LossPolicy(
      ["Shelf.color"], project: nil, files: [], histories: [], rules: RuleCatalog.index)
    let legs = try verification.run(fixtures: []).legs
    #expect(legs.map(\.title).first == "Library 2 → Library, small")
    #expect(legs.count == 3 && legs.allSatisfy(\.isPassed), "\(legs.map(\.outcome))")
  }

  /// What was wrong with a fixture before is not the migration's doing.
  @Test func knownDamageOfAFixtureIsNoLoss() throws {
    let store = try LibraryStore()
    try store.run(["UPDATE ZREADER SET ZFAVORITE = 77"])
    let history = LibraryStore.plan([.lightweight], [Self.addColor])
    let legs = try Verification([history]).run(fixtures: [store.path]).legs
    #expect(legs[3].outcome == .ok, "\(legs[3].outcome)")
  }

  /// What the newer version has no place for is lost unless somebody says that it is meant.
  @Test func whatTheSchemaDropsFailsUnlessItIsAcknowledged() throws {
    let withoutCode = LibraryStore.edit("Author") { $0.attributes.removeAll { $0.name == "code" } }
    let history = LibraryStore.plan(
      [.lightweight, .lightweight], [Self.addCode, withoutCode])
    var verification = Verification([history])
    let legs = try verification.run(fixtures: []).legs
    #expect(!legs.allSatisfy { $0.isPassed })
    for leg in legs {
      #expect(leg.findings.map(\.rule) == ["property-dropped"], "\(leg.title)")
      #expect(leg.findings.allSatisfy { $0.severity == .error })
    }
    // The same loss in six migrations is one finding.
    #expect(Set(legs.flatMap(\.findings)).count == 1)

    verification.policy = LossPolicy(
      ["Author.code"], project: nil, files: [], histories: [], rules: RuleCatalog.index)
    let meant = try verification.run(fixtures: []).legs
    #expect(meant.allSatisfy { $0.isPassed })
    #expect(
      meant.allSatisfy { leg in
        leg.losses?.remarks.contains { $0.contains("acknowledged: --allow-loss") } == true
      })
    verification.policy = LossPolicy(
      ["Author"], project: nil, files: [], histories: [], rules: RuleCatalog.index)
    #expect(try verification.run(fixtures: []).verdict == .found)
  }

  /// A store that has nothing of what goes loses nothing.
  @Test func aFixtureLosesWhatItHas() throws {
    let without = LibraryStore.edit("Media") { $0.attributes.removeAll { $0.name == "isNew" } }
    let store = try LibraryStore()
    let history = LibraryStore.plan([.lightweight], [without])
    let legs = try Verification([history]).run(fixtures: [store.path]).legs
    let fixture = try #require(legs.last)
    let dropped = try #require(fixture.losses?.dropped.first)
    #expect(dropped.loss.count == 2)
    #expect(fixture.findings.first?.message.hasPrefix("2 values of 'Media.isNew'") == true)

    try store.run(["UPDATE ZMEDIA SET ZISNEW = NULL"])
    let empty = try #require(try Verification([history]).run(fixtures: [store.path]).legs.last)
    #expect(empty.outcome == .ok, "\(empty.outcome)")
    #expect(empty.losses?.emptyRemarks.first?.contains("nothing of it is in the data") == true)
  }

  /// What a closure makes of values that mean nothing may be any date.
  @Test func aDateMadeOfGeneratedValuesIsNobodysFault() throws {
    let (clean, dated) = (try LibraryStore(), try LibraryStore())
    try dated.run(["UPDATE ZLOAN SET ZDUE = 1700000000000"])
    let source = try LegSource(clean.path)
    let given = try source.problems(with: dated.path, as: source.model, isGenerated: false)
    #expect(given.found.map(\.rule) == [ImplausibleDate.info.id])
    let made = try source.problems(with: dated.path, as: source.model, isGenerated: true)
    #expect(made.found.isEmpty && made.hashes == nil)
  }

  /// Two classes name the same inverse, and each keeps its own links when their tables get other numbers.
  @Test func anInverseThatTwoNameGivesNobodyTheLinksOfTheOther() throws {
    let text = """
      import SwiftData
      @Model final class Tag {
        var name = ""; @Relationship(inverse: \\Issue.tags) var issues: [Issue] = []; init() {}
      }
      @Model final class Issue { var title = ""; var tags: [Tag] = []; init() {} }
      @Model final class Page {
        var title = ""; @Relationship(inverse: \\Tag.issues) var tags: [Tag] = []; init() {}
      }
      @Model final class Alpha { var name = ""; init() {} }
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Issue.self, Page.self, Tag.self] }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] {
          [Alpha.self, Issue.self, Page.self, Tag.self]
        }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
          [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
        }
      }
      """
    let histories = SwiftModelReader.read([SourceFile(path: "Models.swift", text: text)])
    let result = try Verification(histories).run(fixtures: [])
    #expect(result.legs.map(\.outcome) == [.ok, .ok, .ok])
    for leg in result.legs { #expect(leg.links.before == leg.links.after && leg.links.after > 0) }
  }

  /// Where nothing says which relationships are inverses, rows that answer each other as nobody asked are no
  /// fault of the migration.
  @Test func aDoubtfulInverseIsNoFault() throws {
    func version(_ number: Int, _ more: String) -> String {
      """
      enum V\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Page.self] }
        @Model final class Page { var name = ""; var next: Page?; var first: Page?; \(more); init() {} }
      }

      """
    }
    let text =
      "import SwiftData\n" + version(1, "var pages: [Page] = []") + version(2, "var extra: Int?")
        + """
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
          static var stages: [MigrationStage] {
            [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
          }
        }
        """
    let histories = SwiftModelReader.read([SourceFile(path: "Models.swift", text: text)])
    let result = try Verification(histories).run(fixtures: [])
    #expect(result.legs.count == 3)
    #expect(result.legs.allSatisfy { !$0.stages.isEmpty })
    #expect(!result.findings.contains { $0.rule == OneSidedRelationship.info.id })
    // The links that go are lost all the same.
    #expect(result.findings.contains { $0.property == "pages" })
  }

  /// The same cause in several data sets is one finding, which names them.
  @Test func oneCauseIsOneFinding() throws {
    let history = LibraryStore.plan([.lightweight], [Self.addColor])
    func leg(_ data: Verification.DataSet, _ messages: String...) -> Verification.Leg {
      var leg = Verification.Leg(from: history.versions[0], to: history.versions[1], data: data)
      leg.fail(messages.map { WrongCount.info.finding($0) }, nil, at: nil)
      return leg
    }
    func findings(_ legs: Verification.Leg...) -> [Finding] {
      Verification.Result(legs: legs, unlisted: [], launchFaults: []).findings
    }
    let merged = findings(
      leg(.small, "'A 1' has 3 of 6 rows (keys 1, 2, 3)"),
      leg(.edges, "'A 1' has 30 of 60 rows (keys 7)"))
    #expect(merged.map(\.message) == ["'A 1' has 3 of 6 rows (keys 1, 2, 3)"])
    #expect(
      merged[0].related.map(\.text) == [
        "small, edge cases (numbers are those of the data set 'small')"
      ])
    // Another name is another cause, with the same digits or others.
    #expect(findings(leg(.small, "'A 1' has 3"), leg(.edges, "'A 2' has 3")).count == 2)
    #expect(findings(leg(.small, "V1 has 3"), leg(.edges, "V2 has 3")).count == 2)
    // What code of an earlier stage may carry on is lost for those who come after it.
    let hope = leg(.small, "rows of 'A' go; the plan's code works on 'A' at a:1 before")
    for legs in [[hope, leg(.edges, "rows of 'A' go")], [leg(.edges, "rows of 'A' go"), hope]] {
      let found = Verification.Result(legs: legs, unlisted: [], launchFaults: []).findings
      #expect(found.map(\.message) == ["rows of 'A' go"] && found[0].related.isEmpty)
    }
    // What every data set shows alike speaks of none.
    let alike = findings(leg(.small, "'A' goes"), leg(.large, "'A' goes"))
    #expect(alike.count == 1 && alike[0].related.isEmpty)
    var failed = leg(.small)
    failed.fail([], "no 12", at: nil)
    var other = leg(.large)
    other.fail([], "no 12", at: nil)
    let reasons = findings(failed, other)
    #expect(reasons.map { $0.related.map(\.text) } == [["small, 10000 rows"]])
  }

  @Test func whatNothingAskedForIsAlwaysAnError() throws {
    let history = LibraryStore.plan([.lightweight], [Self.addColor])
    let step = MigrationStep(from: history.versions[0], to: history.versions[1])
    var summary = StageSummary(
      stage: step.name, work: [], entities: [], relationships: [], content: nil, pages: 0,
      nanoseconds: 0, skippedClosures: false)
    summary.unasked = [
      UnaskedLoss(name: "Book", isLinks: false, expected: 5, found: 4, closure: "didMigrate"),
      UnaskedLoss(name: "Author.books", isLinks: true, expected: 3, found: 2, closure: nil),
    ]
    let names = ["Book", "Author.books", "Author"]
    let policy = LossPolicy(names, project: nil, files: [], histories: [], rules: RuleCatalog.index)
    let report = LossReport([summary], [step], policy)
    #expect(report.findings.map(\.rule) == ["unasked-loss", "unasked-loss"])
    #expect(
      report.headlines == [
        "LOSS: 'Book' has 4 of 5 rows after 'didMigrate' of the stage 'Library to Library 2', and "
          + "nothing asked for it",
        "LOSS: 'Author.books' has 2 of 3 links after the stage 'Library to Library 2', and nothing "
          + "asked for it",
      ])
  }

  /// The whole reason stands once in each format, whatever number of causes there are.
  @Test func aFailedMigrationIsOneCaseInEveryFormat() throws {
    var causes = ["first", "second"].map {
      MigrationRules.unaskedLoss.finding("the \($0) cause")
    }
    causes[0].location = Location(path: "Plan.swift", line: 7)
    let leg = Verification.Leg(
      from: LibraryStore.model, to: LibraryStore.model, data: .small,
      outcome: .failed("the first cause; the second cause"), findings: causes)
    let passed = Verification.Leg(
      from: LibraryStore.model, to: LibraryStore.model, data: .edges, outcome: .ok)
    var report = Report(command: "verify", findings: causes)
    report.cases = [leg, passed].map(\.testCase)
    for reporter in [
      GitHubReporter(), GitLabReporter(), SARIFReporter(rules: RuleCatalog.all), JUnitReporter(),
    ]
      as [any Reporter]
    {
      let out = ByteOutput()
      try reporter.write(report, to: out)
      let whole = out.text.components(separatedBy: "the first cause; the second cause").count - 1
      // SARIF has it as a result, and among all cases.
      #expect(whole == (reporter is SARIFReporter ? 2 : 1), "\(out.text)")
      // The case has the rule of what it failed of.
      #expect(out.text.contains("unasked-loss"), "\(out.text)")
      #expect(!out.text.contains("migration-failed") || reporter is SARIFReporter)
    }
    let out = ByteOutput()
    try SARIFReporter(rules: RuleCatalog.all).write(report, to: out)
    let root = try JSONSerialization.jsonObject(with: Data(out.text.utf8)) as? [String: Any]
    let run = try #require((root?["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.map { $0["ruleId"] as? String } == ["unasked-loss"])
    #expect(results.map { $0["level"] as? String } == ["error"])
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    let told = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
    #expect(told.map { $0["level"] as? String } == ["error", "note"])
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let ids = try #require(driver?["rules"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    #expect(Set(ids).count == ids.count && ids.contains("migration-not-run"))
  }

  /// What ended a migration has a rule, which the case of the migration bears in every format; only
  /// what no rule is about is a failed migration and no more.
  @Test(arguments: ["rows-without-required-value", "not-inferrable"])
  func aFailedMigrationHasTheRuleOfItsCause(_ rule: String) throws {
    let edit = LibraryStore.edit("Shelf") { entity in
      if rule == "not-inferrable", !entity.attributes.isEmpty {
        entity.attributes[0].type = .date
      } else {
        entity.attributes.append(Attribute(name: "color", type: .string))
      }
    }
    let history = LibraryStore.plan([.lightweight], [edit])
    let result = try Verification([history]).run(fixtures: [])
    #expect(!result.isPassed)
    let problems = result.cases.compactMap(\.problem)
    #expect(problems.count == 3)
    for problem in problems {
      #expect(problem.rule == rule, "\(problem)")
      #expect(problem.entity == "Shelf" && problem.severity == .error, "\(problem)")
    }
    // The text says the same.
    #expect(Set(result.findings.map(\.rule)).contains(rule), "\(result.findings)")
    #expect(!result.findings.contains { $0.rule == "migration-failed" })
    var other = Verification.Leg(
      from: history.versions[0], to: history.versions[1], data: .small)
    other.fail([], "the result does not have the hashes", at: nil)
    #expect(other.problem?.rule == "migration-failed")
  }

  /// One case for each migration in every format, none of them passed that was not run.
  @Test func everyFormatTellsEachMigration() throws {
    let code = Location(path: "Plan.swift", line: 1)
    let custom = SchemaHistory.Stage.Kind.custom(willMigrate: nil, didMigrate: code)
    let result = try Verification([LibraryStore.plan([custom], [Self.addColor])]).run(fixtures: [])
    var report = Report(command: "verify", findings: result.findings)
    report.cases = result.cases
    func text(_ reporter: any Reporter) throws -> String {
      let out = ByteOutput()
      try reporter.write(report, to: out)
      return out.text
    }
    let junit = try text(JUnitReporter())
    #expect(junit.contains("tests=\"3\" failures=\"0\" errors=\"0\" skipped=\"3\""), "\(junit)")
    #expect(junit.contains("<skipped message=\"custom stage 'Library to Library 2'\"/>"))
    for reporter in [GitHubReporter(), GitLabReporter(), SARIFReporter(rules: RuleCatalog.all)]
      as [any Reporter]
    {
      let written = try text(reporter)
      let count = reporter is SARIFReporter ? 7 : 4
      #expect(
        written.components(separatedBy: "not run: custom stage").count == count, "\(written)")
    }
    let sarif = try text(SARIFReporter(rules: RuleCatalog.all))
    #expect(sarif.components(separatedBy: "\"kind\": \"open\"").count == 4, "\(sarif)")
    #expect(sarif.components(separatedBy: "\"level\": \"none\"").count == 4, "\(sarif)")
    let markdown = try text(MarkdownReporter())
    #expect(markdown.components(separatedBy: "| not run: custom stage").count == 4, "\(markdown)")
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
