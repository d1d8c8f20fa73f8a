import Foundation

/// Analyses long logs, against `grep -c` on the same file.
struct TraceBenchmark {
  let folder: String
  let tool: String

  @MainActor func run(_ scores: inout Scoreboard) throws {
    for log in BenchmarkLog.allCases {
      let path = try log.make(in: folder)
      // grep stops at the first match when it writes to /dev/null, so its output goes through a pipe.
      let both = try Measure.pair(
        [tool, "trace", path], ["/bin/sh", "-c", "grep -c 'CoreData: sql' '\(path)' | cat"], runs: 5
      )
      scores.line(
        "trace / grep -c: \(log.rawValue)", value: both.first.seconds / both.second.seconds,
        limit: [.level1, .level2].contains(log) ? 1 : 2, unit: "×", atMost: true)
      scores.line(
        "trace: peak memory, \(log.rawValue)", value: Double(both.first.peakBytes) / 1_048_576,
        limit: 200, unit: "MB", atMost: true)
    }
  }
}
