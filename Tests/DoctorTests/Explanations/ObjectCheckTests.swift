import ErrorCatalog
import StoreEngine
import StoreModel
import Testing

@testable import StoreDoctor

/// What a store says of the objects that a text names, and of damage that it speaks of.
@Suite struct ObjectCheckTests {
  private static let own = "AAAAAAAA-0000-4000-8000-000000000001"
  private static let other = "BBBBBBBB-0000-4000-8000-000000000002"

  private func facts(identifier: String? = own, verdict: String? = nil) -> CaseFacts {
    CaseFacts(
      store: CaseStore(
        name: "notes.store", schema: StoreSchema(entityHashes: [:]), identifier: identifier,
        row: { entity, key in
          guard entity == "Note" else { return .entityUnknown }
          return key < 10 ? .exists : .missing(highest: 40)
        }, quickCheck: { verdict }), histories: [])
  }

  private func findings(_ text: String, _ facts: CaseFacts) -> [String] {
    Explainer.explain(text: text, case: facts).findings.map(\.text)
  }

  private func fault(_ uri: String) -> String {
    "CoreData could not fulfill a fault for '0xd000 <x-coredata://\(uri)>'"
  }

  @Test func anObjectIsLookedUpInTheStore() {
    #expect(
      findings(fault("\(Self.own)/Note/p7"), facts()) == [
        "the object Note/p7 is in 'notes.store'"
      ])
    #expect(
      findings(fault("\(Self.own)/Note/p12"), facts()) == [
        "the object Note/p12 is not in 'notes.store': it was deleted (keys up to 40 were given out)"
      ])
    let later = findings(fault("\(Self.own.lowercased())/Note/p99"), facts())
    #expect(later.count == 1 && later[0].contains("keys up to 40 only"))
    #expect(
      findings(fault("\(Self.own)/Tag/p1"), facts()) == [
        "'notes.store' has no entity 'Tag' (any more)"
      ])
  }

  @Test func objectsOfAnotherStoreAreToldApart() {
    let text = findings(fault("\(Self.other)/Note/p7"), facts())
    #expect(text.count == 1)
    #expect(text.first?.hasPrefix("the text names objects of the store \(Self.other)") == true)
    // Without an id of the store nothing can be said.
    #expect(findings(fault("\(Self.other)/Note/p7"), facts(identifier: nil)).isEmpty)
  }

  @Test func idsThatAreNoRowsAreNotLookedUp() {
    let temporary = findings(fault("/Note/t5C6F"), facts())
    #expect(temporary.count == 1 && temporary[0].contains("temporary id"))
    #expect(findings(fault("\(Self.own)/Note/pE045910B-E3A5"), facts()).isEmpty)
    #expect(findings(fault("\(Self.own)/Note"), facts()).isEmpty)
    #expect(findings(fault("\(Self.own)/Note/p99999999999999999999"), facts()).isEmpty)
  }

  @Test func manyObjectsAreCounted() {
    let ids = (1...9).map { fault("\(Self.own)/Note/p\($0)") }
    let text = findings((ids + ids).joined(separator: "\n"), facts())
    #expect(text.count == 6)
    #expect(text.last == "4 more objects of this store are in the text")
  }

  @Test(arguments: [
    "SQLite error code:11, 'database disk image is malformed'", "NSSQLiteErrorDomain 267",
    "NSSQLiteErrorDomain=26",
    "NSPersistentStoreCoordinator has no persistent stores (corrupt file)",
  ])
  func damageIsLookedForInTheStore(_ text: String) {
    func first(_ verdict: String?) -> String {
      let answers = Explainer.explain(text: text, case: facts(verdict: verdict)).answers
      return answers.first?.findings.first?.text ?? ""
    }
    #expect(first("ok").hasPrefix("'notes.store' is whole"))
    #expect(first("Page 3 is never used") == "'notes.store' is damaged: Page 3 is never used")
    #expect(first(nil).contains("could not be examined to the end"))
  }

  @Test func anUnreadableStoreIsAFinding() {
    let facts = CaseFacts(unreadable: "'notes.store' is cut off", histories: [])
    let text = findings("SQLite error code:11, 'database disk image is malformed'", facts)
    #expect(text.first == "the store cannot be read: 'notes.store' is cut off")
  }
}
