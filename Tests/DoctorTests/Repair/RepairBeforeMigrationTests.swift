import Foundation
import StoreEngine
import StoreModel
import Testing

@testable import Diagnostics
@testable import StoreDoctor

/// Rows that the newest version would refuse are treated while the store has its own.
@Suite struct RepairBeforeMigrationTests {
  /// The library, and what a newer version demands of authors.
  private static func history(_ change: (inout Entity) -> Void) -> SchemaHistory {
    var newer = LibraryStore.model
    newer.name = "Library 2"
    newer.versionIdentifiers = ["2.0.0"]
    change(&newer.entities[0])
    return SchemaHistory(
      name: "Library", versions: [LibraryStore.model, newer], currentVersion: newer.name,
      isOrdered: true)
  }

  private static let requiring = history { $0.attributes[1].isOptional = false }
  private static let unique = history { $0.uniquenessConstraints.append(["uid"]) }

  private static func blocks(_ path: String, _ history: SchemaHistory) throws -> Bool {
    let file = try StoreFile.open(path: path)
    let inspection = try StoreInspection(of: Store(file: file), histories: [history])
    return try Preflight(inspection).run(freeSpace: nil).outlook == .failure
  }

  @Test func aValueThatBecomesRequiredIsTheOneGiven() throws {
    let fixture = try RepairFixture(["UPDATE ZAUTHOR SET ZUID = NULL WHERE Z_PK = 2"])
    #expect(try Self.blocks(fixture.path, Self.requiring))
    let open = try fixture.repair { $0.histories = [Self.requiring] }
    #expect(open.file == nil)
    #expect(open.left.map(\.say) == ["--set Author.uid=VALUE"])
    #expect(open.left.map(\.finding.rule) == ["rows-without-required-value"])
    let answer = try fixture.repair {
      $0.histories = [Self.requiring]
      $0.values = ["Author.uid=00000000-0000-0000-0000-0000000000FF"]
    }
    #expect(answer.left.isEmpty && answer.treated.map(\.rows) == [1])
    #expect(try !Self.blocks(fixture.new, Self.requiring))
    #expect(
      try fixture.value("SELECT count(*) FROM ZAUTHOR WHERE hex(ZUID) LIKE '%00FF'") == 1)
  }

  @Test(arguments: StoreRepair.Keep.allCases)
  func ofRowsThatBecomeUniqueOneStays(_ keep: StoreRepair.Keep) throws {
    let fixture = try RepairFixture([
      "UPDATE ZAUTHOR SET ZUID = x'000102030405060708090A0B0C0D0E0F' WHERE Z_PK <= 2"
    ])
    #expect(try Self.blocks(fixture.path, Self.unique))
    let open = try fixture.repair { $0.histories = [Self.unique] }
    #expect(open.file == nil)
    #expect(open.left.map(\.say) == ["--keep newest|oldest|most-linked"])
    let answer = try fixture.repair {
      $0.histories = [Self.unique]
      $0.keep = keep
    }
    #expect(answer.left.isEmpty)
    #expect(try !Self.blocks(fixture.new, Self.unique))
    #expect(try fixture.rules() == [])
    let kept = keep == .newest ? 2 : 1
    #expect(try fixture.value("SELECT Z_PK FROM ZAUTHOR WHERE Z_PK <= 2") == Int64(kept))
    #expect(
      try fixture.value("SELECT count(*) FROM Z_1BOOKS WHERE Z_1AUTHORS = \(3 - kept)") == 0)
  }

  @Test func whatTheStoreHasNoPlaceForIsLeft() throws {
    let history = Self.history {
      $0.attributes.append(Attribute(name: "born", type: .date))
    }
    let fixture = try RepairFixture()
    let answer = try fixture.repair { $0.histories = [history] }
    #expect(answer.file == nil)
    #expect(answer.left.map(\.finding.rule) == ["rows-without-required-value"])
    #expect(
      answer.left.allSatisfy {
        $0.reason.contains("no such property to fill; in the newer version, ")
      })
  }

  @Test func nothingIsAskedOfAStoreThatHasTheNewestVersion() throws {
    let fixture = try RepairFixture()
    let answer = try fixture.repair { $0.histories = [LibraryStore.history] }
    #expect(answer.left.isEmpty && answer.treated.isEmpty)
  }
}
