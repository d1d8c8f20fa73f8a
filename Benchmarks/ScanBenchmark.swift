import Foundation

/// Many small stores in one command, against a loop that starts `diagnose` for each of them.
struct ScanBenchmark {
  let folder: String
  let tool: String
  private static let stores = 400

  @MainActor func run(_ scores: inout Scoreboard) throws {
    let bucket = folder + "/bucket"
    try? FileManager.default.removeItem(atPath: bucket)
    try FileManager.default.createDirectory(atPath: bucket, withIntermediateDirectories: true)
    for index in 0..<Self.stores {
      try FileManager.default.copyItem(
        atPath: "Samples/Notes/notes-1.0.0.store", toPath: "\(bucket)/\(index).store")
    }
    let loop = "for s in '\(bucket)'/*; do '\(tool)' diagnose \"$s\" --format json || true; done"
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let both = try Measure.pair(
      [tool, "scan", bucket, "--checks", "full", "--jobs", "\(cores)"], ["/bin/sh", "-c", loop],
      runs: 3)
    scores.line(
      "scan / loop over diagnose, per core",
      value: both.second.seconds / both.first.seconds / Double(cores), limit: 0.8, unit: "×",
      atMost: false)
    scores.line(
      "scan: peak memory", value: Double(both.first.peakBytes) / 1_048_576, limit: 64, unit: "MB",
      atMost: true)
  }
}
