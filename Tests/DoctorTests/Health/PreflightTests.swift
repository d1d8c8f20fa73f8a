import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import Diagnostics
@testable import StoreDoctor

/// What would make a migration fail is found before anything is migrated.
@Suite struct PreflightTests {
  /// A changed library, and what the rows of the healthy store, or of one with edits, make of it.
  struct Change: Sendable, CustomTestStringConvertible {
    let name: String
    let sql: [String]
    let expected: [String]
    let edit: @Sendable (inout DataModel) -> Void
    var testDescription: String { name }

    init(
      _ name: String, _ expected: [String] = [], sql: [String] = [],
      edit: @escaping @Sendable (inout DataModel) -> Void
    ) {
      self.name = name
      self.sql = sql
      self.expected = expected
      self.edit = edit
    }
  }

  static let changes: [Change] = [
    Change("a new optional attribute") {
      $0["Shelf"].attributes.append(Attribute(name: "color", type: .string, isOptional: true))
    },
    Change("a new required attribute with a default") {
      $0["Shelf"].attributes.append(
        Attribute(name: "color", type: .string, defaultValue: .string("red")))
    },
    Change(
      "a new required attribute without a default",
      [
        "rows-without-required-value: 'Shelf.color' is new and required, and has no value in 1 row (Z_PK 1)"
      ]
    ) { $0["Shelf"].attributes.append(Attribute(name: "color", type: .string)) },
    Change(
      "the same, without rows", sql: ["DELETE FROM ZSHELF", "UPDATE ZMEDIA SET ZSHELF = NULL"]
    ) {
      $0["Shelf"].attributes.append(Attribute(name: "color", type: .string))
    },
    Change(
      "an inherited attribute becomes required",
      [
        "rows-without-required-value: 'Media.isNew' is now required, and has no value in 1 row (Z_PK 3); "
          + "the migration fails (134110)"
      ]
    ) { $0["Media"].change("isNew") { $0.isOptional = false } },
    Change("the same, with a default") {
      $0["Media"].change("isNew") {
        $0.isOptional = false
        $0.defaultValue = .boolean(false)
      }
    },
    Change(
      "a relationship becomes required",
      [
        "rows-without-required-value: 'Review.book' is now required, and has no object in 1 row (Z_PK 2)"
      ], sql: ["UPDATE ZREVIEW SET ZBOOK = NULL WHERE Z_PK = 2"]
    ) { $0["Review"].relate("book") { $0.isOptional = false } },
    Change("the same, where all have one") {
      $0["Review"].relate("book") { $0.isOptional = false }
    },
    Change(
      "new uniqueness over equal values",
      [
        "duplicates-under-uniqueness: 'rating' of 'Media' becomes unique, and the same value occurs "
          + "in 2 rows (Z_PK 1, 2)"
      ]
    ) { $0["Media"].uniquenessConstraints = [["rating"]] },
    Change("new uniqueness over different values") {
      $0["Media"].uniquenessConstraints = [["title"], ["rating", "title"]]
    },
    Change("no value is never equal to no value", sql: ["UPDATE ZMEDIA SET ZPRICE = NULL"]) {
      $0["Book"].uniquenessConstraints = [["price"]]
    },
    Change(
      "a new unique attribute whose default all rows get",
      [
        "duplicates-under-uniqueness: 'code' of 'Author' becomes unique, and the same value occurs "
          + "in 4 rows (Z_PK 1, 2, 3, 4)"
      ]
    ) {
      $0["Author"].attributes.append(
        Attribute(name: "code", type: .integer64, defaultValue: .integer(0)))
      $0["Author"].uniquenessConstraints.append(["code"])
    },
    Change(
      "a number that the narrower type cannot hold",
      [
        "value-does-not-convert: 'Media.rating' becomes Boolean, which cannot hold the value in 2 "
          + "rows (Z_PK 1, 2)"
      ]
    ) { $0["Media"].change("rating") { $0.type = .boolean } },
    Change("a number that the wider type can hold") {
      $0["Media"].change("rating") { $0.type = .double }
    },
    Change(
      "the smallest integer becomes a short real",
      sql: ["UPDATE ZMEDIA SET ZPRICE = -9223372036854775807 - 1"]
    ) { $0["Book"].change("price") { $0.type = .float } },
    Change(
      "a fraction that an integer cannot hold",
      [
        "value-does-not-convert: 'Disc.minutes' becomes Integer 32, which cannot hold the value in "
          + "1 row (Z_PK 3)"
      ]
    ) { $0["Disc"].change("minutes") { $0.type = .integer32 } },
    Change(
      "a higher minimum",
      [
        "count-violated: 'Book.authors' must now have 2 to 3 objects, and has not in 1 row (Z_PK 2)"
      ]
    ) { $0["Book"].relate("authors") { $0.minCount = 2 } },
    Change("a higher maximum") { $0["Book"].relate("authors") { $0.maxCount = 9 } },
    Change(
      "a to-many becomes to-one",
      [
        "not-inferrable: 'Shelf.media' cannot be inferred in 'Library to Library 2'",
        "several-for-to-one: 'Shelf.media' becomes to-one, and has several objects in 1 row (Z_PK 1)",
      ]
    ) {
      $0["Shelf"].relate("media") {
        $0.maxCount = 1
        $0.isOrdered = false
      }
    },
    Change(
      "a new inverse of a to-one, where two lead to the same object",
      [
        "several-for-new-inverse: 'Media.fan' is new and holds one object, and 'Reader.favorite' "
          + "leads to the same one in 2 rows (Z_PK 1, 2)"
      ],
      sql: [
        "INSERT INTO ZREADER (Z_PK, Z_ENT, Z_OPT, ZNAME, ZFAVORITE, Z3_FAVORITE) "
          + "VALUES (2, 6, 1, 'Sue', 1, 4)",
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Reader'",
      ], edit: Self.addFan),
    Change("the same, where each leads to its own", edit: Self.addFan),
    Change(
      "text becomes a number",
      ["not-inferrable: 'Reader.name' cannot be inferred in 'Library to Library 2'"]
    ) { $0["Reader"].change("name") { $0.type = .integer64 } },
    Change(
      "an entity becomes abstract",
      [
        "rows-of-abstract-entity: 'Reader' becomes abstract, and has objects of its own in 1 row "
          + "(Z_PK 1)"
      ]
    ) { $0["Reader"].isAbstract = true },
    Change(
      "an entity is gone",
      [
        "entity-dropped: 6 rows of 'Loan' are dropped in 'Library to Library 2': 'Library 2' has no "
          + "'Loan'"
      ]
    ) {
      $0.entities.removeAll { $0.name == "Loan" }
      $0["Reader"].relationships.removeAll { $0.name == "loans" }
      $0["Reader"].attributes.removeAll { $0.name == "loanCount" }
    },
    Change(
      "a required end of links that were there before, which lead to one of the rows",
      [
        "rows-without-required-value: 'Media.fan' is new and required, and has no object in 2 rows"
      ]
    ) {
      addFan(&$0)
      $0["Media"].relate("fan") { $0.isOptional = false }
    },
    Change(
      "a reference to nothing",
      [
        "dangling-reference: 'Reader.favorite' points to a row that does not exist in 1 row (Z_PK 1)"
      ],
      sql: ["UPDATE ZREADER SET ZFAVORITE = 77"]
    ) { $0["Shelf"].attributes.append(Attribute(name: "color", type: .string, isOptional: true)) },
  ]

