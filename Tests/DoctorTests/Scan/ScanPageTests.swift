import Foundation
import Testing

@testable import DoctorCLI

/// `scan --format html`: the page of many stores.
@Suite struct ScanPageTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  private func page(_ words: String) throws -> String {
    try fixture.run("\(words) --jobs 0 --format html")
  }

  @Test func aPageNeedsNothingElse() throws {
    let html = try page("scan {dir} {samples} --model {dir}/Next.swift --group-by kind,verdict")
    for part in ["overview", "versions", "findings", "unknown", "groups", "words"] {
      #expect(html.contains("<section id=\"\(part)\""), "\(part)")
    }
    for word in ["src=", "href=\"http", "url(", "@import", " style=", "onclick"] {
      #expect(!html.contains(word), "\(word)")
    }
    #expect(html.contains("default-src 'none'") && html.contains("color-scheme"))
    for value in ["Inbox", "urgent", "Milk, eggs", "日本語のノート"] {
      #expect(!html.contains(value), "\(value)")
    }
  }

  @Test func itSaysWhatTheSummarySays() throws {
    let html = try page("scan {dir} {samples}/Notes --model {samples}/Notes/Sources")
    #expect(html.contains(">damaged<") && html.contains("opensAfterMigration: opens after a"))
    #expect(html.contains("NotesSchemaV2 (2.0.0)"))
  }

  @Test func namesNeverBecomeMarkup() throws {
    let name = "<script>alert(1)<!script>.store".replacingOccurrences(of: "!", with: "-")
    try FileManager.default.copyItem(
      at: fixture.folder.appending(path: "notes.store"),
      to: fixture.folder.appending(path: name))
    let html = try page("scan '{dir}/\(name)' --model {dir}/Next.swift")
    #expect(html.contains("&lt;script&gt;alert(1)"), "\(html)")
    #expect(html.components(separatedBy: "<script").count == 2)
  }

  @Test func linesGoToTheirFileAndThePageStaysWhole() throws {
    let html = try page("scan {dir} -o {dir}/lines.jsonl")
    #expect(html.hasPrefix("<!DOCTYPE html>"))
    let lines = try String(
      contentsOf: fixture.folder.appending(path: "lines.jsonl"), encoding: .utf8)
    #expect(lines.split(separator: "\n").allSatisfy { $0.hasPrefix("{\"") } && !lines.isEmpty)
    #expect(try page("scan --merge {dir}/lines.jsonl").hasPrefix("<!DOCTYPE html>"))
  }

  @Test func aRehearsalHasAPage() throws {
    let html = try page(
      "rehearse --model {samples}/Notes/Sources --skip-closures --stores {samples}/Notes")
    #expect(html.contains("<section id=\"migrations\"") && html.contains("partial"))
  }
}
