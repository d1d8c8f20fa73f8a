internal import Diagnostics
internal import ModelSource

/// Tables of those who use the device: where the app knows one of them as the current one, and no loop adds
/// any, there are one or two rows, and what a fetch of them costs is nothing to speak of. Nearly all other
/// rows belong to the one who is logged in, so that no predicate for theirs would spare any.
struct AccountTables {
  private static let rules: Set<String> = [
    DeletedOneByOne.info.id, FetchWithoutLimit.info.id, FilteredInMemory.info.id,
    UnindexedFetch.info.id, WholeRowsForCount.info.id,
  ]

  private static let signs: Set<String> = [
    "currentAccount", "currentUser", "loggedInUser", "signedInUser",
  ]

  /// - Parameter files: the Swift files of the input, asked only where there is something to say of such a
  ///   table.
  static func filter(
    _ findings: [Finding], _ flows: ObjectFlows, _ files: [SourceFile]
  ) -> [Finding] {
    func isMeant(_ finding: Finding) -> Bool {
      guard rules.contains(finding.rule), let entity = finding.entity else { return false }
      if finding.certainty == FilteredInMemory.ofAccount { return true }
      return entity.isOfAccounts && !flows.grown.contains(entity)
    }
    guard findings.contains(where: isMeant),
      !WordsOfFiles.positions(of: signs, in: files).isEmpty
    else { return findings }
    return findings.filter { !isMeant($0) }
  }
}

extension String {
  /// `User`, `UserAccount`, `AccountModel`
  fileprivate var isOfAccounts: Bool {
    var words = camelWords
    if let last = words.last, words.count > 1, ["data", "entity", "item", "model"].contains(last) {
      words.removeLast()
    }
    return words.count < 3 && ["account", "user"].contains(words.last)
  }
}
