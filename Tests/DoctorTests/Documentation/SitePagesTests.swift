import Diagnostics
import ErrorCatalog
import Foundation
import StoreDoctor
import Testing

@testable import DoctorCLI

/// The site has a page for each rule, error and command, and findings lead to it.
@Suite struct SitePagesTests {
  private static func run(_ words: [String], _ environment: [String: String] = [:]) -> String {
    let out = ByteOutput()
    let console = Console(out: out, err: out, environment: environment)
    _ = CommandLineTool(console: console, input: GivenLines("")).run(words)
    return out.text
  }

  private static let pages: [String: String] = {
    let parts = run(["--generate-documentation"]).components(separatedBy: "<!-- file: ").dropFirst()
    return Dictionary(
      uniqueKeysWithValues: parts.map { part in
        let name = part.components(separatedBy: ".md -->\n")
        return (name[0], name.dropFirst().joined())
      })
  }()

  @Test func everyRuleErrorAndCommandHasAPage() {
    for rule in RuleCatalog.all {
      #expect(Self.pages["rule-\(rule.id)"]?.hasPrefix("# \(rule.id)\n") == true)
    }
    for explanation in ExplanationCatalog.all {
      let page = Self.pages["error-\(explanation.id)"] ?? ""
      #expect(
        explanation.codes.allSatisfy { page.components(separatedBy: "\n")[0].contains("\($0)") })
      #expect(page.components(separatedBy: "\n## ").count > 2, "\(explanation.id)")
    }
    for name in CommandCatalog.names { #expect(Self.pages["command-\(name)"] != nil) }
  }

  @Test func everyLinkLeadsToAPage() {
    var count = 0
    for (name, text) in Self.pages {
      for match in text.matches(of: /doc:([A-Za-z0-9-]+)/) {
        count += 1
        #expect(Self.pages[String(match.1)] != nil, "\(name): \(match.1)")
      }
    }
    #expect(count > 1000)
  }

  /// The first page leads to every page that is written by hand.
  @Test func theGuideNamesEveryPage() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Documentation")
    let guide = try String(contentsOf: folder.appending(path: "Guide.md"), encoding: .utf8)
    let named = Set(guide.matches(of: /<doc:([A-Za-z]+)>/).map { String($0.1) })
    // What Scripts/documentation.sh calls otherwise, so that each name is there once.
    let renamed = ["Format/README.md": "Format", "Format/Errors.md": "ErrorSources"]
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".md") && $0 != "Guide.md" }
    let written = Set(
      files.map { file in
        renamed[file] ?? file.split(separator: "/").last.map { String($0.dropLast(3)) } ?? ""
      })
    #expect(written.count == files.count && written.union(["Errors", "Commands"]) == named)
  }

  /// Two explanations of one text would be two answers of a search engine; their titles differ at least.
  @Test func everyTitleIsSaidOnce() {
    let titles = Self.pages.values.map { $0.components(separatedBy: "\n")[0] }
    let counts = Dictionary(grouping: titles) { $0 }.filter { $0.value.count > 1 }
    #expect(counts.isEmpty, "\(counts.keys.sorted())")
  }

  @Test(arguments: ["https://a.example/docs/", "https://a.example/docs"])
  func findingsLeadToThePagesOfTheirRules(_ site: String) {
    let models = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Samples/Recipes/Sources").path
    let words = ["lint", models, "--no-cache", "--format", "sarif"]
    let text = Self.run(words, ["STOREDOCTOR_DOCUMENTATION": site])
    #expect(text.contains("https://a.example/docs/documentation/guide/rule-missing-inverse\""))
    #expect(!text.contains("developer.apple.com"))
    #expect(!Self.run(words, ["STOREDOCTOR_DOCUMENTATION": "none"]).contains("/guide/"))
  }

  @Test(
    arguments: [
      (
        "Give 'storedoctor check --full' the plan's file.",
        "Give `storedoctor check --full` the plan's file."
      ),
      ("It's 'a' or (a_b)", "It's `a` or (a\\_b)"),
      ("the users' stores <x>", "the users' stores &lt;x>"),
      ("'\\Note.tags' isn't 'set'.", "`\\Note.tags` isn't `set`."),
    ])
  func quotedTextIsCode(_ text: String, _ markdown: String) {
    #expect(MarkdownReporter.prose(text) == markdown)
  }
}
