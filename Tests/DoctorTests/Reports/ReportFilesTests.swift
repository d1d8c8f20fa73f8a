import Diagnostics
import Foundation
import Testing

@testable import DoctorCLI

/// `--also`: one run, its answer in several forms.
@Suite final class ReportFilesTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "also-\(UUID().uuidString)")
  private static let models = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Samples/Recipes/Sources").path

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func run(_ words: [String]) -> (text: String, code: Int32) {
    let out = ByteOutput()
    let tool = CommandLineTool(
      console: Console(out: out, err: ByteOutput()), input: GivenLines(""))
    let code = tool.run(words)
    return (out.text, code)
  }

  private func file(_ name: String) -> String { folder.appending(path: name).path }

  @Test func eachFileIsWhatItsFormatPrints() throws {
    let forms = ["json", "sarif", "junit", "gitlab", "github", "markdown"]
    let lint = ["lint", Self.models, "--no-cache"]
    let also = forms.flatMap { ["--also", "\($0)=\(file($0))"] }
    let (text, code) = run(lint + also)
    #expect(code == 1 && text == run(lint).text)
    for form in forms {
      let printed = run(lint + ["--format", form]).text
      #expect(try String(contentsOfFile: file(form), encoding: .utf8) == printed, "\(form)")
    }
  }

  @Test func timesAreThoseOfJUnit() throws {
    let words = ["lint", Self.models, "--no-cache", "--timestamp", "2026-01-31T08:00:00"]
    #expect(run(words).code == 2)
    #expect(run(words + ["--also", "junit=\(file("a.xml"))"]).code == 1)
    let text = try String(contentsOfFile: file("a.xml"), encoding: .utf8)
    #expect(text.contains("timestamp=\"2026-01-31T08:00:00\""))
  }

  @Test(arguments: ["svg=a.svg", "sarif", "=a", "sarif=", "none=a"])
  func whatIsNoReportIsRefused(_ text: String) {
    #expect(run(["lint", Self.models, "--also", text]).code == 2)
  }

  @Test func aFileThatIsThereIsKept() throws {
    let words = ["lint", Self.models, "--no-cache", "--also", "sarif=\(file("kept"))"]
    try Data("mine".utf8).write(to: folder.appending(path: "kept"))
    #expect(run(words).code == 2)
    #expect(try String(contentsOfFile: file("kept"), encoding: .utf8) == "mine")
    #expect(run(words + ["--force"]).code == 1)
    #expect(try String(contentsOfFile: file("kept"), encoding: .utf8).contains("sarif"))
  }

  @Test func twoReportsInOneFileAreRefused() {
    let words = ["--also", "sarif=\(file("a"))", "--also", "junit=\(file("a"))"]
    #expect(run(["lint", Self.models] + words).code == 2)
    let twice = ["--also", "sarif=\(file("a"))", "--also", "sarif=\(file("a"))"]
    #expect(run(["lint", Self.models] + twice).code == 2)
    #expect(!FileManager.default.fileExists(atPath: file("a")))
  }

  @Test func aFolderThatIsNotThereIsSaidBeforeTheWork() {
    let words = ["lint", Self.models, "--also", "sarif=\(file("none/a"))"]
    let (text, code) = run(words)
    #expect(code >= 2 && text == "")
  }
}
