import ErrorCatalog
import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import StoreDoctor

@Suite struct CaseCheckTests {
  private static func note(_ attributes: [Attribute], unique: [[String]] = []) -> Entity {
    Entity(name: "Note", attributes: attributes, uniquenessConstraints: unique)
  }

  private static let title = Attribute(name: "title", type: .string, isOptional: true)
  private static let first = DataModel(
    name: "V1", versionIdentifiers: ["1.0.0"],
    entities: [note([title]), Entity(name: "Tag", attributes: [title])], source: .swift)
  private static let second = DataModel(
    name: "V2", versionIdentifiers: ["2.0.0"],
    entities: [
      note([title, Attribute(name: "stars", type: .integer64)], unique: [["title"]]),
      Entity(name: "Tag", attributes: [title]),
    ], source: .swift)
  private static let plan = SchemaHistory(
    name: "Plan", versions: [first, second], isOrdered: true)

  private func facts(storeModel: DataModel?, nulls: Int? = nil) -> CaseFacts {
    guard let storeModel else { return CaseFacts(histories: [Self.plan]) }
    let hashes = ModelHashes(of: storeModel)
    return CaseFacts(
      store: CaseStore(
        name: "notes.store",
        schema: StoreSchema(
          entityHashes: hashes.entities, checksum: hashes.checksum, model: storeModel),
        columns: { $0 == "ZNOTE" ? ["Z_PK", "ZTITLE"] : nil },
        countNulls: { _, _ in nulls }, countRows: { _ in 3 }, countDuplicates: { _, _ in 1 }),
      histories: [Self.plan])
  }

  private func dump(of model: DataModel, cut: Bool) -> String {
    let hashes = ModelHashes(of: model)
    let rows = hashes.entities.map { name, hash in
      cut
        ? "\(name) = {length = 32, bytes = 0x\(hash.hex.prefix(16)) ... \(hash.hex.suffix(8)) };"
        : "\(name) = <\(hash.hex)>;"
    }
    return """
      Error Domain=NSCocoaErrorDomain Code=134100 "The managed object model version used to open \
      the persistent store is incompatible with the one that was used to create the persistent \
      store." UserInfo={metadata={
          NSStoreModelVersionHashes = {
              \(rows.joined(separator: "\n        "))
          };
      }, reason=The model used to open the store is incompatible with the one used to create the \
      store}
      """
  }

  private func texts(_ text: String) -> [String] {
    CaseCheck(CaseFacts(histories: [Self.plan])).versionFindings(
      printed: ErrorText(text).metadata
    ).map(\.text)
  }

  /// A quoted log often begins in the middle of the list of hashes, or ends there.
  @Test(arguments: [true, false])
  func aPartOfTheHashesIsNotTakenForTheWholeStore(_ beginsInside: Bool) throws {
    let tag = try #require(ModelHashes(of: Self.first).entities["Tag"])
    let text =
      beginsInside
      ? """
            "Tag" = {length = 32, bytes = 0x\(tag.hex.prefix(32)) ... \(tag.hex.suffix(16)) };
        };
        NSStoreModelVersionHashesVersion = 3;
        NSStoreModelVersionIdentifiers =     ( "2.0.0" );
        NSStoreType = SQLite;
      """ : "metadata={\n    NSStoreModelVersionHashes =     {\n        Tag = <\(tag.hex)>;\n"
    let found = texts(text)
    #expect(found.contains { $0.contains("prints only a part of the store's hashes") }, "\(found)")
    #expect(found.contains { $0.contains("is that of 'V1' (1.0.0), 'V2' (2.0.0)") }, "\(found)")
    #expect(!found.contains { $0.contains("nearest is") }, "\(found)")
  }

