import Diagnostics
import Foundation
import StoreDoctor
import StoreEngine
import Testing

@testable import DoctorCLI

/// Types of which no store has shown how Core Data keeps them: stores made by this package are
/// migrated all the same.
@Suite("Properties whose storage is not known")
struct UnknownStorageTests {
  private static let source = """
    import Foundation
    import SwiftData
    enum Unit: Codable { case gram, cup(Double) }
    enum Kind: String, Codable { case plain, rich }
    enum Level: Int, Codable { case low = 3, high }
    struct Style: Codable { var depth: Level; var size = 1.0 }
    enum S1: VersionedSchema {
      static var versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Page.self] }
      @Model final class Page {
        var url: URL
        var unit: Unit
        var tags: Set<String>
        var kind: Kind
        var level: Level
        var parts: [Unit]
        var width: CGFloat
        var style: Style
        var author: PersonNameComponents?
      }
    }
    enum S2: VersionedSchema {
      static var versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Page.self] }
      @Model final class Page {
        var url: URL
        var unit: Unit
        var tags: Set<String>
        var kind: Kind
        var level: Level
        var parts: [Unit]
        var width: CGFloat
        var style: Style
        var author: PersonNameComponents?
        var more: [Kind] = []
        var counts: [String: Int] = [String: Int]()
        var labels = Set<String>()
        var name: String = Kind.rich.rawValue
      }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [S1.self, S2.self] }
      static var stages: [MigrationStage] {
        [.lightweight(fromVersion: S1.self, toVersion: S2.self)]
      }
    }
    """

  @Test("a generated store has values that can be read, and comes to the next version")
  func migrated() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "unknown-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = folder.appending(path: "Models.swift").path
    try Self.source.write(toFile: model, atomically: true, encoding: .utf8)
    let old = folder.appending(path: "old.store").path
    let new = folder.appending(path: "new.store").path
    func run(_ words: [String]) -> (code: Int32, text: String) {
      let output = ByteOutput()
      let console = Console(out: output, err: output, environment: [:])
      let code = CommandLineTool(console: console, input: GivenLines("")).run(words)
      return (code, output.text)
    }
    let made = run(["generate", "--model", model + "@1.0.0", "--rows", "40", "-o", old])
    #expect(made.code == 0, "\(made.text)")
    let migrated = run(["migrate", old, "--model", model, "-o", new])
    #expect(migrated.code == 0, "\(migrated.text)")
    let connection = try Connection(path: new, mode: .readOnly)
    func values(_ sql: String) throws -> String {
      try connection.rows(sql).map { row in
        row.map { $0.text ?? $0.integer.map(String.init) ?? "NULL" }.joined(separator: "|")
      }.joined(separator: ",")
    }
    #expect(
      try values("SELECT DISTINCT CAST(ZMORE AS TEXT), CAST(ZCOUNTS AS TEXT), ZNAME FROM ZPAGE")
        == "[]|{}|rich")
    #expect(try values("SELECT DISTINCT ZKIND FROM ZPAGE ORDER BY 1") == "plain,rich")
    #expect(try values("SELECT DISTINCT ZLEVEL FROM ZPAGE ORDER BY 1") == "3,4")
    #expect(try values("SELECT DISTINCT ZAUTHOR FROM ZPAGE") == "NULL")
    #expect(try values("SELECT DISTINCT ZDEPTH FROM ZPAGE ORDER BY 1").hasSuffix("3,4"))
    #expect(try values("SELECT DISTINCT CAST(ZPARTS AS TEXT) FROM ZPAGE") == "[]")
    #expect(try values("SELECT DISTINCT CAST(ZUNIT AS TEXT) FROM ZPAGE") == "{\"gram\":{}}")
    #expect(
      try values("SELECT DISTINCT CAST(ZWIDTH AS TEXT) FROM ZPAGE ORDER BY 1") == "-3,0,12.5")
    let lists = try connection.rows("SELECT ZLABELS FROM ZPAGE LIMIT 1")
    #expect(lists.first?.first?.blob.flatMap { ValueArchive.values(in: $0) } == [])
  }
}
