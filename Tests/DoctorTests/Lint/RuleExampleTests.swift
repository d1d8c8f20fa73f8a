import Foundation
import ModelSource
import StoreModel
import Testing

@testable import Diagnostics
@testable import ErrorCatalog
@testable import Lint
@testable import StoreDoctor

/// Every rule's examples do what they say, and no rule speaks up on another one's clean examples.
@Suite struct RuleExampleTests {
  /// Those of all rules, or of the one that RULE names in the environment.
  static let rules =
    ProcessInfo.processInfo.environment["RULE"].map { [$0] } ?? LintRules.infos.map(\.id)

  @Test(arguments: rules) func examplesHold(_ id: String) throws {
    let info = try #require(RuleCatalog.rule(id))
    for (number, example) in info.examples.enumerated() {
      let parsed = ExampleText(example)
      let places = try parsed.lint().filter { $0.rule == id }.compactMap(\.location).sorted {
        $0.precedes($1)
      }
      #expect(places == parsed.marks, "example \(number + 1) of \(id)")
    }
  }

  @Test(arguments: rules) func cleanExamplesAreCleanForAll(_ id: String) throws {
    let info = try #require(RuleCatalog.rule(id))
    for (number, example) in info.examples.enumerated() where !example.isFlagged {
      let found = try ExampleText(example).lint().map { "\($0.rule): \($0.message)" }
      #expect(found == [], "clean example \(number + 1) of \(id)")
    }
  }

  @Test(arguments: rules) func hasEnoughExamples(_ id: String) throws {
    let info = try #require(RuleCatalog.rule(id))
    #expect(info.examples.count { $0.isFlagged } >= 3)
    #expect(info.examples.count { !$0.isFlagged } >= 3)
    for example in info.examples {
      #expect(
        example.isFlagged == example.text.contains("↓"),
        "'↓' stands before each place of a finding, and in no clean example: \(example.text)")
    }
  }

  @Test func aStageLeadingBackIsNotMissingToo() throws {
    let text = PlanText.plan("  static let stages: [MigrationStage] = [\(PlanText.step(2, 1))]")
    #expect(try ExampleText(.clean(text)).lint().map(\.rule) == ["stage-out-of-order"])
  }

  @Test func explanationsExist() {
    let known = Set(ExplanationCatalog.all.map(\.id))
    for info in LintRules.infos {
      if let id = info.explanation { #expect(known.contains(id), "\(info.id) names '\(id)'") }
    }
  }

  @Test func idsAreUniqueAndSpoken() {
    let all = RuleCatalog.all
    #expect(Set(all.map(\.id)).count == all.count)
    for info in all {
      #expect(info.id.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) })
      for text in [info.summary, info.fix, info.why] {
        #expect(!text.hasSuffix("."), "\(info.id): no full stop at the end of: \(text)")
        #expect(!text.hasPrefix("A "), "\(info.id): no article at the start of: \(text)")
      }
    }
  }
}

/// An example taken apart into files and marked places.
struct ExampleText {
  var files: [(path: String, text: String)] = []
  var marks: [Location] = []
  var settings: String?

  init(_ example: RuleExample) {
    settings = example.settings
    files = [("Example.swift", "")]
    for line in example.text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("// file: ") {
        files.append((String(line.dropFirst("// file: ".count)), ""))
        continue
      }
      var rest = line
      var plain = ""
      let number = files[files.count - 1].text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      while let mark = rest.firstIndex(of: "↓") {
        plain += rest[..<mark]
        marks.append(
          Location(
            path: files[files.count - 1].path, line: number, column: plain.utf8.count + 1))
        rest = rest[rest.index(after: mark)...]
      }
      files[files.count - 1].text += plain + rest + "\n"
    }
    if files[0].text.isEmpty { files.removeFirst() }
    marks.sort { $0.precedes($1) }
  }

  func lint() throws -> [Finding] {
    var input = LintInput()
    input.files = files.filter { $0.path.hasSuffix(".swift") }.map {
      SourceFile(path: $0.path, text: $0.text)
    }
    input.objectiveC = files.filter { $0.path.hasSuffix(".m") }.map {
      SourceFile(path: $0.path, text: $0.text)
    }
    for file in files where file.path.hasSuffix(".entitlements") {
      input.entitlements.append(Entitlements(path: file.path, text: file.text))
    }
    for file in files where file.path == SchemaLock.fileName {
      input.lock = try SchemaLock(file.text, path: file.path)
    }
    if files.contains(where: { $0.path.hasSuffix("contents") }) {
      let folder = ExampleFolder(files)
      input.models = folder.models()
      input.mappings = folder.mappings()
    }
    let configuration = try LintConfiguration(
      settings ?? "", path: ".storedoctor.yml", rules: RuleCatalog.index)
    return Linter(settings: configuration.settings).lint(input)
  }
}
