import StoreModel
import TestSupport

/// Models for the tests of this folder.
enum LayoutModels {
  /// Folder, Note and Tag: the worked example of the format facts.
  static let notes = DataModel(
    name: "Notes", versionIdentifiers: ["1.0.0"],
    entities: [
      Entity(
        name: "Folder", attributes: [Attribute(name: "name", type: .string, isOptional: true)],
        relationships: [
          Relationship(
            name: "notes", destination: "Note", inverse: "folder", maxCount: 0, isOrdered: true,
            isOptional: true)
        ]),
      Entity(
        name: "Note",
        attributes: [
          Attribute(name: "title", type: .string, isOptional: true),
          Attribute(name: "created", type: .date, isOptional: true),
          Attribute(name: "pinned", type: .boolean),
          Attribute(name: "uid", type: .uuid, isOptional: true),
        ],
        relationships: [
          Relationship(name: "folder", destination: "Folder", inverse: "notes", isOptional: true),
          Relationship(name: "tags", destination: "Tag", inverse: "notes", maxCount: 0),
        ]),
      Entity(
        name: "Tag", attributes: [Attribute(name: "name", type: .string)],
        relationships: [
          Relationship(name: "notes", destination: "Note", inverse: "tags", maxCount: 0)
        ], uniquenessConstraints: [["name"]]),
    ], source: .swift)

  /// Every type of attribute and every kind of relationship, with inheritance.
  static let everything = DataModel(
    name: "Everything", versionIdentifiers: ["2.1.0"],
    entities: [
      Entity(
        name: "Media", isAbstract: true,
        attributes: everyType + [
          Attribute(
            name: "state", type: .composite,
            elements: [Attribute(name: "state", type: .string, isOptional: true)],
            userInfo: ["EnumType": "true"]),
          Attribute(
            name: "kind", type: .composite,
            elements: [
              Attribute(name: "studio", type: .string, isOptional: true),
              Attribute(name: "live", type: .string, isOptional: true),
            ], userInfo: ["EnumType": "true"]),
          Attribute(
            name: "author", type: .composite,
            elements: [
              Attribute(name: "id", type: .uuid), Attribute(name: "name", type: .string),
            ]),
          Attribute(name: "id", type: .uuid),
          Attribute(name: "cache", type: .undefined, isTransient: true),
        ],
        relationships: [
          Relationship(name: "owner", destination: "Person", inverse: "media"),
          Relationship(name: "similar", destination: "Media", inverse: "similarTo", maxCount: 0),
          Relationship(name: "similarTo", destination: "Media", inverse: "similar", maxCount: 0),
        ], uniquenessConstraints: [["id"]],
        fetchIndexes: [
          FetchIndex(
            name: "byText",
            elements: [.init(property: "text"), .init(property: "day", isAscending: false)]),
          FetchIndex(name: "byOwner", elements: [.init(property: "owner")]),
        ]),
      Entity(
        name: "Album", superentity: "Media",
        attributes: [Attribute(name: "title", type: .string)],
        relationships: [
          Relationship(
            name: "tracks", destination: "Track", inverse: "album", minCount: 1, maxCount: 0,
            isOrdered: true),
          Relationship(name: "cover", destination: "Cover", inverse: "album", isOptional: true),
        ]),
      Entity(
        name: "Track", superentity: "Media",
        attributes: [Attribute(name: "title", type: .string, isOptional: true)],
        relationships: [
          Relationship(name: "album", destination: "Album", inverse: "tracks", isOptional: true),
          Relationship(
            name: "singers", destination: "Person", inverse: "songs", maxCount: 0, isOrdered: true),
        ]),
      Entity(
        name: "Cover", attributes: [Attribute(name: "url", type: .uri)],
        relationships: [
          Relationship(name: "album", destination: "Album", inverse: "cover", isOptional: true)
        ]),
      Entity(
        name: "Person",
        attributes: [
          Attribute(name: "name", type: .string, preservesValueOnDeletion: true),
          Attribute(
            name: "mediaCount", type: .integer64, isOptional: true, derivation: "count:(media)"),
        ],
        relationships: [
          Relationship(name: "media", destination: "Media", inverse: "owner", maxCount: 0),
          Relationship(name: "songs", destination: "Track", inverse: "singers", maxCount: 0),
          Relationship(name: "spouse", destination: "Person", inverse: "spouse", isOptional: true),
          Relationship(name: "boss", destination: "Person", inverse: "staff", isOptional: true),
          Relationship(name: "staff", destination: "Person", inverse: "boss", maxCount: 0),
          Relationship(name: "badges", destination: "Badge", maxCount: 0),
          Relationship(name: "favorite", destination: "Media", isOptional: true),
        ], uniquenessConstraints: [["name"]]),
      Entity(name: "Badge", attributes: [Attribute(name: "points", type: .integer32)]),
    ], source: .swift)

