internal import ErrorCatalog
internal import StoreEngine
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
    if dump.isCut || dump.isOfOthers {
      return [
        CaseFinding(
          "the history was not searched for \(dump.owner): "
            + (dump.isCut
              ? "its list of hashes is cut off"
              : "the digest beside its list of hashes is that of others or more")
            + ", so give all of it, from 'NSStoreModelVersionHashes = {' to its '}'")
      ]
    }
    let answer = try search(WantedHashes(dump))
    return answer.lines.enumerated().map { index, line in
      CaseFinding(index == 0 ? "\(dump.owner): \(line)" : line, certainty: dump.certainty)
    } + answer.limits.map { CaseFinding($0) }
  }
}

extension StoreMetadataDump {
  /// Whether its digest says that the list, all of whose hashes are whole, is not that of the store.
  fileprivate var isOfOthers: Bool {
    guard let digest, hashes.values.allSatisfy(\.isWhole) else { return false }
    let whole = hashes.compactMapValues { VersionHash(bytes: $0.prefix) }
    return ModelHashes.digest(of: whole) != digest
  }
}
