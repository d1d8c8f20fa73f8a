import SwiftData
import Testing

@Suite struct SchemaEntityTests {
  @Test func propertiesByKind() throws {
    let entity = try #require(Schema([Author.self]).entity(for: Author.self))
    #expect(
      entity.storedProperties.map(\.name).sorted() == Set(entity.properties.map(\.name)).sorted())
    #expect(Set(entity.attributes.map(\.name)) == ["name", "age", "mood"])
    #expect(Set(entity.relationships.map(\.name)) == ["books", "prizes", "profile"])
    let name = try #require(entity.attributesByName["name"])
    #expect(name.isUnique && name.isAttribute && !name.isOptional && name.valueType == String.self)
    let mood = try #require(entity.attributesByName["mood"])
    #expect(mood.isOptional && !mood.isUnique && mood.valueType == Mood?.self)
    let books = try #require(entity.relationshipsByName["books"])
    #expect(books.destination == "Book" && books.inverseName == "author")
    #expect(books.deleteRule == .cascade && !books.isToOneRelationship)
    #expect(entity.relationshipsByName["profile"]?.isToOneRelationship == true)
  }

  @Test func theSideWithoutAnAnnotationHasAnInverse() throws {
    let entity = try #require(Schema([Author.self]).entitiesByName["Book"])
    let author = try #require(entity.relationshipsByName["author"])
    #expect(author.inverseName == "books" && author.isOptional && author.destination == "Author")
    #expect(entity.attributesByName["edition"]?.defaultValue as? Int == 1)
  }

  @Test func subclasses() throws {
    let schema = Schema([RaceCar.self, Boat.self])
    let vehicle = try #require(schema.entitiesByName["Vehicle"])
    #expect(Set(vehicle.subentities.map(\.name)) == ["Car", "Boat"])
    let race = try #require(schema.entity(for: RaceCar.self))
    #expect(race.superentity?.superentity == vehicle)
    #expect(race.inheritedProperties.map(\.name).starts(with: vehicle.properties.map(\.name)))
    #expect(race.properties.count == race.inheritedProperties.count + race.storedProperties.count)
  }

  @Test func earlierNames() throws {
    let entity = try #require(Schema([Optioned.self]).entity(for: Optioned.self))
    #expect(entity.attributesByName["x"]?.originalName == "former")
    #expect(
      entity.attributes.filter { $0.originalName == $0.name }.count + 1 == entity.attributes.count)
  }
}
