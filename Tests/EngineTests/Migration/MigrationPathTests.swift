import StoreEngine
import StoreModel
import Testing

/// The start of a migration, and what is refused before it begins.
@Suite("Migration paths") struct MigrationPathTests {
  private static func version(_ number: Int) -> DataModel {
    DataModel(
      name: "V\(number)", versionIdentifiers: ["\(number).0.0"],
      entities: [
        Entity(
          name: "Note",
          attributes: (0..<number).map {
            Attribute(name: "a\($0)", type: .string, isOptional: true)
          })
      ], source: .swift)
  }

  private static func stage(
    _ from: Int, _ to: Int, custom: Bool = false
  ) -> SchemaHistory.Stage {
    let place = Location(path: "Plan.swift", line: 1)
    return SchemaHistory.Stage(
      from: "V\(from)", to: "V\(to)",
      kind: custom ? .custom(willMigrate: place, didMigrate: nil) : .lightweight)
  }

  private static func plan(_ stages: [SchemaHistory.Stage], last: Int = 4) -> SchemaHistory {
    SchemaHistory(
      name: "Plan", versions: (1...last).map(version), stages: stages, isOrdered: true)
  }

  private static let full = plan([stage(1, 2), stage(2, 3, custom: true), stage(3, 4)])

  @Test func startsAtTheStageOfTheStore() throws {
    for (start, names) in [
      (1, ["V1 to V2", "V2 to V3", "V3 to V4"]), (2, ["V2 to V3", "V3 to V4"]), (3, ["V3 to V4"]),
      (4, []),
    ] {
      let way = try MigrationPath.find(
        from: StoreVersion(model: Self.version(start)), in: [Self.full])
      #expect(way.steps.map(\.name) == names)
      #expect(way.evidence == .checksum)
    }
  }

