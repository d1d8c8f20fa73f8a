import StoreEngine
import StoreModel
import Testing

/// One row of the decision table: two models and the one difference they must give.
private struct Row: Sendable, CustomTestStringConvertible {
  var name: String
  var old: [Entity]
  var new: [Entity]
  var expected: [Expected]
  var testDescription: String { name }

  struct Expected: Sendable, Equatable {
    var path: String
    var change: ModelDifference.Change
    var migration: MigrationConsequence
    var isCertain: Bool
    var affectsHash: Bool
  }

  init(_ name: String, _ old: [Entity], _ new: [Entity], _ expected: Expected...) {
    self.name = name
    self.old = old
    self.new = new
    self.expected = expected
  }

  /// A row about one property of the entity `Note`.
  init(_ name: String, _ old: Attribute?, _ new: Attribute?, _ expected: Expected...) {
    self.init(name, [note(old)], [note(new)])
    self.expected = expected
  }

  init(_ name: String, _ old: Relationship?, _ new: Relationship?, _ expected: Expected...) {
    self.init(name, [note(old), tag], [note(new), tag])
    self.expected = expected
  }
}

private func expect(
  _ path: String, _ change: ModelDifference.Change,
  _ migration: MigrationConsequence = .lightweight,
  certain: Bool = true, hash: Bool = true
) -> Row.Expected {
  Row.Expected(
    path: path, change: change, migration: migration, isCertain: certain, affectsHash: hash)
}

private let tag = Entity(name: "Tag", attributes: [Attribute(name: "label", type: .string)])

private func note(_ attribute: Attribute?) -> Entity {
  Entity(
    name: "Note",
    attributes: [Attribute(name: "title", type: .string)] + (attribute.map { [$0] } ?? []))
}

private func note(_ relationship: Relationship?) -> Entity {
  Entity(
    name: "Note", attributes: [Attribute(name: "title", type: .string)],
    relationships: relationship.map { [$0] } ?? [])
}

private func note(
  unique: [[String]] = [], indexes: [FetchIndex] = [], modifier: String? = nil,
  abstract: Bool = false, parent: String? = nil
) -> Entity {
  Entity(
    name: "Note", superentity: parent, isAbstract: abstract,
    attributes: [
      Attribute(name: "title", type: .string), Attribute(name: "number", type: .integer64),
    ], uniquenessConstraints: unique, fetchIndexes: indexes, hashModifier: modifier)
}

private func value(
  _ type: AttributeType, optional: Bool = false, value: DefaultValue? = nil
) -> Attribute {
  Attribute(name: "body", type: type, isOptional: optional, defaultValue: value)
}

private func toOne(optional: Bool = true, _ change: (inout Relationship) -> Void = { _ in })
  -> Relationship
{
  var relationship = Relationship(name: "tag", destination: "Tag", isOptional: optional)
  change(&relationship)
  return relationship
}

private func toMany(optional: Bool = true, _ change: (inout Relationship) -> Void = { _ in })
  -> Relationship
{
  var relationship = Relationship(
    name: "tag", destination: "Tag", maxCount: 0, isOptional: optional)
  change(&relationship)
  return relationship
}

private func address(_ fields: [Attribute], optional: Bool = false) -> Attribute {
  Attribute(name: "body", type: .composite, isOptional: optional, elements: fields)
}

private let street = Attribute(name: "street", type: .string)

