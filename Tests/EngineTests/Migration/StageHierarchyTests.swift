import StoreModel
import Testing

@testable import StoreEngine

/// Changes of the inheritance tree and of the kinds of relationships.
@Suite("Stages of hierarchies") struct StageHierarchyTests {
  private static func model(_ name: String, _ entities: [Entity]) -> DataModel {
    DataModel(name: name, versionIdentifiers: [name], entities: entities, source: .swift)
  }

  private static func text(_ name: String) -> Attribute {
    Attribute(name: name, type: .string, isOptional: true)
  }

  private static func one(_ name: String, _ to: String, _ inverse: String? = nil) -> Relationship {
    Relationship(name: name, destination: to, inverse: inverse, isOptional: true)
  }

  private static func many(_ name: String, _ to: String, _ inverse: String? = nil) -> Relationship {
    Relationship(name: name, destination: to, inverse: inverse, maxCount: 0, isOptional: true)
  }

  private func migrate(
    _ old: [Entity], _ new: [Entity], _ fill: (StoreWriter) throws -> Void
  ) throws -> MigrationFixture {
    let (first, second) = (Self.model("1.0.0", old), Self.model("2.0.0", new))
    let fixture = try MigrationFixture()
    try fixture.store(first) { try fill($0) }
    try fixture.migrate(first, to: second)
    let problems = try MigratedStore.problems(fixture.open(), model: second)
    #expect(problems == [])
    return fixture
  }

  private func rows(_ fixture: MigrationFixture, _ sql: String) throws -> [String] {
    try fixture.rows(sql).map { row in
      row.map { $0.text ?? $0.integer.map(String.init) ?? ($0.isNull ? "-" : "?") }
        .joined(separator: " ")
    }
  }

  private static let animals = [
    Entity(
      name: "Animal", attributes: [text("name")], relationships: [one("home", "Home", "pets")]),
    Entity(name: "Cat", superentity: "Animal", attributes: [text("fur"), text("call")]),
    Entity(name: "Dog", superentity: "Animal", attributes: [text("call")]),
    Entity(
      name: "Home", attributes: [text("street")],
      relationships: [many("pets", "Animal", "home"), one("favorite", "Animal")]),
  ]

  private static func fillAnimals(_ writer: StoreWriter) throws {
    let home = try writer.insert("Home", ["street": .string("s")])
    let rows = [("Animal", "a"), ("Cat", "c"), ("Dog", "d")]
    for (entity, name) in rows {
      var values: [String: PropertyValue] = ["name": .string(name)]
      if entity != "Animal" { values["call"] = .string("\(name)!") }
      let animal = try writer.insert(entity, values)
      try writer.link(animal, "home", home)
      if entity == "Dog" { try writer.link(home, "favorite", animal) }
    }
  }

