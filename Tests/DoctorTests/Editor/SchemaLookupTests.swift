import Diagnostics
import Foundation
import ModelInputs
import StoreEngine
import TestSupport
import Testing

@testable import Lint
@testable import StoreDoctor
@testable import StoreModel

/// Questions about places in files, without a protocol.
@Suite struct SchemaLookupTests {
  private static let text = """
    import SwiftData

    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
      @Model final class Note {
        var title: String = ""
        var /* 🎈 */ tags: [Tag] = []
        init() {}
      }
      @Model final class Tag {
        var name: String = ""
        @Relationship(inverse: \\Note.tags) var notes: [Note] = []
        init() {}
      }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }
      @Model final class Note {
        @Attribute(originalName: "title") var heading: String = ""
        var pages: Int = 0
        @Transient var isOpen = false
        var tags: [Tag] = []
        init() {}
      }
      @Model final class Tag {
        var name: String = ""
        @Relationship(inverse: \\Note.tags) var notes: [Note] = []
        init() {}
      }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static var stages: [MigrationStage] {
        [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
      }
    }
    func all(_ note: V1.Note) -> [Note] { [] }

    """

  private let folder: ScratchFolder
  private let bytes: [UInt8]

  init() throws {
    folder = try .init(["Models.swift": Self.text])
    bytes = Array(Self.text.utf8)
  }

  private var path: String { folder.path("Models.swift") }

  private func lookup(frozen: Bool = false) throws -> SchemaLookup {
    let histories = try ModelLoader.load(path)
    var old = histories
    old[0].versions.removeLast()
    return SchemaLookup(histories: histories, lock: frozen ? SchemaLock(of: old) : nil)
  }

  /// The offset of the last letter of a text, the n-th time it is there.
  private func offset(_ text: String, _ number: Int = 1) throws -> Int {
    var rest = Self.text[...]
    for _ in 1..<number {
      let found = try #require(rest.range(of: text))
      rest = rest[found.upperBound...]
    }
    let found = try #require(rest.range(of: text))
    return Self.text.utf8.distance(from: Self.text.startIndex, to: found.upperBound) - 1
  }

  private func place(_ text: String, _ number: Int = 1) throws -> SchemaPlace? {
    try lookup().place(at: offset(text, number), in: path, bytes)
  }

  @Test(arguments: [
    ("var title", 1, "Note.title", "V1"), ("class Note", 2, "Note", "V2"),
    ("enum V1", 1, "V1", "V1"),
    ("Note.tags", 1, "Note.tags", "V1"), ("Note.tags", 2, "Note.tags", "V2"),
    ("@Relationship", 2, "Tag.notes", "V2"), ("[Tag", 2, "Tag", "V2"), ("V1.Note", 1, "Note", "V1"),
    ("-> [Note", 1, "Note", "V2"), ("originalName", 1, "Note.heading", "V2"),
    ("toVersion: V2", 1, "V2", "V2"), ("🎈 */ tags", 1, "Note.tags", "V1"),
  ])
  func aPlaceIsAboutAPart(
    _ text: String, _ number: Int, _ name: String, _ version: String
  ) throws {
    let place = try #require(try place(text, number))
    #expect(place.name == name && place.model.name == version)
  }

  @Test(arguments: ["import SwiftData", "func all", "MigrationStage", "init"])
  func otherPlacesAreAboutNothing(_ text: String) throws {
    #expect(try place(text) == nil)
  }

  @Test func anInverseIsTheOtherSide() throws {
    let notes = try #require(try place("var notes", 2))
    let tags = try #require(try place("var tags"))
    #expect(notes.inverse == tags.location)
    #expect(tags.inverse == notes.location)
    #expect(try place("var title")?.inverse == nil)
  }