private let attributeRows: [Row] = [
  Row("nothing", value(.string), value(.string)),
  Row("add optional", nil, value(.string, optional: true), expect("Note.body", .attributeAdded)),
  Row(
    "add required with default", nil, value(.string, value: .string("")),
    expect("Note.body", .attributeAdded)),
  Row(
    "add required without default", nil, value(.string),
    expect("Note.body", .attributeAdded, .dataDependent, certain: false)),
  Row("remove", value(.string), nil, expect("Note.body", .attributeRemoved)),
  Row(
    "rename", Attribute(name: "text", type: .string),
    Attribute(name: "body", type: .string, renamingIdentifier: "text"),
    expect("Note.body", .attributeRenamed)),
  Row(
    "rename, without identifier", Attribute(name: "text", type: .string, isOptional: true),
    Attribute(name: "body", type: .string, isOptional: true),
    expect("Note.body", .attributeAdded), expect("Note.text", .attributeRemoved)),
  Row(
    "rename twice, by the canonical name",
    Attribute(name: "text", type: .string, renamingIdentifier: "words"),
    Attribute(name: "body", type: .string, renamingIdentifier: "words"),
    expect("Note.body", .attributeRenamed)),
  Row(
    "become optional", value(.string), value(.string, optional: true),
    expect("Note.body", .optionalityChanged)),
  Row(
    "become required with default", value(.string, optional: true, value: .string("")),
    value(.string, value: .string("")), expect("Note.body", .optionalityChanged)),
  Row(
    "become required without default", value(.string, optional: true), value(.string),
    expect("Note.body", .optionalityChanged, .dataDependent, certain: false)),
  Row(
    "within the numeric family", value(.integer16), value(.double),
    expect("Note.body", .typeChanged, certain: false)),
  Row(
    "Boolean to number", value(.boolean), value(.decimal),
    expect("Note.body", .typeChanged, certain: false)),
  Row(
    "Int to String", value(.integer64), value(.string),
    expect("Note.body", .typeChanged, .custom, certain: false)),
  Row(
    "Date to Double", value(.date), value(.double),
    expect("Note.body", .typeChanged, .custom, certain: false)),
  Row(
    "String to enum", value(.string, optional: true),
    address([Attribute(name: "body", type: .string, isOptional: true)], optional: true),
    expect("Note.body", .typeChanged, .custom, certain: false)),
  Row(
    "Transformable to Codable", value(.transformable), value(AttributeType(rawValue: 2200)),
    expect("Note.body", .typeChanged, certain: false)),
  Row(
    "Transformable to Binary", value(.transformable), value(.binary),
    expect("Note.body", .typeChanged, .custom, certain: false)),
  Row(
    "Transformable to Binary, allowed", value(.transformable),
    Attribute(
      name: "body", type: .binary, userInfo: ["NSMigrationAllowTypeTransformation": "YES"]),
    expect("Note.body", .typeChanged, certain: false)),
  Row(
    "inline to external", value(.binary),
    Attribute(name: "body", type: .binary, allowsExternalStorage: true),
    expect("Note.body", .storageChanged, certain: false)),
  Row(
    "external to inline", Attribute(name: "body", type: .binary, allowsExternalStorage: true),
    value(.binary), expect("Note.body", .storageChanged, .custom, certain: false)),
  Row(
    "default", value(.integer64, value: .integer(0)), value(.integer64, value: .integer(1)),
    expect("Note.body", .defaultChanged, hash: false)),
  Row(
    "the same default, written in another way", value(.boolean, value: .boolean(false)),
    value(.boolean, value: .integer(0))),
  Row(
    "hash modifier", value(.string), Attribute(name: "body", type: .string, hashModifier: "2"),
    expect("Note.body", .hashModifierChanged)),
  Row(
    "transient on both sides", Attribute(name: "body", type: .string, isTransient: true),
    Attribute(name: "body", type: .date, isTransient: true)),
  Row(
    "become transient", value(.string), Attribute(name: "body", type: .string, isTransient: true),
    expect("Note.body", .attributeRemoved)),
  Row(
    "preserved on deletion", value(.string),
    Attribute(name: "body", type: .string, preservesValueOnDeletion: true),
    expect("Note.body", .storageChanged)),
]

