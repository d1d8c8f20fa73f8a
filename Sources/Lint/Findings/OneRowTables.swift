internal import Diagnostics

/// Tables of which an app makes an object only where there is none yet, and those of settings, profiles and
/// the days of a week: they have a few rows, and how they are asked for them costs nothing.
struct OneRowTables {
  private static let rules: Set<String> = [
    DeletedOneByOne.info.id, FetchWithoutLimit.info.id, FilteredInMemory.info.id,
    LargeDataInline.info.id, NPlusOne.info.id, UnindexedFetch.info.id, WholeRowsForCount.info.id,
  ]

  /// Leaves out what is said of the speed of asking such a table.
  static func filter(_ findings: [Finding], _ flows: ObjectFlows) -> [Finding] {
    let tables = flows.firstRows.subtracting(flows.furtherRows).subtracting(flows.grown)
    return findings.filter { finding in
      guard rules.contains(finding.rule), let entity = finding.entity else { return true }
      return !tables.contains(entity)
        && (finding.rule == LargeDataInline.info.id || !entity.hasFewRows)
    }
  }
}

extension String {
  /// Whether a class of this name has one row by its meaning, or one for each day of the week.
  fileprivate var hasFewRows: Bool {
    isOfOneObject || camelWords.contains { ["weekday", "weekdays"].contains($0) }
  }
}
