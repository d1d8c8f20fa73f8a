import StoreModel
import Testing

@testable import StoreEngine

/// An enum's columns have names that nobody has written: what is lost of it is said of the property.
@Suite("Losses of enums") struct EnumLossTests {
  private static func raw(_ name: String) -> Attribute {
    Attribute(
      name: name, type: .composite,
      elements: [Attribute(name: name, type: .string, isOptional: true)],
      userInfo: ["EnumType": "true"])
  }

  private static func cases(_ name: String, _ cases: [String]) -> Attribute {
    Attribute(
      name: name, type: .composite,
      elements: cases.map { Attribute(name: $0, type: .string, isOptional: true) },
      userInfo: ["EnumType": "true", "enum": cases.joined(separator: ",")])
  }

  private static func fields(_ name: String, _ fields: [String]) -> Attribute {
    Attribute(
      name: name, type: .composite,
      elements: fields.map { Attribute(name: $0, type: .string, isOptional: true) })
  }

  private static func losses(_ old: Attribute, _ new: Attribute) -> [String] {
    func model(_ name: String, _ attribute: Attribute) -> DataModel {
      DataModel(
        name: name, entities: [Entity(name: "Entry", attributes: [attribute])], source: .swift)
    }
    let step = MigrationStep(from: model("V1", old), to: model("V2", new))
    let comparison = ModelDiff.compare(from: step.from, to: step.to)
    return SchemaLoss.all(of: step, comparison).map { "\($0.path): \($0.why ?? "")" }
  }

  @Test func anotherWayOfKeepingItIsOneLoss() {
    let kept = Self.cases("kind", ["plus", "minus"])
    #expect(
      Self.losses(Self.raw("kind"), kept)
        == ["Entry.kind: 'V2' keeps the enum's case, no longer its raw value"])
    #expect(
      Self.losses(kept, Self.raw("kind"))
        == ["Entry.kind: 'V2' keeps the enum's raw value, no longer its case"])
    #expect(
      Self.losses(kept, Self.fields("kind", ["sign"]))
        == ["Entry.kind: 'V2' keeps no enum in it, but a struct"])
    #expect(
      Self.losses(kept, Self.cases("kind", ["other"]))
        == ["Entry.kind: 'V2' keeps an enum in it that has none of its cases"])
  }

  @Test func aCaseThatGoesIsALossOfItsOwn() {
    #expect(
      Self.losses(Self.cases("kind", ["plus", "minus"]), Self.cases("kind", ["plus"]))
        == ["Entry.kind.minus: the enum has no case 'minus' in 'V2'"])
    #expect(Self.losses(Self.raw("kind"), Self.raw("kind")).isEmpty)
    // A struct's fields have names of their own.
    #expect(
      Self.losses(Self.fields("at", ["x", "y"]), Self.fields("at", ["x"])) == ["Entry.at.y: "])
  }
}
