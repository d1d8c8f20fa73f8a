import Foundation

// Measures storedoctor against baselines of the same run and prints ratios. Needs a release build
// and the sqlite3 shell; writes about 5 GB below the folder named as the first argument.
//
//   swift build -c release --product storedoctor
//   swift run -c release benchmarks /tmp/storedoctor-benchmarks
//
// 'runtime' behind it measures the SwiftData module only, which needs neither, 'trace' the reading of
// logs only, 'report' the making of pages only, 'scan' many stores only.

let arguments = CommandLine.arguments
let isOption = arguments.count == 2 && arguments[1].hasPrefix("-")
guard arguments.count >= 2, !isOption else {
  print("usage: benchmarks FOLDER [runtime | trace | report | scan]")
  exit(2)
}
#if os(Linux)
  if arguments[1] == "--work", arguments.count == 4 {
    try RuntimeBenchmark.work(arguments[2], arguments[3])
    exit(0)
  }
#endif
let folder = arguments[1]
let only = arguments.count > 2 ? arguments[2] : nil
let tool = URL(fileURLWithPath: arguments[0]).deletingLastPathComponent()
  .appendingPathComponent("storedoctor").path
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)

var scores = Scoreboard()
if only == "report" { try ReportBenchmark(folder: folder, tool: tool).run(&scores) }
if only == "scan" { try ScanBenchmark(folder: folder, tool: tool).run(&scores) }
if only == "trace" { try TraceBenchmark(folder: folder, tool: tool).run(&scores) }
#if os(Linux)
  if only == "runtime" { try RuntimeBenchmark(folder: folder).run(&scores) }
#endif
if only != nil { scores.exit() }
// A child's peak begins with what its parent holds when it is started, so each part has a parent of
// its own.
for part in ["runtime", "trace", "report", "scan"] {
  scores.add(try Measure.part(part, of: folder))
}
let inputs = try BenchmarkInputs(folder: folder, tool: tool)

let opening = try Measure.pair(
  [tool, "info", inputs.largeStore], [tool, "info", inputs.smallStore], runs: 15)
scores.line(
  "info: 1 GB with a 200 MB WAL / 1 MB", value: opening.first.seconds / opening.second.seconds,
  limit: 1.5, unit: "×", atMost: true)
scores.line(
  "info: peak memory at 1 GB", value: Double(opening.first.peakBytes) / 1_048_576, limit: 64,
  unit: "MB", atMost: true)

let start = try Measure.pair(
  [tool, "info", inputs.smallStore], ["sqlite3", inputs.smallStore, ".tables"], runs: 31)
scores.line(
  "info / sqlite3 .tables, processor time",
  value: start.first.processorSeconds / start.second.processorSeconds, limit: 2.5,
  unit: "×", atMost: true)

let stripped = folder + "/stripped"
// As `Scripts/install.sh` does it.
#if os(Linux)
  let stripOptions = ["--remove-section=.eh_frame"]
#else
  let stripOptions: [String] = []
#endif
_ = try Measure.once(["strip"] + stripOptions + ["-o", stripped, tool])
let size = try FileManager.default.attributesOfItem(atPath: stripped)[.size] as? Int
scores.line(
  "the tool without symbols", value: Double(size ?? .max) / 1_000_000, limit: 38, unit: "MB",
  atMost: true)

// The links and conditions of every row, against the one pass that SQLite itself offers.
let checking = try Measure.pair(
  [tool, "check", inputs.millionRows], ["sqlite3", inputs.millionRows, "PRAGMA quick_check"],
  runs: 3)
scores.line(
  "check, 3,000,000 rows / PRAGMA quick_check",
  value: checking.first.seconds / checking.second.seconds, limit: 3, unit: "×", atMost: true)

let columns = "Z_PK, ZTITLE, ZTEXT, ZCREATEDAT, ZIMPORTANCE"
let rows = try Measure.pair(
  [
    tool, "rows", inputs.millionRows, "Note", "--show-values", "--limit", "1000000", "--mode",
    "csv",
  ],
  ["sqlite3", "-csv", inputs.millionRows, "SELECT * FROM ZNOTE"], runs: 3)
scores.line(
  "rows, 1,000,000 rows / sqlite3", value: rows.first.seconds / rows.second.seconds, limit: 0.5,
  unit: "×", atMost: true)
let select = "SELECT \(columns) FROM ZNOTE"
let sql = try Measure.pair(
  [tool, "sql", inputs.millionRows, select, "--mode", "csv"],
  ["sqlite3", "-csv", inputs.millionRows, select], runs: 3)
scores.line(
  "sql, 1,000,000 rows / sqlite3", value: sql.first.seconds / sql.second.seconds, limit: 0.5,
  unit: "×", atMost: true)

let parsing = try Measure.pair(
  [tool, "hash", inputs.swiftFolder, "--quiet"], [tool, "hash", inputs.oneSwiftFile, "--quiet"],
  runs: 3)
scores.line(
  "hash: 1,000 Swift files", value: parsing.first.seconds, limit: 2, unit: "s", atMost: true)

// The formatter names every line it would change on standard error.
let linting = try Measure.pair(
  [tool, "lint", inputs.swiftFolder, "--quiet", "--no-cache"],
  ["/bin/sh", "-c", "swift format lint --recursive '\(inputs.swiftFolder)' 2>&1 | tail -n 1"],
  runs: 1)
scores.line(
  "lint, 1,000 Swift files / swift format lint",
  value: linting.first.seconds / linting.second.seconds, limit: 1, unit: "×", atMost: true)
scores.line(
  "lint: peak memory", value: Double(linting.first.peakBytes) / 1_048_576, limit: 300, unit: "MB",
  atMost: true)
// Each run finds one model with a property more than the last.
setenv("XDG_CACHE_HOME", folder + "/cache", 1)
var again: [Measurement] = []
for _ in 0..<6 {
  try inputs.addProperty()
  again.append(try Measure.once([tool, "lint", inputs.swiftFolder, "--quiet"]))
}
scores.line(
  "lint: again after a change", value: Measure.median(Array(again.dropFirst())).seconds,
  limit: 0.3, unit: "s", atMost: true)

try MigrationBenchmark(inputs: inputs, folder: folder, tool: tool).run(&scores)

scores.exit()
