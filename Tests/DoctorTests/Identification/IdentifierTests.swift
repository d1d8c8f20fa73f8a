import Diagnostics
import StoreDoctor
import StoreEngine
import StoreModel
import Testing

private func text(_ name: String, optional: Bool = true) -> Attribute {
  Attribute(name: name, type: .string, isOptional: optional)
}

private func version(_ name: String, _ identifier: String, _ entities: Entity...) -> DataModel {
  DataModel(name: name, versionIdentifiers: [identifier], entities: entities, source: .swift)
}

private let note1 = Entity(name: "Note", attributes: [text("title")])
private let note2 = Entity(name: "Note", attributes: [text("title"), text("body")])
private let tag = Entity(name: "Tag", attributes: [text("label")])

private let v1 = version("V1", "1.0.0", note1, tag)
private let v2 = version("V2", "2.0.0", note2, tag)

private func history(_ versions: DataModel...) -> SchemaHistory {
  SchemaHistory(name: "Plan", versions: versions, isOrdered: true)
}

/// The store an app with this model would leave.
private func store(
  _ model: DataModel, identifier: String? = nil, hasChecksum: Bool = true, hasCache: Bool = true
) -> StoreSchema {
  let hashes = ModelHashes(of: model)
  var cached = model
  cached.source = .storeCache
  return StoreSchema(
    entityHashes: hashes.entities, checksum: hasChecksum ? hashes.checksum : nil,
    digest: hasChecksum ? hashes.digest : nil,
    versionIdentifiers: identifier.map { [$0] } ?? model.versionIdentifiers,
    model: hasCache ? cached : nil)
}

@Suite struct IdentifierTests {
  @Test func matchesByChecksumOrByHashes() {
    let new = Identifier.identify(store(v2), among: [history(v1, v2)])
    #expect(new.matches.map(\.by) == [.checksum])
    #expect(new.match?.versions.map(\.name) == ["V2"])
    #expect(new.nearest.isEmpty && new.contradictions.isEmpty)

    let old = Identifier.identify(store(v1, hasChecksum: false), among: [history(v1, v2)])
    #expect(old.match?.by == .entityHashes)
    #expect(old.match?.versions.map(\.name) == ["V1"])
  }

  @Test func ranksTheNearestWithDifferences() {
    var shipped = v2
    shipped.entities[0].attributes.append(text("color"))
    let result = Identifier.identify(store(shipped), among: [history(v1, v2)])
    #expect(result.match == nil)
    #expect(result.nearest.map(\.version.name) == ["V2", "V1"])
    let near = result.nearest.first
    #expect(near?.equalEntities == 1)
    #expect(near?.changedEntities == ["Note"])
    #expect(near?.differences.map(\.path) == ["Note.color"])
    #expect(near?.differences.map(\.change) == [.attributeRemoved])
    #expect(near?.migration == .lightweight)
    guard case .edited(let edited) = result.mismatch else {
      Issue.record("\(String(describing: result.mismatch))")
      return
    }
    #expect(edited.version.name == "V2")
    #expect(edited.change == "no longer has 'Note.color'")
    #expect(result.reusedIdentifiers.map(\.identifier) == ["2.0.0"])
    #expect(result.reusedIdentifiers.first?.includesStore == true)
  }

  /// Among equally near versions the one with the store's identifier is the one that was edited.
  @Test func aPropertyAddedToAShippedVersionIsNamed() {
    var edited = v1
    edited.entities[0].attributes.append(text("color"))
    let result = Identifier.identify(store(v1), among: [history(edited, v2)])
    #expect(result.nearest.first?.version.name == "V1")
    let text = "'V1' also says 1.0.0 and now has 'Note.color': edited after it shipped"
    #expect(result.mismatch?.text == text)
  }

