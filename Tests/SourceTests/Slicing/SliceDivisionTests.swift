import StoreModel
import Testing

@testable import ModelSource

/// A file with many versions falls into parts that are compiled side by side.
@Suite struct SliceDivisionTests {
  private static func version(_ number: Int, _ member: String = "var title = \"\"") -> String {
    """
    enum V\(number): VersionedSchema {
      static let versionIdentifier = Schema.Version(\(number), 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note { \(member); init() {} }
    }

    """
  }

  private static let plan = """
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
      static var stages: [MigrationStage] {
        [
          .custom(
            fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
            didMigrate: { context in
              for note in try context.fetch(FetchDescriptor<V2.Note>()) { note.change() }
            }),
          .lightweight(fromVersion: V2.self, toVersion: V3.self),
        ]
      }
    }

    """

  private func slice(_ more: String) throws -> (file: SourceFile, division: SliceDivision?) {
    let text =
      "import Foundation\nimport SwiftData\n\n" + (1...3).map { Self.version($0) }.joined()
      + Self.plan + more
    let file = SourceFile(path: "Plan.swift", text: text)
    let slice = try #require(PlanSlicer([file], plan: "Plan").slice())
    return (try #require(slice.files.first), slice.divisions["Plan.swift"])
  }

  private func lines(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  @Test(arguments: [1, 2, 3, 8]) func everythingStandsInOnePartAtItsPlace(_ count: Int) throws {
    let (file, division) = try slice(
      "extension V2.Note { func change() { title = help() } }\nfunc help() -> String { \"a\" }\n")
    let parts = try #require(division).parts(of: file, atMost: count)
    #expect(parts.count == 1 + min(count, 3))
    let whole = lines(file.bytes)
    let all = parts.map { lines($0.bytes) }
    for (number, line) in whole.enumerated() where !line.allSatisfy(\.isWhitespace) {
      let holders = all.filter { $0[number] == line }
      let isImport = line.hasPrefix("import")
      #expect(holders.count == (isImport ? parts.count : 1), "\(line)")
    }
    #expect(parts[0].bytes.count == file.bytes.count)
    // What extends a version goes with it, since it may use what is private there.
    let own = try #require(all.first { $0.contains { $0.contains("enum V2") } })
    #expect(own.contains { $0.contains("extension V2.Note") })
    #expect(
      all[0].contains { $0.contains("enum Plan") } && all[0].contains { $0.contains("help()") })
  }

  @Test(arguments: [
    "private func help() -> String { \"a\" }",
    "extension V2.Note { func change() { title = Help.text } }\nenum Help { fileprivate static let text = \"\" }",
    "extension V2.Note { func change() { title = \"\".twice } }\nprivate extension String { var twice: String { self + self } }",
  ]) func whatIsHiddenFromOtherFilesKeepsItWhole(_ more: String) throws {
    let extra =
      more.contains("change")
      ? more : more + "\nextension V2.Note { func change() { title = help() } }"
    #expect(try slice(extra + "\n").division == nil)
  }

  @Test func aPlanWithoutSeveralVersionsIsNotDivided() throws {
    let text =
      "import SwiftData\n\n" + Self.version(1) + """
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self] }
          static var stages: [MigrationStage] { [] }
        }
        """
    let slice = try #require(
      PlanSlicer([SourceFile(path: "Plan.swift", text: text)], plan: "Plan").slice())
    #expect(slice.divisions.isEmpty)
  }
}
