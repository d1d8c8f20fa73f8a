import Foundation
import Testing

/// Comments cite the pages about Apple's formats by section, in the form that their README gives.
@Suite struct FormatPagesTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let folder = "Documentation/Format/"

  @Test func everyCitedSectionIsThere() throws {
    let pages = try Self.pages()
    var citations = 0
    for (path, text) in try Self.sources() {
      let found = Self.citations(in: text)
      citations += found.count
      let problems = Self.problems(with: found, pages)
      #expect(problems.isEmpty, "\(path): \(problems.joined(separator: "; "))")
    }
    // Fewer would mean that the search no longer finds them.
    #expect(citations > 70)
  }

  /// Pages link to each other's sections as `[StoreFormat.md](StoreFormat.md), 1.5`.
  @Test func everyLinkedSectionIsThere() throws {
    let pages = try Self.pages()
    for name in pages.keys.sorted() {
      let links = try Self.text(of: name).components(separatedBy: "](").dropFirst()
      let found = links.compactMap { link in
        Self.citation(link.replacing(".md)", with: ".md", maxReplacements: 1))
      }
      let problems = Self.problems(with: found.filter { !$0.sections.isEmpty }, pages)
      #expect(problems.isEmpty, "\(name): \(problems.joined(separator: "; "))")
    }
  }

  @Test func sectionNumbersAreGivenOnce() throws {
    let pages = try Self.pages()
    #expect(pages.count > 5)
    for (page, sections) in pages {
      #expect(Set(sections).count == sections.count, "\(page): \(sections)")
    }
  }

  @Test(arguments: [
    ("StoreFormat.md, 2.5 and 1.9", ""),
    ("StoreFormat.md,\n/// 2.5: more", ""),
    ("StoreFormat.md, 2.5, 1.1 and\n  /// 99.1", "StoreFormat has no section 99.1"),
    ("Nothing.md, 1", "there is no page Nothing"),
    ("StoreFormat.md says", "StoreFormat is cited without a section"),
  ])
  func citationsAreRead(_ citation: String, problem: String) throws {
    let found = Self.citations(in: "/// As \(Self.folder)\(citation)")
    #expect(found.count == 1)
    #expect(Self.problems(with: found, try Self.pages()).joined(separator: "; ") == problem)
  }

  private struct Citation {
    var page: String
    var sections: [String]
  }

  private static func citations(in text: String) -> [Citation] {
    text.components(separatedBy: folder).dropFirst().compactMap { rest in
      // A comment may be wrapped inside a citation.
      citation(String(rest.prefix(120)).replacing(#/\s*\n\s*//+ ?/#, with: " "))
    }
  }

  /// Reads `Page.md, 1, 2.3 and 4` at the beginning of a text; nil when it names no page.
  private static func citation(_ text: String) -> Citation? {
    let form = #/([A-Za-z]+)\.md((?:(?:, | and )\d+(?:\.\d+)?)*)/#
    return text.prefixMatch(of: form).map { match in
      Citation(
        page: String(match.1),
        sections: match.2.split { !$0.isNumber && $0 != "." }.map(String.init))
    }
  }

  private static func problems(
    with citations: [Citation], _ pages: [String: [String]]
  ) -> [String] {
    citations.flatMap { citation -> [String] in
      let page = citation.page
      guard let sections = pages[page] else { return ["there is no page \(page)"] }
      if citation.sections.isEmpty { return ["\(page) is cited without a section"] }
      return citation.sections.filter { !sections.contains($0) }
        .map { "\(page) has no section \($0)" }
    }
  }

  /// The numbers of each page's headings, by its name.
  private static func pages() throws -> [String: [String]] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: folder).path)
    var pages: [String: [String]] = [:]
    for name in names.filter({ $0.hasSuffix(".md") }).map({ String($0.dropLast(3)) }) {
      pages[name] = try text(of: name).split(separator: "\n").compactMap { line in
        line.prefixMatch(of: #/##+ (\d+(?:\.\d+)?)\.? /#).map { String($0.1) }
      }
    }
    return pages
  }

  private static func text(of page: String) throws -> String {
    try String(contentsOf: root.appending(path: folder + page + ".md"), encoding: .utf8)
  }

  private static func sources() throws -> [(path: String, text: String)] {
    var files: [(path: String, text: String)] = []
    for folder in ["Sources", "Tests", "Plugins", "Benchmarks"] {
      let base = root.appending(path: folder).path
      let found = try #require(FileManager.default.enumerator(atPath: base))
      // What a build leaves in a folder of its own is no source.
      for case let name as String in found
      where name.hasSuffix(".swift") && !name.hasPrefix(".") && !name.contains("/.") {
        let text = try String(contentsOfFile: base + "/" + name, encoding: .utf8)
        files.append(("\(folder)/\(name)", text))
      }
    }
    return files
  }
}
