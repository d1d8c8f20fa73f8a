extension ErrorText {
  /// Bytes around a message in which SQLite's code belongs to it.
  private static let reach = 400
  /// Bytes around a message that tell whose database it is about.
  private static let surroundings = 1_500
  /// Bytes of a text that is one error and nothing else.
  private static let askedAlone = 120
  private static let names: Set<String> = [
    "sqlite-no-such-table", "sqlite-no-such-column", "sqlite-table-already-exists",
    "sqlite-notnull-failed", "sqlite-unique-failed", "sqlite-key-taken",
  ]
  /// What Apple's SQLite says to every program alike, and means the same for all of them.
  private static let ofAnybody: Set<String> = [
    "sqlite-vnode-unlinked", "sqlite-io-vnode", "sqlite-threads", "system-dead10cc",
  ]
  /// What happens to any app; only explained beside work on a store.
  private static let ofAnyApp: Set<String> = [
    "system-watchdog", "system-disk-writes", "system-priority-inversion", "system-memory-limit",
    "coredata-bridged-nil", "coredata-set-damaged", "coredata-aggregate-in-memory",
    "coredata-undo-manager", "hash-of-model-changed", "coredata-error-is-nil",
    "coredata-closure-isolation",
  ]
  /// Signs that the text is of Apple's frameworks, and of code that has SQL of its own.
  private static let own = [
    "coredata", "core data", "swiftdata", "nsmanagedobject", "nspersistent", "nssqlcore",
    "nssqliteerrordomain", "nscocoaerrordomain", "cocoa error", "sqlite error code:", "z_pk",
    "persistentidentifier", "persistentmodel",
    "z_metadata", "z_primarykey",
  ]
  private static let stores = [
    "coredata", "core data", "swiftdata", "persistentstore", "persistent store", "code=134",
    "cocoa error 134", ".sqlite", "default.store", "nssqliteerrordomain",
  ]
  private static let others = [
    "android.database", "androidx.room", "sqliteexception", "sqliteconstraintexception", "sqlite3.",
    "grdb", "sqlite.swift", "sqlite.result", "fmdb", "fmdatabase", "wcdb", "sqflite", "sqlalchemy",
    "django", "better-sqlite3",
    "expo-sqlite", "react-native", "org.sqlite", "data.sqlite", "rusqlite", "sqlx", "pdoexception",
    "activerecord", "prisma", "drizzle", "gorm", "sqldelight", "sqlite3exception", "databaseerror",
    "operationalerror", "node_modules",
  ]

  /// The hits; where SQLite speaks of a table or column that Core Data would never name so, or in
  /// the words of another library, the answer is that it is somebody else's database.
  var ownHits: [MessageMatcher.Hit] {
    var hits = isAboutStores ? hits : hits.filter { !isOfAnyApp($0) }
    if hits.contains(where: isOfTheSystem), !namesAStore { hits.removeAll(where: isOfTheSystem) }
    let foreign = hits.filter { isForeign($0) || isOfAnotherLibrary($0) }.map(\.range)
    guard !foreign.isEmpty,
      let other = ExplanationCatalog.explanation(id: "sqlite-not-core-data")
    else { return hits }
    return hits.compactMap { hit in
      guard foreign.contains(where: { abs($0.lowerBound - hit.range.lowerBound) < Self.reach })
      else { return hit }
      if isForeign(hit) || isOfAnotherLibrary(hit) {
        var hit = hit
        hit.explanation = other
        return hit
      }
      // SQLite's code beside it says no more.
      return hit.code?.domain == "NSSQLiteErrorDomain" ? nil : hit
    }
  }

  private func isOfAnyApp(_ hit: MessageMatcher.Hit) -> Bool {
    hit.explanation.map { Self.ofAnyApp.contains($0.id) } ?? false
  }

  private func isOfTheSystem(_ hit: MessageMatcher.Hit) -> Bool {
    hit.code?.domain == "NSPOSIXErrorDomain"
  }

  /// Any file has the system's errors, and Cocoa's domain is around them. Whoever asks for one
  /// code alone wants to know what it means for a store.
  private var namesAStore: Bool {
    guard bytes.count >= Self.askedAlone else { return true }
    let text = String(decoding: bytes.prefix(1 << 20), as: UTF8.self).lowercased()
    return Self.stores.contains { text.contains($0) }
  }

  private var isAboutStores: Bool {
    guard hits.contains(where: isOfAnyApp) else { return true }
    let text = String(decoding: bytes.prefix(1 << 20), as: UTF8.self).lowercased()
    return (Self.own + ["sqlite3_", "_pf_", "_pffault", "unresolved error"]).contains {
      text.contains($0)
    }
  }

  private func isForeign(_ hit: MessageMatcher.Hit) -> Bool {
    guard let id = hit.explanation?.id, Self.names.contains(id),
      let name = hit.captures.first(where: { !$0.value.isEmpty })?.value
    else { return false }
    return !Self.isCoreDataName(name)
  }

  private func isOfAnotherLibrary(_ hit: MessageMatcher.Hit) -> Bool {
    guard let explanation = hit.explanation, explanation.framework == .sqlite,
      !Self.ofAnybody.contains(explanation.id)
    else { return false }
    let start = max(0, hit.range.lowerBound - Self.surroundings)
    let end = min(bytes.count, hit.range.upperBound + Self.surroundings)
    let around = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
    return !Self.own.contains { around.contains($0) }
      && Self.others.contains { around.contains($0) }
  }

  /// Tables and columns of Core Data begin with Z, those of history and CloudKit with A; all are in
  /// capitals (Documentation/Format/StoreFormat.md, 1.6).
  private static func isCoreDataName(_ name: String) -> Bool {
    guard let last = name.split(separator: ".").last, let first = last.first else { return true }
    return (first == "Z" || first == "A") && !last.utf8.contains { $0 >= 0x61 && $0 <= 0x7a }
  }
}