  @Test func propertiesMoveUp() throws {
    var new = Self.animals
    new[0].attributes.append(Self.text("call"))
    new[1].attributes.removeAll { $0.name == "call" }
    new[2].attributes = []
    let fixture = try migrate(Self.animals, new, Self.fillAnimals)
    #expect(
      try rows(fixture, "SELECT ZNAME, ZCALL FROM ZANIMAL ORDER BY Z_PK") == [
        "a -", "c c!", "d d!",
      ])
  }

  @Test func propertiesMoveDown() throws {
    var new = Self.animals
    new[0].attributes = []
    new[1].attributes.append(Self.text("name"))
    new[2].attributes.append(Self.text("name"))
    let fixture = try migrate(Self.animals, new, Self.fillAnimals)
    #expect(
      try rows(fixture, "SELECT Z_ENT, ZNAME, ZNAME1 FROM ZANIMAL ORDER BY Z_PK")
        == ["1 - -", "2 c -", "3 - d"])
  }

  @Test func parentIsAddedAboveOneEntity() throws {
    var new = Self.animals
    new[3].superentity = "Place"
    new[3].attributes = []
    new.append(Entity(name: "Place", isAbstract: true, attributes: [Self.text("street")]))
    let fixture = try migrate(Self.animals, new, Self.fillAnimals)
    #expect(try rows(fixture, "SELECT Z_ENT, ZSTREET FROM ZPLACE") == ["5 s"])
    #expect(
      try rows(fixture, "SELECT Z_ENT, ZHOME FROM ZANIMAL ORDER BY Z_PK") == ["1 1", "2 1", "3 1"])
    #expect(try rows(fixture, "SELECT Z1_FAVORITE, ZFAVORITE FROM ZPLACE") == ["3 3"])
  }

  @Test func childIsAddedToADestination() throws {
    var new = Self.animals
    new.append(Entity(name: "Flat", superentity: "Home", attributes: [Self.text("floor")]))
    let fixture = try migrate(Self.animals, new, Self.fillAnimals)
    #expect(
      try rows(fixture, "SELECT ZHOME, Z4_HOME FROM ZANIMAL ORDER BY Z_PK")
        == ["1 4", "1 4", "1 4"])
  }

  @Test func childIsRemovedWithItsRowsAndTheLinksToThem() throws {
    let new = Self.animals.filter { $0.name != "Dog" }
    let fixture = try migrate(Self.animals, new, Self.fillAnimals)
    #expect(try rows(fixture, "SELECT ZNAME FROM ZANIMAL") == ["a", "c"])
    #expect(try rows(fixture, "SELECT ZFAVORITE, Z1_FAVORITE FROM ZHOME") == ["- -"])
  }

  @Test func childLeavesTheHierarchy() throws {
    var new = Self.animals
    new[1].superentity = nil
    new[1].attributes = [Self.text("name"), Self.text("fur"), Self.text("call")]
    let fixture = try migrate(Self.animals, new, Self.fillAnimals)
    #expect(try rows(fixture, "SELECT Z_PK, ZNAME, ZCALL FROM ZCAT") == ["2 c c!"])
    #expect(
      try rows(fixture, "SELECT Z_PK, ZNAME, ZCALL FROM ZANIMAL") == ["1 a -", "3 d d!"])
  }

  @Test func mergedHierarchiesAreRefused() throws {
    let old = [Entity(name: "A", attributes: [Self.text("x")]), Entity(name: "B")]
    let new = [
      Entity(name: "A", superentity: "P", attributes: [Self.text("x")]),
      Entity(name: "B", superentity: "P"), Entity(name: "P", isAbstract: true),
    ]
    let error = #expect(throws: MigrationError.self) {
      try migrate(old, new) { _ in }
    }
    #expect(error?.code == 134140)
  }

  @Test func rowsOfAnEntityThatBecomesAbstractAreNotLeft() throws {
    var new = Self.animals
    new[0].isAbstract = true
    let error = #expect(throws: MigrationError.self) {
      try migrate(Self.animals, new, Self.fillAnimals)
    }
    #expect(error == .abstractRows(entity: "Animal", key: 1))
  }

  // MARK: Kinds of relationships

  private static func pair(_ a: [Relationship], _ b: [Relationship]) -> [Entity] {
    [Entity(name: "A", relationships: a), Entity(name: "B", relationships: b)]
  }

  /// A1–B1, A1–B2, A2–B3.
  private static func fillPairs(_ writer: StoreWriter, _ name: String, from b: Bool) throws {
    let firsts = try (0..<2).map { _ in try writer.insert("A") }
    let seconds = try (0..<3).map { _ in try writer.insert("B") }
    for (first, second) in [(0, 0), (0, 1), (1, 2)] {
      if b {
        try writer.link(seconds[second], name, firsts[first])
      } else {
        try writer.link(firsts[first], name, seconds[second])
      }
    }
  }

  @Test func toManyWithoutInverseGetsOne() throws {
    let fixture = try migrate(
      Self.pair([Self.many("bs", "B")], []),
      Self.pair([Self.many("bs", "B", "a")], [Self.one("a", "A", "bs")])
    ) { try Self.fillPairs($0, "bs", from: false) }
    #expect(try rows(fixture, "SELECT Z_PK, ZA FROM ZB") == ["1 1", "2 1", "3 2"])
  }

  @Test func toManyLosesItsInverse() throws {
    let fixture = try migrate(
      Self.pair([Self.many("bs", "B", "a")], [Self.one("a", "A", "bs")]),
      Self.pair([Self.many("bs", "B")], [])
    ) { try Self.fillPairs($0, "a", from: true) }
    #expect(try rows(fixture, "SELECT Z_PK, Z1BS FROM ZB") == ["1 1", "2 1", "3 2"])
  }

  @Test func oneToManyBecomesManyToMany() throws {
    let fixture = try migrate(
      Self.pair([Self.many("bs", "B", "a")], [Self.one("a", "A", "bs")]),
      Self.pair([Self.many("bs", "B", "a")], [Self.many("a", "A", "bs")])
    ) { try Self.fillPairs($0, "a", from: true) }
    #expect(
      try rows(fixture, "SELECT Z_1A, Z_2BS FROM Z_1BS ORDER BY 2") == ["1 1", "1 2", "2 3"])
  }

  @Test func toOneWithoutInverseBecomesToManyWithOne() throws {
    let old = Self.pair([Self.one("b", "B")], [])
    let new = Self.pair([Self.many("b", "B", "a")], [Self.one("a", "A", "b")])
    let fixture = try migrate(old, new) { writer in
      let firsts = try (0..<2).map { _ in try writer.insert("A") }
      let second = try writer.insert("B")
      try writer.link(firsts[1], "b", second)
    }
    #expect(try rows(fixture, "SELECT Z_PK, ZA FROM ZB") == ["1 2"])
    let error = #expect(throws: MigrationError.self) {
      try migrate(old, new) { writer in
        let second = try writer.insert("B")
        for _ in 0..<2 { try writer.link(try writer.insert("A"), "b", second) }
      }
    }
    #expect(error == .conflictingLinks(entity: "B", relationship: "a"))
  }

  @Test func reflexiveManyToManyKeepsItsTable() throws {
    let person = Entity(
      name: "Person", attributes: [Self.text("name")],
      relationships: [Self.many("fans", "Person", "idols"), Self.many("idols", "Person", "fans")])
    var changed = person
    changed.attributes.append(Self.text("nick"))
    let fixture = try migrate(
      [person], [Entity(name: "Club"), changed]
    ) { writer in
      let people = try (0..<3).map { _ in try writer.insert("Person") }
      try writer.link(people[0], "fans", people[1])
      try writer.link(people[0], "fans", people[2])
    }
    let old = try fixture.open("old.store").layout.joinTables[0]
    let new = try fixture.open().layout.joinTables[0]
    #expect(old.relationship == new.relationship)
    #expect(
      try rows(fixture, "SELECT count(*) FROM \(new.name)") == ["2"])
    let before = try fixture.rows(
      "SELECT \(old.ownerColumn), \(old.otherColumn) FROM \(old.name) ORDER BY 1, 2",
      of: "old.store")
    let after = try fixture.rows(
      "SELECT \(new.ownerColumn), \(new.otherColumn) FROM \(new.name) ORDER BY 1, 2")
    #expect(before == after)
  }

  /// What the second column is called is only known of a store that exists, so it is kept.
  @Test(arguments: ["REFLEXIVE", "Z_1FRIENDS1"])
  func aRelationshipThatIsItsOwnInverseKeepsItsTable(_ column: String) throws {
    let person = Entity(
      name: "Person", attributes: [Self.text("name")],
      relationships: [Self.many("friends", "Person", "friends")])
    var changed = person
    changed.attributes.append(Self.text("nick"))
    let (first, second) = (
      Self.model("1.0.0", [person]), Self.model("2.0.0", [Entity(name: "Club"), changed])
    )
    let fixture = try MigrationFixture()
    let path = try fixture.store(first, rows: 4)
    let connection = try Connection(path: path, mode: .readWrite)
    if column != "REFLEXIVE" {
      try connection.run("ALTER TABLE Z_1FRIENDS RENAME COLUMN REFLEXIVE TO \(column)")
    }
    try connection.run("INSERT INTO Z_1FRIENDS VALUES (1, 2), (2, 1), (3, 1)")
    try fixture.migrate(first, to: second)
    #expect(try MigratedStore.problems(fixture.open(), model: second) == [])
    let other = column == "REFLEXIVE" ? column : "Z_2FRIENDS1"
    #expect(
      try rows(fixture, "SELECT Z_2FRIENDS, \(other) FROM Z_2FRIENDS ORDER BY 1")
        == ["1 2", "2 1", "3 1"])
  }

  @Test func aTableForARelationshipThatIsItsOwnInverseIsNotMade() throws {
    let person = Entity(name: "Person", attributes: [Self.text("name")])
    var changed = person
    changed.relationships = [Self.many("friends", "Person", "friends")]
    let error = #expect(throws: MigrationError.self) {
      try migrate([person], [changed]) { _ in }
    }
    #expect(error?.description.contains("is its own inverse") == true)
  }

  /// A relationship that all animals had goes on at cats alone, under a new name at the other end: links
  /// to others are none of its own.
  @Test func linksToOtherEntitiesDoNotMoveAlong() throws {
    let fixture = try migrate(
      Self.notesOfAnimals, Self.notesOfCats(isRequired: false), Self.fillNotes)
    #expect(
      try rows(fixture, "SELECT ZTEXT, ZCAT FROM ZNOTE ORDER BY Z_PK") == [
        "Cat 1", "Dog -", "Cat 3",
      ])
  }

  @Test func aRequiredEndThatGetsNoLinkIsRefused() throws {
    #expect(throws: MigrationError.missingLink(entity: "Note", relationship: "cat", key: 2)) {
      try migrate(Self.notesOfAnimals, Self.notesOfCats(isRequired: true), Self.fillNotes)
    }
  }

  private static let notesOfAnimals = [
    Entity(name: "Animal", relationships: [many("notes", "Note", "animal")]),
    Entity(name: "Cat", superentity: "Animal"), Entity(name: "Dog", superentity: "Animal"),
    Entity(
      name: "Note", attributes: [text("text")], relationships: [one("animal", "Animal", "notes")]),
  ]

  private static func notesOfCats(isRequired: Bool) -> [Entity] {
    var cat = one("cat", "Cat", "notes")
    cat.isOptional = !isRequired
    return [
      Entity(name: "Animal"),
      Entity(name: "Cat", superentity: "Animal", relationships: [many("notes", "Note", "cat")]),
      Entity(name: "Dog", superentity: "Animal"),
      Entity(name: "Note", attributes: [text("text")], relationships: [cat]),
    ]
  }

  private static func fillNotes(_ writer: StoreWriter) throws {
    for entity in ["Cat", "Dog", "Cat"] {
      let animal = try writer.insert(entity)
      try writer.link(try writer.insert("Note", ["text": .string(entity)]), "animal", animal)
    }
  }
}
