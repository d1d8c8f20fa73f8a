import Foundation
import ModelSource
import StoreModel
import Testing

@testable import Diagnostics
@testable import StoreDoctor
@testable import TraceAnalysis

/// Findings with places in the user's source.
@Suite("Traces and source")
struct TraceSourceTests {
  private static func located(_ model: DataModel) -> DataModel {
    var model = model
    for entity in model.entities.indices {
      for index in model.entities[entity].relationships.indices {
        model.entities[entity].relationships[index].location = Location(
          path: "\(model.entities[entity].name).swift", line: index + 1)
      }
    }
    return model
  }

  private static func finding(
    _ text: String, source: DataModel.Source = .swift, order: String = "",
    nested: Bool = false
  ) throws -> [Finding] {
    var model = located(LogScript.model)
    model.source = source
    var log = LogScript(level: 2)
    log.read(
      LogScript.authors + order, rows: 6, entity: "Author")
    for key in 1...6 {
      log.booksOfAuthor(key)
      if nested { for book in 0..<3 { log.pagesOfBook(key * 3 + book) } }
    }
    let analyzer = TraceAnalyzer(model: model)
    analyzer.feed(Array(log.text(.console).utf8))
    let sites = FetchSiteReader.read([SourceFile(path: "App.swift", text: text)])
    let sources = TraceSources(models: [model], sites: sites)
    return analyzer.finish().patterns.map { $0.finding(path: "app.log", sources: sources) }
  }

  private static func related(_ finding: Finding) -> [String] {
    finding.related.map { related in
      let place = related.location.map { "\($0.path):\($0.line ?? 0)" } ?? ""
      return "\(related.label) \(place)"
    }
  }

  @Test func declarationAndFetchAreNamed() throws {
    let finding = try #require(
      try Self.finding("let d = FetchDescriptor<Author>()\nlet e = FetchDescriptor<Book>()").first)
    #expect(
      Self.related(finding) == [
        "fetch app.log:1", "query app.log:5", "declared Author.swift:1", "fetched App.swift:1",
      ])
    #expect(
      finding.help
        == "add 'descriptor.relationshipKeyPathsForPrefetching = [\\Author.books]' to that fetch")
  }

  @Test func theFetchWithTheSameOrderIsChosen() throws {
    let text = """
      let a = FetchDescriptor<Author>()
      let b = FetchDescriptor<Author>(sortBy: [SortDescriptor(\\.name)])
      """
    let ordered = try #require(
      try Self.finding(text, order: " ORDER BY t0.ZNAME").first)
    #expect(Self.related(ordered).last == "fetched App.swift:2")
    let plain = try #require(try Self.finding(text).first)
    #expect(Self.related(plain).last == "fetched App.swift:1")
    let other = try #require(try Self.finding(text, order: " ORDER BY t0.Z_OPT DESC").first)
    #expect(Self.related(other).last?.hasPrefix("maybe fetched") == true)
  }

  @Test(arguments: [
    (
      "@Query var authors: [Author]", DataModel.Source.swift, "give that '@Query' a FetchDescriptor"
    ),
    ("", .swift, "add 'descriptor.relationshipKeyPathsForPrefetching = [\\Author.books]'"),
    ("", .xcodeModel, "add 'request.relationshipKeyPathsForPrefetching = [\"books\"]'"),
    ("", .storeCache, "' to that fetch, or 'request.relationshipKeyPathsForPrefetching"),
    (
      "let r: NSFetchRequest<Author> = Author.fetchRequest()", .swift,
      "add 'request.relationshipKeyPathsForPrefetching = [\"books\"]'"
    ),
  ])
  func cureFitsTheFramework(_ text: String, _ source: DataModel.Source, _ cure: String) throws {
    let finding = try #require(try Self.finding(text, source: source).first)
    #expect(finding.help?.contains(cure) == true, "\(finding.help ?? "")")
  }

  @Test func nestedLoopsHaveTheirOwnCure() throws {
    let swift = try Self.finding("", nested: true).compactMap(\.help)
    #expect(swift.contains { $0.contains("fetch the 'Book' objects once before the loop") })
    let coreData = try Self.finding("", source: .xcodeModel, nested: true).compactMap(\.help)
    #expect(coreData.contains { $0.contains("[\"books\", \"books.pages\"]") })
  }

  @Test func suppressionsCoverWhatTheyName() {
    var pattern = AccessPattern(
      kind: .nPlusOne, sql: "SELECT 1", sample: AccessPattern.Sample(line: 1))
    pattern.entity = "Note"
    pattern.relationship = "tags"
    func covers(_ text: String) -> Bool { AccessPattern.Suppression(text).covers(pattern) }
    #expect(covers("n-plus-one") && covers("n-plus-one:Note.tags") && covers("n-plus-one:Note"))
    #expect(!covers("n-plus-one:Note.folder") && !covers("fetch-in-loop:Note.tags"))
    #expect(!covers("n-plus-one:") && !covers(""))
  }

  @Test(arguments: [
    (
      "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZTITLE FROM ZNOTE t0 WHERE t0.ZA = ?",
      "SELECT … FROM ZNOTE t0 WHERE t0.ZA = ?"
    ),
    ("SELECT 0, t0.Z_PK FROM ZNOTE t0", "SELECT 0, t0.Z_PK FROM ZNOTE t0"),
    (
      "SELECT COUNT(DISTINCT t0.Z_PK) FROM ZNOTE t0", "SELECT COUNT(DISTINCT t0.Z_PK) FROM ZNOTE t0"
    ),
    ("INSERT INTO ZNOTE(Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (?)", "INSERT INTO ZNOTE(…) VALUES (?)"),
    ("COMMIT", "COMMIT"), ("SELECT", "SELECT"), ("", ""),
  ])
  func shortStatements(_ sql: String, _ short: String) { #expect(SQLSummary.short(sql) == short) }
}