  @Test func hoverTellsHashTableAndColumn() throws {
    let text = try lookup().hover(try #require(try place("var title")))
    #expect(text.hasPrefix("**Note.title**, attribute of V1 (1.0.0)"))
    #expect(text.contains("column `ZTITLE` of `ZNOTE`"))
    let model = try ModelLoader.model("\(path)@1.0.0")
    let hash = try #require(VersionHashes([LoadedSchema(model)]).versions[0].entities["Note"])
    #expect(text.contains("`\(hash.hex)`"))
    let relationship = try lookup().hover(try #require(try place("var tags")))
    #expect(relationship.contains("join table `Z_") && relationship.contains("delete rule Nullify"))
    let version = try lookup().hover(try #require(try place("enum V2")))
    #expect(version.contains("2 entities, checksum `"))
    #expect(version.contains("No version is frozen"))
  }

  @Test func hoverTellsWhatAChangeMeans() throws {
    let lookup = try lookup(frozen: true)
    func hover(_ text: String, _ number: Int = 1) throws -> String {
      lookup.hover(try #require(try place(text, number)))
    }
    #expect(try hover("var title").contains("**Frozen**"))
    let added = try hover("var pages")
    #expect(added.contains("from V1 (frozen):") && added.contains("attribute added"))
    #expect(added.contains("**lightweight**"))
    #expect(try hover("var heading").contains("attribute renamed"))
    #expect(try hover("var name", 2).contains("from V1 (frozen): unchanged"))
    #expect(try !hover("enum V2").contains("No version is frozen"))
  }

  @Test func anEditOfAFrozenVersionIsTold() throws {
    var histories = try ModelLoader.load(path)
    let lock = SchemaLock(of: histories)
    try folder.write(
      "Models.swift", Self.text.replacingOccurrences(of: "var pages: Int", with: "var pages: Int?"))
    histories = try ModelLoader.load(path)
    let lookup = SchemaLookup(histories: histories, lock: lock)
    let pages = lookup.place(at: try offset("var pages"), in: path, bytes)
    let text = lookup.hover(try #require(pages))
    #expect(text.contains("**Edited after it shipped**") && text.contains("134504"))
    #expect(text.contains("shipped as 'Integer 64'"))
  }

  @Test func symbolsAreNestedAsTheDeclarationsAre() throws {
    let symbols = try lookup().symbols(of: path, bytes)
    #expect(symbols.map(\.name) == ["V1", "V2"])
    #expect(symbols[1].children.map(\.name) == ["Note", "Tag"])
    #expect(symbols[1].children[0].children.map(\.name) == ["heading", "pages", "tags"])
    func check(_ symbol: SchemaSymbol) {
      #expect(symbol.range.clamped(to: symbol.selection) == symbol.selection, "\(symbol.name)")
      let named = String(decoding: bytes[symbol.selection], as: UTF8.self)
      #expect(named == symbol.name)
      for child in symbol.children {
        #expect(symbol.range.clamped(to: child.range) == child.range)
        check(child)
      }
    }
    symbols.forEach(check)
    #expect(try lookup().symbols(matching: "nt").map(\.container) == ["V1 (1.0.0)", "V2 (2.0.0)"])
    #expect(try lookup().symbols(matching: "V").map(\.name) == ["V1", "V2"])
    #expect(try lookup().symbols(matching: "xyz").isEmpty)
  }

  @Test(arguments: [
    ("// storedoctor:ignore[missing-inverse] why", "a.swift", "missing-inverse"),
    ("rules:\n  missing-inverse: off", ".storedoctor.yml", "missing-inverse"),
    ("let a = missing-inverse", "a.swift", nil),
    ("// storedoctor:ignore[nothing] x", "a.swift", nil),
  ])
  func aRuleIsKnownWhereItIsNamed(_ text: String, _ path: String, _ id: String?) throws {
    let word = id ?? "nothing"
    let offset = text.range(of: word).map {
      text.utf8.distance(from: text.startIndex, to: $0.lowerBound) + 2
    }
    let found = RuleWord(at: offset ?? 12, in: path, Array(text.utf8), RuleCatalog.index)
    #expect(found?.rule.id == id)
    if let found { #expect(found.rule.markdown.contains("Fix: ")) }
  }
}
