internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds a write-ahead log that SQLite will drop, whole or in part, or of which something is not there.
struct DamagedLog: StoreRule {
  static let info = RuleInfo(
    id: "damaged-log", severity: .warning,
    summary: "the write-ahead log is missing, damaged, or that of another store",
    why:
      "SQLite opens the store without these frames and says nothing: the changes saved last are "
      + "gone, or were never in this copy",
    fix:
      "copy the store together with its own '-wal' file, from the device, while the app is closed")

  private static let doubt = Certainty.inferred(
    "a process that was killed while it wrote leaves the same, and then nothing was saved after it")

  func examine(_ inspection: StoreInspection, report: StoreReport) {
    // A frame or header that somebody is just writing looks like a damaged one.
    guard let state = inspection.state, state.users == .none else { return }
    if let log = state.log, case .badChecksum(let frame) = log.end {
      report(
        "frame \(frame) of the '-wal' file has a wrong checksum; \(log.ignored) of \(log.frames) "
          + "frames are not read")
    } else if state.lostFrames > 0 {
      let isThere = state.sideFiles.contains { $0.suffix == "-wal" && $0.size > 0 }
      let cause =
        isThere
        ? "the '-wal' file was cut off, or is a copy of another moment"
        : "the store was copied without its '-wal' file"
      report(
        "\(state.lostFrames) committed \(state.lostFrames == 1 ? "frame is" : "frames are") in no "
          + "file: \(cause)")
    } else if let log = state.log, let cut = log.cutText {
      report(
        "the '-wal' file is cut off: \(cut); what was saved after its last whole transaction, which ends "
          + "with frame \(log.committed), is not in this copy",
        certainty: Self.doubt)
    }
    if state.unusedLog == .short, let file = state.sideFiles.first(where: { $0.suffix == "-wal" }),
      file.size > Int64(LogState.headerSize), state.lostFrames == 0
    {
      report(
        "the '-wal' file is cut off inside its first frame, after \(file.size) bytes: whatever it held is "
          + "not in this copy",
        certainty: Self.doubt)
    }
    switch state.unusedLog {
    case .notALog?, .damagedHeader?, .unknownVersion?:
      report("the '-wal' file is not used: \(state.unusedLog.map { "\($0)" } ?? "")")
    default: break
    }
  }
}
