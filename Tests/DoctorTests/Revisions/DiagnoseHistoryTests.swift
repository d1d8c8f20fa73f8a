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

  @Test func aFolderWithoutARepositoryIsAnError() throws {
    let (text, code) = repository.run("diagnose {}/my.store --git {}")
    #expect(code == 3 && text.contains("is in no git repository"))
  }
}
