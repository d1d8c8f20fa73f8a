import ModelSource
import StoreModel
import Testing

@testable import Diagnostics
@testable import StoreDoctor

/// Rules about Core Data say of Objective-C what they say of Swift: '↓' stands before each place.
@Suite struct ObjectiveCRuleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var rules: Set<String>
    var text: String
    var testDescription: String { rules.sorted().joined(separator: ", ") }

    init(_ rules: Set<String>, _ text: String) { (self.rules, self.text) = (rules, text) }
  }

  private static func files(_ text: String) -> RuleExample {
    text.contains("↓")
      ? .flagged(CoreDataText.objectiveC(text)) : .clean(CoreDataText.objectiveC(text))
  }

  @Test(arguments: names + stores + loops + fetches + threads)
  func mistakesAreNamed(_ example: Case) throws {
    let parsed = ExampleText(Self.files(example.text))
    let found = try parsed.lint().filter { example.rules.contains($0.rule) }
    #expect(
      found.compactMap(\.location) == parsed.marks,
      "\(found.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.message)" })")
    #expect(Set(found.map(\.rule)) == example.rules)
  }

  @Test(arguments: sound) func soundCodeIsLeftAlone(_ text: String) throws {
    let found = try ExampleText(Self.files(text)).lint()
    #expect(found.map(\.message) == [])
  }

  @Test func aCommentSuppressesALine() throws {
    let text = """
      - (void)leave {
        // storedoctor:ignore[swallowed-store-error] the app ends here anyway
        [self.context save:nil];
      }
      """
    #expect(try ExampleText(Self.files(text)).lint().map(\.rule) == [])
    let unused = "- (void)leave { [self go]; } // storedoctor:ignore[save-in-loop] no loop"
    #expect(try ExampleText(Self.files(unused)).lint().map(\.rule) == ["unused-suppression"])
  }

  @Test func storesOfOlderVersionsMustBeMigrated() throws {
    func version(_ name: String, _ more: String) -> String {
      "// file: Notes.xcdatamodeld/\(name).xcdatamodel/contents\n<model type=\"com.apple.IDECoreDataModeler.DataModel\">\n"
        + "<entity name=\"Note\"><attribute name=\"title\" optional=\"YES\" attributeType=\"String\"/>\(more)</entity>\n</model>"
    }
    func code(_ options: String) -> String {
      """
      // file: Stack.m
      @implementation Stack
      - (void)open:(NSPersistentStoreCoordinator *)coordinator at:(NSURL *)url {
        NSDictionary *options = \(options);
        [coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:options error:nil];
      }
      @end
      \(version("Notes", ""))
      \(version("Notes 2", "<attribute name=\"text\" optional=\"YES\" attributeType=\"String\"/>"))
      // file: Notes.xcdatamodeld/.xccurrentversion
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>Notes 2.xcdatamodel</string></dict></plist>
      """
    }
    let lacking = try ExampleText(
      .clean(code("@{ NSMigratePersistentStoresAutomaticallyOption : @YES }"))
    ).lint()
    #expect(lacking.map(\.rule) == ["store-without-migration"])
    let whole =
      "@{ NSMigratePersistentStoresAutomaticallyOption : @YES, NSInferMappingModelAutomaticallyOption : @YES }"
    #expect(try ExampleText(.clean(code(whole))).lint().map(\.rule) == [])
    #expect(try ExampleText(.clean(code("self.options"))).lint().map(\.rule) == [])
  }
}