  private static let addFan: @Sendable (inout DataModel) -> Void = { model in
    model["Media"].relationships.append(
      Relationship(name: "fan", destination: "Reader", inverse: "favorite", isOptional: true))
    model["Reader"].relate("favorite") { $0.inverse = "fan" }
  }

  @Test(arguments: changes) func changeIsJudged(_ change: Change) throws {
    let store = try LibraryStore()
    try store.run(change.sql)
    var next = LibraryStore.model
    next.name = "Library 2"
    change.edit(&next)
    let history = SchemaHistory(
      name: "Library", versions: [LibraryStore.model, next], currentVersion: "Library 2")
    let result = try Preflight(store.inspection(histories: [history])).run(freeSpace: nil)
    let found = result.findings.map { "\($0.rule): \($0.message)" }
    #expect(found.count == change.expected.count, "\(found)")
    for (text, expected) in zip(found, change.expected) {
      #expect(text.hasPrefix(expected), "\(text)")
    }
    #expect((result.verdict == .found) == !change.expected.isEmpty)
    let succeeds = [
      "value-does-not-convert", "count-violated", "dangling-reference", "entity-dropped",
    ].contains { change.expected.first?.hasPrefix($0) == true }
    #expect((result.outlook == .failure) == !(change.expected.isEmpty || succeeds))
  }

