import Diagnostics
import StoreDoctor
import Testing

@testable import DoctorCLI

/// The line on standard error that shows how far work is.
@Suite struct ProgressTests {
  private final class Clock {
    var time = Duration.zero
  }

  /// What standard error gets when `steps` are reported at the given seconds.
  private func shown(
    _ steps: [(second: Double, done: Int)], showsProgress: Bool = true, isQuiet: Bool = false,
    environment: [String: String] = [:]
  ) -> String {
    let output = ByteOutput()
    let console = Console(
      out: ByteOutput(), err: output, showsProgress: showsProgress, environment: environment)
    let clock = Clock()
    let progress = Progress(
      "writing", total: 1000, unit: "rows", console: console, isQuiet: isQuiet,
      now: { clock.time })
    for step in steps {
      clock.time = .seconds(step.second)
      progress.advance(to: step.done)
    }
    progress.finish()
    return output.text
  }

  @Test func nothingIsShownInTheFirstSecond() {
    #expect(shown([(0.2, 200), (0.9, 900)]) == "")
  }

  @Test func theLineIsDrawnOverItselfAndTakenAway() {
    let text = shown([(1, 250), (1.05, 300), (2, 500), (4, 1000)])
    let lines = text.split(separator: "\r", omittingEmptySubsequences: false).map(String.init)
    #expect(
      lines.dropLast(2).map { $0.trimmingSuffix(while: { $0 == " " }) } == [
        "", "writing [######------------------]  25%  250 of 1000 rows, 3 s left",
        "writing [############------------]  50%  500 of 1000 rows, 2 s left",
        "writing [########################] 100%  1000 of 1000 rows",
      ])
    // A shorter line covers the longer one before it, and the last is covered by spaces.
    #expect(lines[3].count == lines[2].count)
    #expect(lines[4].allSatisfy { $0 == " " } && lines[5].isEmpty)
    #expect(!text.contains("\u{1B}"))
  }

  @Test func stepsAreShownByName() {
    let output = ByteOutput()
    let clock = Clock()
    let progress = Progress(
      "examining", total: 1000, unit: "‰",
      console: Console(out: ByteOutput(), err: output, showsProgress: true, environment: [:]),
      now: { clock.time })
    clock.time = .seconds(2)
    progress.advance(1.5, of: 3, "ZNOTE\u{1B}[2J")
    progress.finish()
    #expect(output.text.contains("examining [############------------]  50%  ZNOTE"))
    #expect(output.text.contains(", 2 s left"))
    #expect(!output.text.contains("\u{1B}"))
  }

  @Test func noTerminalNoLine() {
    let steps = [(second: 2.0, done: 500)]
    #expect(shown(steps, showsProgress: false) == "")
    #expect(shown(steps, isQuiet: true) == "")
    #expect(shown(steps, environment: ["TERM": "dumb"]) == "")
    #expect(shown(steps, environment: ["NO_COLOR": "1"]) != "")
  }

  @Test func oddNumbersAreBounded() {
    #expect(shown([(9, 5000)]).contains("100%  1000 of 1000 rows"))
    #expect(shown([(9, -1)]).contains("  0%  0 of 1000 rows"))
  }
}

extension String {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, predicate(last) { text.removeLast() }
    return String(text)
  }
}