  /// However high its identifier, and even where it has an entity of the same name.
  @Test func anotherAppsStoreIsNotANewerOne() {
    let note = Entity(name: "Note", attributes: [text("pitch"), text("octave")])
    let other = version("V9", "9.0.0", note, Entity(name: "Song", attributes: [text("title")]))
    let result = Identifier.identify(store(other), among: [history(v1, v2)])
    #expect(result.mismatch?.name == "anotherApp")
    #expect(
      result.mismatch?.text?.contains("nothing with this store but the name of 'Note'") == true)
  }

  @Test func withoutAModelEntitiesAreNamed() {
    var shipped = v2
    shipped.entities[0].attributes.append(text("color"))
    let result = Identifier.identify(store(shipped, hasCache: false), among: [history(v1, v2)])
    let near = result.nearest.first
    #expect(near?.changedEntities == ["Note"])
    #expect(near?.differences.isEmpty == true)
    #expect(near?.migration == nil)
  }

  @Test func recognisesANewerStore() {
    let v3 = version(
      "V3", "3.0.0", Entity(name: "Note", attributes: [text("title"), text("body"), text("pin")]),
      tag)
    let result = Identifier.identify(store(v3), among: [history(v1, v2)])
    #expect(result.newer?.than.name == "V2")
    #expect(result.newer?.why.contains("says 3.0.0, and the models end with 2.0.0") == true)
    #expect(result.newer?.why.contains("'Note.pin'") == true)
    #expect(result.newer?.certainty != .certain)

    let older = version("V0", "0.9.0", Entity(name: "Note", attributes: [text("name")]))
    #expect(Identifier.identify(store(older), among: [history(v1, v2)]).newer == nil)
  }

  @Test func matchesAConfiguration() {
    var split = v2
    split.configurations = ["Local": ["Tag"], "Cloud": ["Note"]]
    let part = version("part", "2.0.0", tag)
    let result = Identifier.identify(store(part), among: [history(split)])
    #expect(result.match?.configuration == "Local")
    #expect(result.match?.by == .entityHashes)
  }

  @Test func matchesMergedModels() throws {
    let notes = SchemaHistory(
      name: "Notes", versions: [version("N1", "", note1), version("N2", "", note2)])
    let tags = SchemaHistory(name: "Tags", versions: [version("T1", "", tag)])
    let other = SchemaHistory(
      name: "Other", versions: [version("O1", "", Entity(name: "Other"))])
    let merged = version("merged", "", note2, tag)
    let result = Identifier.identify(store(merged), among: [notes, other, tags])
    #expect(result.matches.count == 1)
    #expect(result.match?.versions.map(\.name) == ["N2", "T1"])
    let match = try JSONValue(encoding: result).members?["match"]?.members
    #expect(match?["name"] == "N2 + T1")
    guard case .array(let parts)? = match?["versions"] else {
      Issue.record("all versions are named by themselves")
      return
    }
    #expect(parts.map { $0.members?["name"] } == ["N2", "T1"])
    // One version is named as ever.
    let one = Identifier.identify(store(version("one", "", note2)), among: [notes, other])
    let single = try JSONValue(encoding: one).members?["match"]?.members
    #expect(single?["name"] == "N2" && single?["versions"] == nil)

    // One of the models was changed: only its part is reported as different.
    var edited = merged
    edited.entities[0].attributes.append(text("color"))
    let near = Identifier.identify(store(edited), among: [notes, other, tags])
    let notesNear = near.nearest.first { $0.version.name == "N2" }
    #expect(notesNear?.onlyInStore == [])
    #expect(notesNear?.differences.map(\.path) == ["Note.color"])
  }

  @Test func matchesByShapeWhereTheSourceIsUnsure() {
    var open = v2
    open.entities[0].attributes[1].certainty = .unknown("AttributedString")
    let result = Identifier.identify(store(v2), among: [history(v1, open)])
    #expect(result.match?.by == .shape)
    #expect(result.match?.versions.map(\.name) == ["V2"])
    #expect(result.match?.ignored.contains { $0.contains("AttributedString") } == true)
    #expect(result.match?.certainty != .certain)

    // The other properties still have to agree.
    open.entities[0].attributes[0].isOptional = false
    #expect(Identifier.identify(store(v2), among: [history(open)]).match == nil)
  }

  @Test func namesDuplicatesAndReusedIdentifiers() {
    let twin = version("V2b", "2.0.1", note2, tag)
    let clash = version("V3", "2.0.0", note1)
    let result = Identifier.identify(store(v1), among: [history(v1, v2, twin, clash)])
    #expect(result.duplicates.map { $0.map(\.name) } == [["V2", "V2b"]])
    #expect(result.reusedIdentifiers.map(\.identifier) == ["2.0.0"])
    #expect(result.reusedIdentifiers.first?.includesStore == false)
  }

  @Test func reportsContradictions() {
    var broken = store(v2)
    broken.model = store(v1).model
    #expect(
      Identifier.identify(broken, among: [history(v1, v2)]).contradictions.map(\.kind)
        == [.cachedModel])
    #expect(
      Identifier.identify(broken, among: []).contradictions.first?.entities == ["Note"])

    var wrong = store(v2)
    wrong.checksum = "AAAA"
    wrong.digest = "AAAA"
    #expect(
      Identifier.identify(wrong, among: []).contradictions.map(\.kind) == [.checksum, .digest])
  }

  @Test func reportsTablesThatLagBehind() {
    var halfMigrated = store(v2, hasCache: false)
    halfMigrated.tables = ExistingTables([
      ("ZNOTE", ["Z_PK", "Z_ENT", "Z_OPT", "ZTITLE"]),
      ("ZTAG", ["Z_PK", "Z_ENT", "Z_OPT", "ZLABEL"]),
    ])
    let result = Identifier.identify(halfMigrated, among: [history(v1, v2)])
    #expect(result.match?.versions.map(\.name) == ["V2"])
    #expect(result.contradictions.map(\.kind) == [.tables])
    #expect(result.contradictions.first?.text.contains("'Note.body'") == true)
  }

  /// A to-many without inverse is a column of the destination's table, a many-to-many a join table
  /// that either side may name.
  @Test func looksForToManyRelationshipsWhereTheyAreStored() {
    func toMany(_ name: String, _ destination: String, inverse: String? = nil) -> Relationship {
      Relationship(name: name, destination: destination, inverse: inverse, maxCount: 0)
    }
    let model = version(
      "Cart", "1.0.0",
      Entity(
        name: "Item", attributes: [text("title")],
        relationships: [toMany("modifiers", "Modifier"), toMany("tags", "Tag", inverse: "items")]),
      Entity(name: "Modifier", attributes: [text("label")]),
      Entity(
        name: "Tag", attributes: [text("label")],
        relationships: [toMany("items", "Item", inverse: "tags")]))
    func contradiction(modifiers: [String], join: String?) -> String? {
      var schema = store(model)
      schema.tables = ExistingTables(
        [
          ("ZITEM", ["Z_PK", "Z_ENT", "Z_OPT", "ZTITLE"]),
          ("ZMODIFIER", ["Z_PK", "Z_ENT", "Z_OPT"] + modifiers + ["ZLABEL"]),
          ("ZTAG", ["Z_PK", "Z_ENT", "Z_OPT", "ZLABEL"]),
        ] + (join.map { [($0, ["Z_1ITEMS", "Z_3TAGS"])] } ?? []))
      return Identifier.identify(schema, among: []).contradictions.first?.text
    }
    #expect(contradiction(modifiers: ["Z1MODIFIERS"], join: "Z_1TAGS") == nil)
    #expect(contradiction(modifiers: ["Z1MODIFIERS"], join: "Z_3ITEMS") == nil)
    #expect(contradiction(modifiers: [], join: "Z_1TAGS")?.contains("'Item.modifiers'") == true)
    let both = contradiction(modifiers: ["Z1MODIFIERS"], join: nil)
    #expect(both?.contains("'Item.tags', 'Tag.items'") == true)
  }

  @Test func fitsTablesWhenThereIsNothingElse() {
    var bare = StoreSchema(entityHashes: [:])
    bare.tables = ExistingTables([
      ("ZNOTE", ["Z_PK", "Z_ENT", "Z_OPT", "ZBODY", "ZTITLE"]),
      ("ZTAG", ["Z_PK", "Z_ENT", "Z_OPT", "ZLABEL"]),
    ])
    let result = Identifier.identify(bare, among: [history(v1, v2)])
    #expect(result.matches.map(\.by) == [.shape])
    #expect(result.match?.versions.map(\.name) == ["V2"])
  }
}