  /// The digest is of all hashes: it names the version where only a part is printed, and shows that a list
  /// is not whole.
  @Test func theDigestTellsOfHashesThatAreNotPrinted() throws {
    let hashes = ModelHashes(of: Self.second)
    let tag = try #require(hashes.entities["Tag"])
    func text(_ digest: String) -> String {
      "NSStoreModelVersionHashes = { Tag = <\(tag.hex)>; };\n"
        + "NSStoreModelVersionHashesDigest = \"\(digest)\";"
    }
    let named = texts(text(try #require(hashes.digest)))
    #expect(named.first == "the store the text tells of (line 1) has version 'V2' (2.0.0)")
    let other = texts(text(ModelHashes.digest(of: ["Tag": tag, "Other": tag])))
    #expect(other.contains { $0.contains("their digest is that of others or more") }, "\(other)")
    #expect(
      other.contains { $0.contains("no version of 'Plan' by itself has the digest") }, "\(other)")
  }

  /// What names things that are not there is not about this store.
  @Test func errorsOfOtherStoresAreToldApart() {
    func ending(_ text: String) -> [String] {
      Explainer.explain(text: text, case: facts(storeModel: Self.first)).answers.first?.findings
        .map(\.text) ?? []
    }
    let dump = "Error Domain=NSCocoaErrorDomain Code=1570 UserInfo={NSValidationErrorKey=title, "
    #expect(
      ending("\(dump)NSValidationErrorObject=<A: 0x1> (entity: Invoice; id: 0x1)}")
        .contains { $0.contains("of another store or app") })
    #expect(
      !ending("\(dump)NSValidationErrorObject=<A: 0x1> (entity: Note; id: 0x1)}")
        .contains { $0.contains("another store") })
    #expect(ending("no such table: ZNOTE").contains { $0.contains("of another file") })
    #expect(!ending("no such table: ZTAG").contains { $0.contains("of another file") })
  }

  @Test func printedHashesNameTheirVersion() {
    for (cut, certainty) in [(false, true), (true, false)] {
      let result = Explainer.explain(
        text: dump(of: Self.first, cut: cut), case: facts(storeModel: nil))
      #expect(
        result.findings.dropFirst().first?.text
          == "the models' current version is 'V2' (2.0.0), so the store has to be migrated first")
      #expect(result.findings.first?.text.contains("has version 'V1' (1.0.0)") == true)
      #expect((result.findings.first?.certainty == .certain) == certainty)
    }
  }

  @Test func unmatchedStoreNamesTheNearestVersion() {
    var odd = Self.first
    odd.entities[0].attributes.append(Attribute(name: "extra", type: .date, isOptional: true))
    let result = Explainer.explain(text: "134504", case: facts(storeModel: odd))
    let texts = result.findings.map(\.text)
    #expect(
      texts.first?.hasPrefix(
        "'notes.store' matches no version of 'Plan'; nearest is 'V1' (1.0.0), which no longer has "
          + "'Note.extra'") == true)
    #expect(texts.dropFirst().first?.hasPrefix("what to do: ") == true)
    #expect(texts.contains("nearest is 'V1' (1.0.0): 'Note' differs, 1 equal"))
    #expect(texts.last?.hasPrefix("Note.extra: attribute removed, lightweight: ") == true)
  }

  @Test func textAndStoreAreCompared() {
    let same = Explainer.explain(
      text: dump(of: Self.first, cut: false), case: facts(storeModel: Self.first))
    #expect(same.findings.first?.text == "the hashes in the text are those of 'notes.store'")
    let other = Explainer.explain(
      text: dump(of: Self.second, cut: false), case: facts(storeModel: Self.first))
    #expect(other.findings.first?.text.contains("does not have the hashes") == true)
  }

  @Test func mandatoryAttributeIsLookedUp() {
    let text = """
      Cannot migrate store in-place: Validation error missing attribute values on mandatory \
      destination attribute (entity=Note, attribute=stars)
      """
    let findings = Explainer.explain(text: text, case: facts(storeModel: Self.first))
      .answers.first?.findings.map(\.text)
    #expect(findings?.contains("'notes.store' has no property 'Note.stars'") == true)
    #expect(
      findings?.contains("in 'V2' (2.0.0), 'Note.stars' is required, Integer 64, without a default")
        == true)
    #expect(
      findings?.contains(
        "the version before, 'V1' (1.0.0), does not have 'Note.stars'") == true)
    #expect(
      findings?.contains(
        "'Note.stars' is new and required in 'V2' (2.0.0) and has no default; "
          + "3 rows of the store have no value") == true)
  }

  /// An error that says only that a migration failed is told what can have made it fail in this store.
  @Test func aFailedMigrationIsToldWhatStandsInItsWay() {
    func findings(_ target: DataModel) -> [String] {
      var facts = facts(storeModel: Self.first)
      facts.histories[0].versions[1] = target
      let result = Explainer.explain(text: "134110", case: facts)
      return result.answers.first { $0.explanation?.id == "cocoa-134110" }?.findings.map(\.text)
        ?? []
    }
    let found = findings(Self.second)
    #expect(found.contains { $0.contains("'Note.stars' is new and required") }, "\(found)")
    #expect(found.contains { $0.contains("1 value occurs in several rows") }, "\(found)")
    var sound = Self.second
    sound.entities[0] = Self.note([
      Self.title, Attribute(name: "n", type: .string, isOptional: true),
    ])
    #expect(findings(sound) == [])
  }

  @Test func duplicatesAreCounted() {
    let result = Explainer.explain(text: "134111", case: facts(storeModel: Self.first))
    #expect(
      result.answers.first?.findings.map(\.text) == [
        "'V2' (2.0.0) newly demands unique 'title' of 'Note'; 1 value occurs in several rows"
      ])
  }

  @Test func missingTableIsNamed() {
    let findings = Explainer.explain(
      text: "no such table: ZTAG", case: facts(storeModel: Self.first)
    ).answers.first?.findings.map(\.text)
    #expect(findings?.first == "'notes.store' has no table 'ZTAG'")
    #expect(findings?.contains("'ZTAG' belongs to entity 'Tag' of 'V2' (2.0.0)") == true)
  }

  @Test func equalVersionsAreFound() {
    var copy = Self.first
    copy.name = "V1b"
    let facts = CaseFacts(
      histories: [SchemaHistory(name: "P", versions: [Self.first, copy], isOrdered: true)])
    let answer = Explainer.explain(text: "Duplicate version checksums detected", case: facts)
      .answers.first
    #expect(answer?.findings.first?.text.contains("have the same checksum") == true)
  }

  // MARK: - CloudKit

  private static func model(
    _ attribute: Attribute? = nil, _ relationship: Relationship? = nil, unique: [[String]] = [],
    configurations: [String: [String]] = [:]
  ) -> DataModel {
    let entity = Entity(
      name: "Note", attributes: attribute.map { [$0] } ?? [],
      relationships: relationship.map { [$0] } ?? [], uniquenessConstraints: unique)
    return DataModel(
      name: "M", entities: [entity, Entity(name: "Tag")], configurations: configurations,
      source: .swift)
  }

  private static func link(_ change: (inout Relationship) -> Void) -> Relationship {
    var link = Relationship(name: "tag", destination: "Tag", inverse: "note", isOptional: true)
    change(&link)
    return link
  }

  private static let broken: [(rule: String, model: DataModel, configuration: String?)] = [
    ("ck-attributes-optional-or-default", model(Attribute(name: "a", type: .string)), nil),
    ("ck-relationships-optional", model(nil, link { $0.isOptional = false }), nil),
    ("ck-relationships-inverse", model(nil, link { $0.inverse = nil }), nil),
    ("ck-unique-constraints", model(unique: [["a"]]), nil),
    ("ck-ordered-relationships", model(nil, link { $0.isOrdered = true }), nil),
    ("ck-delete-rule-deny", model(nil, link { $0.deleteRule = .deny }), nil),
    (
      "ck-unsupported-attribute-type",
      model(Attribute(name: "a", type: .objectID, isOptional: true)), nil
    ),
    (
      "ck-value-transformers",
      model(
        Attribute(
          name: "a", type: .transformable, isOptional: true, valueTransformerName: "Colour")), nil
    ),
    (
      "ck-relationship-outside-configuration",
      model(nil, link { _ in }, configurations: ["Cloud": ["Note"]]), "Cloud"
    ),
    (
      "ck-ignored-property-invalid",
      model(nil, link { $0.userInfo = ["NSCloudKitMirroringDelegateIgnoredPropertyKey": "1"] }), nil
    ),
    (
      "ck-encrypted-invalid",
      model(
        nil, link { $0.userInfo = ["NSPersistentCloudKitContainerEncryptedAttributeKey": "1"] }),
      nil
    ),
    ("ck-configuration-missing-or-empty", model(), "Cloud"),
  ]

  @Test func cloudKitRulesFindTheirBreaches() {
    #expect(Self.broken.map(\.rule) == CloudKitRules.ids)
    for (rule, model, configuration) in Self.broken {
      let found = CloudKitRules.violations(in: model, configuration: configuration)
      #expect(found.map(\.rule) == [rule])
      #expect(ExplanationCatalog.explanation(id: rule) != nil)
    }
    #expect(CloudKitRules.violations(in: Self.first).isEmpty)
    #expect(
      CloudKitRules.violations(in: Self.model(nil, Self.link { $0.deleteRule = .noAction }))
        .isEmpty)
  }

  @Test func cloudKitErrorNamesTheProperties() {
    let result = Explainer.explain(
      text: "CloudKit integration does not support unique constraints.",
      case: facts(storeModel: nil))
    #expect(
      result.answers.first?.findings.map(\.text) == [
        "in 'V2' (2.0.0), 'Note' demands unique 'title'"
      ])
  }

  /// The beginning of the key path is looked for in the entity the message names.
  @Test func aKeyPathIsLookedForInTheModels() {
    let text = "reason: 'keypath folder.name not found in entity Note'"
    let answer = Explainer.explain(text: text, case: facts(storeModel: Self.second)).answers[0]
    #expect(answer.findings.map(\.text).contains("'notes.store' has no property 'Note.folder'"))
    let known = "keypath title.length not found in entity <NSSQLEntity Note id=1>"
    let texts = Explainer.explain(text: known, case: facts(storeModel: Self.second)).answers[0]
      .findings.map(\.text)
    #expect(texts.contains { $0.hasPrefix("in 'notes.store', 'Note.title' is optional") })
  }

  /// What a statement misses is told from the store's tables, with or without models.
  @Test func aColumnIsLookedForInAllTables() {
    var facts = facts(storeModel: Self.second)
    facts.store?.schema.tables = ExistingTables([("ZNOTE", ["Z_PK", "ZTITLE"])])
    func texts(_ column: String) -> [String] {
      Explainer.explain(text: "SQLite error code:1, 'no such column: t0.\(column)'", case: facts)
        .answers[0].findings.map(\.text)
    }
    #expect(texts("ZGONE").contains("no table of 'notes.store' has a column 'ZGONE'"))
    #expect(texts("ZTITLE").contains("'ZTITLE' is a column of 'ZNOTE' in 'notes.store'"))
  }

  /// A table that is not there is a question of the store's version too.
  @Test func aMissingTableAsksForTheVersion() {
    let result = Explainer.explain(
      text: "SQLite error code:1, 'no such table: ZGONE'", case: facts(storeModel: Self.first))
    #expect(result.findings.contains { $0.text.hasPrefix("'notes.store' has version 'V1'") })
  }

  /// Without models the store's own says what has to be unique.
  @Test func uniquenessIsAskedOfTheStoreAlone() {
    var facts = facts(storeModel: Self.second)
    facts.histories = []
    let texts = Explainer.explain(text: "UNIQUE constraint failed: ZNOTE.ZTITLE", case: facts)
      .answers[0].findings.map(\.text)
    #expect(
      texts.contains(
        "'notes.store' demands unique 'title' of 'Note'; 1 value occurs in several rows"),
      "\(texts)")
  }

  @Test func aTableIsNamedWithItsDatabase() {
    let result = Explainer.explain(
      text: "SQLite error code:1, 'no such table: main.ZGONE'", case: facts(storeModel: Self.first))
    #expect(result.answers[0].explanation?.id == "sqlite-no-such-table")
    #expect(result.answers[0].findings.contains { $0.text.contains("'ZGONE'") })
  }

  @Test func versionsThatListOneClassAreSaidOnce() throws {
    let fixture = try DiagnoseFixture()
    let models = """
      import SwiftData
      @Model final class Note { var title = "" }
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
      }
      """
    try models.write(toFile: fixture.path("Small.swift"), atomically: true, encoding: .utf8)
    let text = try fixture.commands.run(
      "explain \"no such table: ZNOTE\" --model {dir}/Small.swift")
    let lines = text.split(separator: "\n").filter { $0.contains("'ZNOTE' belongs to") }
    #expect(lines.count == 1, "\(text)")
    #expect(lines.first?.contains("of 'V1' (1.0.0) and another version") == true)
  }

  /// A table of no entity is another app's.
  @Test func aTableOfNoEntityIsOfAnotherStore() {
    func texts(_ table: String) -> [String] {
      Explainer.explain(
        text: "SQLite error code:1, 'no such table: \(table)'", case: facts(storeModel: Self.second)
      ).answers[0].findings.map(\.text)
    }
    #expect(texts("ZHABIT").contains { $0.hasSuffix("this error is of another store or app") })
    for own in ["ZTAG", "Z_1TAGS", "Z_PRIMARYKEY", "ACHANGE"] {
      #expect(!texts(own).contains { $0.hasSuffix("another store or app") }, "\(own)")
    }
  }

  /// Models that do not say which version is current leave the question to whoever knows the app.
  @Test func withoutACurrentVersionTheQuestionIsSaid() {
    var facts = facts(storeModel: Self.first)
    facts.histories = [
      SchemaHistory(name: "Notes", versions: [Self.first, Self.second], isOrdered: false)
    ]
    let texts = Explainer.explain(
      text: "Error Domain=NSCocoaErrorDomain Code=134100 \"x\"", case: facts
    ).findings.map(\.text)
    #expect(texts.contains { $0.hasPrefix("which of the 2 versions the app has") }, "\(texts)")
    #expect(texts.contains { $0.contains("--to VERSION") })
  }
}
