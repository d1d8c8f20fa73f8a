import Foundation
import StoreEngine
import Testing

@testable import SwiftData

/// Schemas that are built by hand or read from a file.
@Suite struct HandBuiltSchemaTests {
  private func coded<T: Codable>(_ value: T) throws -> T {
    try JSONDecoder().decode(T.self, from: JSONEncoder().encode(value))
  }

  private var schemas: [Schema] {
    [Schema(Author.self), Schema(Everything.self), Schema(Optioned.self), Schema(RaceCar.self)]
  }

  @Test func aSchemaSurvivesItsFile() throws {
    let store = try TestStore()
    for schema in schemas {
      let url = store.folder.appendingPathComponent("schema.json")
      try schema.save(to: url)
      let read = try Schema.load(from: url)
      #expect(
        read.version == schema.version && read.encodingVersion == Schema.schemaEncodingVersion)
      #expect(read.entities.map(\.name) == schema.entities.map(\.name))
      #expect(read.entities == schema.entities)
      #expect(read == schema)
      #expect(ModelHashes(of: read.model).entities == ModelHashes(of: schema.model).entities)
    }
  }

  @Test func schemasThatDifferAreNotEqual() {
    for (index, schema) in schemas.enumerated() {
      #expect(schemas.dropFirst(index + 1).allSatisfy { $0 != schema })
    }
    #expect(Schema([Author.self], version: Schema.Version(2, 0, 0)) != Schema([Author.self]))
  }

  @Test func aContainerFindsTheClasses() throws {
    let schema = try coded(Schema(Author.self))
    let container = try ModelContainer(
      for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Author(name: "a"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 1)
  }

  @Test func aContainerRefusesWhatNoClassMakes() {
    let schema = Schema(
      Schema.Entity("Nobody", properties: Schema.Attribute(name: "x", valueType: Int.self)))
    #expect(throws: SwiftDataError.unknownSchema) {
      try ModelContainer(
        for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
  }

  @Test func entities() throws {
    let owner = Schema.Relationship(deleteRule: .cascade)
    owner.name = "home"
    owner.destination = "House"
    let pet = Schema.Entity(
      "Pet",
      subentities: Schema.Entity(
        "Dog", properties: Schema.Attribute(name: "tricks", valueType: Int.self)),
      properties: Schema.Attribute(
        name: "name", originalName: "title", options: [.unique], valueType: String?.self,
        defaultValue: "Rex", hashModifier: "2"),
      owner)
    let schema = Schema(pet, Schema.Entity("House"), version: .init(2, 0, 0))
    #expect(
      Set(schema.entitiesByName.keys) == ["Pet", "Dog", "House"] && schema.version.major == 2)
    let dog = try #require(schema.entitiesByName["Dog"])
    #expect(
      dog.superentity?.name == "Pet"
        && dog.inheritedPropertiesByName.keys.sorted() == ["home", "name"])
    let read = try coded(schema)
    #expect(read == schema && read.entities == schema.entities)
    let name = try #require(read.entitiesByName["Pet"]?.attributesByName["name"])
    #expect(name.isOptional && name.isUnique && name.originalName == "title")
    #expect(name.defaultValue as? String == "Rex" && name.hashModifier == "2" && !name.isCodable)
    #expect(read.entitiesByName["Pet"]?.uniquenessConstraints == [["name"]])
    #expect(read.entitiesByName["Pet"]?.relationshipsByName["home"]?.deleteRule == .cascade)
    #expect(Schema().entities.isEmpty && pet.debugDescription.contains("Pet"))
  }

  @Test func composites() throws {
    let entity = try #require(Schema(Everything.self).entity(for: Everything.self))
    let address = try #require(entity.attributesByName["address"] as? Schema.CompositeAttribute)
    #expect(address.properties.map(\.name) == ["street", "zip", "location"])
    #expect(address.properties[2] is Schema.CompositeAttribute && address.properties[1].isOptional)
    let made = Schema.CompositeAttribute(name: "place", valueType: Point.self)
    #expect(made.properties.map(\.name) == ["x", "y"])
    #expect(try coded(made).properties.map(\.name) == ["x", "y"])
    #expect(made.debugDescription.contains("place"))
  }

  @Test func rules() throws {
    let unique = Schema.Unique<Optioned>([\.code], [\.x, \.y])
    #expect(unique.isUnique && !unique.isAttribute && unique.name == "code x,y")
    #expect(try coded(unique) == unique)
    let index = Schema.Index<Optioned>(.binary([\.code]), .rtree([\.x, \.y]))
    #expect(try coded(index) == index && index.indices.count == 2)
    #expect(index != Schema.Index<Optioned>([\.code]))
  }

  @Test func options() throws {
    let options: [Schema.Attribute.Option] = [.unique, .codable, .transformable(by: "T")]
    #expect(try coded(options) == options)
    #expect(options.map(\.debugDescription) == ["unique", "codable", "transformable(by: T)"])
    #expect(Schema.Attribute(.codable).isCodable)
    #expect(try coded(Schema.Relationship.Option.unique).debugDescription == "unique")
  }
}

/// `.codable` is opaque.
@Suite struct CodableAttributeTests {
  @Test func nothingCanBeAskedOfIt() throws {
    let context = ModelContext(try TestStore().container(Optioned.self))
    let point = Point(x: 1, y: 2)
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try context.fetch(FetchDescriptor<Optioned>(predicate: #Predicate { $0.place == point }))
    }
  }
}