  @Test func endsAtTheTarget() throws {
    let way = try MigrationPath.find(
      from: StoreVersion(model: Self.version(1)), in: [Self.full], to: "V3")
    #expect(
      way.steps.map(\.kind) == [
        .lightweight, .custom(willMigrate: Location(path: "Plan.swift", line: 1), didMigrate: nil),
      ])
    #expect(way.steps.map(\.hasClosures) == [false, true])
  }

  /// Each version may nest a struct of one name with fields of its own; a store knows those of its version.
  @Test func whatAStoreHoldsOfATypeIsForTheSameFieldsOnly() throws {
    func version(_ number: Int, _ fields: [String]) -> DataModel {
      var model = Self.version(number)
      model.entities[0].attributes.append(
        Attribute(
          name: "owner", type: .composite,
          elements: fields.map { Attribute(name: $0, type: .string, swiftType: "String") },
          swiftType: "Owner", certainty: .unknown("an enum with associated values")))
      return model
    }
    let plan = SchemaHistory(
      name: "Plan",
      versions: [
        version(1, ["name"]), version(2, ["name", "kind"]), version(3, ["name", "kind"]),
      ],
      stages: [Self.stage(1, 2), Self.stage(2, 3)], isOrdered: true)
    var store = version(1, ["name"])
    store.source = .storeCache
    store.entities[0].attributes[1].certainty = .certain
    store.entities[0].attributes[1].elements[0].type = .binary
    let way = try MigrationPath.find(from: StoreVersion(model: store), in: [plan], to: "V3")
    let owners = way.steps.map {
      $0.to.entities[0].attributes.first { $0.name == "owner" }?.elements
    }
    #expect(owners.map { $0?.map(\.name) } == [["name", "kind"], ["name", "kind"]])
    #expect(owners.map { $0?.map(\.type) } == [[.string, .string], [.string, .string]])
    let source = try #require(way.source.entities[0].attributes.first { $0.name == "owner" })
    #expect(source.elements.map(\.type) == [.binary])
  }

  @Test func refusesAVersionWhoseClassesAreNotAllKnown() throws {
    var plan = Self.full
    plan.versions[1].problems = [
      ModelProblem(
        "'Tag', listed in 'V2', is not declared in the given sources", topic: .unreadList,
        location: Location(path: "V2.swift", line: 5))
    ]
    let error = #expect(throws: MigrationError.self) {
      try MigrationPath.find(from: StoreVersion(model: Self.version(1)), in: [plan])
    }
    #expect(
      try #require(error).description.hasPrefix(
        "V2.swift:5: 'Tag', listed in 'V2', is not declared in the given sources; give all"))
    // A store of no known version may have this one.
    for stages in [plan.stages, []] {
      plan.stages = stages
      var foreign = StoreVersion(model: Self.version(9))
      foreign.cachedModel = nil
      let unknown = #expect(throws: MigrationError.self) {
        try MigrationPath.find(from: foreign, in: [plan])
      }
      #expect(try #require(unknown).description.hasPrefix("V2.swift:5: 'Tag', listed in 'V2', "))
    }
    plan.stages = Self.full.stages
    // It is not on the way from here.
    _ = try MigrationPath.find(from: StoreVersion(model: Self.version(3)), in: [plan])
  }

  @Test func findsAnOldStoreByItsHashesOrItsModel() throws {
    var store = StoreVersion(model: Self.version(2))
    store.checksum = nil
    #expect(try MigrationPath.find(from: store, in: [Self.full]).evidence == .entityHashes)
    store.entityHashes = [:]
    #expect(try MigrationPath.find(from: store, in: [Self.full]).evidence == .cachedModel)
  }

  private func code(
    _ store: StoreVersion, _ history: SchemaHistory, to target: String? = nil
  ) -> Int? {
    do {
      _ = try MigrationPath.find(from: store, in: [history], to: target)
      return nil
    } catch {
      return error.code ?? 0
    }
  }

  @Test func refusesWhatStagedMigrationRefuses() {
    let first = StoreVersion(model: Self.version(1))
    #expect(code(first, Self.plan([Self.stage(1, 2)], last: 3)) == 134504)
    #expect(code(StoreVersion(model: Self.version(9)), Self.full) == 134504)
    var bare = StoreVersion(model: Self.version(9))
    bare.cachedModel = nil
    #expect(code(bare, Self.full) == 134505)
    #expect(code(StoreVersion(model: Self.version(3)), Self.full, to: "V2") == 134506)
    #expect(code(first, Self.plan([Self.stage(1, 2), Self.stage(3, 4)])) == 0)
  }

  @Test func withoutStagesThereIsOneInferredStep() throws {
    let way = try MigrationPath.find(
      from: StoreVersion(model: Self.version(1)), in: [Self.plan([])])
    #expect(way.steps.map(\.kind) == [.inferred])
    #expect(code(StoreVersion(model: Self.version(3)), Self.plan([]), to: "V1") == 134506)
    // The model the store carries serves as a last resort.
    let foreign = try MigrationPath.find(
      from: StoreVersion(model: Self.version(7)), in: [Self.plan([])])
    #expect(foreign.evidence == .cachedModel)
    var bare = StoreVersion(model: Self.version(9))
    bare.cachedModel = nil
    #expect(code(bare, Self.plan([])) == 134130)
  }

  @Test func aBundleWithoutACurrentVersionNeedsATarget() {
    let bundle = SchemaHistory(name: "Bundle", versions: [Self.version(1), Self.version(2)])
    let error = #expect(throws: MigrationError.self) {
      try MigrationPath.find(from: StoreVersion(model: Self.version(1)), in: [bundle])
    }
    #expect(error == .noTarget(history: "Bundle", known: ["V1", "V2"]))
  }

  @Test func thePlanIsPreferredToOtherHistories() throws {
    let live = SchemaHistory(name: "live", versions: [Self.version(4)], currentVersion: "V4")
    let way = try MigrationPath.find(
      from: StoreVersion(model: Self.version(1)), in: [live, Self.full])
    #expect(way.history.name == "Plan")
  }
}
