internal import StoreEngine
internal import StoreModel

/// What is known of a store whatever is the matter with it, one sentence each.
enum StoreEvidence {
  static func lines(_ file: StoreFile, _ kind: FileKind, _ store: Store? = nil) -> [String] {
    var lines = [
      "it is \(kind.displayName): \(kind.evidence)",
      "read: \(file.bytesRead.replacing("main", with: "main file", maxReplacements: 1))",
    ]
    switch file.state.users {
    case .none: break
    case .open: lines.append("another process has the store open")
    case .writing: lines.append("another process is writing; what it has committed is read")
    }
    guard let store else { return lines }
    let metadata = store.metadata
    let identifiers = metadata.versionIdentifiers.filter { !$0.isEmpty }
    lines.append(
      (identifiers.isEmpty
        ? "it names no version" : "it says version \(identifiers.joined(separator: ", "))")
        + " and has \(metadata.entityHashes.count) "
        + (metadata.entityHashes.count == 1 ? "entity" : "entities")
        + (metadata.checksum.map { ", checksum \($0)" } ?? ""))
    if let systems = metadata.frameworkVersion.flatMap(StoreMetadata.systems) {
      lines.append("it was last written by \(systems)")
    }
    if let events = store.cloudEvents {
      lines.append(
        "it is mirrored to CloudKit (likely: \(CloudSync.certainty.reason ?? "")): "
          + CloudSync.lines(events).map { "\($0.name): \($0.text)" }.joined(separator: "; "))
    } else if store.isMirrored {
      lines.append("it is mirrored to CloudKit; what its last events came to cannot be told")
    }
    if file.state.journalMode == .wal,
      !file.state.sideFiles.contains(where: { $0.suffix == "-wal" }),
      hasNoRows(store)
    {
      lines.append(
        "all its tables are empty, and there is no '-wal' file beside it: rows that should be there may "
          + "be in one that was not copied")
    }
    return lines
  }

  private static func hasNoRows(_ store: Store) -> Bool {
    !store.entities.isEmpty
      && store.entities.allSatisfy { entity in
        let row = try? store.connection.value(
          "SELECT 1 FROM main.\(entity.table.sqlQuoted) LIMIT 1")
        return entity.isTableMissing || row?.integer == nil
      }
  }

  static func text(_ match: VersionMatch) -> String {
    let names = match.versions.map(\.title).joined(separator: " + ")
    return "its version is \(names), by \(match.by.words)"
  }

  static func text(_ check: StoreCheck.Result) -> String {
    let tables = check.tables == 1 ? "1 table" : "\(check.tables) tables"
    let rows = check.rows == 1 ? "1 row" : "\(check.rows) rows"
    let found = check.problems.count
    return "examined \(tables) with \(rows) by \(check.rules) rules: "
      + (found == 0 ? "nothing found" : found == 1 ? "1 finding" : "\(found) findings")
  }
}

extension VersionMatch.Evidence {
  /// `entity hashes`.
  package var words: String { self == .entityHashes ? "entity hashes" : rawValue }
}
