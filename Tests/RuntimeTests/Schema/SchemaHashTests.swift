import Foundation
import ModelSource
import StoreEngine
import StoreModel
import Testing

@testable import MusicSample
@testable import NotesSample
@testable import SwiftData

/// The schema of compiled classes has the hashes that the reader of source computes from the same
/// text.
@Suite struct SchemaHashTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func models(_ folder: String) throws -> [DataModel] {
    let url = root.appendingPathComponent(folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
      .filter { $0.hasSuffix(".swift") }
    let sources = try files.map { name in
      SourceFile(
        path: name, text: try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8))
    }
    return SwiftModelReader.read(sources).flatMap(\.versions)
  }

  private static let versions: [String: any VersionedSchema.Type] = [
    "NotesSchemaV1": NotesSchemaV1.self, "NotesSchemaV1_1": NotesSchemaV1_1.self,
    "NotesSchemaV2": NotesSchemaV2.self,
  ]

  @Test(arguments: ["NotesSchemaV1", "NotesSchemaV1_1", "NotesSchemaV2"])
  func notes(_ name: String) throws {
    let version = try #require(Self.versions[name])
    let source = try #require(try Self.models("Samples/Notes/Sources").first { $0.name == name })
    let schema = Schema(versionedSchema: version)
    #expect(ModelHashes(of: schema.model).entities == ModelHashes(of: source).entities)
    #expect(schema.model.versionIdentifiers == source.versionIdentifiers)
  }

  @Test func music() throws {
    let source = try #require(try Self.models("Samples/Music/Sources").first)
    let schema = Schema([
      Artist.self, Album.self, Track.self, LiveTrack.self, RemixTrack.self,
    ])
    let known = ModelHashes(of: source).entities
    let own = ModelHashes(of: schema.model).entities
    #expect(!known.isEmpty)
    for (name, hash) in known { #expect(own[name] == hash, "\(name)") }
    #expect(
      schema.model.entity(named: "Track")?.fetchIndexes
        == source.entity(named: "Track")?.fetchIndexes)
  }

  @Test func ownModels() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: folder.appendingPathComponent("Models.swift"), encoding: .utf8)
    let source = try #require(
      SwiftModelReader.read([SourceFile(path: "Models.swift", text: text)]).first?.versions.first)
    let schema = Schema([
      Everything.self, Maybe.self, Author.self, Shelf.self, Vehicle.self, Car.self, RaceCar.self,
      Boat.self, Owner.self, Person.self,
    ])
    let known = ModelHashes(of: source).entities
    let own = ModelHashes(of: schema.model).entities
    #expect(own.count == source.entities.count)
    // What the reader cannot know, such as a URL, has no hash there.
    #expect(known.count >= 14)
    for (name, hash) in known { #expect(own[name] == hash, "\(name)") }
  }

  @Test func typesOfEverything() throws {
    let entity = try #require(Schema(Everything.self).model.entity(named: "Everything"))
    let types = entity.attributes.filter { !$0.isTransient }.map { "\($0.name) \($0.type.name)" }
    #expect(
      types == [
        "int Integer 64", "int8 Integer 16", "int16 Integer 16", "int32 Integer 32",
        "int64 Integer 64", "uint Integer 64", "uint8 Integer 16", "uint16 Integer 16",
        "uint32 Integer 32", "uint64 Integer 64", "double Double", "float Float", "bool Boolean",
        "string String", "date Date", "uuid UUID", "data Binary", "decimal Decimal", "url URI",
        "mood Composite", "priority Composite", "shape Composite", "payload Binary",
        "address Composite", "strings Transformable", "ints Transformable", "dates Transformable",
        "uuids Transformable", "bools Transformable", "doubles Transformable", "points Binary",
        "moods Binary", "counts Binary", "places Binary", "tags Transformable", "rich Binary",
        "renamed Composite", "photo Binary",
      ])
  }
}