  private static let everyType: [Attribute] = [
    Attribute(name: "small", type: .integer16, isOptional: true),
    Attribute(name: "medium", type: .integer32), Attribute(name: "large", type: .integer64),
    Attribute(name: "amount", type: .decimal, isOptional: true),
    Attribute(name: "ratio", type: .double), Attribute(name: "gain", type: .float),
    Attribute(name: "text", type: .string, isOptional: true),
    Attribute(name: "flag", type: .boolean), Attribute(name: "day", type: .date),
    Attribute(name: "bytes", type: .binary, isOptional: true),
    Attribute(name: "image", type: .binary, isOptional: true, allowsExternalStorage: true),
    Attribute(name: "link", type: .uri, isOptional: true),
    Attribute(name: "words", type: .transformable, isOptional: true),
  ]

  /// A model made of random parts: inheritance, clashing names, every kind of relationship.
  static func random(seed: UInt64) -> DataModel {
    var random = Seeded(seed)
    let count = 1 + random.below(9)
    let names = (0..<count).map { "\(["Node", "item", "Box", "ZThing", "a"][$0 % 5])\($0)" }
    var entities: [Entity] = []
    for (index, name) in names.enumerated() {
      let parent = index > 0 && random.below(3) == 0 ? names[random.below(index)] : nil
      var attributes: [Attribute] = []
      for number in 0..<random.below(8) {
        attributes.append(
          randomAttribute(
            "\(["value", "Value", "_note", "id", "größe"][number % 5])\(number / 5)", &random))
      }
      entities.append(
        Entity(
          name: name, superentity: parent, isAbstract: random.below(6) == 0,
          attributes: attributes,
          uniquenessConstraints: random.below(3) == 0
            ? attributes.first.map { [[$0.name]] } ?? [] : []))
    }
    for number in 0..<random.below(count * 2) {
      let (from, to) = (random.below(count), random.below(count))
      let (forward, back) = ("link\(number)", "back\(number)")
      let hasInverse = random.below(4) > 0
      let isMany = random.below(2) == 0
      let isBackMany = random.below(2) == 0
      entities[from].relationships.append(
        Relationship(
          name: forward, destination: names[to], inverse: hasInverse ? back : nil,
          maxCount: isMany ? 0 : 1, isOrdered: isMany && random.below(2) == 0, isOptional: true))
      if hasInverse {
        entities[to].relationships.append(
          Relationship(
            name: back, destination: names[from], inverse: forward, maxCount: isBackMany ? 0 : 1,
            isOrdered: isBackMany && random.below(3) == 0, isOptional: true))
      }
    }
    return DataModel(
      name: "Random\(seed)", versionIdentifiers: [""], entities: entities, source: .swift)
  }

  private static func randomAttribute(_ name: String, _ random: inout Seeded) -> Attribute {
    let types: [AttributeType] = [
      .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date,
      .binary, .uuid, .uri, .transformable,
    ]
    let isOptional = random.below(2) == 0
    if random.below(8) == 0 {
      return Attribute(
        name: name, type: .composite, isOptional: isOptional,
        elements: [
          Attribute(name: "id", type: .uuid), Attribute(name: "value0", type: .string),
        ])
    }
    let type = types[random.below(types.count)]
    return Attribute(
      name: name, type: type, isOptional: isOptional,
      allowsExternalStorage: type == .binary && random.below(2) == 0)
  }
}
