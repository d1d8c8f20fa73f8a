import Foundation
import Testing

@testable import DoctorCLI

/// A plan that no container has changes no store: what is said is what Core Data infers without it.
@Suite struct UnusedPlanTests {
  /// The attribute in both versions, and what is said of a store of the older one.
  @Test(arguments: [
    (
      "var title = \"\"", "var title = \"\"; var body = \"\"", "opens after a migration",
      "by inference"
    ),
    ("var title = \"\"; var body = \"\"", "var title = \"\"", "loses data", "drops 'Note.body'"),
    ("var title = \"\"", "var title = 0", "no way to migrate it", "cannot be inferred: Note.title"),
  ])
  func whatIsInferredIsSaid(
    _ old: String, _ new: String, _ verdict: String, _ words: String
  ) throws {
    var test = BundleCase()
    test.file = "Plan.swift"
    func version(_ number: Int, _ attributes: String) -> String {
      """
      enum V\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { \(attributes); init() {} }
      }

      """
    }
    func source(_ container: String) -> String {
      """
      import SwiftData
      \(version(1, old))\(version(2, new))
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
          [.custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: nil) { try $0.save() }]
        }
      }
      let container = try? ModelContainer(for: V2.Note.self\(container))
      """
    }
    try FileManager.default.createDirectory(at: test.folder, withIntermediateDirectories: true)
    try source("").write(toFile: test.models, atomically: true, encoding: .utf8)
    #expect(test.generate("V1"))
    let answer = test.run(["diagnose", test.store, "--model", test.models])
    let lines = answer.text.split(separator: "\n")
    #expect(lines.first?.contains(verdict) == true, "\(answer.text)")
    #expect(lines.first?.contains(words) == true, "\(answer.text)")
    #expect(answer.text.contains("stages of the plan do not run: V1 to V2"), "\(answer.text)")
    try source(", migrationPlan: Plan.self")
      .write(toFile: test.models, atomically: true, encoding: .utf8)
    let used = test.run(["diagnose", test.store, "--model", test.models])
    #expect(!used.text.contains("do not run"), "\(used.text)")
  }
}
