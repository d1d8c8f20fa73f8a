import Foundation
import SwiftData
import Testing

/// Apple's public names (`Tests/Fixtures/SwiftDataNames.txt`) against those of this module, as the
/// compiler lists them, and against the table in Documentation/SwiftData.md.
@Suite struct PublicNameTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// What the compiler makes itself and does not list, or what a default argument stands for;
  /// `unlistedNames` uses each.
  private static let unlisted: Set<String> = [
    "HistoryDescriptor.init(predicate:)", "ModelContext.NotificationKey.RawValue",
    "ModelContext.NotificationKey.rawValue", "Schema.Attribute.Option.encode(to:)",
    "Schema.Index.CodingKeys.intValue", "Schema.Index.CodingKeys.stringValue",
    "Schema.Relationship.DeleteRule.rawValue", "Schema.Relationship.Option.encode(to:)",
    "Schema.Unique.CodingKeys.intValue", "Schema.Unique.CodingKeys.stringValue",
    "Schema.Version.encode(to:)",
  ]

  @Test func unlistedNames() throws {
    _ = HistoryDescriptor<DefaultHistoryTransaction>(predicate: nil)
    let key: ModelContext.NotificationKey.RawValue =
      ModelContext.NotificationKey.updatedIdentifiers.rawValue
    #expect(key == "updated" && Schema.Relationship.DeleteRule.deny.rawValue == "deny")
    let encoder: (any Encoder) throws -> Void = Schema.Attribute.Option.unique.encode(to:)
    let others = [
      encoder, Schema.Relationship.Option.unique.encode(to:), Schema.Version(1, 0, 0).encode(to:),
    ]
    #expect(others.count == 3)
    #expect(Schema.Index<Author>.CodingKeys.indices.stringValue == "indices")
    #expect(Schema.Unique<Author>.CodingKeys.constraints.stringValue == "constraints")
    #expect(Schema.Index<Author>.CodingKeys.indices.intValue == nil)
    #expect(Schema.Unique<Author>.CodingKeys.constraints.intValue == nil)
  }

  /// One row: the names its groups begin with, and how many of how many names are there.
  private struct Row {
    let groups: [String]
    let counts: String
  }

  private static func rows() throws -> [Row] {
    let page = try String(
      contentsOf: package.appending(path: "Documentation/SwiftData.md"), encoding: .utf8)
    let section = try #require(page.components(separatedBy: "\n## Apple's names\n").last)
      .components(separatedBy: "\n## ")[0]
    return section.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, cells[0].hasPrefix("`") else { return nil }
      let groups = cells[0].components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }
      return Row(groups: groups.map(\.element), counts: cells[1])
    }
  }

  private static func apple() throws -> [String: [String]] {
    let text = try String(
      contentsOf: package.appending(path: "Tests/Fixtures/SwiftDataNames.txt"), encoding: .utf8)
    return Dictionary(
      grouping: text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    ) { name in String(name.prefix { $0 != "." && $0 != "(" }) }
  }

  /// The names that the built module makes public and does not refuse.
  private static func ours() throws -> Set<String> {
    let build = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let folder = FileManager.default.temporaryDirectory.appending(path: "names-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let maps = ["COpenSSL", "CSQLite", "CSwiftRuntime", "CZlib"].flatMap { name in
      ["-Xcc", "-fmodule-map-file=\(package.path)/Sources/\(name)/module.modulemap"]
    }
    process.arguments =
      [
        "swift", "symbolgraph-extract", "-module-name", "SwiftData", "-minimum-access-level",
        "public", "-target", target, "-I", build.appending(path: "Modules").path, "-output-dir",
        folder.path,
      ] + maps
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "the module's symbols cannot be extracted")
    var names: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    {
      let graph = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
      names.formUnion(graph.symbols.filter { !$0.isRefused }.map(\.name))
    }
    return names
  }

  private static var target: String {
    #if arch(arm64)
      "aarch64-unknown-linux-gnu"
    #else
      "x86_64-unknown-linux-gnu"
    #endif
  }

  private struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
      struct Availability: Decodable { var isUnconditionallyUnavailable: Bool? }
      let pathComponents: [String]
      let availability: [Availability]?
      var name: String { pathComponents.joined(separator: ".") }
      var isRefused: Bool {
        availability?.contains { $0.isUnconditionallyUnavailable == true } ?? false
      }
    }
    let symbols: [Symbol]
  }

  @Test func theTableSaysWhatIsThere() throws {
    let rows = try Self.rows()
    let apple = try Self.apple()
    let ours = try Self.ours().union(Self.unlisted)
    #expect(rows.flatMap(\.groups).sorted() == apple.keys.sorted())
    for row in rows {
      let names = row.groups.flatMap { apple[$0] ?? [] }
      let missing = names.filter { !ours.contains($0) }
      #expect(
        row.counts == "\(names.count - missing.count) of \(names.count)",
        "\(row.groups[0]): missing are \(missing)")
    }
  }
}
