import ErrorCatalog
import Foundation
import StoreDoctor
import TestSupport
import Testing

@Suite struct ExplanationCatalogTests {
  /// Messages as people published them: after `== <id>` those of one explanation, `--` between
  /// them.
  private static let samples: [(id: String, text: String)] = {
    let file = Folders.fixtures.appending(path: "messages.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return "\n\(text)".components(separatedBy: "\n== ").dropFirst().flatMap { section in
      let lines = section.components(separatedBy: "\n")
      let texts = lines.dropFirst().joined(separator: "\n").components(separatedBy: "\n--\n")
      return texts.map { (lines[0], $0) }
    }
  }()

  @Test func everyExplanationHasASample() {
    let known = ExplanationCatalog.all.map(\.id)
    for id in known {
      #expect(
        Self.samples.contains { $0.id == id },
        "write a message below '== \(id)' in Tests/Fixtures/messages.txt")
    }
    #expect(Self.samples.allSatisfy { !$0.text.isEmpty })
  }

  @Test func everyIDFindsItsOwnExplanation() {
    #expect(!ExplanationCatalog.all.isEmpty)
    for explanation in ExplanationCatalog.all {
      // Of two with one id, only the first is found.
      #expect(ExplanationCatalog.explanation(id: explanation.id) == explanation)
      let answers = Explainer.explain(text: explanation.id).answers
      #expect(answers.compactMap(\.explanation?.id) == [explanation.id])
    }
  }

  @Test func namesOnlyExplanationsThatExist() {
    for explanation in ExplanationCatalog.all {
      for id in explanation.alsoMatches + [explanation.parent].compactMap({ $0 }) {
        #expect(ExplanationCatalog.explanation(id: id) != nil, "\(explanation.id) names \(id)")
      }
      #expect(!explanation.meaning.isEmpty && !explanation.fixes.isEmpty, "\(explanation.id)")
    }
  }

  /// Advice that only points elsewhere leaves somebody in a hurry without any.
  @Test func everyAdviceSaysWhatToDo() {
    for explanation in ExplanationCatalog.all {
      let texts = explanation.causes + explanation.confirm + explanation.fixes
      #expect(
        !texts.contains { $0.hasPrefix("See ") },
        "\(explanation.id): say what to do instead of 'See …'")
    }
  }

  /// Other programs change a store that they only look at.
  @Test func noAdviceSendsStatementsElsewhere() {
    for explanation in ExplanationCatalog.all {
      for text in explanation.confirm + explanation.fixes
      where text.contains("SELECT ") || text.contains("PRAGMA ") {
        #expect(text.contains("'storedoctor sql STORE"), "\(explanation.id): \(text)")
      }
    }
  }

  @Test func codesIdentifyOneExplanation() {
    var owners: [String: String] = [:]
    for explanation in ExplanationCatalog.all {
      for code in explanation.codes {
        let key = "\(explanation.domain ?? "") \(code)"
        #expect(owners[key] == nil, "\(key) belongs to \(owners[key] ?? "") and \(explanation.id)")
        owners[key] = explanation.id
      }
    }
    #expect(!owners.isEmpty)
  }

  /// As somebody types it, and as an error prints it.
  @Test func everyCodeIsAnsweredByItsExplanation() {
    for explanation in ExplanationCatalog.all {
      for code in explanation.codes {
        let domain = explanation.domain ?? ""
        let typed = Explainer.explain(text: "\(domain) \(code)")
        #expect(typed.answers.first?.explanation?.id == explanation.id, "\(domain) \(code)")
        let printed = Explainer.explain(text: "Error Domain=\(domain) Code=\(code) \"(null)\"")
        #expect(printed.recognised.contains(explanation.id), "\(domain) \(code)")
      }
    }
  }

  @Test(arguments: samples)
  func sampleIsRecognised(_ sample: (id: String, text: String)) throws {
    let own = try #require(
      ExplanationCatalog.explanation(id: sample.id),
      "'== \(sample.id)' in Tests/Fixtures/messages.txt names no explanation")
    let result = Explainer.explain(text: sample.text)
    #expect(
      result.recognised.contains(sample.id),
      "\(sample.text): no pattern of '\(sample.id)' fits, only those of \(result.recognised)")
    // The first answer is the sample's own explanation, or one it is known to stand beside.
    let top = try #require(result.answers.first?.explanation)
    let isOwn = top.id == own.id
    let isRefined =
      ExplanationCatalog.lineage(of: top).contains { $0.id == own.id }
      || ExplanationCatalog.lineage(of: own).contains { $0.id == top.id }
    let isNeighbour = own.alsoMatches.contains(top.id) || top.alsoMatches.contains(own.id)
    #expect(isOwn || isRefined || isNeighbour, "\(sample.text): \(top.id)")
  }
}
