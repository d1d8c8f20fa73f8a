import Foundation
import TestSupport
import Testing

@testable import DoctorCLI

/// What people type before they know the tool, and what surrounds it.
@Suite struct FirstTryTests {
  private static let store = Folders.samples.appending(path: "Notes/notes-1.0.0.store").path
  private static let models = Folders.samples.appending(path: "Notes/Sources").path
  private let test = BundleCase()

  @Test(arguments: [
    ([store, "check"], "did you mean 'storedoctor check "),
    (["help", "shell"], "'help COMMAND' says more"),
    (["check"], "name it behind the command"),
    ([store, "-c", "quit 300"], "from 0 to 255"),
    ([store, "-c", "sql SELECT 41+1"], "42"),
    (["rows", store, "Note", "--limit", "-1"], "'--limit' takes no negative number"),
  ])
  func isAnswered(_ words: [String], _ answer: String) {
    let text = test.run(words).text
    #expect(text.contains(answer), "\(text)")
  }

  /// The shell takes the quotes of a pasted error for its own.
  @Test func aPastedErrorIsOneText() {
    let error = "Error Domain=NSCocoaErrorDomain Code=134140 \"Persistent store migration failed.\""
    let text = test.run([Self.store, "-c", "explain \(error)"]).text
    #expect(text.contains("134140") && !text.contains("does not know"), "\(text)")
  }

  @Test(.enabled(if: BuiltTool.exists, "the tool is not built"))
  func aFolderForFilesThatIsNotThereIsNamed() throws {
    let script = """
      TMPDIR=/nonexistent "$1" verify --model "$2"; echo "exit $?"
      """
    let words = ["/bin/bash", "-c", script, "bash", BuiltTool.path, Self.models]
    let text = try TestProgram.run(words).text
    #expect(text.contains("TMPDIR names that place") && text.contains("exit 3"), "\(text)")
  }

  /// A limit of the user's is an error like a full disk, and no signal that ends the tool in between.
  @Test(.enabled(if: BuiltTool.exists, "the tool is not built"))
  func aFileThatMayNotGrowLeavesNothingBehind() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "limit-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = """
      ulimit -f 4; "$1" generate --model "$2@1.0.0" --rows 900 -o new.store; echo "exit $?"; ls -A
      """
    let words = ["/bin/bash", "-c", script, "bash", BuiltTool.path, Self.models]
    let text = try TestProgram.run(words, in: folder).text
    #expect(text.contains("error: ") && text.hasSuffix("exit 3\n"), "\(text)")
  }

  @Test func theScriptForCISaysWhatItDoes() throws {
    let script = Folders.package.appending(path: "Scripts/doctor-ci").path
    let (text, code) = try TestProgram.run(["/bin/sh", script, "--help"])
    #expect(code == 0 && text.contains("--since REF") && !text.contains("set -u"), "\(text)")
  }
}
