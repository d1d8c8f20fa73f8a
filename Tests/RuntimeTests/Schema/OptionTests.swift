import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import SwiftData

/// Kept by a transformer: a text, reversed.
final class Mirror: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? String).map { Data($0.reversed().map(String.init).joined().utf8) }
  }
  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { String(String(decoding: $0, as: UTF8.self).reversed()) }
  }
}

/// Every option of `@Attribute`, `@Relationship`, `#Unique` and `#Index`.
@Model
final class Optioned {
  #Unique<Optioned>([\.code], [\.x, \.y])
  #Index<Optioned>(.binary([\.code]), .rtree([\.x, \.y]))

  @Attribute(.unique) var number: Int = 0
  @Attribute(.spotlight) var code: String = ""
  @Attribute(.allowsCloudEncryption) var secret: String?
  @Attribute(.codable) var place: Point = Point(x: 0, y: 0)
  @Attribute(.transformable(by: "Mirror")) var mirrored: String = ""
  @Attribute(.preserveValueOnDeletion) var kept: Int = 0
  @Attribute(originalName: "former", hashModifier: "2") var x: Double = 0
  @Attribute(.externalStorage, .preserveValueOnDeletion) var y: Double = 0
  @Relationship(
    .unique, deleteRule: .cascade, originalName: "formerPart", inverse: \OptionedPart.whole,
    hashModifier: "3") var part: OptionedPart?
  @Relationship(
    deleteRule: .deny, minimumModelCount: 1, maximumModelCount: 2, inverse: \OptionedPart.holder)
  var parts: [OptionedPart]?

  init() {}
}

@Model
final class OptionedPart {
  var whole: Optioned?
  var holder: Optioned?
  init() {}
}

@Suite struct OptionTests {
  private let entity: Entity
  private static let register: Void = ValueTransformer.setValueTransformer(
    Mirror(), forName: NSValueTransformerName("Mirror"))

  init() throws {
    Self.register
    entity = try #require(Schema(Optioned.self).model.entity(named: "Optioned"))
  }

  private func attribute(_ name: String) throws -> StoreModel.Attribute {
    try #require(entity.attributes.first { $0.name == name })
  }

  @Test func attributes() throws {
    #expect(try attribute("code").isSpotlightIndexed)
    #expect(try attribute("secret").userInfo["allowsCloudEncryption"] == "true")
    #expect(try attribute("place").type == .binary)
    #expect(try attribute("mirrored").valueTransformerName == "Mirror")
    #expect(try attribute("kept").preservesValueOnDeletion)
    #expect(try attribute("x").renamingIdentifier == "former")
    #expect(try attribute("x").hashModifier == "2")
    let y = try attribute("y")
    #expect(y.allowsExternalStorage && y.preservesValueOnDeletion)
  }

  @Test func relationships() throws {
    let part = try #require(entity.relationship(named: "part"))
    #expect(part.deleteRule == .cascade && part.renamingIdentifier == "formerPart")
    #expect(part.hashModifier == "3" && part.inverse == "whole")
    let parts = try #require(entity.relationship(named: "parts"))
    #expect(parts.deleteRule == .deny && parts.minCount == 1 && parts.maxCount == 2)
  }

