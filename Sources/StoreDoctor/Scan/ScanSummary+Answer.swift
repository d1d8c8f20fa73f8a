public import Diagnostics
public import StoreModel

extension ScanSummary: Answer {
  /// `unreadable` where an input could not be read, `found` unless all is good; no stores at all are no
  /// good news.
  public var verdict: ExitStatus {
    unread > 0 ? .unreadable : stores > 0 && good == stores ? .done : .found
  }

  /// Whether what somebody fails on is there: verdicts by name, or `failed`.
  package func has(_ names: Set<String>) -> Bool {
    names.contains("failed") && failed > 0 || names.contains { (verdictCount($0)) > 0 }
  }

  private func verdictCount(_ name: String) -> Int {
    verdicts.first { $0.name == name }?.stores ?? 0
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "bytes": bytes, "failed": failed, "failures": failures, "findings": rules, "good": good,
      "rows": rows, "stores": stores, "unknownVersions": unknownVersions, "verdicts": verdicts,
      "versions": versions,
    ])
    try encoder.write(present: ["rehearsal": rehearsal.stores > 0 ? rehearsal : nil])
    guard !groupBy.isEmpty else { return }
    let groups = groups.map { row in
      JSONValue.object(
        Dictionary(
          zip(groupBy.map(\.rawValue), row.values.map(JSONValue.string)),
          uniquingKeysWith: { first, _ in first }
        ).merging([
          "bytes": .integer(row.bytes), "good": .integer(Int64(row.good)),
          "rows": .integer(row.rows), "stores": .integer(Int64(row.stores)),
        ]) { first, _ in first })
    }
    try encoder.write(["groupBy": groupBy.map(\.rawValue), "groups": groups])
  }
}
