import StoreModel
import Testing

@testable import StoreEngine

/// Ways to an older version, which are gone only where that is asked for.
@Suite("Ways back") struct WayBackTests {
  /// In each version the one attribute has another name, and says what it was first.
  private static func version(_ number: Int) -> DataModel {
    var attribute = Attribute(name: "a\(number)", type: .string, isOptional: true)
    attribute.renamingIdentifier = number > 1 ? "a1" : nil
    return DataModel(
      name: "V\(number)", versionIdentifiers: ["\(number).0.0"],
      entities: [Entity(name: "Note", attributes: [attribute])], source: .swift)
  }

  private static let closure = Location(path: "Plan.swift", line: 7)

  private static func history(stages: [SchemaHistory.Stage]) -> SchemaHistory {
    SchemaHistory(name: "Plan", versions: (1...4).map(version), stages: stages, isOrdered: true)
  }

  private static let planned = history(stages: [
    SchemaHistory.Stage(from: "V1", to: "V2", kind: .lightweight),
    SchemaHistory.Stage(
      from: "V2", to: "V3", kind: .custom(willMigrate: closure, didMigrate: nil)),
    SchemaHistory.Stage(from: "V3", to: "V4", kind: .lightweight),
  ])

  private func way(
    _ from: Int, _ to: Int, in history: SchemaHistory = planned, goesBack: Bool = true
  ) throws -> MigrationPath {
    try MigrationPath.find(
      from: StoreVersion(model: Self.version(from)), in: [history], to: "V\(to)",
      goesBack: goesBack)
  }

  @Test(arguments: [planned, history(stages: [])])
  func goesStepByStep(_ history: SchemaHistory) throws {
    let way = try way(4, 1, in: history)
    #expect(way.isBackwards)
    #expect(way.steps.map(\.name) == ["V4 to V3", "V3 to V2", "V2 to V1"])
    #expect(way.steps.allSatisfy { $0.isBackwards && $0.kind == .inferred })
    // What was renamed thrice is still the same.
    #expect(SchemaLoss.all(of: way).isEmpty)
  }

  @Test func saysWhichClosuresAreNotUndone() throws {
    #expect(try way(4, 1).notUndone.map(\.closures) == [[Self.closure]])
    #expect(try way(4, 3).notUndone.isEmpty)
    #expect(try way(3, 2).notUndone.map(\.name) == ["V2 to V3"])
  }

  @Test func goesForwardAsEver() throws {
    let way = try way(2, 4)
    #expect(!way.isBackwards && way.notUndone.isEmpty)
    #expect(way.steps.map(\.name) == ["V2 to V3", "V3 to V4"])
    #expect(try !self.way(2, 2).isBackwards)
  }

  @Test(arguments: [planned, history(stages: [])])
  func isRefusedUnlessItIsAskedFor(_ history: SchemaHistory) {
    #expect {
      _ = try way(4, 1, in: history, goesBack: false)
    } throws: { error in
      (error as? MigrationError)?.code == 134506
    }
  }

  @Test func leavesTheCurrentVersionOfABundle() throws {
    let bundle = SchemaHistory(
      name: "Notes", versions: (1...2).map(Self.version), currentVersion: "V2")
    #expect(try way(2, 1, in: bundle).isBackwards)
    #expect(try !way(1, 2, in: bundle).isBackwards)
  }

  @Test(arguments: [
    ("Notes 3", "Notes 2", true), ("Notes 2", "Notes", true), ("v2.0", "v1.9.1", true),
    ("Notes 10", "Notes 9", true), ("Notes v2", "Notes", true), ("Notes 2", "Notes 3", false),
    ("Notes", "Notes 2", false), ("Books 3", "Notes 2", false), ("Notes 2", "Notes 4", false),
    ("Notes 4", "Notes 2", true), ("Notes 4", "Notes 5", false), ("Notes 4", "Books", true),
    ("Notes 99999999999999999999", "Notes", false),
  ])
  func knowsTheOrderOfNumberedVersions(_ from: String, _ to: String, _ isBack: Bool) {
    let bundle = SchemaHistory(name: "Notes", versions: [], currentVersion: "Notes 4")
    #expect(bundle.isBack(from: from, to: to) == isBack)
  }

  @Test func losesWhatOnlyTheNewerVersionHas() throws {
    var newer = Self.version(2)
    newer.entities[0].attributes.append(
      Attribute(name: "heading", type: .string, isOptional: true))
    let history = SchemaHistory(
      name: "Plan", versions: [Self.version(1), newer], isOrdered: true)
    let way = try MigrationPath.find(
      from: StoreVersion(model: newer), in: [history], to: "V1", goesBack: true)
    let losses = SchemaLoss.all(of: way)
    #expect(losses.map(\.path) == ["Note.heading"])
    #expect(losses.allSatisfy { $0.isBackwards && $0.rename == nil })
  }
}
