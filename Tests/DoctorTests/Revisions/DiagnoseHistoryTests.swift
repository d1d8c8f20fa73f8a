import Foundation
import Testing

@testable import DoctorCLI

/// `diagnose --git`: the releases that write such stores are part of the answer.
@Suite struct DiagnoseHistoryTests {
  private let repository: RepositoryFixture

  init() throws {
    repository = try RepositoryFixture()
    try repository.write(RepositoryFixture.note(""), to: "Note.swift")
    try repository.commit(tag: "v1.0")
    try repository.makeStore()
  }

  @Test func aHealthyStoreSaysWhoWroteIt() throws {
    let (text, code) = repository.run("diagnose {}/my.store --git {}/app")
    #expect(code == 0 && text.contains("opens"))
    #expect(text.contains("\nwritten by v1.0\n"))
  }

  @Test func aStoreOfAnOlderReleaseIsNamedInTenLines() throws {
    try repository.write(RepositoryFixture.note("var color: Int"), to: "Note.swift")
    try repository.commit(tag: "v2.0")
    let (text, code) = repository.run("diagnose {}/my.store --git {}/app")
    #expect(code == 1)
    let first = text.components(separatedBy: "\n\n")[0]
    #expect(first.contains("history") && first.contains("written by v1.0"))
    #expect(first.split(separator: "\n").count <= 10)
    #expect(text.contains("they were changed by"))
    let json = repository.run("diagnose {}/my.store --git {}/app --format json")
    #expect(json.text.contains("\"writtenBy\""))
    let markdown = repository.run("diagnose {}/my.store --git {}/app --format markdown")
    #expect(markdown.text.contains("written by v1") && markdown.text.contains("*History:*"))
  }

  /// An app may count its versions anew.
  @Test func whatTheSourceWasOnceIsNotNewerThanTheApp() throws {
    func schema(_ identifier: String, _ more: String) -> String {
      """
      import SwiftData
      enum Notes: VersionedSchema {
        static let versionIdentifier = Schema.Version(\(identifier))
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var title = ""; \(more)init() {} }
      }
      """
    }
    try repository.write(schema("1, 5, 0", "var body = 0; "), to: "Note.swift")
    try repository.commit()
    try repository.makeStore("past.store")
    try repository.write(schema("1, 0, 0", "var body = 0; var color = 0; "), to: "Note.swift")
    try repository.commit()
    let alone = repository.run("diagnose {}/past.store --model {}/app/Note.swift")
    #expect(alone.text.contains("newer than the app"), "\(alone)")
    let (text, _) = repository.run("diagnose {}/past.store --git {}/app")
    #expect(text.contains("opens after a migration") && !text.contains("newer"), "\(text)")
    #expect(text.contains("they were changed by"), "\(text)")
    // On a branch that has not come here it is.
    try repository.git("checkout", "-q", "-b", "old", "v1.0")
    try repository.write(schema("1, 0, 0", "var body = 0; var size = 0; "), to: "Note.swift")
    try repository.commit()
    let other = repository.run("diagnose {}/past.store --git {}/app")
    #expect(other.text.contains("newer than the app"), "\(other)")
  }

  /// Nothing fits, but what is checked out was nearer once.
  @Test func whatIsNearestToThePastIsNotNewerThanTheApp() throws {
    func schema(_ identifier: String, _ more: String) -> String {
      """
      import SwiftData
      enum Notes: VersionedSchema {
        static let versionIdentifier = Schema.Version(\(identifier))
        static var models: [any PersistentModel.Type] { [Note.self, Tag.self, Page.self] }
        @Model final class Note { var title = ""; \(more)init() {} }
        @Model final class Tag { var name = ""; \(more)init() {} }
        @Model final class Page { var number = 0; init() {} }
      }
      """
    }
    func write(_ identifier: String, _ more: String, _ page: String = "") throws {
      let text = schema(identifier, more).replacing("var number = 0", with: "var number = 0\(page)")
      try repository.write(text, to: "Note.swift")
    }
    try write("4, 0, 0", "var body = 0; ")
    try repository.commit()
    try write("4, 0, 0", "var body = 0; ", "; var size = 0")
    try repository.makeStore("near.store")
    try write("1, 0, 0", "var body = 0; var color = 0; ")
    try repository.commit()
    let alone = repository.run("diagnose {}/near.store --model {}/app/Note.swift")
    #expect(alone.text.contains("newer than the app"), "\(alone)")
    let (text, _) = repository.run("diagnose {}/near.store --git {}/app")
    #expect(text.contains("nearest is") && !text.contains("newer"), "\(text)")
  }

  @Test func aFolderWithoutARepositoryIsAnError() throws {
    let (text, code) = repository.run("diagnose {}/my.store --git {}")
    #expect(code == 3 && text.contains("is in no git repository"))
  }
}
