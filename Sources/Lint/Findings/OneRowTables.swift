internal import Diagnostics

/// Tables of which an app makes an object only where there is none yet: they have one row, and how they are
/// asked for it costs nothing.
struct OneRowTables {
  private static let rules: Set<String> = [
    DeletedOneByOne.info.id, FetchWithoutLimit.info.id, FilteredInMemory.info.id,
    LargeDataInline.info.id, NPlusOne.info.id, UnindexedFetch.info.id, WholeRowsForCount.info.id,
  ]

  /// Leaves out what is said of the speed of asking such a table.
  static func filter(_ findings: [Finding], _ flows: ObjectFlows) -> [Finding] {
    let tables = flows.firstRows.subtracting(flows.furtherRows).subtracting(flows.grown)
    guard !tables.isEmpty else { return findings }
    return findings.filter { finding in
      !rules.contains(finding.rule) || finding.entity.map { !tables.contains($0) } ?? true
    }
  }
}
