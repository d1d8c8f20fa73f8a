import Diagnostics
import ErrorCatalog
import Foundation
import ModelInputs
import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import StoreDoctor

/// Which version a store has is one answer, whoever asks.
@Suite struct VersionAgreementTests {
  private static let stores = [
    "Notes/notes-1.0.0.store", "Notes/notes-1.1.0.store", "Notes/notes-2.0.0.store",
    "Music/music.store",
  ]

  private func history(of store: String) throws -> [SchemaHistory] {
    let folder = Folders.samples.appending(path: store).deletingLastPathComponent()
    return try ModelLoader.load(folder.appending(path: "Sources").path)
  }

  private func open(_ name: String) throws -> Store {
    try Store(file: StoreFile.open(path: Folders.samples.appending(path: name).path))
  }

  private func explained(_ store: Store, _ histories: [SchemaHistory]) -> [CaseFinding] {
    let facts = CaseFacts(store: store, named: "the.store", histories: histories)
    return Explainer.explain(text: "134504", case: facts).findings
  }

  @Test(arguments: stores) func everybodyNamesTheSameVersion(_ name: String) throws {
    let store = try open(name)
    let histories = try history(of: name)
    let match = try #require(Identifier.identify(StoreSchema(store), among: histories).match)
    let version = try #require(match.versions.first?.name)
    #expect(Identifier.model(of: StoreSchema(store), among: histories)?.name == version)
    let question = MigrationQuestion(store, among: histories)
    #expect(try question.path().source.name == version)
    let outline = try MigrationOutline(question, at: name) { LossPolicy() }
    #expect(outline.path?.source.name == version)
    let inspection = StoreInspection(store: store, path: name, histories: histories)
    #expect(try Preflight(inspection).run(freeSpace: nil).path?.source.name == version)
    let texts = explained(store, histories).map(\.text)
    // Classes outside of all versions have no name of anybody's.
    let words = version == "live" ? "the shape of the unversioned schema" : "version '\(version)'"
    #expect(texts.contains { $0.hasPrefix("'the.store' has \(words)") }, "\(texts)")
    #expect(
      texts.allSatisfy { text in
        [
          " has version ", " has the shape of ", "the models' current version is",
          "that is the version",
          "what to do: check",
        ]
        .contains { text.contains($0) }
      }, "\(texts)")
  }

  /// A store with the entities of one configuration has its model's version, for `explain` too.
  @Test func aPartOfAModelHasItsVersion() throws {
    var whole = LibraryStore.model
    whole.entities.append(
      Entity(name: "Extra", attributes: [Attribute(name: "n", type: .integer16)]))
    whole.configurations = ["Library": LibraryStore.model.entities.map(\.name), "Rest": ["Extra"]]
    let histories = [SchemaHistory(name: "Library", versions: [whole])]
    let library = try LibraryStore()
    let store = try Store(file: StoreFile.open(path: library.path))
    let match = try #require(Identifier.identify(StoreSchema(store), among: histories).match)
    #expect(match.configuration == "Library")
    #expect(
      explained(store, histories).first?.text == "'the.store' has version 'Library' (1.0.0)")
  }

  /// Where nothing fits, all name the same nearest version and the same difference.
  @Test func everybodyMissesTheSameVersion() throws {
    let store = try open("Notes/notes-1.0.0.store")
    var histories = try history(of: "Notes/notes-1.0.0.store")
    let plan = try #require(histories.firstIndex { $0.isOrdered })
    let old = histories[plan].versions.removeFirst()
    histories[plan].stages.removeAll { $0.from == old.name }
    let answer = Identifier.identify(StoreSchema(store), among: histories)
    let nearest = try #require(answer.nearest.first)
    #expect(answer.match == nil)
    #expect(throws: MigrationError.self) { try MigrationQuestion(store, among: histories).path() }
    let texts = explained(store, histories).map(\.text)
    #expect(texts.first?.contains("matches no version of") == true)
    #expect(texts.contains("what to do: \(answer.mismatch?.help ?? "")"), "\(texts)")
    #expect(texts.contains { $0.hasPrefix("nearest is '\(nearest.version.name)'") }, "\(texts)")
    #expect(texts.count == 3 + nearest.differences.count)
  }
}