  /// What all media had goes on at books alone: links to a disc fill nothing.
  @Test func linksToOtherEntitiesDoNotFillARequiredEnd() throws {
    var model = LibraryStore.model
    let marks = Relationship(
      name: "marks", destination: "Review", inverse: "medium", maxCount: 0, isOptional: true)
    model["Media"].relationships.append(marks)
    model["Review"].relationships.append(
      Relationship(name: "medium", destination: "Media", inverse: "marks", isOptional: true))
    let store = try LibraryStore(model: model)
    try store.run(["UPDATE ZREVIEW SET ZMEDIUM = CASE Z_PK WHEN 1 THEN 3 ELSE 1 END"])
    var next = model
    next.name = "Library 2"
    next["Media"].relationships.removeAll { $0.name == "marks" }
    next["Book"].relationships.append(marks)
    next["Book"].relate("marks") { $0.inverse = "read" }
    next["Review"].relationships.removeAll { $0.name == "medium" }
    next["Review"].relationships.append(
      Relationship(name: "read", destination: "Book", inverse: "marks"))
    let history = SchemaHistory(
      name: "Library", versions: [model, next], currentVersion: "Library 2")
    let result = try Preflight(store.inspection(histories: [history])).run(freeSpace: nil)
    #expect(
      result.findings.contains {
        $0.message.hasPrefix(
          "'Review.read' is new and required, and has no object in 1 row (Z_PK 1)")
      }, "\(result.findings.map(\.message))")
  }

  /// Renamed in the first stage, required in the second: the old column is what counts.
  private static func renamedThenRequired(_ second: SchemaHistory.Stage.Kind) -> SchemaHistory {
    LibraryStore.plan(
      [.lightweight, second],
      [
        { model in
          model["Media"].change("isNew") {
            $0.renamingIdentifier = "isNew"
            $0.name = "isFresh"
          }
        },
        { model in
          model["Media"].change("isFresh") {
            $0.isOptional = false
          }
          model["Media"].uniquenessConstraints = [["rating"]]
        },
      ])
  }

  @Test func aLaterStageIsSeenThroughTheEarlierOnes() throws {
    let history = Self.renamedThenRequired(.lightweight)
    let result = try Preflight(LibraryStore().inspection(histories: [history])).run(freeSpace: nil)
    #expect(
      result.findings.map(\.message) == [
        "'rating' of 'Media' becomes unique, and the same value occurs in 2 rows (Z_PK 1, 2); the "
          + "migration fails (134111)",
        "'Media.isFresh' is now required, and has no value in 1 row (Z_PK 3); the migration fails "
          + "(134110)",
      ])
    #expect(result.verdict == .found)
    #expect(result.path?.steps.count == 2)
  }

  @Test func whatAClosureMayChangeIsOnlyANote() throws {
    let code = Location(path: "Plan.swift", line: 1)
    let history = Self.renamedThenRequired(.custom(willMigrate: code, didMigrate: nil))
    let result = try Preflight(LibraryStore().inspection(histories: [history])).run(freeSpace: nil)
    #expect(
      result.findings.map(\.rule) == ["duplicates-under-uniqueness", "rows-without-required-value"])
    #expect(result.findings.allSatisfy { $0.severity == .note && $0.certainty != .certain })
    #expect(result.verdict == .done)
    // After the stage it is too late for its own check.
    let late = Self.renamedThenRequired(.custom(willMigrate: nil, didMigrate: code))
    let refused = try Preflight(LibraryStore().inspection(histories: [late])).run(freeSpace: nil)
    #expect(refused.verdict == .found)
  }

  @Test func noWayIsAFindingWithCoreDatasCode() throws {
    var other = LibraryStore.model
    other["Author"].attributes.append(Attribute(name: "age", type: .integer16, isOptional: true))
    other.name = "Library 0"
    var next = other
    next.name = "Library 9"
    next["Author"].attributes.append(Attribute(name: "rank", type: .integer16, isOptional: true))
    let history = SchemaHistory(
      name: "Plan", versions: [other, next],
      stages: [.init(from: "Library 0", to: "Library 9", kind: .lightweight)], isOrdered: true)
    let result = try Preflight(LibraryStore().inspection(histories: [history])).run(freeSpace: nil)
    #expect(result.findings.map(\.rule) == ["no-migration-path"])
    #expect(result.findings[0].message.contains("134504"))
  }

  @Test func tooLittleSpaceIsNamed() throws {
    let history = LibraryStore.plan(
      [.lightweight],
      [
        {
          $0["Author"].attributes[1].isOptional = true
          $0["Author"].hashModifier = "2"
        }
      ])
    let inspection = try LibraryStore().inspection(histories: [history])
    let result = try Preflight(inspection).run(freeSpace: 1000)
    #expect(result.findings.map(\.rule) == ["not-enough-space"])
    #expect(try Preflight(inspection).run(freeSpace: 1 << 30).findings.isEmpty)
  }

  /// Everything at once, with two constraints on one table: still two passes at most.
  @Test func noTableIsReadMoreThanTwice() throws {
    let history = LibraryStore.plan(
      [.lightweight, .lightweight],
      [
        { model in
          model["Media"].change("isNew") { $0.isOptional = false }
          model["Media"].change("rating") { $0.type = .boolean }
          model["Media"].uniquenessConstraints = [["rating"]]
          model["Author"].uniquenessConstraints = [["name"], ["uid"]]
        },
        { model in
          model["Book"].uniquenessConstraints = [["price"], ["title"]]
          model["Shelf"].attributes.append(Attribute(name: "color", type: .string))
          model["Author"].change("uid") { $0.isOptional = false }
        },
      ])
    let store = try LibraryStore()
    try store.run(["UPDATE ZREADER SET ZFAVORITE = 77"])
    let inspection = try store.inspection(histories: [history], showsValues: true)
    var statements: [String] = []
    inspection.store.connection.onStatement { statements.append($0.sql) }
    let result = try Preflight(inspection).run(freeSpace: nil)
    inspection.store.connection.onStatement(nil)
    #expect(Set(result.findings.map(\.rule)).count >= 4)

    let other = try StoreFile.open(path: store.path).connection
    var passes: [String: Int] = [:]
    // The highest key is found at the end of a table, without reading it.
    for statement in statements
    where statement.hasPrefix("SELECT") && !statement.hasPrefix("SELECT max(Z_PK)") {
      for table in inspection.store.existingTables.columns.keys {
        guard statement.contains("main.\"\(table)\"") else { continue }
        let plan = try other.rows("EXPLAIN QUERY PLAN " + statement)
        let scans = plan.compactMap { $0.last?.text }.filter {
          $0.hasPrefix("SCAN t") || $0.hasPrefix("SCAN \(table)")
        }
        // Rows of other tables are looked up by key, under the name d.
        let isOuter = statement.contains("main.\"\(table)\" AS t ") || !statement.contains(" AS t ")
        if !scans.isEmpty, isOuter { passes[table, default: 0] += 1 }
      }
    }
    #expect(passes["ZMEDIA"] == 2, "\(passes)")
    #expect(passes["ZAUTHOR"] == 2, "\(passes)")
    #expect(passes["ZREADER"] == 1, "\(passes)")
    #expect(passes.values.allSatisfy { $0 <= 2 }, "\(passes)")
  }
}

extension DataModel {
  fileprivate subscript(name: String) -> Entity {
    get { entity(named: name) ?? Entity(name: name) }
    set {
      guard let index = entities.firstIndex(where: { $0.name == name }) else { return }
      entities[index] = newValue
    }
  }
}

extension Entity {
  fileprivate mutating func change(_ name: String, _ edit: (inout Attribute) -> Void) {
    guard let index = attributes.firstIndex(where: { $0.name == name }) else { return }
    edit(&attributes[index])
  }

  fileprivate mutating func relate(_ name: String, _ edit: (inout Relationship) -> Void) {
    guard let index = relationships.firstIndex(where: { $0.name == name }) else { return }
    edit(&relationships[index])
  }
}
