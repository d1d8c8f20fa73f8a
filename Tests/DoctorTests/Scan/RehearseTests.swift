import Foundation
import StoreDoctor
import StoreEngine
import StoreModel
import Testing

@testable import DoctorCLI

/// `rehearse` in this process, with plans that have no closures.
@Suite struct RehearseTests {
  private let fixture: CommandFixture
  private var folder: URL { fixture.folder }

  init() throws {
    fixture = try CommandFixture()
    try Self.plan.write(
      to: folder.appending(path: "Plan.swift"), atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "many"), withIntermediateDirectories: true)
  }

  /// A second version drops a property, a third needs what no row may lack.
  private static let plan = """
    import SwiftData

    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Card.self] }
      @Model final class Card { var text = ""; var hint: String?; var rank: Int? }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Card.self] }
      @Model final class Card { var text = ""; var rank: Int }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static let stages = [MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)]
    }
    """

  private static func card(_ isOld: Bool) -> DataModel {
    var attributes = [
      Attribute(name: "rank", type: .integer64, isOptional: isOld),
      Attribute(name: "text", type: .string, defaultValue: .string("")),
    ]
    if isOld { attributes.insert(Attribute(name: "hint", type: .string, isOptional: true), at: 0) }
    return DataModel(
      name: isOld ? "V1" : "V2", versionIdentifiers: [isOld ? "1.0.0" : "2.0.0"],
      entities: [Entity(name: "Card", attributes: attributes)], source: .swift)
  }

  /// A store with one card for each hint and rank.
  private func write(
    _ name: String, isOld: Bool = true, _ cards: [(hint: String?, rank: Int64?)]
  ) throws {
    let path = folder.appending(path: "many/\(name)").path
    let writer = try StoreWriter(path: path, model: Self.card(isOld))
    for card in cards {
      var values: [String: PropertyValue] = ["text": .string("x")]
      values["rank"] = card.rank.map { .integer($0) } ?? .null
      if isOld { values["hint"] = card.hint.map { .string($0) } ?? .null }
      _ = try writer.insert("Card", values)
    }
    try writer.finish()
  }

  /// One store of each kind.
  private func writeAll() throws {
    try write("a-whole.store", [(nil, 1), (nil, 2)])
    try write("b-hint.store", [("secret hint", 1), (nil, 2)])
    try write("c-blocked.store", [(nil, nil)])
    try write("d-new.store", isOld: false, [(nil, 1)])
    let whole = try Data(contentsOf: folder.appending(path: "many/a-whole.store"))
    try whole.prefix(whole.count / 2).write(to: folder.appending(path: "many/e-torn.store"))
    try FileManager.default.copyItem(
      at: folder.appending(path: "notes.store"), to: folder.appending(path: "many/f-other.store"))
  }

  private func lines(_ name: String) throws -> [ScannedStore] {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n")
      .map { try ScanLines().store($0.utf8) }
  }

  private let run = "rehearse --model {dir}/Plan.swift --jobs 0 --stores {dir}/many"

  @Test func everyStoreHasOneOutcome() throws {
    try writeAll()
    let before = try contents()
    let text = try fixture.run(run + " -o {dir}/lines.jsonl")
    let lines = try lines("lines.jsonl")
    #expect(
      lines.map(\.outcome)
        == ["migrated", "losesData", "failed", "unneeded", "damaged", "anotherApp"], "\(text)")
    #expect(text.contains("2 of 6 stores would come to the version"), "\(text)")
    #expect(text.hasSuffix("[exit 1]\n"))
    for line in lines { #expect(text.components(separatedBy: " \(line.outcome) ").count > 1) }
    #expect(try contents() == before)
    #expect(!text.contains("secret hint"))
  }

  private func contents() throws -> [String: Data] {
    let many = folder.appending(path: "many")
    let names = try FileManager.default.contentsOfDirectory(atPath: many.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: many.appending(path: $0))) })
  }

  @Test func theLineSaysWhatCameOfIt() throws {
    try writeAll()
    _ = try fixture.run(run + " -o {dir}/lines.jsonl")
    let lines = try lines("lines.jsonl")
    let whole = try #require(lines[0].migration)
    #expect(whole.rows?.before == 2 && whole.rows?.after == 2 && whole.losses.isEmpty)
    #expect(lines[0].good && lines[0].verdict == "opensAfterMigration")
    let hint = try #require(lines[1].migration)
    #expect(hint.losses.map(\.what) == ["Card.hint"] && hint.losses.map(\.count) == [1])
    #expect(!lines[1].good && lines[1].verdict == "losesData")
    let blocked = try #require(lines[2].migration)
    #expect(blocked.stage != nil && blocked.reason?.isEmpty == false)
    #expect(!lines[2].good && lines[2].verdict == "dataBlocksMigration")
    #expect(lines[4].migration == nil && lines[5].migration == nil)
  }

  @Test func aLossThatIsMeantIsNone() throws {
    try write("hint.store", [("x", 1)])
    #expect(try fixture.run(run).hasSuffix("[exit 1]\n"))
    let text = try fixture.run(run + " --allow-loss Card.hint")
    #expect(!text.contains("[exit") && text.contains("1 of 1 store would"), "\(text)")
  }

  @Test func scanDoesTheSame() throws {
    try writeAll()
    _ = try fixture.run(run + " -o {dir}/one.jsonl")
    _ = try fixture.run(
      "scan {dir}/many --model {dir}/Plan.swift --checks migrate --jobs 0 -o {dir}/two.jsonl")
    func timeless(_ name: String) throws -> [ScannedStore] {
      try lines(name).map { line in
        var line = line
        line.migration?.milliseconds = 0
        return line
      }
    }
    #expect(try timeless("one.jsonl") == timeless("two.jsonl"))
    let text = try fixture.run("scan --merge {dir}/two.jsonl --group-by outcome,verdict")
    #expect(text.contains("2 of 6 stores would come to the version"), "\(text)")
    #expect(text.contains("unneeded"), "\(text)")
  }

  @Test func formsForContinuousIntegration() throws {
    try writeAll()
    let junit = try fixture.run(run + " --format junit")
    #expect(junit.contains("tests=\"6\" failures=\"4\" errors=\"0\" skipped=\"0\""), "\(junit)")
    #expect(junit.contains("e-torn.store"))
    #expect(try fixture.run(run + " --format junit") == junit)
    let markdown = try fixture.run(run + " --format markdown")
    #expect(markdown.hasPrefix("**storedoctor rehearse**: **failed**, 2 of 6"), "\(markdown)")
    #expect(markdown.contains("| 1 | losesData |"), "\(markdown)")
    let json = try fixture.run(run + " --format json")
    #expect(json.contains("\"passed\": false") && json.contains("\"good\": 2"), "\(json)")
  }

  @Test func storesThatFailAlikeAreOneLine() throws {
    for number in 0..<4 {
      try write("\(number).store", Array(repeating: (nil, nil), count: number + 1))
    }
    let text = try fixture.run(run)
    #expect(text.contains("4 stores, failed in the stage '"), "\(text)")
    #expect(text.components(separatedBy: "look at ").count == 2, "\(text)")
  }

  @Test func aRunThatStoppedGoesOn() throws {
    try writeAll()
    let resume = run + " --resume {dir}/run.jsonl"
    _ = try fixture.run(resume)
    let file = folder.appending(path: "run.jsonl")
    let whole = try lines("run.jsonl").map(\.path)
    let text = try String(contentsOf: file, encoding: .utf8)
    try String(text.prefix(text.count / 2)).write(to: file, atomically: true, encoding: .utf8)
    #expect(try fixture.run(resume).contains("2 of 6 stores"))
    #expect(try lines("run.jsonl").map(\.path) == whole)
    // Other code may end otherwise.
    let plan = folder.appending(path: "Plan.swift")
    try (Self.plan + "\n// edited\n").write(to: plan, atomically: true, encoding: .utf8)
    #expect(try fixture.run(resume).contains("with other models or other --checks"))
  }

  @Test func whatCannotBeRehearsedIsSaid() throws {
    let model = "rehearse --model {dir}/Plan.swift --jobs 0 --stores"
    #expect(try fixture.run("\(model) {dir}/many").contains("there is no store in"))
    #expect(try fixture.run("\(model) {dir}/many").hasSuffix("[exit 1]\n"))
    #expect(try fixture.run("\(model) {dir}/gone").hasSuffix("[exit 3]\n"))
    #expect(try fixture.run("rehearse --stores {dir}/many").contains("no model given"))
    #expect(try fixture.run("rehearse --model {dir}/Plan.swift").contains("no stores given"))
    try write("whole.store", [(nil, 1)])
    #expect(
      try fixture.run("\(model) {dir}/many -o {dir}/none/lines").contains("[exit 3]"))
    try "enum V1: VersionedSchema { static let models = ["
      .write(to: folder.appending(path: "Broken.swift"), atomically: true, encoding: .utf8)
    let broken = try fixture.run("rehearse --model {dir}/Broken.swift --jobs 0 --stores {dir}/many")
    #expect(broken.contains("Broken.swift:1:") && broken.contains("[exit "), "\(broken)")
  }
}
