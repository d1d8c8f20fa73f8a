internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// A store's files as names and values.
enum FileText {
  static func fields(of path: String, kind: FileKind, file: StoreFile? = nil) -> [Report.Field] {
    var fields = [Report.Field("file", path)]
    let certainty = kind.certainty == .certain ? "" : " (\(kind.certainty.level))"
    fields.append(Report.Field("kind", "\(kind.displayName)\(certainty): \(kind.evidence)"))
    guard let file else { return fields }
    let state = file.state
    fields.append(Report.Field("bytes read", file.bytesRead))
    fields.append(
      Report.Field(
        "pages",
        "\(state.pageCount) of \(state.pageSize) bytes, main file "
          + DataKind.sizeText(state.mainSize)))
    fields.append(Report.Field("journal", journal(state)))
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

  private static func journal(_ state: FileState) -> String {
    var text = state.journalMode == .wal ? "WAL" : "rollback journal"
    if let log = state.log {
      text += ", \(log.committed) committed \(log.committed == 1 ? "frame" : "frames")"
      if let why = log.whyIgnored { text += ", \(log.ignored) ignored: \(why)" }
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

  static func json(_ opened: OpenStore) -> [String: JSONValue] {
    let state = opened.file.state
    var body: [String: JSONValue] = [
      "bytesRead": .string(opened.file.bytesRead), "evidence": .string(opened.kind.evidence),
      "inUse": .string(state.users.rawValue), "journalMode": .string(state.journalMode.rawValue),
      "kind": .string(opened.kind.id.rawValue),
      "kindCertainty": .string(opened.kind.certainty.level),
      "mainBytes": .integer(state.mainSize), "pageCount": .integer(Int64(state.pageCount)),
      "pageSize": .integer(Int64(state.pageSize)), "path": .string(opened.path),
    ]
    body["sideFiles"] = .array(
      state.sideFiles.map { ["bytes": .integer($0.size), "suffix": .string($0.suffix)] })
    if let log = state.log {
      body["wal"] = [
        "committedFrames": .integer(Int64(log.committed)), "frames": .integer(Int64(log.frames)),
        "ignoredFrames": .integer(Int64(log.ignored)), "whyIgnored": .optional(log.whyIgnored),
      ]
    }
    if let journal = state.journal {
      body["hotJournal"] = ["pages": .integer(Int64(journal.pages))]
    }
    return body
  }
}
