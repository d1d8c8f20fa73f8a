internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// A store's files as names and values.
enum FileText {
  static func fields(of path: String, kind: FileKind) -> [Report.Field] {
    let certainty = kind.certainty == .certain ? "" : " (\(kind.certainty.level))"
    return [
      Report.Field("file", path),
      Report.Field("kind", "\(kind.displayName)\(certainty): \(kind.evidence)"),
    ]
  }

  static func fields(_ overview: StoreOverview) -> [Report.Field] {
    let state = overview.state
    var fields = fields(of: overview.path, kind: overview.kind)
    fields += [
      Report.Field("read", read(overview.bytesRead)),
      Report.Field(
        "pages",
        "\(state.pageCount) of \(state.pageSize) bytes, main file "
          + DataKind.sizeText(state.mainSize)),
      Report.Field("journal", journal(state)),
    ]
    if !state.sideFiles.isEmpty {
      let list = state.sideFiles.map { "\($0.suffix) \(DataKind.sizeText($0.size))" }
      fields.append(Report.Field("side files", list.joined(separator: ", ")))
    }
    switch state.users {
    case .none: break
    case .open: fields.append(Report.Field("in use", "another process has the store open"))
    case .writing:
      fields.append(
        Report.Field("in use", "another process is writing; what it has committed is shown"))
    }
    return fields
  }

  private static func read(_ bytes: String) -> String {
    guard bytes.hasPrefix("main") else { return bytes }
    return "main file" + (bytes == "main" ? " only" : bytes.dropFirst("main".count))
  }

  private static func journal(_ state: FileState) -> String {
    var text = state.journalMode == .wal ? "WAL" : "rollback journal"
    if let log = state.log {
      text += ", \(log.committed) committed \(log.committed == 1 ? "frame" : "frames")"
      if let why = log.whyIgnored { text += ", \(log.ignored) ignored: \(why)" }
      if let cut = log.cutText { text += "; \(cut)" }
    } else if let unused = state.unusedLog {
      text += ", the -wal is not used: \(unused)"
    }
    if let journal = state.journal {
      text += ", hot: \(journal.pages) pages rolled back in memory"
    } else if let unused = state.unusedJournal {
      text += ", the -journal is not used: \(unused)"
    }
    return text
  }
}