private let compositeRows: [Row] = [
  Row(
    "add an optional field", address([street]),
    address([street, Attribute(name: "city", type: .string, isOptional: true)]),
    expect("Note.body.city", .attributeAdded, certain: false)),
  Row(
    "add a required field", address([street]),
    address([street, Attribute(name: "city", type: .string)]),
    expect("Note.body.city", .attributeAdded, .dataDependent, certain: false)),
  Row(
    "remove a field", address([street, Attribute(name: "city", type: .string)]), address([street]),
    expect("Note.body.city", .attributeRemoved)),
  Row(
    "retype a field", address([street]), address([Attribute(name: "street", type: .date)]),
    expect("Note.body.street", .typeChanged, .custom, certain: false)),
  Row(
    "add an enum", nil,
    address([Attribute(name: "body", type: .string, isOptional: true)]),
    expect("Note.body", .attributeAdded, .dataDependent, certain: false)),
  Row(
    "add an optional struct", nil,
    address([Attribute(name: "street", type: .string, isOptional: true)], optional: true),
    expect("Note.body", .attributeAdded)),
]

private let relationshipRows: [Row] = [
  Row("add optional to-one", nil, toOne(), expect("Note.tag", .relationshipAdded)),
  Row("add to-many", nil, toMany(optional: false), expect("Note.tag", .relationshipAdded)),
  Row(
    "add required to-one", nil, toOne(optional: false),
    expect("Note.tag", .relationshipAdded, .dataDependent, certain: false)),
  Row(
    "add required to-many with a minimum", nil, toMany(optional: false) { $0.minCount = 1 },
    expect("Note.tag", .relationshipAdded, .dataDependent, certain: false)),
  Row("remove", toOne(), nil, expect("Note.tag", .relationshipRemoved)),
  Row(
    "rename", toOne { $0.name = "label" }, toOne { $0.renamingIdentifier = "label" },
    expect("Note.tag", .relationshipRenamed)),
  Row("to-one to to-many", toOne(), toMany(), expect("Note.tag", .cardinalityChanged)),
  Row(
    "to-many to to-one", toMany(), toOne(),
    expect("Note.tag", .cardinalityChanged, .custom, certain: false)),
  Row(
    "maximum", toMany(), toMany { $0.maxCount = 5 },
    expect("Note.tag", .cardinalityChanged, certain: false)),
  Row(
    "ordered", toMany(), toMany { $0.isOrdered = true }, expect("Note.tag", .orderedChanged)),
  Row(
    "unordered", toMany { $0.isOrdered = true }, toMany(), expect("Note.tag", .orderedChanged)),
  Row(
    "become required to-one", toOne(), toOne(optional: false),
    expect("Note.tag", .optionalityChanged, .dataDependent, certain: false)),
  Row(
    "become required to-many", toMany(), toMany(optional: false),
    expect("Note.tag", .optionalityChanged, certain: false)),
  Row(
    "delete rule", toOne(), toOne { $0.deleteRule = .cascade },
    expect("Note.tag", .deleteRuleChanged, hash: false)),
  Row(
    "inverse", toOne(), toOne { $0.inverse = "notes" },
    expect("Note.tag", .inverseChanged, certain: false)),
  Row(
    "destination", toOne(), toOne { $0.destination = "Note" },
    expect("Note.tag", .destinationChanged, .custom, certain: false)),
  Row(
    "hash modifier", toOne(), toOne { $0.hashModifier = "2" },
    expect("Note.tag", .hashModifierChanged)),
]

private let base = Entity(name: "Base")

