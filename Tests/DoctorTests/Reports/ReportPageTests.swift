import Diagnostics
import Foundation
import StoreModel
import StoreReport
import TestSupport
import Testing

@testable import DoctorCLI

@Suite struct ReportPageTests {
  private static let notes =
    "{samples}/Notes/notes-1.0.0.store --model {samples}/Notes/Sources"

  private func page(_ words: String, exit: Int = 0) throws -> String {
    let fixture = try CommandFixture()
    let text = try fixture.run("report \(words) -o {dir}/page.html")
    #expect(exit == 0 ? !text.contains("[exit") : text.hasSuffix("[exit \(exit)]\n"), "\(text)")
    return try String(contentsOf: fixture.folder.appending(path: "page.html"), encoding: .utf8)
  }

  @Test func aPageNeedsNothingElse() throws {
    let html = try page("\(Self.notes) --log {samples}/Notes/slow-list.log", exit: 1)
    for part in ["verdict", "model", "versions", "contents", "trace", "words"] {
      #expect(html.contains("<section id=\"\(part)\""), "\(part)")
    }
    // Nothing is loaded from anywhere, and no style is an attribute, which the policy would refuse.
    for word in ["src=", "href=\"http", "url(", "@import", " style=", "onclick"] {
      #expect(!html.contains(word), "\(word)")
    }
    #expect(html.components(separatedBy: "<script").count == 2)
    #expect(html.components(separatedBy: "<style").count == 2)
    #expect(html.contains("default-src 'none'"))
  }

  @Test func equalInputGivesEqualPages() throws {
    let first = try page(Self.notes, exit: 1)
    #expect(try page(Self.notes, exit: 1) == first)
  }

  @Test func valuesAreShownOnlyWhenAskedFor() throws {
    let hidden = try page("{dir}/notes.store", exit: 1)
    let shown = try page("{dir}/notes.store --rows", exit: 1)
    for value in ["Inbox", "urgent", "Milk, eggs", "日本語のノート"] {
      #expect(shown.contains(value) && !hidden.contains(value), "\(value)")
    }
  }

  @Test func aModelIsComparedWithAnother() throws {
    let html = try page("{samples}/Notes/Sources@2.0.0 --against {samples}/Notes/Sources@1.0.0")
    #expect(html.contains("class=\"entity") && html.contains("isPinned"))
    #expect(!html.contains("<section id=\"verdict\""))
    #expect(html.contains("attribute renamed"))
    // A plan shows its versions without any store.
    #expect(try page("{samples}/Notes/Sources", exit: 0).contains("id=\"stage-2\""))
  }

  @Test func stagesAreTriedOnACopy() throws {
    let store = Folders.samples.appending(path: "Notes/notes-1.1.0.store")
    let before = try Data(contentsOf: store)
    let html = try page(
      "{samples}/Notes/notes-1.0.0.store --model {samples}/Notes/Sources --to 1.1.0")
    #expect(html.contains("those of a run on a private copy") && html.contains("under 0.1 s"))
    #expect(try Data(contentsOf: store) == before)
    // Code of the app runs only when it is asked for.
    #expect(try page(Self.notes, exit: 1).contains("--closures runs them, too"))
  }

  @Test(.enabled(if: PlanFixture.isAvailable)) func closuresThatRanLeaveNothingOpen() throws {
    let fixture = try PlanFixture()
    let notes = Folders.samples.appending(path: "Notes")
    let answer = fixture.run([
      "report", notes.appending(path: "notes-1.0.0.store").path, "--model",
      notes.appending(path: "Sources").path, "--closures", "-o", fixture.path("page.html"),
    ])
    #expect(answer.code == 0, "\(answer)")
  }

  @Test func whatCannotBeReadStillHasAVerdict() throws {
    let html = try page("{dir}/text.txt", exit: 1)
    #expect(html.contains("not a store") && !html.contains("<section id=\"model\""))
    #expect(try page("{dir}/damaged.store", exit: 1).contains("<section id=\"verdict\""))
    // Commands can be pasted.
    let torn = try page("{dir}/torn.store", exit: 1)
    #expect(torn.contains("torn.store --salvage") && !torn.contains(" STORE"))
  }

  @Test(arguments: [
    ("{dir}/missing.store -o {dir}/a.html", "missing.store"),
    ("{dir}/notes.store -o {dir}/text.txt", "text.txt"),
    ("{dir}/notes.store -o {dir}/notes.store", "notes.store"),
    ("{dir}/notes.store -o {dir}/nowhere/a.html", "nowhere"),
    ("{dir}/notes.store --against {dir}/text.txt -o {dir}/a.html", "text.txt"),
    ("{dir}/notes.store --log {dir}/no.log -o {dir}/a.html", "no.log"),
  ])
  func whatCannotBeDoneIsOneSentence(_ words: String, _ name: String) throws {
    let fixture = try CommandFixture()
    let text = try fixture.run("report \(words)")
    #expect(text.contains("error:") && text.contains(name), "\(text)")
    #expect(text.hasSuffix("[exit 2]\n") || text.hasSuffix("[exit 3]\n"), "\(text)")
    // A file that was there is what it was, and no half page is left.
    #expect(
      try String(contentsOf: fixture.folder.appending(path: "text.txt"), encoding: .utf8)
        == "just a text\n")
    #expect(!FileManager.default.fileExists(atPath: fixture.folder.path + "/a.html"))
  }

  @Test func namesNeverBecomeMarkup() {
    let name = "</script><img src=x onerror=\"alert(1)\">&'\u{202E}\u{0}"
    let table = Report.Table([.init(name)], rows: [[name]])
    let finding = Finding(rule: "x", severity: .error, message: name, help: name, entity: name)
    let bars = BarTable(
      name, columns: [name], rows: [.init(name, link: name, cells: [(value: Int64(3), text: name)])]
    )
    let chart = ColumnChart(
      [.init(name, kind: "reads")], columns: [([1], name)], ends: (name, name), summary: name)
    let page = ReportPage(
      title: name, subtitle: name,
      parts: [
        PagePart(
          id: "a", title: name,
          blocks: [
            .text(name), .verdict(name, mood: .bad), .findings([finding]), .bars(bars),
            .section(.table(table, title: name)), .section(.lines([name], title: name)),
            .section(.fields([.init(name, name)], title: name)), .code([name]),
            .steps([.init(name, command: name)]), .details(title: name, blocks: [.text(name)]),
            .chart(chart, caption: name), .group(title: name, id: nil, blocks: [.text(name)]),
          ])
      ], colophon: name)
    let html = page.html
    #expect(!html.contains("<img") && !html.contains("\u{202E}") && !html.contains("\u{0}"))
    #expect(html.components(separatedBy: "</script>").count == 2)
  }

  @Test func columnsKeepWithinThePicture() throws {
    let most = Int64.max
    var chart = ColumnChart(
      [.init("in", kind: "inserts"), .init("out", kind: "deletes", isBelow: true)],
      columns: [([most, 0], "a"), ([most, most], "b"), ([0, 1], "c")], ends: ("a", "c"),
      summary: "s")
    chart.lanes = [.init("1", title: "t", ranges: [0...0, 2...900])]
    let numbers = #/(?:y|height|x|width)="(-?[\d.]+)"/#
    for match in chart.svg.matches(of: numbers) {
      let number = try #require(Double(match.output.1))
      #expect(number >= 0 && number < 60_000, "\(match.output.0)")
    }
    #expect(ColumnChart([], columns: [], ends: ("", ""), summary: "").svg.contains("<svg"))
  }
}
