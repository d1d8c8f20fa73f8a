import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Lint
@testable import StoreDoctor

/// The catalogue has every rule, or `rules`, `explain`, suppressions and SARIF do not know it.
@Suite struct RuleCatalogTests {
  /// Ids as the source declares them: `RuleInfo(`, and the first argument on the next line.
  private static func declared(below folder: String = "") throws -> [String] {
    let sources = Folders.package.appending(path: "Sources").appending(path: folder)
    let names = try #require(FileManager.default.enumerator(atPath: sources.path))
    var ids: [String] = []
    for case let name as String in names where name.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
      let all = text.matches(of: #/RuleInfo\(\s*id: /#).count
      let found = text.matches(of: #/RuleInfo\(\s*id: "([a-z0-9-]+)"/#).map { String($0.1) }
      #expect(found.count == all, "\(name) has an id that is no literal")
      ids += found
    }
    return ids
  }

  @Test func everyDeclaredRuleIsInTheCatalogue() throws {
    let declared = try Self.declared()
    #expect(declared.count > 130)
    let known = Set(RuleCatalog.all.map(\.id))
    #expect(Set(declared).subtracting(known).sorted() == [])
    #expect(known.subtracting(declared).sorted() == [])
  }

  @Test func everyRuleHasAPage() {
    #expect(Set(RulePages.rules.keys).subtracting(RuleCatalog.all.map(\.id)).sorted() == [])
    for rule in RuleCatalog.all { #expect(rule.page != nil, "\(rule.id)") }
  }

  /// The page of a group is SwiftData's mostly, which says nothing about Core Data.
  @Test func rulesAboutCoreDataLeadToItsPages() throws {
    let ids = try Self.declared(below: "Lint/Rules/CoreData")
    #expect(ids.count > 10)
    for id in ids {
      let page = try #require(RuleCatalog.rule(id)?.page)
      #expect(!page.contains("/swiftdata/"), "\(id)")
    }
  }

  @Test func rulesOfRunningPlansAreKnown() {
    #expect(RuleCatalog.rule("migration-closure-trapped") != nil)
  }
}