private let entityRows: [Row] = [
  Row("add entity", [], [tag], expect("Tag", .entityAdded)),
  Row("remove entity", [tag], [], expect("Tag", .entityRemoved)),
  Row(
    "rename entity", [tag],
    [
      Entity(
        name: "Label", attributes: [Attribute(name: "label", type: .string)],
        renamingIdentifier: "Tag")
    ],
    expect("Label", .entityRenamed)),
  Row(
    "rename a SwiftData class", [tag],
    [Entity(name: "Label", attributes: [Attribute(name: "label", type: .string)])],
    expect("Label", .entityAdded), expect("Tag", .entityRemoved)),
  Row(
    "add uniqueness", [note()], [note(unique: [["title"]])],
    expect("Note", .uniquenessChanged, .dataDependent)),
  Row(
    "remove uniqueness", [note(unique: [["title"]])], [note()], expect("Note", .uniquenessChanged)),
  Row(
    "widen uniqueness", [note(unique: [["title"]])], [note(unique: [["title", "number"]])],
    expect("Note", .uniquenessChanged)),
  Row(
    "reorder uniqueness", [note(unique: [["title", "number"]])],
    [note(unique: [["number", "title"]])], expect("Note", .uniquenessChanged)),
  Row(
    "index", [note()],
    [note(indexes: [FetchIndex(name: "i", elements: [.init(property: "title")])])],
    expect("Note", .indexChanged, hash: false)),
  Row("hash modifier", [note()], [note(modifier: "2")], expect("Note", .hashModifierChanged)),
  Row(
    "become abstract", [note()], [note(abstract: true)],
    expect("Note", .abstractChanged, .dataDependent, certain: false)),
  Row(
    "become concrete", [note(abstract: true)], [note()],
    expect("Note", .abstractChanged, certain: false)),
  Row(
    "get a new parent", [note()], [base, note(parent: "Base")], expect("Base", .entityAdded),
    expect("Note", .superentityChanged)),
  Row(
    "leave a hierarchy", [base, note(parent: "Base")], [base, note()],
    expect("Note", .superentityChanged)),
  Row(
    "go below an existing entity", [base, note()], [base, note(parent: "Base")],
    expect("Note", .superentityChanged, certain: false)),
  Row(
    "merge two hierarchies", [note(), tag],
    [
      base, note(parent: "Base"),
      Entity(
        name: "Tag", superentity: "Base", attributes: [Attribute(name: "label", type: .string)]),
    ],
    expect("Base", .entityAdded), expect("Note", .superentityChanged, .custom),
    expect("Tag", .superentityChanged, .custom)),
  Row(
    "attribute to relationship", [note(value(.string)), tag],
    [
      Entity(
        name: "Note", attributes: [Attribute(name: "title", type: .string)],
        relationships: [Relationship(name: "body", destination: "Tag", isOptional: true)]), tag,
    ],
    expect("Note.body", .typeChanged, .custom, certain: false)),
  Row(
    "renamed destination is no other destination", [note(toOne()), tag],
    [
      note(toOne { $0.destination = "Label" }),
      Entity(
        name: "Label", attributes: [Attribute(name: "label", type: .string)],
        renamingIdentifier: "Tag"),
    ],
    expect("Label", .entityRenamed), expect("Note.tag", .destinationChanged)),
  Row(
    "duplicate renaming identifier", [note(value(.string))],
    [
      Entity(
        name: "Note",
        attributes: [
          Attribute(name: "title", type: .string), Attribute(name: "body", type: .string),
          Attribute(name: "text", type: .string, isOptional: true, renamingIdentifier: "body"),
        ])
    ],
    expect("Note.body", .attributeRenamed, .impossible, hash: false),
    expect("Note.text", .attributeAdded)),
]

@Suite struct DecisionTableTests {
  @Test(arguments: attributeRows + compositeRows + relationshipRows + entityRows)
  fileprivate func row(_ row: Row) {
    let old = DataModel(name: "1", entities: row.old, source: .xcodeModel)
    let new = DataModel(name: "2", entities: row.new, source: .xcodeModel)
    let found = ModelDiff.differences(from: old, to: new)
    let summary = found.map {
      Row.Expected(
        path: $0.path, change: $0.change, migration: $0.migration,
        isCertain: $0.certainty == .certain, affectsHash: $0.affectsHash)
    }
    #expect(summary == row.expected)
    #expect(found.allSatisfy { !$0.why.isEmpty })
  }

  /// What a difference says about the hash is true of the hash.
  @Test(arguments: attributeRows + compositeRows + relationshipRows + entityRows)
  fileprivate func hashEffect(_ row: Row) {
    let old = DataModel(name: "1", entities: row.old, source: .xcodeModel)
    let new = DataModel(name: "2", entities: row.new, source: .xcodeModel)
    let differences = ModelDiff.differences(from: old, to: new)
    #expect(
      differences.changesHashes == (ModelHashes(of: old).checksum != ModelHashes(of: new).checksum))
  }
}