  @Test func uniqueness() {
    #expect(
      Set(entity.uniquenessConstraints) == [["number"], ["part"], ["code"], ["x", "y"]])
  }

  @Test func indexes() throws {
    #expect(
      entity.fetchIndexes.map { $0.elements.map { "\($0.property) \($0.isRTree)" } }
        == [["code false"], ["x true", "y true"]])
    let store = try TestStore()
    _ = try store.container(Optioned.self)
    let names = try store.sql(
      "SELECT name FROM sqlite_master WHERE tbl_name = 'ZOPTIONED' AND type = 'index'")
    #expect(names.contains { $0.contains("SwiftDataIndexOnBinarycode") })
  }

  @Test func modifiersChangeTheHash() throws {
    var plain = Schema(Optioned.self).model
    let hash = ModelHashes(of: plain).entities["Optioned"]
    let place = try #require(plain.entities.firstIndex { $0.name == "Optioned" })
    let x = try #require(plain.entities[place].attributes.firstIndex { $0.name == "x" })
    plain.entities[place].attributes[x].hashModifier = nil
    #expect(ModelHashes(of: plain).entities["Optioned"] != hash)
  }

  @Test func valuesSurvive() throws {
    let store = try TestStore()
    let container = try store.container(Optioned.self)
    let context = ModelContext(container)
    let object = Optioned()
    context.insert(object)
    object.place = Point(x: 1, y: 2)
    object.mirrored = "abc"
    object.parts = [OptionedPart()]
    object.part = OptionedPart()
    try context.save()
    #expect(
      try store.sql("SELECT CAST(ZPLACE AS TEXT), CAST(ZMIRRORED AS TEXT) FROM ZOPTIONED")
        == ["{\"x\":1,\"y\":2}|cba"])
    let read = try #require(
      try ModelContext(container).fetch(FetchDescriptor<Optioned>()).first)
    #expect(read.place == Point(x: 1, y: 2) && read.mirrored == "abc")
    #expect(read.part != nil && read.parts?.count == 1)
    read.mirrored = "xyz"
    try read.modelContext?.save()
    #expect(try store.sql("SELECT CAST(ZMIRRORED AS TEXT) FROM ZOPTIONED") == ["zyx"])
  }

  /// Nor has a part of it, which SQL does not see.
  @Test func aPartOfAnOpaqueValueHasNoOrder() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Sorted.self))
    for number in 0..<3 {
      let sorted = Sorted()
      (sorted.opaque, sorted.whole) = (Point(x: Double(number), y: 0), Point(x: 0, y: 1))
      context.insert(sorted)
    }
    try context.save()
    func sort(_ descriptors: SortDescriptor<Sorted>...) throws -> Int {
      try ModelContext(store.container(Sorted.self)).fetch(FetchDescriptor(sortBy: descriptors))
        .count
    }
    #expect(try sort(SortDescriptor(\.whole.y), SortDescriptor(\.number)) == 3)
    #expect {
      try sort(SortDescriptor(\.opaque.x))
    } throws: { "\($0)".contains("'Sorted.opaque' is '@Attribute(.codable)'") }
    #expect(throws: SwiftDataError.self) {
      try sort(SortDescriptor(\.number), SortDescriptor(\.opaque.y, order: .reverse))
    }
  }

  /// An object with the same to-one destination takes the other's place.
  @Test func uniqueRelationship() throws {
    let store = try TestStore()
    let context = ModelContext(try store.container(Optioned.self))
    for number in 0..<2 {
      let object = Optioned()
      object.number = number
      object.code = "\(number)"
      object.x = Double(number)
      object.parts = [OptionedPart()]
      context.insert(object)
    }
    try context.save()
    // No part is no value, and nothing equals that.
    #expect(try store.sql("SELECT count(*) FROM ZOPTIONED") == ["2"])
  }

  @Test func tooFewParts() throws {
    let context = ModelContext(try TestStore().container(Optioned.self))
    let object = Optioned()
    context.insert(object)
    object.parts = [OptionedPart()]
    try context.save()
    object.parts = (0..<3).map { _ in OptionedPart() }
    #expect(throws: CocoaError.self) { try context.save() }
    object.parts = [OptionedPart(), OptionedPart()]
    try context.save()
    #expect(object.parts?.count == 2)
  }

  @Test func transformerOfCloudSchema() {
    var model = Schema(Optioned.self).model
    #expect(!CloudKitCheck.problems(of: model).contains { $0.contains("mirrored") })
    for place in model.entities.indices {
      for attribute in model.entities[place].attributes.indices
      where model.entities[place].attributes[attribute].valueTransformerName != nil {
        model.entities[place].attributes[attribute].valueTransformerName = "Nobody"
      }
    }
    #expect(
      CloudKitCheck.problems(of: model).contains {
        $0.contains("'Optioned.mirrored'") && $0.contains("'Nobody', which is not registered")
      })
  }
}

@Model
final class Sorted {
  var number = 0
  var whole: Point = Point(x: 0, y: 0)
  @Attribute(.codable) var opaque: Point = Point(x: 0, y: 0)
  init() {}
}
