import Diagnostics
import Foundation
import ModelSource
import StoreModel
import Testing

@testable import Lint

/// Texts that lint reads beside Swift: entitlements, formats of predicates, names of versions.
@Suite struct ReadTextTests {
  @Test func containersOfEntitlementsAreReadAsAPropertyList() {
    let services =
      "<key>com.apple.developer.icloud-services</key><array><string>CloudKit</string></array>"
    func has(_ containers: String, _ services: String) -> Bool {
      Entitlements(
        path: "a.entitlements",
        text: "<plist version=\"1.0\"><dict>"
          + "<key>com.apple.developer.icloud-container-identifiers</key>\(containers)\(services)"
          + "</dict></plist>"
      ).hasCloudContainer
    }
    #expect(has("<array><string>iCloud.a</string></array>", services))
    #expect(has("<array><string>iCloud.a</string></array>", ""))
    #expect(!has("<array/>", services))
    #expect(!has("<array><!-- <string>iCloud.a</string> --></array>", services))
    #expect(
      !has(
        "<array><string>iCloud.a</string></array>",
        services.replacingOccurrences(of: "CloudKit", with: "CloudDocuments")))
  }

  @Test(arguments: [
    ("title CONTAINS[cd] %@ AND folder.name == 'a b'", ["title", "folder.name"]),
    ("%K == %@", []), ("ANY tags.name IN {\"x\", \"y\"}", ["tags.name"]),
    ("SUBQUERY(tags, $t, $t.name == 'a').@count > 0", ["tags", "tags.name", "@count"]),
    (
      "SUBQUERY(a, $x, SUBQUERY($x.b, $y, $y.c > $x.d).@count > 1).@count > 0",
      ["a", "a.b", "a.b.c", "a.d", "@count", "@count"]
    ),
    ("date > $SINCE", []), ("SELF.title != nil", ["SELF.title"]),
    ("(size >= 1e5) && !isDone", ["size", "isDone"]), ("title ==[c] \"it\\\"s\"", ["title"]),
  ])
  func keyPathsOfPredicatesAreRead(_ format: String, _ expected: [String]) {
    #expect(PredicateFormat.keyPaths(in: format).map { $0.joined(separator: ".") } == expected)
  }

  @Test(arguments: [
    ("Notes", "Notes 2"), ("Notes 2", "Notes 10"), ("Notes_v9", "Notes_v10"), ("V1.9", "V1.10"),
    ("ModelV3", "ModelV12"), ("Notes", "Notes v2"), ("Notes", "Notes_2"),
  ])
  func versionsAreOrderedByTheirNumbers(_ older: String, _ newer: String) {
    #expect(VersionName(older).isBefore(VersionName(newer)))
    #expect(!VersionName(newer).isBefore(VersionName(older)))
  }

  @Test func otherModelsAreNoVersions() {
    #expect(!VersionName("Notes").isBefore(VersionName("Tags 2")))
    #expect(!VersionName("Notes 2").isBefore(VersionName("Notes 2")))
    // Which of these two is older is not told.
    #expect(!VersionName("Notes").isBefore(VersionName("NotesV2")))
    // Unless the others count on from it.
    func isFirst(_ others: String...) -> Bool {
      VersionName("Notes").isFirst(of: others.map { VersionName($0) })
    }
    #expect(isFirst("Notes", "NotesV2", "NotesV 3") && !isFirst("Notes", "NotesV1", "NotesV2"))
  }
}
