import Foundation
import Testing

@testable import DoctorCLI

/// `diagnose --git` of a version that was edited: putting it back helps only where no release has shipped
/// what it is now.
@Suite struct ShapeReleasesTests {
  private let repository: RepositoryFixture

  init() throws { repository = try RepositoryFixture() }

  private func write(_ properties: String) throws {
    try repository.write(
      """
      import SwiftData
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var title = ""; var body = ""; var page = 0; \(properties); init() {} }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self] }
        static var stages: [MigrationStage] { [] }
      }
      """, to: "Note.swift")
  }

  @Test func whatBothReleasesShippedIsKeptAndAdded() throws {
    try write("")
    try repository.commit(tag: "v1.0")
    try repository.makeStore()
    try write("var color: Int?")
    try repository.commit(tag: "v1.1")
    let text = repository.run("diagnose {}/my.store --git {}/app").text
    #expect(text.contains("the store's by v1.0 and the present one by v1.1"), "\(text)")
    #expect(text.contains("keep 'V1' as it is, and add the shape that the store has"), "\(text)")
    #expect(!text.contains("restore") && !text.contains("put back"), "\(text)")
  }

  @Test func whatNoReleaseHasIsToldToBeADevelopmentStore() throws {
    try write("")
    try repository.commit(tag: "v1.0")
    try write("var draft: Int?")
    try repository.commit()
    try repository.makeStore()
    try write("")
    try repository.commit(tag: "v1.1")
    let text = repository.run("diagnose {}/my.store --git {}/app").text
    #expect(text.contains("was never shipped"), "\(text)")
    #expect(text.contains("keep 'V1' as it is"), "\(text)")
    #expect(!text.contains("restore") && !text.contains("after it shipped"), "\(text)")
  }

  @Test func whatOnlyTheStoresReleaseShippedIsPutBack() throws {
    try write("")
    try repository.commit(tag: "v1.0")
    try repository.makeStore()
    try write("var color: Int?")
    try repository.commit()
    let text = repository.run("diagnose {}/my.store --git {}/app").text
    #expect(text.contains("restore the shipped definition of 'V1' exactly"), "\(text)")
  }

  /// Without a release nothing tells what was shipped.
  @Test func aRepositoryWithoutReleasesSaysNothingOfThem() throws {
    try write("")
    try repository.commit()
    try repository.makeStore()
    try write("var color: Int?")
    try repository.commit()
    let text = repository.run("diagnose {}/my.store --git {}/app").text
    #expect(!text.contains("never shipped"), "\(text)")
  }
}
