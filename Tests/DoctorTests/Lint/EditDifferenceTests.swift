import Foundation
import TestSupport
import Testing

@testable import Diagnostics
@testable import Lint

/// What `--diff` prints is a patch that other programs apply, and does what `--fix` does.
@Suite struct EditDifferenceTests {
  private static let text = (1...30).map { "line \($0)\n" }.joined()

  /// The content of the files after `git apply` of their plans.
  private func applied(_ plans: [EditPlan]) throws -> [String: [UInt8]] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "diff-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for plan in plans {
      let file = folder.appending(path: plan.path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(plan.original).write(to: file)
    }
    let out = ByteOutput()
    try TextReporter().write(
      Report(command: "lint", sections: [.verbatim(LintDifference(plans).diff)]), to: out)
    let patch = folder.appending(path: "all.patch")
    try Data(out.text.utf8).write(to: patch)
    let git = Process()
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = ["git", "apply", "--whitespace=nowarn", patch.path]
    git.currentDirectoryURL = folder
    let errors = Pipe()
    git.standardError = errors
    try git.run()
    let message = errors.fileHandleForReading.readDataToEndOfFile()
    git.waitUntilExit()
    #expect(
      git.terminationStatus == 0, "\(String(decoding: message, as: UTF8.self))\n\(out.text)")
    var contents: [String: [UInt8]] = [:]
    for plan in plans {
      contents[plan.path] = [UInt8](try Data(contentsOf: folder.appending(path: plan.path)))
    }
    return contents
  }

  private func plan(_ text: String, _ edits: [(Range<Int>, String)], at path: String) -> EditPlan {
    EditPlan(
      path: path, original: Array(text.utf8),
      edits: edits.map { TextEdit(path: path, range: $0.0, replacement: $0.1) })
  }

  @Test func gitAppliesWhatFixMakes() throws {
    let crlf = Self.text.replacing("\n", with: "\r\n")
    let open = String(Self.text.dropLast())
    let plans = [
      // Neighbours in one line, in the next, within the context, and far away.
      plan(
        Self.text,
        [(0..<4, "Line"), (5..<6, "one"), (7..<11, "Line"), (35..<36, ""), (150..<150, "a\nb\n")],
        at: "Sources/A.swift"),
      plan(crlf, [(0..<4, "\tLine"), (60..<61, "")], at: "Sources/My App/Models/B.swift"),
      plan(open, [(open.utf8.count..<open.utf8.count, " more")], at: "C.swift"),
      plan(open, [(open.utf8.count..<open.utf8.count, "\n")], at: "D.swift"),
      plan(Self.text, [(Self.text.utf8.count - 1..<Self.text.utf8.count, "")], at: "E.swift"),
      plan(Self.text, [(Self.text.utf8.count..<Self.text.utf8.count, "end")], at: "F é.swift"),
      plan(Self.text, [(0..<Self.text.utf8.count, "")], at: "G.swift"),
      plan("a\n\tb\n", [(2..<5, "")], at: "H.swift"),
      plan("a\n", [(0..<0, "")], at: "I.swift"),
    ]
    let contents = try applied(plans)
    for plan in plans { #expect(contents[plan.path] == plan.result, "\(plan.path)") }
    #expect(plans.last?.diff == [])
  }

  @Test func anyEditsApply() throws {
    var random = Seeded(7)
    var plans: [EditPlan] = []
    for number in 0..<60 {
      let lines = Int.random(in: 1...24, using: &random)
      var text = (0..<lines).map { "l\($0 % 5)" }.joined(separator: "\n")
      if Bool.random(using: &random) { text += "\n" }
      var edits: [(Range<Int>, String)] = []
      var position = 0
      while position < text.utf8.count, edits.count < 6 {
        let start = Int.random(in: position...text.utf8.count, using: &random)
        let end = min(text.utf8.count, start + Int.random(in: 0...5, using: &random))
        edits.append(
          (start..<end, ["", "x", "\n", "y\n", "\nz\nw"].randomElement(using: &random) ?? ""))
        position = end + 1
      }
      plans.append(plan(text, edits, at: "f\(number).swift"))
    }
    let changed = plans.filter { $0.original != $0.result }
    let contents = try applied(changed)
    for plan in changed {
      #expect(contents[plan.path] == plan.result, "\(plan.path): \(plan.edits)")
    }
    for plan in plans where plan.original == plan.result { #expect(plan.diff == []) }
  }

  /// Two findings that want something else at one place: the first has it, the second is whole in
  /// the next run.
  @Test func conflictingEditsAreNotMixed() {
    func finding(_ edits: [(Range<Int>, String)]) -> Finding {
      Finding(
        rule: "r", severity: .warning, message: "m",
        edits: edits.map { TextEdit(path: "A", range: $0.0, replacement: $0.1) })
    }
    let plans = EditPlan.plans(
      for: [finding([(2..<2, "x")]), finding([(2..<2, "y"), (5..<6, "")]), finding([(1..<4, "")])]
    ) { _ in Array("0123456789".utf8) }
    #expect(plans.map(\.edits.count) == [1])
    #expect(plans.map(\.result) == [Array("01x23456789".utf8)])
  }
}
