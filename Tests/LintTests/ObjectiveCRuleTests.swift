import ModelSource
import StoreModel
import Testing

@testable import Diagnostics
@testable import Lint
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

  @Test(
    arguments: names + stores + loops + fetches + threads + helpers + shapes + passed + ways + apps
      + otherClasses)
  func mistakesAreNamed(_ example: Case) throws {
    let parsed = ExampleText(Self.files(example.text))
    let found = try parsed.lint().filter { example.rules.contains($0.rule) }
    #expect(
      found.compactMap(\.location) == parsed.marks,
      "\(found.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.message)" })")
    #expect(Set(found.map(\.rule)) == example.rules)
  }

  @Test(
    arguments: sound + soundHelpers + soundShapes + soundPassed + soundWays + soundApps
      + soundOtherClasses)
  func soundCodeIsLeftAlone(_ text: String) throws {
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

  @Test(arguments: ["\n", "\r\n"]) func aCommentIsToldFromATextWithSlashes(_ end: String) throws {
    let text = """
      - (void)leave {
        NSLog(@"https://a"); [self.context save:nil]; // storedoctor:ignore[swallowed-store-error] at the end
        [self.context save:nil];
      }
      """
    let example = ExampleText(Self.files(text))
    let input = example.files.map { file in
      SourceFile(path: file.path, text: file.text.split(separator: "\n").joined(separator: end))
    }
    var found = SuppressionReader.Found()
    SuppressionReader.read(objectiveC: input.filter { $0.path.hasSuffix(".m") }, into: &found)
    let only = try #require(found.suppressions.first)
    guard case .lines(let lines) = only.scope else {
      Issue.record("\(only.scope)")
      return
    }
    #expect(lines.count == 1 && lines.lowerBound == only.location.line)
    #expect(found.suppressions.map(\.reason) == ["at the end"])
    #expect(found.malformed.isEmpty)
  }

  /// What no hand writes is said to be unread, in a moment: 'around' repeats what only nests in itself.
  @Test(arguments: [
    (String(repeating: "if (a) ", count: 200_000), ";"),
    (String(repeating: String(repeating: "if (a) ", count: 199) + "{", count: 190), "}"),
    (String(repeating: "[", count: 100_000), "]"),
    (String(repeating: "[context save:nil];", count: 40_000), ""),
    (
      String(repeating: "NSArray *a = [context executeFetchRequest:b error:nil];", count: 9_000), ""
    ),
  ])
  func endlessTextIsNotRead(_ start: String, _ end: String) {
    let text = "@implementation A\n- (void)go {\n" + start + end + "\n}\n@end"
    var input = LintInput()
    input.objectiveC = [SourceFile(path: "A.m", text: text)]
    #expect(Linter().run(input).unreadObjectiveC == ["A.m"])
  }

  @Test func longTextOfShortMethodsIsRead() {
    let method = "- (void)go:(NSManagedObjectContext *)context {\n  [context save:nil];\n}\n"
    var input = LintInput()
    input.objectiveC = [
      SourceFile(
        path: "A.m", text: "@implementation A\n" + String(repeating: method, count: 4_000) + "@end")
    ]
    let result = Linter().run(input)
    #expect(result.unreadObjectiveC == [])
    #expect(result.findings.count == 4_000)
  }

  @Test func storesOfOlderVersionsMustBeMigrated() throws {
    func version(_ name: String, _ more: String) -> String {
      "// file: Notes.xcdatamodeld/\(name).xcdatamodel/contents\n<model type=\"com.apple.IDECoreDataModeler.DataModel\">\n"
        + "<entity name=\"Note\"><attribute name=\"title\" optional=\"YES\" attributeType=\"String\"/>\(more)</entity>\n</model>"
    }
    func code(_ options: String, after start: String = "") -> String {
      """
      // file: Stack.m
      @implementation Stack
      - (BOOL)open:(NSPersistentStoreCoordinator *)coordinator at:(NSURL *)url {
        \(start)
        NSDictionary *options = \(options);
        return [coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:options error:nil] != nil;
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
    func isSaid(after start: String) throws -> Bool {
      try ExampleText(.clean(code("@{}", after: start))).lint()
        .contains { $0.rule == "store-without-migration" }
    }
    let removal = "[[NSFileManager defaultManager] removeItemAtURL:url error:NULL];"
    // What is removed first cannot be a store of an older version.
    #expect(try !isSaid(after: removal))
    #expect(try !isSaid(after: "if ([files fileExistsAtPath:url.path]) { \(removal) }"))
    #expect(try !isSaid(after: "for (NSURL *url in all) \(removal)"))
    #expect(try isSaid(after: "if (self.isFresh) { \(removal) }"))
    #expect(try isSaid(after: "[[NSFileManager defaultManager] removeItemAtURL:draft error:NULL];"))
    #expect(try isSaid(after: "dispatch_async(queue, ^{ \(removal) });"))
  }
}
