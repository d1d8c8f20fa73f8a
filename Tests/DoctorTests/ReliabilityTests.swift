import Foundation
import Testing

/// The table of promises names tests that exist.
@Suite struct ReliabilityTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func everyPromiseHasItsSuites() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "Documentation/Reliability.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("Tests`") }
    #expect(rows.count > 10)
    let folder = Self.root.appending(path: "Tests").path
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let sources = try names.filter { $0.hasSuffix("Tests.swift") }
      .map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
    for row in rows {
      for suite in row.split(separator: "`") where suite.hasSuffix("Tests") {
        #expect(sources.contains { $0.contains("struct \(suite) {") }, "\(suite) of: \(row)")
      }
    }
  }
}
