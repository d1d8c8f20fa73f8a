import StoreEngine
import StoreModel
import Testing

private func model(_ entities: [Entity], source: DataModel.Source = .swift) -> DataModel {
  DataModel(name: "m", entities: entities, source: source)
}

private func text(_ name: String, optional: Bool = true, from: String? = nil) -> Attribute {
  Attribute(name: name, type: .string, isOptional: optional, renamingIdentifier: from)
}

@Suite struct ModelPairingTests {
  @Test func pairsInheritedPropertiesThatMove() {
    let old = model([
      Entity(name: "Animal", attributes: [text("name")]),
      Entity(name: "Dog", superentity: "Animal", attributes: [text("breed")]),
    ])
    let new = model([
      Entity(name: "Animal", attributes: [text("name"), text("breed")]),
      Entity(name: "Dog", superentity: "Animal"),
    ])
    let pairing = ModelPairing(from: old, to: new)
    let dog = pairing.pair(to: "Dog")
    #expect(dog?.properties.map(\.destination.name) == ["breed", "name"])
    #expect(dog?.removed.isEmpty == true)

    let up = ModelDiff.differences(from: old, to: new)
    #expect(up.map(\.path) == ["Animal.breed", "Dog.breed"])
    #expect(up.map(\.change) == [.attributeAdded, .attributeRemoved])
    #expect(up.allSatisfy { !$0.losesData })

    let down = ModelDiff.differences(from: new, to: old)
    #expect(down.map(\.change) == [.attributeRemoved, .attributeAdded])
    #expect(down.allSatisfy { $0.migration == .lightweight })
    // Animals that are no dogs lose it.
    #expect(down.map(\.losesData) == [true, false])
  }

  /// An entity may take the name of another, which was renamed or is gone.
  @Test(arguments: [("Tag", "which is now 'Tag'"), (nil, "which is gone")])
  func linksToAnotherEntityOfTheName(renamed: String?, expected: String) {
    let link = Relationship(name: "label", destination: "Label", isOptional: true)
    let note = Entity(name: "Note", relationships: [link])
    let old = model([note, Entity(name: "Label", attributes: [text("name")])])
    // What was there before comes back under the old name as something else.
    let new = model(
      [note, Entity(name: "Label", attributes: [text("size")], renamingIdentifier: "Mark")]
        + (renamed.map {
          [Entity(name: $0, attributes: [text("name")], renamingIdentifier: "Label")]
        } ?? []))
    let change = ModelDiff.differences(from: old, to: new)
      .first { $0.change == .destinationChanged }
    #expect(change?.why.contains("rows of the old 'Label', \(expected)") == true)
  }

  /// A required attribute moved up is new for the rows of the parent and of other children.
  @Test func movingUpARequiredAttributeDependsOnTheRows() {
    let old = model([
      Entity(name: "Animal"),
      Entity(name: "Dog", superentity: "Animal", attributes: [text("breed", optional: false)]),
    ])
    let new = model([
      Entity(name: "Animal", attributes: [text("breed", optional: false)]),
      Entity(name: "Dog", superentity: "Animal"),
    ])
    let found = ModelDiff.differences(from: old, to: new)
    #expect(found.map(\.migration) == [.dataDependent, .lightweight])
  }

  /// Inherited properties of a new subentity's siblings are reported once, with their declarer.
  @Test func reportsAnInheritedChangeOnce() {
    let old = model([
      Entity(name: "Animal", attributes: [text("name")]),
      Entity(name: "Cat", superentity: "Animal"),
      Entity(name: "Dog", superentity: "Animal"),
    ])
    var new = old
    new.entities[0].attributes[0].isOptional = false
    let found = ModelDiff.differences(from: old, to: new)
    #expect(found.map(\.path) == ["Animal.name"])
  }

  @Test func guessesARename() throws {
    let old = model([Entity(name: "Note", attributes: [text("title"), text("text")])])
    let new = model([Entity(name: "Note", attributes: [text("title"), text("texts")])])
    let added = try #require(
      ModelDiff.differences(from: old, to: new).first { $0.change == .attributeAdded })
    #expect(added.hint?.contains("rename of 'text'") == true)
    #expect(added.hint?.contains("originalName: \"text\"") == true)
    #expect(added.hint?.contains("a guess") == true)
  }

  /// Two equally distant candidates are no guess at all.
  @Test func doesNotGuessBetweenEqualCandidates() throws {
    let old = model([Entity(name: "Note", attributes: [text("aa"), text("bb")])])
    let new = model([Entity(name: "Note", attributes: [text("zz")])])
    let added = try #require(
      ModelDiff.differences(from: old, to: new).first { $0.change == .attributeAdded })
    #expect(added.hint == nil)
  }

  @Test func guessesAClassRename() throws {
    let properties = [text("a"), text("b"), text("c")]
    let old = model([Entity(name: "Note", attributes: properties)])
    let new = model([Entity(name: "Memo", attributes: properties)])
    let added = try #require(
      ModelDiff.differences(from: old, to: new).first { $0.change == .entityAdded })
    #expect(added.hint?.contains("'Note'") == true)
  }

  /// Core Data compares canonical names: an identifier dropped too early breaks the pair.
  @Test func warnsOfAForgottenCanonicalName() throws {
    let old = model([
      Entity(name: "Note", attributes: [text("body", from: "text"), text("title")])
    ])
    let new = model([Entity(name: "Note", attributes: [text("body")])])
    let added = try #require(
      ModelDiff.differences(from: old, to: new).first { $0.change == .attributeAdded })
    #expect(added.hint?.contains("'text'") == true)
  }

  /// Entities with equal hashes are copied as they are, whatever the identifiers say.
  @Test func pairsByNameWhereNothingChanged() {
    let old = model([Entity(name: "Note", attributes: [text("body", from: "text")])])
    let new = model([Entity(name: "Note", attributes: [text("body")])])
    #expect(ModelDiff.differences(from: old, to: new).isEmpty)
    #expect(ModelPairing(from: old, to: new).entities.first?.isUnchanged == true)
  }

  @Test func leavesUnknownTypesUndecided() {
    var unknown = text("body")
    unknown.type = .undefined
    unknown.certainty = .unknown("AttributedString")
    let old = model([Entity(name: "Note", attributes: [text("body")])])
    let new = model([Entity(name: "Note", attributes: [unknown])])
    let comparison = ModelDiff.compare(from: old, to: new)
    #expect(comparison.differences.isEmpty)
    #expect(comparison.undecided.map(\.text) == ["Note.body: AttributedString"])
  }

  @Test(arguments: [
    ("NotesSchemaV2", ["NotesSchemaV1", "NotesSchemaV2", "Other"], "NotesSchemaV2"),
    ("notesschemav3", ["NotesSchemaV1", "NotesSchemaV2"], "NotesSchemaV1"),
    ("2.0.1", ["1.0.0", "2.0.0"], "2.0.0"), ("zebra", ["1.0.0"], nil),
  ])
  func nearestName(_ typed: String, _ names: [String], _ expected: String?) {
    #expect(NameDistance.nearest(to: typed, in: names) == expected)
  }
}
