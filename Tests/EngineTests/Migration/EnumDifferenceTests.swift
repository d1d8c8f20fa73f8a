import StoreModel
import Testing

@testable import StoreEngine

/// An enum's columns have names that nobody has written: what differs is said of the property and of
/// its cases.
@Suite("Differences of enums") struct EnumDifferenceTests {
  private static func raw(_ name: String, _ type: AttributeType = .string) -> Attribute {
    Attribute(
      name: name, type: .composite,
      elements: [Attribute(name: name, type: type, isOptional: true)],
      userInfo: ["EnumType": "true"])
  }

  private static func cases(_ names: String...) -> Attribute {
    Attribute(
      name: "kind", type: .composite,
      elements: names.map { Attribute(name: $0, type: .string, isOptional: true) },
      userInfo: ["EnumType": "true", "enum": names.joined(separator: ",")])
  }

  private static func fields(_ names: String...) -> Attribute {
    Attribute(
      name: "kind", type: .composite,
      elements: names.map { Attribute(name: $0, type: .string, isOptional: true) })
  }

  private static func differences(_ old: Attribute, _ new: Attribute) -> [ModelDifference] {
    func model(_ name: String, _ attribute: Attribute) -> DataModel {
      DataModel(
        name: name, entities: [Entity(name: "Entry", attributes: [attribute])], source: .swift)
    }
    return ModelDiff.compare(from: model("V1", old), to: model("V2", new)).differences
  }

  @Test func anotherWayOfKeepingItIsOneDifference() throws {
    let found = Self.differences(Self.cases("plus", "minus"), Self.raw("kind"))
    let only = try #require(found.count == 1 ? found.first : nil)
    #expect(only.path == "Entry.kind" && only.change == .storageChanged)
    #expect(only.from == "enum by case (plus, minus)" && only.to == "enum by raw value (String)")
    #expect(only.losesData && only.affectsHash && only.migration == .lightweight)
    let back = Self.differences(Self.raw("kind"), Self.cases("plus"))
    #expect(back.map(\.path) == ["Entry.kind"] && back[0].losesData)
  }

  @Test func aNewCaseIsOneOfTheEnum() {
    let more = Self.differences(Self.cases("plus"), Self.cases("plus", "minus"))
    #expect(more.map(\.path) == ["Entry.kind.minus"] && more[0].change == .attributeAdded)
    #expect(more[0].isEnumCase && more[0].why == "no row has the new case yet")
    let less = Self.differences(Self.cases("plus", "minus"), Self.cases("plus"))
    #expect(less.map(\.path) == ["Entry.kind.minus"] && less[0].change == .attributeRemoved)
    #expect(less[0].isEnumCase && less[0].losesData)
  }

  @Test func aRawValueGoesByTheName() {
    let found = Self.differences(Self.raw("kind"), Self.raw("kind", .integer64))
    #expect(found.map(\.path) == ["Entry.kind"] && found.first?.change == .typeChanged)
    #expect(Self.differences(Self.raw("kind"), Self.raw("kind")).isEmpty)
  }

  /// A struct's fields have names of their own.
  @Test func aStructHasFields() {
    let found = Self.differences(Self.fields("x"), Self.fields("x", "y"))
    #expect(found.map(\.path) == ["Entry.kind.y"] && found[0].isEnumCase == false)
    let other = Self.differences(Self.fields("x", "y"), Self.cases("x", "y"))
    #expect(!other.contains { $0.change == .storageChanged })
  }
}
