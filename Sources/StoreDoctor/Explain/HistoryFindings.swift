internal import ErrorCatalog
internal import StoreModel

/// Which releases and commits wrote the stores that a text tells of.
enum HistoryFindings {
  static func findings(
    _ printed: [StoreMetadataDump], _ search: (WantedHashes) throws -> WrittenBy
  ) rethrows -> [CaseFinding] {
    let told = printed.filter { !$0.hashes.isEmpty }
    guard !told.isEmpty else {
      return [
        CaseFinding("the text prints no version hashes that the history could be searched for")
      ]
    }
    return try told.flatMap { try findings($0, search) }
  }

  private static func findings(
    _ dump: StoreMetadataDump, _ search: (WantedHashes) throws -> WrittenBy
  ) rethrows -> [CaseFinding] {
    let owner = "the store the text tells of (line \(dump.line))"
    if dump.isCut {
      return [
        CaseFinding(
          "the history was not searched for \(owner): its list of hashes is cut off, so give all of "
            + "it, from 'NSStoreModelVersionHashes = {' to its '}'")
      ]
    }
    let answer = try search(WantedHashes(dump))
    let certainty: Certainty =
      dump.hashes.values.allSatisfy(\.isWhole)
      ? .certain : .inferred("the text prints only the ends of the hashes")
    return answer.lines.enumerated().map { index, line in
      CaseFinding(index == 0 ? "\(owner): \(line)" : line, certainty: certainty)
    } + answer.limits.map { CaseFinding($0) }
  }
}
